/*
 * The parts of a packed file, such as a spreadsheet. Only the parts that are asked for are unpacked, and unpacking stops at
 * the limit, whatever the file says of its own size. A part whose sum is not the one that the file says is not read: one
 * wrong bit may be another income. Source: APPNOTE.TXT 6.3.10, 4.3 and 4.4; RFC 1951.
 */

/** A file that cannot be read; the message says why, and goes on from the name of the file. */
export class UnreadableFile extends Error {}

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  /** Where its local header begins, and how many bytes it has packed and unpacked. */
  readonly at: number;
  readonly packed: number;
  readonly size: number;
  /** CRC-32 of what it has unpacked. */
  readonly sum: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;
const DAMAGED = 'is damaged, and cannot be unpacked';

export class ZipFile {
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #mostUnpacked: number;
  #unpacked = 0;

  /** `mostUnpacked`: bytes of all parts that are read, together. */
  constructor(bytes: Uint8Array, mostUnpacked: number) {
    this.#bytes = bytes;
    this.#mostUnpacked = mostUnpacked;
    this.#entries = entriesOf(bytes);
  }

  /** A part as text in UTF-8; undefined if there is none by that name. */
  async text(name: string): Promise<string | undefined> {
    const entry = this.#entries.get(keyOf(name));
    if (entry === undefined) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await this.#unpack(entry));
    } catch (error) {
      throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED);
    }
  }

  async #unpack({ method, isEncrypted, at, packed, size, sum }: Entry): Promise<Uint8Array> {
    const view = viewOf(this.#bytes);
    if (isEncrypted || at + LOCAL_BYTES > view.byteLength || view.getUint32(at, true) !== LOCAL) {
      throw new UnreadableFile(isEncrypted ? 'is protected by a password; save it without one' : DAMAGED);
    }
    const from = at + LOCAL_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    if (from + packed > this.#bytes.length) throw new UnreadableFile(DAMAGED);
    const content = this.#bytes.subarray(from, from + packed);
    if (method !== STORED && method !== DEFLATED) throw new UnreadableFile(DAMAGED);
    const unpacked = method === STORED ? this.#counted(content) : await this.#inflate(content);
    if (unpacked.length !== size || crc32(unpacked) !== sum) throw new UnreadableFile(DAMAGED);
    return unpacked;
  }

  async #inflate(content: Uint8Array): Promise<Uint8Array> {
    // The stream takes a view of its own kind of buffer alone; a file of at most ten megabytes may be copied.
    const reader = new Blob([new Uint8Array(content)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .getReader();
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        chunks.push(this.#counted(value));
        length += value.length;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }

  #counted(bytes: Uint8Array): Uint8Array {
    this.#unpacked += bytes.length;
    if (this.#unpacked > this.#mostUnpacked) {
      throw new UnreadableFile(`has more than ${this.#mostUnpacked / 1_024 ** 2} MiB when it is unpacked; divide it`);
    }
    return bytes;
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function entriesOf(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = viewOf(bytes);
  const end = endOf(view);
  const count = end === undefined ? 0 : view.getUint16(end + 10, true);
  if (end === undefined || count > MOST_ENTRIES) throw new UnreadableFile(DAMAGED);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > view.byteLength || view.getUint32(at, true) !== CENTRAL) throw new UnreadableFile(DAMAGED);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength));
    const key = keyOf(name);
    // Two programs may each read another one of them.
    if (entries.has(key)) throw new UnreadableFile(DAMAGED);
    entries.set(key, {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      sum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += CENTRAL_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/**
 * Part names are case-insensitive, and some programs write `\` between folders. Source: ECMA-376-2, 6.2.2.
 */
const keyOf = (name: string): string => name.replaceAll('\\', '/').toLowerCase();

const CRC_STEPS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let step = byte;
  for (let bit = 0; bit < 8; bit += 1) step = (step & 1) === 1 ? (step >>> 1) ^ 0xedb88320 : step >>> 1;
  return step;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (CRC_STEPS[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** The end record stands last, with a comment of any length behind it. */
function endOf(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT; at -= 1) {
    if (view.getUint32(at, true) === END) return at;
  }
  return undefined;
}
