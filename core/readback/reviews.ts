import type { NodeBase } from '../cascade/definition.ts';
import { span } from './words.ts';

/** The settings of a step's reviews: due time, approvals, queue and reminders. */
export function reviewsOf({ review }: NodeBase): readonly string[] {
  const quoted = (text: string) => JSON.stringify(text);
  return [
    ...(review?.due_in === undefined
      ? []
      : [
          `A review here is due in ${span(review.due_in)}` +
            `${review.on_overdue === 'notify' ? ', and an event says when it is overdue' : ''}.`,
        ]),
    ...((review?.approvals ?? 1) > 1
      ? [`A review here needs the approval of ${review?.approvals} different people.`]
      : []),
    ...(review?.queue === undefined ? [] : [`A review here comes to the queue ${quoted(review.queue)}.`]),
    ...(review?.reminders ?? []).map(
      ({ after, to, subject, body }) =>
        `While a review here is undecided, ${quoted(to)} is reminded once after ${span(after)}: ` +
        `${quoted(subject)}, ${quoted(body)}.`,
    ),
  ];
}
