import { createHash, type KeyObject } from 'node:crypto';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { isSignedBy } from './keys.ts';
import { MANIFEST_FILE, SIGNATURE_FILE, type Manifest } from './manifest.ts';
import { readSeal } from './seal.ts';

export interface Verification {
  /** The faults of the bundle; empty if it is genuine and unchanged. */
  readonly problems: readonly string[];
  /** null if it cannot be read. */
  readonly manifest: Manifest | null;
}

/**
 * The limit for all files of a bundle together, unpacked. A run records 16 MiB at most; the rest is for letters,
 * reports and mails.
 */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 20_000;
const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
const MAX_SIGNATURE_BYTES = 1_024;
/** Deflate packs no file smaller than this; a larger ratio is a false declaration. */
const MAX_DEFLATE_RATIO = 1_032;

/**
 * Checks the seal over all bytes, then the manifest's signature, then the hash of every file. A file from a stranger is
 * so checked before anything is unpacked. No file but the manifest is held in memory.
 */
export async function verifyBundle(bundle: Buffer, keys: ReadonlyMap<string, KeyObject>): Promise<Verification> {
  const seal = readSeal(bundle);
  if (seal === null) return refused('The file has no seal at its end: it was cut off, changed, or is no bundle.');
  const key = keys.get(seal.keyId);
  if (key === undefined) {
    const known = [...keys.keys()].join(', ');
    return refused(`It is signed with the key "${seal.keyId}"; the known keys are: ${known}.`);
  }
  if (!seal.isValid(key)) return refused('The seal does not fit: at least one byte of the file was changed.');
  try {
    const zip = await fromBufferPromise(bundle);
    return await checkFiles(zip, await listFiles(zip), key, seal.keyId);
  } catch (error) {
    return refused(`Its files cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function refused(problem: string): Verification {
  return { problems: [problem], manifest: null };
}

async function checkFiles(
  zip: ZipFile,
  files: ReadonlyMap<string, Entry>,
  key: KeyObject,
  keyId: string,
): Promise<Verification> {
  const manifestFile = files.get(MANIFEST_FILE);
  const signatureFile = files.get(SIGNATURE_FILE);
  if (manifestFile === undefined || signatureFile === undefined) {
    return refused(`${MANIFEST_FILE} or ${SIGNATURE_FILE} is missing.`);
  }
  const manifestBytes = await readFile(zip, manifestFile, MAX_MANIFEST_BYTES);
  const signature = (await readFile(zip, signatureFile, MAX_SIGNATURE_BYTES)).toString('latin1');
  if (!isSignedBy(manifestBytes, Buffer.from(signature, 'base64'), key)) {
    return refused(`The signature of ${MANIFEST_FILE} does not fit.`);
  }
  // Signed by us, so it has the shape that we wrote.
  const manifest = JSON.parse(manifestBytes.toString('utf8')) as Manifest;
  const problems: string[] = [];
  if (manifest.key_id !== keyId) problems.push('The manifest names another key than the seal.');
  const listed = new Set([MANIFEST_FILE, SIGNATURE_FILE, ...manifest.files.map(({ name }) => name)]);
  for (const name of files.keys()) if (!listed.has(name)) problems.push(`${name} is not in the manifest.`);
  for (const { name, bytes, sha256 } of manifest.files) {
    const file = files.get(name);
    if (file === undefined) problems.push(`${name} is missing.`);
    else if (file.uncompressedSize !== bytes) problems.push(`${name} has another length than in the manifest.`);
    else if ((await hashOf(zip, file)) !== sha256) {
      problems.push(`${name} was changed: its SHA-256 is not that of the manifest.`);
    }
  }
  return { problems, manifest };
}

/** The files by name. Throws if what they declare is more than a bundle holds; yauzl unpacks no more than is declared. */
async function listFiles(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MAX_FILES)
    throw new Error(`it holds ${zip.entryCount} files, and a bundle at most ${MAX_FILES}`);
  const files = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry;
    if (files.has(fileName)) throw new Error(`${fileName} is in it twice`);
    if (uncompressedSize > MAX_DEFLATE_RATIO * compressedSize) {
      throw new Error(`${fileName} declares ${uncompressedSize} bytes, which ${compressedSize} cannot hold`);
    }
    bytes += uncompressedSize;
    if (bytes > MAX_UNPACKED_BYTES) {
      throw new Error(`unpacked they would have more than the ${MAX_UNPACKED_BYTES} bytes of a bundle`);
    }
    files.set(fileName, entry);
  }
  return files;
}

async function readFile(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Buffer> {
  const { fileName, uncompressedSize } = entry;
  if (uncompressedSize > maxBytes)
    throw new Error(`${fileName} has ${uncompressedSize} bytes, and at most ${maxBytes}`);
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** SHA-256 in lowercase hex. */
async function hashOf(zip: ZipFile, entry: Entry): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
