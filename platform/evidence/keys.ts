import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** A key that signs evidence bundles (Ed25519). A retired key may be kept without its private part. */
export interface EvidenceKey {
  readonly id: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject | null;
}

/** For a published key set: `/.well-known/cascade-evidence.json`. */
export interface PublishedKeys {
  readonly keys: readonly { readonly id: string; readonly algorithm: 'Ed25519'; readonly public_key: string }[];
}

const KEY_BYTES = 32;
/** DER before the 32 bytes of a key (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** `id:base64` of a private seed, or `id:public:base64` of a retired key's public part; null if the text is neither. */
export function parseEvidenceKey(text: string): EvidenceKey | null {
  const [, id, isPublic, base64] = /^([A-Za-z0-9_-]{1,32}):(public:)?([A-Za-z0-9+/]{43}=)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64 ?? '', 'base64');
  if (id === undefined || bytes.length !== KEY_BYTES) return null;
  if (isPublic !== undefined) return { id, publicKey: publicKeyOf(bytes), privateKey: null };
  const key = Buffer.concat([PRIVATE_PREFIX, bytes]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { id, publicKey: createPublicKey(privateKey), privateKey };
}

function publicKeyOf(bytes: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
}

/** All keys, retired ones too: a bundle can be verified years later. */
export function publishKeys(keys: readonly EvidenceKey[]): PublishedKeys {
  return {
    keys: keys.map(({ id, publicKey }) => ({
      id,
      algorithm: 'Ed25519',
      public_key: publicKey.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64'),
    })),
  };
}

/** The public keys of a published key set by id. Throws if it is no such set. */
export function readPublishedKeys(value: unknown): ReadonlyMap<string, KeyObject> {
  const list = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : undefined;
  if (!Array.isArray(list)) throw new Error('it has no list of keys');
  return new Map(
    list.map((one: unknown) => {
      const { id, public_key: text } = one as { id?: unknown; public_key?: unknown };
      const key = typeof id === 'string' && typeof text === 'string' ? parseEvidenceKey(`${id}:public:${text}`) : null;
      if (key === null) throw new Error('it holds a key that is not an Ed25519 key with an id');
      return [key.id, key.publicKey] as const;
    }),
  );
}

export function signBytes(message: Uint8Array, key: KeyObject): Buffer {
  return sign(null, message, key);
}

export function isSignedBy(message: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  return verify(null, message, key, signature);
}

/** The bytes that a signature of an erasure's receipt covers. `sha256`: of the document, lowercase hex. */
export function erasureMessage(keyId: string, sha256: string): Buffer {
  return Buffer.from(`cascade-erasure/1 ${keyId} ${sha256}`);
}
