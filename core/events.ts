import type { Json, JsonObject } from './json.ts';

/**
 * Later additions. They are delivered only to subscriptions that name them, because an empty filter means the first
 * six.
 */
export const NAMED_ONLY_EVENTS = [
  'review.opened',
  'review.decided',
  'review.overdue',
  'adverse_action.overdue',
  'decisions.drifted',
] as const;

/** The valid values of event_filter: the names of the first release and the additions. */
export const EVENT_NAMES = [
  'execution.completed',
  'execution.failed',
  'adverse_action.triggered',
  'adverse_action.completed',
  'adverse_action.failed',
  'adverse_action.retry_scheduled',
  ...NAMED_ONLY_EVENTS,
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

export interface EventEnvelope {
  readonly id: string;
  readonly event: EventName;
  readonly created_at: string;
  readonly data: JsonObject;
}

/**
 * The body of every delivery. Members of `data` that are null or undefined are left out (OpenAPI document, webhooks).
 */
export function eventEnvelope(
  id: string,
  event: EventName,
  createdAt: Date,
  data: Readonly<Record<string, Json | undefined>>,
): EventEnvelope {
  const present: JsonObject = {};
  for (const [key, value] of Object.entries(data)) {
    if (value !== null && value !== undefined) present[key] = value;
  }
  return { id, event, created_at: createdAt.toISOString(), data: present };
}
