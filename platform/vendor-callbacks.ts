import { createHmac, timingSafeEqual } from 'node:crypto';
import { SecretBox, type EncryptionKey } from './crypto.ts';

/*
 * The URLs at which a vendor says that a report is ready. One kind is made from the pull's key and sent with the pull;
 * the other belongs to the connection and is entered at the vendor. No token is stored; who has the keys knows one from
 * a made-up one without asking anybody. Every attempt at a pull carries the same URL.
 */

/** Connection and key of the pull follow, with their MAC; or the connection alone, with its own. */
export const VENDOR_CALLBACKS = '/hooks/vendors';

export interface CalledPull {
  readonly connection: string;
  /** Null: the callback of the connection. */
  readonly idempotencyKey: string | null;
}

export function callbackPath(keys: readonly EncryptionKey[], { connection, idempotencyKey }: CalledPull): string {
  const [current] = keys;
  if (current === undefined) throw new Error('there is no key for callbacks');
  const mac = macOf(current, connection, idempotencyKey ?? '').toString('base64url');
  const token = idempotencyKey === null ? mac : `${idempotencyKey}.${mac}`;
  return `${VENDOR_CALLBACKS}/${connection}/${token}`;
}

/** The pull or the connection of a path that one of the keys made; undefined for any other. */
export function readCallbackPath(keys: readonly EncryptionKey[], path: string): CalledPull | undefined {
  // This runs for every request without a session. The prefix is public, so other paths need no MAC.
  if (!path.startsWith(`${VENDOR_CALLBACKS}/`)) return undefined;
  const [, connection = '', idempotencyKey = '', mac = ''] = FORM.exec(path) ?? [];
  const given = Buffer.from(mac, 'base64url');
  // All keys, whatever was given: how long it takes says nothing of a token.
  const isKnown = keys.map((key) => isEqual(macOf(key, connection, idempotencyKey), given)).includes(true);
  return isKnown ? { connection, idempotencyKey: idempotencyKey === '' ? null : idempotencyKey } : undefined;
}

const FORM =
  /^\/hooks\/vendors\/([a-z0-9_.-]{1,100})\/(?:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.)?([\w-]{43})$/;

function macOf(key: EncryptionKey, connection: string, idempotencyKey: string): Buffer {
  return createHmac('sha256', ownKey(key)).update(`${connection} ${idempotencyKey}`).digest();
}

const ownKey = ({ key }: EncryptionKey) => createHmac('sha256', key).update('callbacks of vendors').digest();

function isEqual(expected: Buffer, given: Buffer): boolean {
  // A value of another length is compared with itself, which takes equally long.
  return (
    timingSafeEqual(expected, given.length === expected.length ? given : expected) && given.length === expected.length
  );
}

/** The body of a callback as it was sent. */
export interface CallbackContent {
  /** Names in lowercase. None of the callback of a pull, whose token is proof enough. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface SealedCallback {
  /** Tells what came before from anything else, and says nothing of it to who has no key. */
  readonly digest: string;
  readonly sealed: string;
}

export function sealCallback(
  keys: readonly EncryptionKey[],
  called: CalledPull,
  { headers, body }: CallbackContent,
): SealedCallback {
  const text = JSON.stringify({ headers, body: body.toString('base64') });
  // The last key stays while keys are exchanged, and so does the digest.
  const key = keys.at(-1);
  if (key === undefined) throw new Error('there is no key for callbacks');
  const digest = createHmac('sha256', ownKey(key)).update(`content ${text}`).digest('base64url');
  return { digest, sealed: new SecretBox(keys).seal(text, contextOf(called, digest)) };
}

/** Throws if it was sealed with a key that is not there, or for another callback. */
export function openCallback(
  keys: readonly EncryptionKey[],
  called: CalledPull,
  { digest, sealed }: SealedCallback,
): CallbackContent {
  const { headers, body } = JSON.parse(new SecretBox(keys).open(sealed, contextOf(called, digest)));
  return { headers, body: Buffer.from(body, 'base64') };
}

function contextOf({ connection, idempotencyKey }: CalledPull, digest: string): string {
  return `vendor callback ${connection} ${idempotencyKey ?? ''} ${digest}`;
}
