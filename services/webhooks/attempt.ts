import { signWebhook } from '../../platform/crypto.ts';
import {
  OutboundError,
  type OutboundClient,
  type OutboundReason,
  type OutboundRequest,
} from '../../platform/outbound/index.ts';
import { currentTraceparent } from '../../platform/tracing/index.ts';
import type { DeliveryStatus } from '../../core/states.ts';
import type { ClaimedDelivery, ClaimedSubscription } from './claim.ts';
import { afterFailure } from './schedule.ts';
import type { SigningKeys } from './signing-keys.ts';

const USER_AGENT = 'Service-Webhook/1.0';

export interface AttemptDependencies {
  readonly outbound: OutboundClient;
  readonly keys: SigningKeys;
  /** WEBHOOK_MAX_ATTEMPTS, for deliveries that have no number of their own. */
  readonly maxAttempts: number;
  readonly now: () => Date;
}

/** The outcome of an attempt, and what it makes of the delivery. */
export interface Outcome {
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly attempts: number;
  /** From the end of this attempt to the next; null if there is none. */
  readonly retryDelaySeconds: number | null;
  readonly responseStatus: number | null;
  /** Why it failed, for the subscriber to read; null if it succeeded. */
  readonly error: string | null;
  /** That error, for logs and metrics. */
  readonly result: AttemptResult;
  /** null if nothing was sent. */
  readonly attemptedAt: Date | null;
  readonly endedAt: Date;
}

/** `not_attempted`: the subscription is paused or gone. `not_signed`: the signing secret cannot be decrypted. */
export type AttemptResult = 'succeeded' | 'http_error' | 'not_attempted' | 'not_signed' | OutboundReason;

/**
 * Attempts a delivery once, with the subscription's present URL and secret, signed with the present time over the exact
 * bytes that are sent. Any 2xx is success. Throws only if something is wrong on our side; that is no attempt.
 */
export async function attemptDelivery(delivery: ClaimedDelivery, dependencies: AttemptDependencies): Promise<Outcome> {
  const { subscription, body } = delivery;
  const obstacle = reasonNotToSend(delivery);
  if (subscription === null || body === null || obstacle !== null) {
    return notAttempted(delivery, obstacle ?? 'The delivery cannot be made.', dependencies.now());
  }
  const attemptedAt = dependencies.now();
  let request: OutboundRequest;
  try {
    request = deliveryRequest(delivery, subscription, body, attemptedAt, dependencies.keys);
  } catch {
    const failure = { error: NOT_SIGNED, result: 'not_signed', responseStatus: null } as const;
    return failed(delivery, { attemptedAt, endedAt: attemptedAt, ...failure }, dependencies);
  }
  try {
    const { status } = await dependencies.outbound.post(subscription.url, request);
    const ended = { attemptedAt, endedAt: dependencies.now(), responseStatus: status };
    if (status >= 200 && status <= 299) return succeeded(delivery, ended);
    return failed(delivery, { ...ended, error: explainStatus(status), result: 'http_error' }, dependencies);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const failure = { error: error.message, result: error.reason, responseStatus: null };
    return failed(delivery, { attemptedAt, endedAt: dependencies.now(), ...failure }, dependencies);
  }
}

/** An operator can add the key again, so the schedule goes on. No detail: it would name our keys. */
const NOT_SIGNED =
  'The delivery could not be signed: the encryption key of the signing secret is missing. Nothing was sent.';

function reasonNotToSend({ subscription, body }: ClaimedDelivery): string | null {
  if (subscription === null || subscription.deletedAt !== null) return 'The subscription was deleted.';
  if (!subscription.active) return 'The subscription is paused.';
  if (body === null) return 'The event is no longer stored.';
  return null;
}

/** The body, and our own headers and those of Standard Webhooks (semantics 14.9.1). */
export function deliveryRequest(
  { id, event, eventId, apiClientId }: Pick<ClaimedDelivery, 'id' | 'event' | 'eventId' | 'apiClientId'>,
  {
    secret,
    previousSecret,
    previousSecretUntil,
  }: Pick<ClaimedSubscription, 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  body: string,
  now: Date,
  keys: SigningKeys,
): OutboundRequest {
  const isInGrace = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil;
  const signed = signWebhook({
    id: eventId,
    timestamp: Math.floor(now.getTime() / 1_000),
    body,
    key: keys.of(apiClientId, secret),
    previousKey: isInGrace ? keys.of(apiClientId, previousSecret) : null,
  });
  const traceparent = currentTraceparent();
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Event': event,
      'X-Service-Delivery': String(id),
      ...signed.headers,
      ...(traceparent === null ? {} : { traceparent }),
    },
    body: signed.body,
  };
}

function explainStatus(status: number): string {
  const isRedirect = status >= 300 && status <= 399;
  return `The server answered ${status}${isRedirect ? '; redirects are not followed' : ''}.`;
}

interface Ended {
  readonly attemptedAt: Date;
  readonly endedAt: Date;
  readonly responseStatus: number | null;
}

function succeeded(delivery: ClaimedDelivery, ended: Ended): Outcome {
  const attempts = delivery.attempts + 1;
  return { ...ended, status: 'succeeded', attempts, retryDelaySeconds: null, error: null, result: 'succeeded' };
}

function failed(
  delivery: ClaimedDelivery,
  failure: Ended & { readonly error: string; readonly result: AttemptResult },
  { maxAttempts }: AttemptDependencies,
): Outcome {
  const attempts = delivery.attempts + 1;
  // The URL breaks the rules, and would break them again.
  if (failure.result === 'forbidden_target') return { ...failure, status: 'failed', attempts, retryDelaySeconds: null };
  return { ...failure, attempts, ...afterFailure(attempts, delivery.maxAttempts ?? maxAttempts) };
}

function notAttempted(delivery: ClaimedDelivery, error: string, now: Date): Outcome {
  return {
    status: 'failed',
    attempts: delivery.attempts,
    retryDelaySeconds: null,
    responseStatus: null,
    error,
    result: 'not_attempted',
    attemptedAt: null,
    endedAt: now,
  };
}
