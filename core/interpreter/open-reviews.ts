import type { NodeBase } from '../cascade/definition.ts';
import { reminderRequest } from '../cascade/reminders.ts';
import { isoTime } from '../time.ts';
import { MAX_WORK_OF_VISIT, Work } from '../work.ts';
import { visitContext } from './context.ts';
import { stepReminders } from './reminding.ts';
import type { EffectIntent, EventIntent, ReviewEventIntent, Token } from './types.ts';

type ParkedToken = Extract<Token, { phase: 'parked' }>;

/** The current state of the run, and what its advance has collected so far. */
type Standing = Parameters<typeof visitContext>[0] & {
  readonly tokens: Map<string, Token>;
  readonly effects: Map<string, EffectIntent>;
  readonly cancelledEffects: string[];
  readonly events: EventIntent[];
  readonly reviewEvents: ReviewEventIntent[];
  readonly work: Work;
};

/**
 * Emits what becomes due during undecided reviews: `review.overdue`, and reminders. Source: semantics 9.11 and 9.13.
 */
export class OpenReviews {
  readonly #run: Standing;

  constructor(run: Standing) {
    this.#run = run;
  }

  takeTime(token: ParkedToken): void {
    const { tokens, graph } = this.#run;
    const node = graph.node(token.at);
    if (node === undefined) throw new Error(`the definition has no node ${token.at}`);
    const told = this.#tellIfOverdue(token);
    tokens.set(token.at, told.reminding === undefined ? told : this.#remind(node, told));
  }

  /** Call it when the review is decided or cancelled: a reminder that has not begun is not sent. */
  cancelReminder({ reminding }: ParkedToken): void {
    const { effects, cancelledEffects, input } = this.#run;
    const key = reminding?.wait;
    if (key === undefined || input.facts.effects.has(key)) return;
    if (!effects.delete(key)) cancelledEffects.push(key);
  }

  /** Emits the event once: the token then drops its time. */
  #tellIfOverdue(token: ParkedToken): ParkedToken {
    const { events, input } = this.#run;
    const { overdueAt, ...rest } = token;
    if (overdueAt === undefined || overdueAt > input.now) return token;
    const { at, visit, wait, kind } = token;
    const data = { node_id: at, kind, due_at: isoTime(overdueAt) };
    events.push({ name: 'review.overdue', nodeId: at, visit, key: wait, data });
    return rest;
  }

  #remind(node: NodeBase, token: ParkedToken): ParkedToken {
    const { reminding: before, ...rest } = token;
    if (before === undefined) return token;
    const { facts, now } = this.#run.input;
    const { at: nodeId, visit, wait: round } = token;
    const { reminding, due, failure } = stepReminders(node, before, { round, effects: facts.effects, now });
    if (failure !== undefined) {
      const metadata = { status: 'failed', code: failure };
      this.#run.reviewEvents.push({ type: 'reminded', nodeId, visit, key: round, note: null, metadata });
    }
    if (due !== undefined) {
      // Has a budget of its own: a reminder must never make its run fail, and its texts and values are short.
      const work = new Work(MAX_WORK_OF_VISIT);
      const context = visitContext(this.#run, nodeId, visit, work);
      const request = reminderRequest(due.reminder, context, { key: due.key, round });
      this.#run.work.note(work.spent);
      this.#run.effects.set(due.key, { key: due.key, nodeId, visit, request });
    }
    return reminding === undefined ? rest : { ...rest, reminding };
  }
}
