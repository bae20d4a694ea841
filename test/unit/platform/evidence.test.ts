import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from '../../support/jest.ts';
import {
  describeFile,
  MANIFEST_FILE,
  parseEvidenceKey,
  SealingStream,
  sealPlaceholder,
  SIGNATURE_FILE,
  signBytes,
} from '../../../platform/evidence/index.ts';
import { verifyBundle, type Verification } from '../../../platform/evidence/verify.ts';

const KEY = evidenceKey();
const KEYS = new Map([[KEY.id, KEY.publicKey]]);
const MIB = 1024 * 1024;

function evidenceKey() {
  const key = parseEvidenceKey(`test:${randomBytes(32).toString('base64')}`);
  if (key?.privateKey == null) throw new Error('no key');
  return { ...key, privateKey: key.privateKey };
}

interface CraftedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** A false size in the directory. */
  readonly declaredBytes?: number;
  /** The names of further files whose bytes are the same ones in the archive. */
  readonly sharedBy?: readonly string[];
}

/** A ZIP file as an enemy writes it by hand, with a seal of ours at its end. */
async function sealed(files: readonly CraftedFile[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declaredBytes = bytes.length, sharedBy = [] } of files) {
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes, 18);
    for (const each of [name, ...sharedBy]) {
      const title = Buffer.from(each);
      common.writeUInt16LE(title.length, 22);
      const place = Buffer.alloc(14);
      place.writeUInt32LE(offset, 10);
      directory.push(Buffer.from('504b01021400', 'hex'), Buffer.from(common), place, title);
    }
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    parts.push(Buffer.from('504b0304', 'hex'), Buffer.from(common), Buffer.from(name), packed);
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const entries = Buffer.concat(directory);
  const count = files.reduce((sum, { sharedBy = [] }) => sum + 1 + sharedBy.length, 0);
  const comment = Buffer.from(sealPlaceholder(KEY.id));
  const end = Buffer.alloc(22);
  end.writeUInt32BE(0x504b0506, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return buffer(Readable.from([Buffer.concat([...parts, entries, end, comment])]).pipe(new SealingStream(KEY)));
}

function manifestOf(files: readonly { readonly name: string; readonly bytes: Buffer }[]): CraftedFile[] {
  const described = files.map(({ name, bytes }) => describeFile(name, bytes));
  const bytes = Buffer.from(JSON.stringify({ format: 'cascade-evidence/1', key_id: KEY.id, files: described }));
  return [
    { name: MANIFEST_FILE, bytes },
    { name: SIGNATURE_FILE, bytes: Buffer.from(signBytes(bytes, KEY.privateKey).toString('base64')) },
  ];
}

/** Files of 16 MiB each, which are one and the same 16 KB of the archive. */
function bomb(names = 512): CraftedFile {
  const sharedBy = Array.from({ length: names }, (_, index) => `files/${index}.pdf`);
  return { name: 'files/zeros.pdf', bytes: Buffer.alloc(16 * MIB), sharedBy };
}

/** The verification, and by how much the buffers of the process had grown at its worst. */
async function measured(bundle: Buffer): Promise<Verification & { readonly grewMib: number }> {
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
  try {
    const verification = await verifyBundle(bundle, KEYS);
    return { ...verification, grewMib: (Math.max(most, process.memoryUsage().arrayBuffers) - before) / MIB };
  } finally {
    clearInterval(sampler);
  }
}

const LETTER = { name: 'files/letter.pdf', bytes: Buffer.from('the letter') };

describe('the verification of an evidence bundle', () => {
  test('accepts a bundle whose files are those of its manifest', async () => {
    expect((await verifyBundle(await sealed([LETTER, ...manifestOf([LETTER])]), KEYS)).problems).toEqual([]);
  });

  // Rules: 18.13.4
  test('unpacks nothing of a file whose seal does not fit', async () => {
    const bundle = await sealed([bomb(), ...manifestOf([])]);
    bundle[1_000] = (bundle[1_000] ?? 0) ^ 1;
    const { problems, manifest, grewMib } = await measured(bundle);
    expect(problems).toEqual(['The seal does not fit: at least one byte of the file was changed.']);
    expect(manifest).toBeNull();
    expect(grewMib).toBeLessThan(100);
  });

  // Rules: 18.13.4
  test('unpacks nothing if the files would have more than a bundle holds, though the seal fits', async () => {
    const { problems, grewMib } = await measured(await sealed([bomb(), ...manifestOf([])]));
    expect(problems).toEqual([expect.stringContaining('more than the 536870912 bytes of a bundle')]);
    expect(grewMib).toBeLessThan(100);
  });

  test('refuses a file that declares more bytes than its packed ones can hold', async () => {
    const letter = { ...LETTER, declaredBytes: 100 * MIB };
    expect((await verifyBundle(await sealed([letter, ...manifestOf([LETTER])]), KEYS)).problems).toEqual([
      expect.stringMatching(/files\/letter\.pdf declares 104857600 bytes, which \d+ cannot hold/),
    ]);
  });

  test('unpacks no more of a file than it declares', async () => {
    const zeros = { name: 'files/zeros.pdf', bytes: Buffer.alloc(64 * MIB), declaredBytes: 1_000 };
    const manifest = manifestOf([{ name: zeros.name, bytes: Buffer.alloc(1_000) }]);
    const { problems, grewMib } = await measured(await sealed([zeros, ...manifest]));
    expect(problems).toEqual([expect.stringContaining('too many bytes in the stream')]);
    expect(grewMib).toBeLessThan(50);
  });

  test('holds no file in memory but the manifest', async () => {
    const { name, bytes, sharedBy = [] } = bomb(24);
    const files = [name, ...sharedBy].map((each) => ({ name: each, bytes }));
    const { problems, grewMib } = await measured(await sealed([bomb(24), ...manifestOf(files)]));
    expect(problems).toEqual([]);
    // Growth for a file of 400 MiB.
    expect(grewMib).toBeLessThan(150);
  });

  test('names a file of another length than in the manifest', async () => {
    const manifest = manifestOf([{ ...LETTER, bytes: Buffer.from('another letter') }]);
    const { problems } = await verifyBundle(await sealed([LETTER, ...manifest]), KEYS);
    expect(problems).toEqual(['files/letter.pdf has another length than in the manifest.']);
  });

  test('names a file that is not the one of the manifest', async () => {
    const manifest = manifestOf([{ ...LETTER, bytes: Buffer.from('The letter') }]);
    const { problems } = await verifyBundle(await sealed([LETTER, ...manifest]), KEYS);
    expect(problems).toEqual(['files/letter.pdf was changed: its SHA-256 is not that of the manifest.']);
  });

  test('refuses a manifest that is larger than any of ours', async () => {
    const huge = { name: MANIFEST_FILE, bytes: Buffer.alloc(9 * MIB) };
    const signature = { name: SIGNATURE_FILE, bytes: Buffer.from('none') };
    expect((await verifyBundle(await sealed([huge, signature]), KEYS)).problems).toEqual([
      expect.stringContaining('manifest.json has 9437184 bytes, and at most 8388608'),
    ]);
  });
});
