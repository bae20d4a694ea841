import { createHash } from 'node:crypto';

export const MANIFEST_FILE = 'manifest.json';
/** The Ed25519 signature of the manifest's exact bytes, in base64. */
export const SIGNATURE_FILE = 'manifest.sig';

/** The files of a bundle, except the manifest and its signature. */
export interface Manifest {
  readonly format: 'cascade-evidence/1';
  readonly execution_id: number;
  /** RFC 3339. */
  readonly created_at: string;
  readonly key_id: string;
  /** RFC 3339: the person was erased before the bundle was made. Left out: they were not. */
  readonly erased_at?: string;
  readonly files: readonly ManifestFile[];
}

export interface ManifestFile {
  readonly name: string;
  readonly bytes: number;
  /** Lowercase hex. */
  readonly sha256: string;
}

export function describeFile(name: string, bytes: Uint8Array): ManifestFile {
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
