import { eventEnvelope, NAMED_ONLY_EVENTS, type EventName } from '../../core/events.ts';
import type { Json } from '../../core/json.ts';
import { EVENT_NAMESPACE, uuidV5 } from '../crypto.ts';

/** The identity of an event: an equal origin gives an equal id, however often it is emitted (semantics 14.1.3). */
export interface EventOrigin {
  readonly executionId: number;
  readonly runKey: string;
  readonly name: EventName;
  readonly nodeId: string | null;
  readonly visit: number | null;
  /** Distinguishes events of one name and visit: the stage of a notice, the number of a retry. */
  readonly key: string;
}

/** A row of `event`, as the statements below take it. */
export interface EventRow {
  readonly id: string;
  readonly name: EventName;
  /** The exact text of every delivery's body. */
  readonly body: string;
  /** RFC 3339. */
  readonly created_at: string;
}

/** `data`: null and undefined members are left out (OpenAPI document, webhooks). */
export function eventRow(
  origin: EventOrigin,
  data: Readonly<Record<string, Json | undefined>>,
  createdAt: Date,
): EventRow {
  const { executionId, runKey, name, nodeId, visit, key } = origin;
  return rowOf([executionId, runKey, name, nodeId, visit, key], name, data, createdAt);
}

/** The event of a drift that begins. It is of no execution. */
export function driftRow(driftId: number, data: Readonly<Record<string, Json | undefined>>, createdAt: Date): EventRow {
  return rowOf(['drift', driftId], 'decisions.drifted', data, createdAt);
}

function rowOf(
  origin: readonly Json[],
  name: EventName,
  data: Readonly<Record<string, Json | undefined>>,
  createdAt: Date,
): EventRow {
  const id = uuidV5(EVENT_NAMESPACE, JSON.stringify(origin));
  const body = JSON.stringify(eventEnvelope(id, name, createdAt, data));
  return { id, name, body, created_at: createdAt.toISOString() };
}

/**
 * The common table expressions `new_event`, `new_delivery` and `new_queue` (semantics 14.1.1). They write the events,
 * one delivery for each of the client's subscriptions that is active and matches at this moment, and the queue rows. To
 * be used in the statement that makes the events true; publish `deliveries.ready` after it if deliveries were written.
 * No-op for an event that was emitted before. `source`: a table expression with api_client_id and execution_id, one
 * row, or none if nothing is to be emitted. `events`: an expression over it for the EventRows as jsonb.
 */
export function emittingCtes(source: string, events: string): string {
  return `new_event as (
      insert into event (id, api_client_id, execution_id, name, body, created_at)
      select e.id, source.api_client_id, source.execution_id, e.name, e.body, e.created_at
      from ${source} as source
      cross join jsonb_to_recordset(${events}) as e (id uuid, name text, body text, created_at timestamptz)
      on conflict (id) do nothing
      returning id, api_client_id, name, created_at
    ),
    new_delivery as (
      insert into webhook_delivery (event_id, subscription_id, api_client_id, event, created_at)
      select e.id, s.id, e.api_client_id, e.name, e.created_at
      from new_event e
      join webhook_subscription s on s.api_client_id = e.api_client_id
      where s.active and s.deleted_at is null
        and (e.name = any (s.event_filter) or (s.event_filter = '{}' and e.name <> all ('{${NAMED_ONLY_EVENTS.join(',')}}')))
      order by e.created_at, e.id, s.id
      returning id, subscription_id, next_retry_at
    ),
    new_queue as (
      insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
      select id, subscription_id, 'fresh', next_retry_at from new_delivery
    )`;
}
