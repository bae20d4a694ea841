/*
 * SHA-256 (FIPS 180-4), for whoever has no crypto of a platform: a browser has `crypto.subtle` on HTTPS only, and a stack
 * may speak plain HTTP within a network.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUNDS = fractions(64, Math.cbrt);
/** The same of the square roots of the first eight. */
const BEGIN = fractions(8, Math.sqrt);
const BLOCK_BYTES = 64;

/** In hexadecimal. */
export function sha256Hex(bytes: Uint8Array): string {
  const state = BEGIN.slice();
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  const schedule = new Uint32Array(64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += BLOCK_BYTES) addBlock(state, schedule, view, at);
  const tail = tailOf(bytes.subarray(whole), bytes.length);
  const tailView = new DataView(tail.buffer);
  for (let at = 0; at < tail.length; at += BLOCK_BYTES) addBlock(state, schedule, tailView, at);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** What is left, a one bit, zeros, and the length in bits. */
function tailOf(rest: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const tail = new Uint8Array(rest.length + 9 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES);
  tail.set(rest);
  tail[rest.length] = 0x80;
  new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(length) * 8n);
  return tail;
}

function addBlock(state: Uint32Array, schedule: Uint32Array, view: DataView, from: number): void {
  const word = (index: number): number => schedule[index] ?? 0;
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getUint32(from + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const [early, late] = [word(index - 15), word(index - 2)];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[index] = word(index - 16) + small + word(index - 7) + large;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = (first + (ROUNDS[index] ?? 0) + word(index)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  let index = 0;
  for (let number = 2; index < count; number += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor += 1) isPrime &&= number % divisor !== 0;
    if (!isPrime) continue;
    // Exact: a double has 52 bits behind the point, of which a root of a small prime takes at most 5.
    found[index] = (root(number) % 1) * 2 ** 32;
    index += 1;
  }
  return found;
}
