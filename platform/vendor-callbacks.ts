import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EncryptionKey } from './crypto.ts';

/*
 * Where a vendor says that a report is ready: a URL that is given with the pull and made of its key. No token is stored;
 * who has the keys knows one from a made-up one without asking anybody. Every attempt at a pull carries the same URL.
 */

/** Connection and key of the pull follow, with their MAC. */
export const VENDOR_CALLBACKS = '/hooks/vendors';

export interface CalledPull {
  readonly connection: string;
  readonly idempotencyKey: string;
}

export function callbackPath(keys: readonly EncryptionKey[], { connection, idempotencyKey }: CalledPull): string {
  const [current] = keys;
  if (current === undefined) throw new Error('there is no key for callbacks');
  const mac = macOf(current, connection, idempotencyKey).toString('base64url');
  return `${VENDOR_CALLBACKS}/${connection}/${idempotencyKey}.${mac}`;
}

/** The pull of a path that one of the keys made; undefined for any other. */
export function readCallbackPath(keys: readonly EncryptionKey[], path: string): CalledPull | undefined {
  // Asked of every request: any other path costs no MAC, and where callbacks go is no secret.
  if (!path.startsWith(`${VENDOR_CALLBACKS}/`)) return undefined;
  const [, connection = '', idempotencyKey = '', mac = ''] = FORM.exec(path) ?? [];
  const given = Buffer.from(mac, 'base64url');
  // All keys, whatever was given: how long it takes says nothing of a token.
  const isKnown = keys.map((key) => isEqual(macOf(key, connection, idempotencyKey), given)).includes(true);
  return isKnown ? { connection, idempotencyKey } : undefined;
}

const FORM = /^\/hooks\/vendors\/([a-z0-9_.-]{1,100})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

function macOf({ key }: EncryptionKey, connection: string, idempotencyKey: string): Buffer {
  const own = createHmac('sha256', key).update('callbacks of vendors').digest();
  return createHmac('sha256', own).update(`${connection} ${idempotencyKey}`).digest();
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  // Of another length it is compared with itself, for the same time.
  return (
    timingSafeEqual(expected, given.length === expected.length ? given : expected) && given.length === expected.length
  );
}
