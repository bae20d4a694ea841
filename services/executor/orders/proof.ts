import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackSignature, ConnectionCallback } from '../../../core/products/connection.ts';
import type { CallbackContent } from '../../../platform/vendor-callbacks.ts';

const TOLERANCE_SECONDS = 300;
/** One for each of two keys. */
const MOST_TIMES = 2;

/**
 * True if a call of a connection's URL is from the vendor. A signature is an HMAC over the bytes as they were sent. Its
 * time is compared with the arrival, however late the call is read.
 */
export function isProved(terms: ConnectionCallback, content: CallbackContent, receivedAt: Date): boolean {
  const { signature, secret } = terms;
  if (signature?.secret !== undefined) {
    return isSigned({ ...signature, secret: signature.secret }, content, receivedAt.getTime() / 1_000);
  }
  if (secret?.value === undefined) return false;
  return isEqual(Buffer.from(secret.value), Buffer.from(headerOf(content, secret.header)));
}

type WholeSignature = CallbackSignature & { readonly secret: string };

function isSigned(terms: WholeSignature, content: CallbackContent, nowSeconds: number): boolean {
  const { encoding = 'hex', hash = 'sha256' } = terms;
  const read = (given: string) => Buffer.from(given, encoding);
  switch (terms.form) {
    case 'body': {
      const given = headerOf(content, terms.header ?? '').replace(new RegExp(`^${hash}=\\s*`), '');
      return isEqual(macOf(hash, terms.secret, content.body), read(given));
    }
    case 'timestamped': {
      // While keys are exchanged, some vendors send a second pair after a blank.
      const parts = headerOf(content, terms.header ?? '').split(/[,\s]+/);
      const named = (name: string) =>
        parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []));
      // Limited, because each time costs a MAC over the whole body, and everybody who knows the URL could send
      // thousands.
      const times = [...new Set(named('t'))].filter((time) => isOfNow(time, terms, nowSeconds)).slice(0, MOST_TIMES);
      return times.some((time) => {
        const expected = macOf(hash, terms.secret, `${time}.`, content.body);
        return named('v1').some((given) => isEqual(expected, read(given)));
      });
    }
    case 'standard': {
      const [id, time] = [headerOf(content, 'webhook-id'), headerOf(content, 'webhook-timestamp')];
      const key = Buffer.from(terms.secret.replace(/^whsec_/, ''), 'base64');
      const expected = macOf('sha256', key, `${id}.${time}.`, content.body);
      const given = headerOf(content, 'webhook-signature').split(' ');
      return (
        isOfNow(time, terms, nowSeconds) &&
        given.some((one) => one.startsWith('v1,') && isEqual(expected, Buffer.from(one.slice(3), 'base64')))
      );
    }
  }
}

function isOfNow(time: string, { tolerance_seconds: tolerance = TOLERANCE_SECONDS }: CallbackSignature, now: number) {
  return /^\d{1,12}$/.test(time) && Math.abs(now - Number(time)) <= tolerance;
}

const headerOf = ({ headers }: CallbackContent, name: string) => headers[name.toLowerCase()] ?? '';

function macOf(hash: string, key: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac(hash, key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** Compares hashes, which are of one length, so that the time taken reveals nothing. */
function isEqual(expected: Uint8Array, given: Uint8Array): boolean {
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
  return timingSafeEqual(hash(expected), hash(given));
}
