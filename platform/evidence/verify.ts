import type { KeyObject } from 'node:crypto';
import { fromBufferPromise } from 'yauzl';
import { isSignedBy } from './keys.ts';
import { describeFile, MANIFEST_FILE, SIGNATURE_FILE, type Manifest } from './manifest.ts';
import { readSeal } from './seal.ts';

export interface Verification {
  /** What is wrong with the bundle; empty if it is genuine and unchanged. */
  readonly problems: readonly string[];
  /** null if it cannot be read. */
  readonly manifest: Manifest | null;
}

/** Checks the seal over all bytes, the manifest's signature, and the hash of every file. */
export async function verifyBundle(bundle: Buffer, keys: ReadonlyMap<string, KeyObject>): Promise<Verification> {
  const seal = readSeal(bundle);
  if (seal === null) {
    return { problems: ['The file has no seal at its end: it was cut off, changed, or is no bundle.'], manifest: null };
  }
  const key = keys.get(seal.keyId);
  if (key === undefined) {
    const known = [...keys.keys()].join(', ');
    return { problems: [`It is signed with the key "${seal.keyId}"; the known keys are: ${known}.`], manifest: null };
  }
  const problems: string[] = [];
  if (!seal.isValid(key)) problems.push('The seal does not fit: at least one byte of the file was changed.');
  try {
    const { manifest, problems: inside } = checkFiles(await readFiles(bundle), key, seal.keyId);
    return { problems: [...problems, ...inside], manifest };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problems: [...problems, `Its files cannot be read: ${reason}.`], manifest: null };
  }
}

function checkFiles(files: ReadonlyMap<string, Buffer>, key: KeyObject, keyId: string): Verification {
  const problems: string[] = [];
  const manifestBytes = files.get(MANIFEST_FILE);
  const signature = files.get(SIGNATURE_FILE);
  if (manifestBytes === undefined || signature === undefined) {
    return { problems: [`${MANIFEST_FILE} or ${SIGNATURE_FILE} is missing.`], manifest: null };
  }
  if (!isSignedBy(manifestBytes, Buffer.from(signature.toString('latin1'), 'base64'), key)) {
    return { problems: [`The signature of ${MANIFEST_FILE} does not fit.`], manifest: null };
  }
  // Signed by us, so it has the shape that we wrote.
  const manifest = JSON.parse(manifestBytes.toString('utf8')) as Manifest;
  if (manifest.key_id !== keyId) problems.push('The manifest names another key than the seal.');
  const listed = new Set([MANIFEST_FILE, SIGNATURE_FILE, ...manifest.files.map(({ name }) => name)]);
  for (const name of files.keys()) if (!listed.has(name)) problems.push(`${name} is not in the manifest.`);
  for (const expected of manifest.files) {
    const bytes = files.get(expected.name);
    if (bytes === undefined) problems.push(`${expected.name} is missing.`);
    else if (describeFile(expected.name, bytes).sha256 !== expected.sha256) {
      problems.push(`${expected.name} was changed: its SHA-256 is not that of the manifest.`);
    }
  }
  return { problems, manifest };
}

async function readFiles(bundle: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bundle);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is in it twice`);
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}
