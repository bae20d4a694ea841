const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const BASE = 36;
const LEAST_THRESHOLD = 1;
const MOST_THRESHOLD = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_BEYOND_ASCII = 128;

/** A domain label in ASCII, without its prefix `xn--` (RFC 3492, section 6.3). */
export function punycode(label: string): string {
  const points = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  const ascii = points.filter((point) => point < FIRST_BEYOND_ASCII);
  let encoded = String.fromCodePoint(...ascii) + (ascii.length > 0 ? '-' : '');
  let bias = FIRST_BIAS;
  let done = ascii.length;
  let delta = 0;
  let next = FIRST_BEYOND_ASCII;
  while (done < points.length) {
    const least = next;
    next = Math.min(...points.filter((point) => point >= least));
    delta += (next - least) * (done + 1);
    for (const point of points) {
      if (point < next) delta += 1;
      if (point !== next) continue;
      encoded += digitsOf(delta, bias);
      bias = adapt(delta, done + 1, done === ascii.length);
      delta = 0;
      done += 1;
    }
    delta += 1;
    next += 1;
  }
  return encoded;
}

function digitsOf(delta: number, bias: number): string {
  let digits = '';
  let rest = delta;
  for (let at = BASE; ; at += BASE) {
    const threshold = Math.min(Math.max(at - bias, LEAST_THRESHOLD), MOST_THRESHOLD);
    if (rest < threshold) return digits + DIGITS.charAt(rest);
    const span = BASE - threshold;
    digits += DIGITS.charAt(threshold + ((rest - threshold) % span));
    rest = Math.floor((rest - threshold) / span);
  }
}

function adapt(delta: number, done: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / done);
  let bias = 0;
  for (; rest > ((BASE - LEAST_THRESHOLD) * MOST_THRESHOLD) / 2; bias += BASE) {
    rest = Math.floor(rest / (BASE - LEAST_THRESHOLD));
  }
  return bias + Math.floor(((BASE - LEAST_THRESHOLD + 1) * rest) / (rest + SKEW));
}
