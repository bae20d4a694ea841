import type { NodeBase, ReminderSettings } from '../cascade/definition.ts';
import { remindersOf } from '../cascade/reminders.ts';
import type { EffectFact, Reminding } from './types.ts';

/** The next action on the reminders of an undecided review. */
export interface RemindingStep {
  /** Undefined if no reminder is left. */
  readonly reminding: Reminding | undefined;
  /** A reminder to request now. `key` is unique within an execution. */
  readonly due?: { readonly reminder: ReminderSettings; readonly key: string };
  /** Why the reminder in flight was not sent. */
  readonly failure?: string;
}

/** The reminders of a review that opens now. */
export function beginReminding(node: NodeBase, now: number): Reminding | undefined {
  return nextReminding(node, { since: now, index: 0 });
}

/**
 * One reminder of a review is in flight at a time. The next one is requested once it is due and the previous one has
 * ended. `round` is the key of the round.
 */
export function stepReminders(
  node: NodeBase,
  before: Reminding,
  {
    round,
    effects,
    now,
  }: { readonly round: string; readonly effects: ReadonlyMap<string, EffectFact>; readonly now: number },
): RemindingStep {
  const settled = before.wait === undefined ? { reminding: before } : settle(node, before, effects.get(before.wait));
  const { reminding } = settled;
  if (reminding === undefined || reminding.wait !== undefined || reminding.at > now) return settled;
  const reminder = remindersOf(node)[reminding.index];
  if (reminder === undefined) return { ...settled, reminding: undefined };
  const { index, deferrals } = reminding;
  // A deferred reminder is requested again under another key. It is the same mail.
  const key = `${round}#reminder-${index + 1}${deferrals === 0 ? '' : `:${deferrals}`}`;
  return { ...settled, reminding: { ...reminding, wait: key }, due: { reminder, key } };
}

function settle(node: NodeBase, before: Reminding, fact: EffectFact | undefined): RemindingStep {
  if (fact === undefined) return { reminding: before };
  const next = nextReminding(node, { since: before.since, index: before.index + 1 });
  if (fact.status === 'failed') return { reminding: next, failure: fact.code };
  const until = fact.status === 'done' ? fact.result.deferred_until : undefined;
  if (typeof until !== 'string') return { reminding: next };
  const { since, index, deferrals } = before;
  return { reminding: { since, index, deferrals: deferrals + 1, at: Date.parse(until) } };
}

function nextReminding(node: NodeBase, { since, index }: Pick<Reminding, 'since' | 'index'>): Reminding | undefined {
  const reminder = remindersOf(node)[index];
  return reminder === undefined ? undefined : { since, index, deferrals: 0, at: since + reminder.afterMs };
}
