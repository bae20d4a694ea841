import { isJsonObject, type JsonObject, type JsonSchema } from '../json.ts';
import type { Report } from './contract.ts';
import type { NodeBase } from './definition.ts';
import { DURATION_UNITS, durationMs, ONE_YEAR_MS } from './duration.ts';

/** The `review` member of kinds that may ask a person. Source: semantics 9. */
export const REVIEW_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Time limit of the review that the node may open.',
  required: ['due_in'],
  properties: {
    due_in: {
      type: 'object',
      required: ['duration', 'unit'],
      description: 'From when the review comes up until it is overdue.',
      properties: {
        duration: { type: 'number', minimum: 0, description: 'In the unit; at most one year.' },
        unit: { type: 'string', enum: DURATION_UNITS, description: 'Unit of the duration.' },
      },
    },
    on_overdue: {
      type: 'string',
      enum: ['none', 'notify'],
      default: 'none',
      description: '`notify` emits the event `review.overdue` once. An overdue review can still be decided.',
    },
  },
};

export function checkReview({ review }: JsonObject, at: string, report: Report): void {
  const dueIn = isJsonObject(review) ? review.due_in : undefined;
  const ms = isJsonObject(dueIn) ? durationMs(dueIn) : undefined;
  if (ms !== undefined && ms > ONE_YEAR_MS) report(`${at}.review.due_in.duration`, 'must be at most one year');
}

/** When a review that comes up now is overdue: by the node's own limit or the given one, whichever is earlier. */
export function dueAtOf({ review }: NodeBase, now: number, given: number | null): number | null {
  const ms = review === undefined ? undefined : durationMs(review.due_in);
  if (ms === undefined) return given;
  return given === null ? now + ms : Math.min(given, now + ms);
}
