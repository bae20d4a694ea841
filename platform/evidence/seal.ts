import { createHash, type KeyObject } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { isSignedBy, signBytes } from './keys.ts';

/**
 * The seal of a bundle: the comment at the very end of the ZIP file, with a signature of all bytes before it. Hashes of
 * the files alone would not notice a change of the ZIP's own structure. The archive is written with a comment of the same
 * length in its place, because its length stands before it.
 */
const SIGNATURE_HEX_LENGTH = 128;
const SEAL = /cascade-evidence\/1 ([A-Za-z0-9_-]{1,32}) ([0-9a-f]{128})$/;
const LONGEST_SEAL = 'cascade-evidence/1 '.length + 32 + 1 + SIGNATURE_HEX_LENGTH;

export function sealPlaceholder(keyId: string): string {
  return sealText(keyId, '0'.repeat(SIGNATURE_HEX_LENGTH));
}

function sealText(keyId: string, signature: string): string {
  return `cascade-evidence/1 ${keyId} ${signature}`;
}

function sealedMessage(keyId: string, sha256: string): Buffer {
  return Buffer.from(`cascade-evidence/1 bundle ${keyId} ${sha256}`);
}

/** Passes an archive on that ends with the placeholder, and puts the seal in its place. */
export class SealingStream extends Transform {
  readonly #key: { readonly id: string; readonly privateKey: KeyObject };
  readonly #placeholder: Buffer;
  readonly #hash = createHash('sha256');
  #held: Buffer = Buffer.alloc(0);

  constructor(key: { readonly id: string; readonly privateKey: KeyObject }) {
    super();
    this.#key = key;
    this.#placeholder = Buffer.from(sealPlaceholder(key.id));
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const bytes = Buffer.concat([this.#held, chunk]);
    const end = Math.max(0, bytes.length - this.#placeholder.length);
    const passed = bytes.subarray(0, end);
    this.#held = bytes.subarray(end);
    this.#hash.update(passed);
    done(null, passed);
  }

  override _flush(done: TransformCallback): void {
    if (!this.#held.equals(this.#placeholder)) return done(new Error('the archive does not end with its comment'));
    const { id, privateKey } = this.#key;
    const signature = signBytes(sealedMessage(id, this.#hash.digest('hex')), privateKey);
    done(null, Buffer.from(sealText(id, signature.toString('hex'))));
  }
}

/** Reads the seal of a bundle; null if it has none. */
export function readSeal(bundle: Buffer): { readonly keyId: string; isValid(key: KeyObject): boolean } | null {
  const [seal, keyId, signature] = SEAL.exec(bundle.subarray(-LONGEST_SEAL).toString('latin1')) ?? [];
  if (seal === undefined || keyId === undefined || signature === undefined) return null;
  return {
    keyId,
    isValid: (key) => {
      const sha256 = createHash('sha256').update(bundle.subarray(0, -seal.length)).digest('hex');
      return isSignedBy(sealedMessage(keyId, sha256), Buffer.from(signature, 'hex'), key);
    },
  };
}
