import { MOST_ITEMS } from '../../platform/log/index.ts';
import type { CompletedAttempt } from './record.ts';

interface OutcomeLogEntry {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * The log entries of outcomes that were written together. Each failed attempt has one; all successful attempts of a
 * subscription share one, because they are many under load. They hold the URL's host only, and nothing of body, headers
 * or secrets.
 */
export function outcomeLogEntries(attempts: readonly CompletedAttempt[]): OutcomeLogEntry[] {
  const succeeded = attempts.filter(({ outcome }) => outcome.status === 'succeeded');
  const entries = attempts
    .filter(({ outcome }) => outcome.status !== 'succeeded')
    .map((attempt): OutcomeLogEntry => ({ message: 'delivery attempt failed', fields: failedFields(attempt) }));
  for (const together of Map.groupBy(succeeded, ({ delivery }) => delivery.subscriptionId).values()) {
    for (let from = 0; from < together.length; from += MOST_ITEMS) {
      entries.push({ message: 'delivered', fields: deliveredFields(together.slice(from, from + MOST_ITEMS)) });
    }
  }
  return entries;
}

function deliveredFields(attempts: readonly CompletedAttempt[]) {
  return {
    ...(attempts[0] === undefined ? {} : logFieldsOf(attempts[0])),
    delivery_ids: attempts.map(({ delivery }) => delivery.id),
    duration_ms: Math.max(...attempts.map(durationMs)),
    age_ms: Math.max(...attempts.map(ageMs)),
  };
}

function failedFields(attempt: CompletedAttempt) {
  const { delivery, outcome } = attempt;
  return {
    ...logFieldsOf(attempt),
    delivery_id: delivery.id,
    event: delivery.event,
    event_id: delivery.eventId,
    execution_id: delivery.executionId,
    lane: delivery.lane,
    attempt: outcome.attempts,
    result: outcome.result,
    status: outcome.status,
    response_status: outcome.responseStatus,
    duration_ms: durationMs(attempt),
    age_ms: ageMs(attempt),
    retry_in_seconds: outcome.retryDelaySeconds,
  };
}

function logFieldsOf({ delivery: { apiClientId, subscriptionId, subscription } }: CompletedAttempt) {
  return {
    subscription_id: subscriptionId,
    api_client_id: apiClientId,
    host: subscription?.host,
  };
}

function durationMs({ outcome: { attemptedAt, endedAt } }: CompletedAttempt): number {
  return attemptedAt === null ? 0 : endedAt.getTime() - attemptedAt.getTime();
}

function ageMs({ delivery, outcome }: CompletedAttempt): number {
  return outcome.endedAt.getTime() - delivery.createdAt.getTime();
}
