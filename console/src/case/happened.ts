import type { ReviewCase } from '../api/records.ts';

export type CaseEvent = ReviewCase['history'][number];

export const keyOfEvent = ({ created_at: at, event_type: type, actor }: CaseEvent): string =>
  `${at} ${type} ${actor?.id ?? ''}`;

/** Events by other people that are not among the old events, and that came after one's own last action. */
export function newsOf(
  events: readonly CaseEvent[],
  old: ReadonlySet<string>,
  ownUserId: number,
): readonly CaseEvent[] {
  const own = events.findLastIndex(({ actor }) => actor?.id === ownUserId);
  return events.slice(own + 1).filter((event) => event.actor !== null && !old.has(keyOfEvent(event)));
}
