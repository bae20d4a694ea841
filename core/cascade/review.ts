import { isJsonObject, type JsonObject, type JsonSchema } from '../json.ts';
import type { Report } from '../schema/findings.ts';
import type { NodeBase } from './definition.ts';
import { durationMs, durationSchema, ONE_YEAR_MS } from './duration.ts';
import { checkReminders, REMINDERS_SCHEMA } from './reminders.ts';

/** A queue name. Filters use `mine` and `none` as words. */
export const QUEUE_PATTERN = '^(?!(mine|none)$)[a-z0-9][a-z0-9_-]{0,39}$';

/** With more approvals than a desk has people, a review would never be approved. */
const MAX_APPROVALS = 5;

/** The `review` member of kinds that may ask a person. Source: semantics 9.5.1, 9.11, 9.12 and 9.13. */
export const REVIEW_SCHEMA: JsonSchema = {
  type: 'object',
  description:
    'Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose ' +
    'queue it comes to.',
  properties: {
    due_in: durationSchema(
      'From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`.',
    ),
    on_overdue: {
      type: 'string',
      enum: ['none', 'notify'],
      default: 'none',
      description: '`notify` emits the event `review.overdue` once. An overdue review can still be decided.',
    },
    reminders: REMINDERS_SCHEMA,
    approvals: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_APPROVALS,
      default: 1,
      description: 'How many different people have to approve. One denial denies, whatever approvals came before.',
    },
    queue: {
      type: 'string',
      pattern: QUEUE_PATTERN,
      description:
        'Queue to which the review comes: small letters, digits, `-` and `_`, at most 40. Whoever works queues is given ' +
        'reviews of these and of none.',
    },
  },
};

export function checkReview({ review }: JsonObject, at: string, report: Report): void {
  if (!isJsonObject(review)) return;
  const { due_in: dueIn, reminders, approvals, queue } = review;
  if ([dueIn, reminders, approvals, queue].every((setting) => setting === undefined)) {
    report(`${at}.review.due_in`, 'is required, unless the review has `reminders`, `approvals` or a `queue`');
  }
  const ms = isJsonObject(dueIn) ? durationMs(dueIn) : undefined;
  if (ms !== undefined && ms > ONE_YEAR_MS) report(`${at}.review.due_in.duration`, 'must be at most one year');
  checkReminders(reminders, `${at}.review.reminders`, report);
}

/** How many different people have to approve the node's reviews. */
export const approvalsOf = ({ review }: NodeBase): number => review?.approvals ?? 1;

/** The due time of a review that opens now: by the node's own limit or by `given`, whichever is earlier. */
export function dueAtOf({ review }: NodeBase, now: number, given: number | null): number | null {
  const ms = review?.due_in === undefined ? undefined : durationMs(review.due_in);
  if (ms === undefined) return given;
  return given === null ? now + ms : Math.min(given, now + ms);
}
