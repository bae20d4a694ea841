import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** Lowercase hex. Text is taken as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** How an API token is stored and looked up. A token is 122 random bits, so a plain hash is enough. */
export function tokenHash(token: string): string {
  return sha256Hex(token);
}

/**
 * A proof that the holder of a token or session can show to PostgreSQL, and that nobody can make who only reads the
 * database. It signs nobody in.
 */
export function approvalProof(token: string): string {
  return sha256Hex(`cascade-approval ${token}`);
}

/** How the proof of a token or a session is stored. */
export function approvalHash(token: string): string {
  return sha256Hex(approvalProof(token));
}

/** Namespace of the ids of webhook events. It must never change: an event emitted twice keeps its id. */
export const EVENT_NAMESPACE = '6f1d9c5e-2b0a-4b7e-9a43-5f0c7a8e21d4';

/** UUID version 5: the same namespace and name always give the same UUID. Source: RFC 9562, section 5.5. */
export function uuidV5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  if (space.length !== 16) throw new Error('the namespace is not a UUID');
  const digest = createHash('sha1').update(space).update(name, 'utf8').digest().subarray(0, 16);
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A signing secret of a webhook subscription: `whsec_` and 32 random bytes in standard base64. */
export function newWebhookSecret(): string {
  return WEBHOOK_SECRET_PREFIX + randomBytes(32).toString('base64');
}

const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** A signing secret as its two keys; making them costs more than signing does. */
export interface SigningKey {
  /** For `X-Service-Signature`: the whole secret as it is written (semantics 14.9.1). */
  readonly own: KeyObject;
  /**
   * For the Standard Webhooks headers: the bytes that the secret holds as base64 (https://www.standardwebhooks.com).
   */
  readonly standard: KeyObject;
}

export function signingKey(secret: string): SigningKey {
  if (!secret.startsWith(WEBHOOK_SECRET_PREFIX)) throw new Error('the secret of the subscription is malformed');
  return {
    own: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64'),
  };
}

export interface WebhookToSign {
  /** The event's id, which is also the `webhook-id`. */
  readonly id: string;
  /** Unix time of the attempt in seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly key: SigningKey;
  /** The secret before the last rotation, during its grace period. */
  readonly previousKey?: SigningKey | null;
}

export interface SignedWebhook {
  /** The signature headers: the service's own and those of Standard Webhooks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The very bytes that were signed, to be sent as they are. */
  readonly body: Uint8Array;
}

/**
 * Signs one attempt. The content that Standard Webhooks signs, `id.timestamp.body`, ends with the content that our own
 * signature covers.
 */
export function signWebhook({ id, timestamp, body, key, previousKey }: WebhookToSign): SignedWebhook {
  const head = Buffer.byteLength(id) + 1;
  const standard = Buffer.from(`${id}.${timestamp}.${body}`, 'utf8');
  const own = standard.subarray(head);
  const time = String(timestamp);
  let ownSignatures = `t=${time},v1=${hmac(key.own, own, 'hex')}`;
  let standardSignatures = `v1,${hmac(key.standard, standard, 'base64')}`;
  if (previousKey != null) {
    ownSignatures += `,v0=${hmac(previousKey.own, own, 'hex')}`;
    standardSignatures += ` v1,${hmac(previousKey.standard, standard, 'base64')}`;
  }
  return {
    headers: {
      'X-Service-Signature': ownSignatures,
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': standardSignatures,
    },
    body: own.subarray(time.length + 1),
  };
}

function hmac(key: KeyObject, data: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(data).digest(encoding);
}

export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** The value is encrypted with a key that is not in the list. */
class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';
  readonly keyId: string;

  constructor(keyId: string) {
    super(`The key "${keyId}" is not in the list of keys: add it again, or enter the secret anew.`);
    this.keyId = keyId;
  }
}

/**
 * Encryption of small texts at rest: AES-256-GCM under a list of keys. The first key encrypts; all keys decrypt. So a
 * key is exchanged without downtime: put the new one in front, re-encrypt, remove the old one. Written as
 * `v1.<key id>.<iv>.<tag>.<data>`, the last three in base64url.
 */
export class SecretBox {
  readonly #current: EncryptionKey;
  readonly #keys: ReadonlyMap<string, Uint8Array>;

  constructor(keys: readonly EncryptionKey[]) {
    const [current] = keys;
    if (current === undefined) throw new Error('at least one encryption key is needed');
    this.#current = current;
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
  }

  /** `context` names the record that the text belongs to; the text opens nowhere else. */
  seal(plaintext: string, context: string): string {
    const { id, key } = this.#current;
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    cipher.setAAD(additionalData(id, context));
    const data = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return ['v1', id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.');
  }

  /** Throws MissingKeyError if its key is not configured, and Error if the text is malformed, changed or of another record. */
  open(sealed: string, context: string): string {
    const [version, id, iv, tag, data, ...rest] = sealed.split('.');
    if (version !== 'v1' || id === undefined || !iv || !tag || data === undefined || rest.length > 0) {
      throw new Error('the encrypted value is malformed');
    }
    const key = this.#keys.get(id);
    if (key === undefined) throw new MissingKeyError(id);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
      decipher.setAAD(additionalData(id, context));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(Buffer.from(data, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new Error('the encrypted value does not open: it was changed or belongs to another record');
    }
  }

  /** Id of the key that encrypts. */
  get currentKeyId(): string {
    return this.#current.id;
  }
}

function additionalData(keyId: string, context: string): Buffer {
  return Buffer.from(`v1.${keyId}.${context}`, 'utf8');
}
