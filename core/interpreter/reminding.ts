import type { NodeBase, ReminderSettings } from '../cascade/definition.ts';
import { remindersOf } from '../cascade/reminders.ts';
import type { EffectFact, Reminding } from './types.ts';

/** What is to be done about the reminders of an undecided review. */
export interface RemindingStep {
  /** Undefined if no reminder is left. */
  readonly reminding: Reminding | undefined;
  /** To be asked for now; `key` is unique within an execution. */
  readonly due?: { readonly reminder: ReminderSettings; readonly key: string };
  /** Why the one that was in flight was not sent. */
  readonly failure?: string;
}

/** Of a review that comes up now. */
export function beginReminding(node: NodeBase, now: number): Reminding | undefined {
  return nextReminding(node, { since: now, index: 0 });
}

/**
 * One reminder of a review is in flight at a time: the next one is asked for when it is due and the one before has
 * ended. `round`: the key of the round.
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
  // A deferred one is asked for again under another key; it is the same letter.
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
