import type { WebhookEvent } from './types.ts';

export type WebhookVerificationReason =
  'missing_signature' | 'malformed_signature' | 'signature_mismatch' | 'timestamp_out_of_tolerance' | 'malformed_body';

const MESSAGES: Record<WebhookVerificationReason, string> = {
  missing_signature: 'The request has neither X-Service-Signature nor webhook-signature.',
  malformed_signature: 'The signature header is not as the service writes it.',
  signature_mismatch:
    'No signature fits the body and a secret: the body was changed on its way, or the secret is another.',
  timestamp_out_of_tolerance: 'The signature is right, but its time is too far from now: a replay, or a clock is off.',
  malformed_body: 'The signature is right, but the body is no event.',
};

/** Why a delivery was not accepted. Answer it with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason) {
    super(MESSAGES[reason]);
    this.reason = reason;
  }
}

/** Headers as the platform gives them: those of fetch, or a record like that of `node:http`. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookToVerify {
  /** The exact bytes that came, or their text: not JSON that was parsed and written again. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The `signing_secret` of the subscription. Several while one takes another's place. */
  readonly secret: string | readonly string[];
  /** How far the signature's time may be from now, either way. Where clocks are in step, 60 is enough. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: number;
}

const DEFAULT_TOLERANCE_SECONDS = 300;
/** The service sends two at most; each more would be an HMAC over the whole body that a stranger makes us compute. */
const MAX_SIGNATURES = 8;

/**
 * Checks the signature of a delivery and returns its event. `X-Service-Signature` is checked, or the headers of
 * Standard Webhooks if that one is missing. Any signature of the header may fit any of the secrets. For 24 hours after
 * a rotation the service signs with the new secret and the previous one. Comparisons take the same time wherever they
 * fail.
 *
 * @throws WebhookVerificationError that says why the delivery is not to be trusted
 * @throws TypeError if the secret is empty or the body is neither text nor bytes: the receiver's own mistakes
 */
export async function verifyWebhook(webhook: WebhookToVerify): Promise<WebhookEvent> {
  const { body, headers, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() } = webhook;
  const secrets = secretsOf(webhook.secret);
  const bytes = bytesOf(body);
  const claim = claimOf(headers, secrets);
  if (!(await isSigned(claim, bytes))) throw new WebhookVerificationError('signature_mismatch');
  // After the signature, so that this error can only be about a time that the service wrote itself.
  if (!(Math.abs(Math.floor(now / 1_000) - Number(claim.timestamp)) <= toleranceSeconds)) {
    throw new WebhookVerificationError('timestamp_out_of_tolerance');
  }
  return parseEvent(bytes);
}

/** The claim of a request: that one of `signatures` signs `prefix` and the body with one of `keys`. */
interface Claim {
  /** Text, because it is signed as it was written. */
  readonly timestamp: string;
  readonly prefix: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
  readonly keys: readonly Uint8Array<ArrayBuffer>[];
}

function claimOf(headers: WebhookHeaders, secrets: readonly string[]): Claim {
  const own = headerOf(headers, 'x-service-signature');
  const standard = own === null ? headerOf(headers, 'webhook-signature') : null;
  if (own === null && standard === null) throw new WebhookVerificationError('missing_signature');
  const claim = own === null ? standardClaim(headers, standard ?? '', secrets) : serviceClaim(own, secrets);
  const { timestamp, signatures } = claim;
  if (!/^\d{1,12}$/.test(timestamp) || signatures.length === 0 || signatures.length > MAX_SIGNATURES) {
    throw new WebhookVerificationError('malformed_signature');
  }
  return claim;
}

/** `t=<seconds>,v1=<hex>[,v0=<hex>]`, keyed with the whole text of the secret. */
function serviceClaim(header: string, secrets: readonly string[]): Claim {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const timestamps = parts.filter(([name]) => name === 't').map(([, value]) => value);
  const timestamp = (timestamps.length === 1 ? timestamps[0] : undefined) ?? '';
  const signatures = parts
    .filter(([name]) => name === 'v1' || name === 'v0')
    .map(([, value = '']) => value)
    .filter((value) => /^[0-9a-f]{64}$/.test(value))
    .map((value) => Uint8Array.from(value.match(/../g)!, (pair) => Number.parseInt(pair, 16)));
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  return { timestamp, prefix: `${timestamp}.`, signatures, keys };
}

/** Standard Webhooks: `v1,<base64>` with spaces between, keyed with the bytes that the secret encodes. */
function standardClaim(headers: WebhookHeaders, header: string, secrets: readonly string[]): Claim {
  const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
  const signatures = header
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => bytesOfBase64(part.slice('v1,'.length)))
    .filter((bytes) => bytes !== null);
  const keys = secrets.map((secret) => {
    const key = bytesOfBase64(secret.replace(/^whsec_/, ''));
    if (key === null) throw new TypeError('verifyWebhook needs the signing secret as the service gave it');
    return key;
  });
  return { timestamp, prefix: `${headerOf(headers, 'webhook-id') ?? ''}.${timestamp}.`, signatures, keys };
}

/** Null if the text is no base64. `atob` is in every runtime that has fetch. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  // Anybody can sign with an empty key: a variable that was not set must not open the door.
  if (!Array.isArray(secrets) || secrets.length === 0 || secrets.some(isEmpty)) {
    throw new TypeError('verifyWebhook needs the signing secret; it is empty or missing');
  }
  return secrets;
}

function isEmpty(secret: unknown): boolean {
  return typeof secret !== 'string' || secret === '' || secret === 'whsec_';
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError('verifyWebhook needs the raw body, as text or bytes, and not what was parsed from it');
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' ? value : (value?.join(',') ?? null);
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

/** Tries every pair, also after one fitted. `verify` compares in constant time. */
async function isSigned({ prefix, signatures, keys }: Claim, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const head = new TextEncoder().encode(prefix);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const verdicts = keys.map(async (bytes) => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    return Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)));
  });
  return (await Promise.all(verdicts)).flat().includes(true);
}

/** The signature says who wrote the body; that it has the shape of an event is looked at all the same. */
function parseEvent(bytes: Uint8Array): WebhookEvent {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new WebhookVerificationError('malformed_body');
  }
  if (!isEvent(event)) throw new WebhookVerificationError('malformed_body');
  return event;
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, event, data } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof event === 'string' && typeof data === 'object' && data !== null;
}
