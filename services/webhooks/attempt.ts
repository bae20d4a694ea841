import { signWebhook } from '../../platform/crypto.ts';
import {
  OutboundError,
  type OutboundClient,
  type OutboundReason,
  type OutboundRequest,
} from '../../platform/outbound/index.ts';
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

/** What an attempt came to, and what the delivery is afterwards. */
export interface Outcome {
  readonly status: Exclude<DeliveryStatus, 'pending'>;
  readonly attempts: number;
  readonly nextRetryAt: Date | null;
  readonly responseStatus: number | null;
  /** For the subscriber to read: why it failed; null where it did not. */
  readonly error: string | null;
  /** The same for logs and metrics. */
  readonly result: AttemptResult;
  /** null where nothing was tried. */
  readonly attemptedAt: Date | null;
  readonly endedAt: Date;
}

export type AttemptResult = 'succeeded' | 'http_error' | 'not_attempted' | OutboundReason;

/**
 * Tries a delivery once, with the subscription's URL and secret as they now are, signed for this very moment over the
 * exact bytes that are sent. Any 2xx is success. Throws only where something is wrong on our side; that is no attempt.
 */
export async function attemptDelivery(delivery: ClaimedDelivery, dependencies: AttemptDependencies): Promise<Outcome> {
  const { subscription, body } = delivery;
  const hindrance = whyNotToTry(delivery);
  if (subscription === null || body === null || hindrance !== null) {
    return notAttempted(delivery, hindrance ?? 'The delivery cannot be made.', dependencies.now());
  }
  const attemptedAt = dependencies.now();
  const request = deliveryRequest(delivery, subscription, body, attemptedAt, dependencies.keys);
  try {
    const { status } = await dependencies.outbound.post(subscription.url, request);
    const answer = { attemptedAt, endedAt: dependencies.now(), responseStatus: status };
    if (status >= 200 && status <= 299) return succeeded(delivery, answer);
    return failed(delivery, { ...answer, error: explainStatus(status), result: 'http_error' }, dependencies);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const failure = { error: error.message, result: error.reason, responseStatus: null };
    return failed(delivery, { attemptedAt, endedAt: dependencies.now(), ...failure }, dependencies);
  }
}

function whyNotToTry({ subscription, body }: ClaimedDelivery): string | null {
  if (subscription === null || subscription.deletedAt !== null) return 'The subscription was deleted.';
  if (!subscription.active) return 'The subscription is paused.';
  if (body === null) return 'The event is no longer stored.';
  return null;
}

/** The body, and the headers of the reference ("Delivery request headers") and of Standard Webhooks. */
export function deliveryRequest(
  { id, event, eventId }: Pick<ClaimedDelivery, 'id' | 'event' | 'eventId'>,
  {
    apiClientId,
    secret,
    previousSecret,
    previousSecretUntil,
  }: Pick<ClaimedSubscription, 'apiClientId' | 'secret' | 'previousSecret' | 'previousSecretUntil'>,
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
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Event': event,
      'X-Service-Delivery': String(id),
      ...signed.headers,
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
  return { ...ended, status: 'succeeded', attempts, nextRetryAt: null, error: null, result: 'succeeded' };
}

function failed(
  delivery: ClaimedDelivery,
  failure: Ended & { readonly error: string; readonly result: AttemptResult },
  { maxAttempts }: AttemptDependencies,
): Outcome {
  const attempts = delivery.attempts + 1;
  // The URL breaks the rules: trying again by itself would break them again.
  if (failure.result === 'forbidden_target') return { ...failure, status: 'failed', attempts, nextRetryAt: null };
  return { ...failure, attempts, ...afterFailure(attempts, delivery.maxAttempts ?? maxAttempts, failure.endedAt) };
}

function notAttempted(delivery: ClaimedDelivery, error: string, now: Date): Outcome {
  return {
    status: 'failed',
    attempts: delivery.attempts,
    nextRetryAt: null,
    responseStatus: null,
    error,
    result: 'not_attempted',
    attemptedAt: null,
    endedAt: now,
  };
}
