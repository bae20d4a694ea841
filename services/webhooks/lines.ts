import { MOST_ITEMS } from '../../platform/log.ts';
import type { Ending } from './record.ts';

export interface OutcomeLine {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * What the log says of outcomes that were written together: a line for each attempt that failed, and one for those of
 * a subscription that succeeded, which under load are many. Of the URL only the host; nothing of body, headers or
 * secrets.
 */
export function outcomeLines(endings: readonly Ending[]): OutcomeLine[] {
  const succeeded = endings.filter(({ outcome }) => outcome.status === 'succeeded');
  const lines = endings
    .filter(({ outcome }) => outcome.status !== 'succeeded')
    .map((ending): OutcomeLine => ({ message: 'delivery attempt failed', fields: failedLine(ending) }));
  for (const together of Map.groupBy(succeeded, ({ delivery }) => delivery.subscriptionId).values()) {
    for (let from = 0; from < together.length; from += MOST_ITEMS) {
      lines.push({ message: 'delivered', fields: deliveredLine(together.slice(from, from + MOST_ITEMS)) });
    }
  }
  return lines;
}

function deliveredLine(endings: readonly Ending[]) {
  return {
    ...(endings[0] === undefined ? {} : subscriptionFields(endings[0])),
    delivery_ids: endings.map(({ delivery }) => delivery.id),
    duration_ms: Math.max(...endings.map(durationMs)),
    age_ms: Math.max(...endings.map(ageMs)),
  };
}

function failedLine(ending: Ending) {
  const { delivery, outcome } = ending;
  return {
    ...subscriptionFields(ending),
    delivery_id: delivery.id,
    event: delivery.event,
    event_id: delivery.eventId,
    lane: delivery.lane,
    attempt: outcome.attempts,
    result: outcome.result,
    status: outcome.status,
    response_status: outcome.responseStatus,
    duration_ms: durationMs(ending),
    age_ms: ageMs(ending),
    next_retry_at: outcome.nextRetryAt,
  };
}

function subscriptionFields({ delivery: { subscriptionId, subscription } }: Ending) {
  return {
    subscription_id: subscriptionId,
    api_client_id: subscription?.apiClientId,
    host: subscription?.host,
  };
}

function durationMs({ outcome: { attemptedAt, endedAt } }: Ending): number {
  return attemptedAt === null ? 0 : endedAt.getTime() - attemptedAt.getTime();
}

function ageMs({ delivery, outcome }: Ending): number {
  return outcome.endedAt.getTime() - delivery.createdAt.getTime();
}
