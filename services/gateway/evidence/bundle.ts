import type { KeyObject } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import {
  describeFile,
  MANIFEST_FILE,
  SealingStream,
  SIGNATURE_FILE,
  sealPlaceholder,
  signBytes,
  type Manifest,
  type ManifestFile,
} from '../../../platform/evidence/index.ts';
import { zipStream, type ZipEntry } from '../http/zip.ts';
import type { Logger } from '../services.ts';
import type { EvidenceFile } from './content.ts';

interface BundleOptions {
  readonly executionId: number;
  readonly createdAt: Date;
  readonly erasedAt: Date | null;
  readonly key: { readonly id: string; readonly privateKey: KeyObject };
  readonly log: Logger;
}

/** The bundle as a stream: the files, the manifest with the hash of each, its signature, and the seal over all bytes. */
export function openBundle(files: readonly EvidenceFile[], options: BundleOptions): Readable {
  const { key, log } = options;
  const archive = zipStream(entriesOf(files, options), log, { comment: sealPlaceholder(key.id) });
  // An error of either destroys both; zipStream has logged it.
  return pipeline(archive, new SealingStream(key), () => undefined);
}

async function* entriesOf(
  files: readonly EvidenceFile[],
  { executionId, createdAt, erasedAt, key }: BundleOptions,
): AsyncGenerator<ZipEntry> {
  const described: ManifestFile[] = [];
  for (const { name, read } of files) {
    const bytes = await read();
    described.push(describeFile(name, bytes));
    yield { name, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  }
  const manifest: Manifest = {
    format: 'cascade-evidence/1',
    execution_id: executionId,
    created_at: createdAt.toISOString(),
    key_id: key.id,
    ...(erasedAt === null ? {} : { erased_at: erasedAt.toISOString() }),
    files: described,
  };
  const manifestBytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  yield { name: MANIFEST_FILE, content: manifestBytes };
  yield { name: SIGNATURE_FILE, content: `${signBytes(manifestBytes, key.privateKey).toString('base64')}\n` };
}
