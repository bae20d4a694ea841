import type { Aside, Happening, Turn } from '../cascade/contract.ts';
import type { VisitRef } from '../cascade/conditions.ts';
import type { NodeBase } from '../cascade/definition.ts';
import type { Graph } from '../cascade/graph.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import { approvalsOf, dueAtOf } from '../cascade/review.ts';
import { assertNever } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Masks } from '../masks/index.ts';
import { moreSevere, type Outcome, type ReviewDecision } from '../states.ts';
import { MAX_WORK_OF_RUN, MAX_WORK_OF_VISIT, TooMuchWork, Work } from '../work.ts';
import { Budget } from './budget.ts';
import { masksOf, visitContext } from './context.ts';
import { HeldTokens } from './held-tokens.ts';
import { OpenReviews } from './open-reviews.ts';
import { creditDueAt } from './owed.ts';
import { beginReminding } from './reminding.ts';
import {
  waitKey,
  type AdvanceInput,
  type Arrival,
  type EffectIntent,
  type EventIntent,
  type ReviewEventIntent,
  type RoundIntent,
  type StepRecord,
  type Token,
} from './types.ts';
import { Visits } from './visits.ts';

/** Limits of a run (semantics 3.6.1). */
const MAX_VISITS_OF_NODE = 100;
const MAX_VISITS_OF_RUN = 1_000;

type ActiveToken = Exclude<Token, { phase: 'held' }>;

/**
 * The workspace of one advance: moves tokens until none can move, and collects what they did.
 *
 * It implements semantics 3.1 to 3.8 and 8.1. Facts are passed in; it never waits.
 *
 * Invariants
 * 1. A node holds at most one token that works, sleeps or is parked, and at most one more that waits behind it
 *    (`again`).
 * 2. A join is entered only when no token that works, sleeps or is parked elsewhere can reach it over edges and jumps.
 *    Other held tokens must not be able to reach it over edges. Edges are acyclic, so one of several held joins can
 *    always be entered. A node that compares a report is also held while the report is still to come. So live mode
 *    takes the same path as test mode, where reports come at once.
 * 3. No visit begins at a node that failed, or after one over edges, except at ShowResults nodes.
 */
export class Run {
  readonly input: AdvanceInput;
  readonly graph: Graph;
  readonly registry: NodeRegistry;
  readonly outputs: Map<string, Json>;
  readonly visits: Visits;
  readonly failed: Set<string>;
  readonly stopped: Set<string>;
  readonly tokens = new Map<string, Token>();
  decided: ReviewDecision | null;
  decidedBy: VisitRef | null;
  outcome: Outcome | null;
  firstError: string | null;

  readonly steps = new Map<string, StepRecord>();
  readonly effects = new Map<string, EffectIntent>();
  readonly rounds = new Map<string, RoundIntent>();
  readonly cancelledEffects: string[] = [];
  readonly closedRounds: string[] = [];
  readonly events: EventIntent[] = [];
  readonly reviewEvents: ReviewEventIntent[] = [];
  readonly reports: { nodeId: string; visit: number }[] = [];

  /** When an application for credit must be answered; null for other applications. */
  readonly noticeDueAt: number | null;
  /** Work of the whole run, including this advance. */
  readonly work = new Work(MAX_WORK_OF_RUN);
  /** Masks the applicant's numbers. Created once, on the first use by a text. */
  private knownMasks: Masks | undefined;
  /** True if this advance stopped although something can still move. */
  isUnfinished = false;

  private readonly arrivals: Arrival[];
  private readonly budget: Budget;
  private readonly dead = new Set<string>();
  private readonly slice: { readonly visits: number; readonly work: number };
  private readonly held: HeldTokens;
  private readonly reviews = new OpenReviews(this);

  constructor(input: AdvanceInput, graph: Graph, registry: NodeRegistry) {
    this.registry = registry;
    this.input = input;
    this.graph = graph;
    // In the graph's order: a store may return them in any order, and the reasons of a notice follow this one.
    this.outputs = new Map(
      graph.order.flatMap((id) => (input.outputs.has(id) ? [[id, input.outputs.get(id) as Json]] : [])),
    );
    const { state } = input;
    this.visits = new Visits({ visits: state.visits, causes: state.causes, history: input.history });
    this.failed = new Set(state.failed);
    this.stopped = new Set(state.stopped);
    for (const token of state.tokens) this.tokens.set(token.at, token);
    this.decided = state.decided;
    this.decidedBy = state.decidedBy;
    this.outcome = state.outcome;
    this.firstError = state.firstError;
    this.arrivals = state.arrivals.map((arrival) =>
      typeof arrival === 'string' ? { at: arrival, from: this.visits.causesOfRetry(arrival) } : arrival,
    );
    for (const id of this.failed) this.killAfter(id);
    this.budget = new Budget(this.outputs, this.tokens, input);
    this.work.note(state.work);
    const { visits = Infinity, work = Infinity } = input.slice ?? {};
    this.slice = { visits: this.visits.total + visits, work: this.work.spent + work };
    this.held = new HeldTokens(this, this.arrivals);
    this.noticeDueAt = creditDueAt(input);
  }

  get masks(): Masks {
    return (this.knownMasks ??= masksOf(this.input, this.registry));
  }

  /** Tokens that have arrived at a node and begin there in the next advance. */
  get left(): readonly Arrival[] {
    return this.arrivals;
  }

  /**
   * Takes the facts in, then moves tokens until none can move or the slice is used up. Where the slice ends makes no
   * difference to the run: the rest goes on in the next advance.
   */
  settle(): void {
    for (const token of this.input.state.tokens) {
      // An earlier token of this loop may have ended this one.
      if (token.phase === 'held' || this.tokens.get(token.at) !== token) continue;
      if (this.isSliceUsed()) return;
      this.takeFact(token);
    }
    for (;;) {
      while (this.arrivals.length > 0) {
        if (this.isSliceUsed()) return;
        const next = this.arrivals.shift();
        if (next !== undefined) this.arrive(next);
      }
      const before = this.held.work;
      const join = this.held.toEnter();
      if (join === undefined) return;
      // Charged only if the run moves: an advance that moves nothing must leave the run unchanged.
      this.work.note(this.held.work - before);
      this.tokens.delete(join);
      this.begin(join);
    }
  }

  private isSliceUsed(): boolean {
    this.isUnfinished ||= this.visits.total >= this.slice.visits || this.work.spent + this.held.work >= this.slice.work;
    return this.isUnfinished;
  }

  private takeFact(token: ActiveToken): void {
    const { effects, rounds } = this.input.facts;
    switch (token.phase) {
      case 'sleeping':
        if (token.until <= this.input.now) this.resume(token, { kind: 'timer' });
        return;
      case 'parked': {
        const fact = rounds.get(token.wait);
        if (fact === undefined) {
          this.reviews.takeTime(token);
          return;
        }
        this.reviews.cancelReminder(token);
        if (token.kind === 'decision') {
          this.decided = fact.decision;
          this.decidedBy = { node_id: token.at, visit: token.visit };
        }
        this.resume(token, { kind: 'decision', ...fact });
        return;
      }
      case 'working': {
        const fact = effects.get(token.wait);
        if (fact === undefined) return;
        if (fact.status === 'cancelled') this.endEarly(token);
        else if (fact.status === 'done') this.resume(token, { kind: 'effect_done', result: fact.result, at: fact.at });
        else this.resume(token, { ...fact, kind: 'effect_failed' });
        return;
      }
      default:
        assertNever(token);
    }
  }

  private arrive({ at: id, from }: Arrival): void {
    this.visits.expect(id, from);
    if (this.dead.has(id)) {
      this.stopped.add(id);
      return;
    }
    const there = this.tokens.get(id);
    if (there === undefined) {
      if (this.graph.isJoin(id) || this.held.isSourcePending(id)) this.tokens.set(id, { at: id, phase: 'held' });
      else this.begin(id);
    } else if (there.phase !== 'held') {
      this.tokens.set(id, { ...there, again: true });
    }
  }

  private begin(id: string): void {
    const node = this.node(id);
    const visit = this.visits.begin(id);
    this.record(node, visit, { status: 'running', startedAt: this.input.now });
    if (visit > MAX_VISITS_OF_NODE || this.visits.total > MAX_VISITS_OF_RUN) {
      const message = `A step runs at most ${MAX_VISITS_OF_NODE} times and an execution makes at most ${MAX_VISITS_OF_RUN} steps.`;
      this.apply(node, visit, false, { do: 'fail', code: 'step_limit_exceeded', message });
      return;
    }
    const turn = this.within(id, (work) => this.registry.specOf(node).start(node, visitContext(this, id, visit, work)));
    this.apply(node, visit, false, turn);
  }

  /** Returns the node's turn, or a failure if it is too much work. */
  private within(id: string, take: (work: Work) => Turn): Turn {
    try {
      // The visit itself costs a unit, so a run of many empty visits is limited too.
      const work = new Work(MAX_WORK_OF_VISIT, this.work);
      work.spend(1);
      return take(work);
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      const limit = error.limit.toLocaleString('en-US');
      const whose = error.limit === MAX_WORK_OF_VISIT ? 'one visit of a step' : 'all steps of an execution together';
      const message = `The step ${id} reads or compares too many values: ${whose} may take ${limit} units of work.`;
      return { do: 'fail', code: 'too_much_work', message };
    }
  }

  private resume(token: ActiveToken, happened: Happening): void {
    const node = this.node(token.at);
    const spec = this.registry.specOf(node);
    if (spec.resume === undefined) throw new Error(`${node.type} cannot be resumed`);
    const { resume } = spec;
    const turn = this.within(token.at, (work) =>
      resume.call(spec, node, visitContext(this, token.at, token.visit, work), token.memo, happened),
    );
    const goesOn = turn.do !== 'finish' && turn.do !== 'fail';
    // Invariant 3: an effect that was under way when a step before it failed may end, but nothing starts after it.
    if (goesOn && this.dead.has(token.at)) this.endEarly(token);
    else this.apply(node, token.visit, token.again, turn);
  }

  private apply(node: NodeBase, visit: number, again: boolean, proposed: Turn): void {
    const { id } = node;
    const turn = this.budget.admit(id, proposed, this.work);
    if (turn.output !== undefined) {
      this.keepOutput(id, turn.output);
      this.visits.keepOutput(id, visit, turn.output);
    }
    if (turn.aside !== undefined) this.takeAside(id, visit, turn.aside);
    switch (turn.do) {
      case 'finish':
        this.tokens.delete(id);
        this.record(node, visit, { status: 'succeeded', output: turn.output, endedAt: this.input.now });
        for (const at of new Set(turn.next)) this.arrivals.push({ at, from: [{ node_id: id, visit }] });
        if (again) this.arrivals.push({ at: id, from: [] });
        return;
      case 'fail':
        this.tokens.delete(id);
        this.record(node, visit, {
          status: 'failed',
          ...(turn.output === undefined ? {} : { output: turn.output }),
          error: { code: turn.code, message: turn.message, attempts: turn.attempts ?? 1 },
          endedAt: this.input.now,
        });
        this.fail(id, turn.message);
        return;
      case 'effect': {
        const key = waitKey(id, visit, turn.request.key);
        this.effects.set(key, { key, nodeId: id, visit, request: turn.request });
        this.hold(node, turn, { at: id, phase: 'working', visit, wait: key, memo: turn.memo, again });
        return;
      }
      case 'sleep':
        this.hold(node, turn, { at: id, phase: 'sleeping', visit, until: turn.until, memo: turn.memo, again });
        return;
      case 'park': {
        const key = waitKey(id, visit, turn.review.key);
        const { kind } = turn.review;
        const dueAt = dueAtOf(node, this.input.now, turn.review.dueAt ?? this.noticeDueAt);
        // The round may have to queue, so `review.opened` is emitted by the code that opens it.
        const approvals = approvalsOf(node);
        const { queue } = node.review ?? {};
        const review = {
          ...{ ...turn.review, dueAt },
          ...(approvals > 1 ? { approvals } : {}),
          ...(queue === undefined ? {} : { queue }),
        };
        this.rounds.set(key, { key, nodeId: id, visit, review });
        const overdue = dueAt !== null && node.review?.on_overdue === 'notify' ? { overdueAt: dueAt } : {};
        const reminding = beginReminding(node, this.input.now);
        const times = { ...overdue, ...(reminding === undefined ? {} : { reminding }) };
        this.hold(node, turn, { at: id, phase: 'parked', visit, wait: key, kind, ...times, memo: turn.memo, again });
        return;
      }
      default:
        assertNever(turn);
    }
  }

  /** Keeps outputs in the graph's order, wherever a slice ended: letters and reviews list reports in this order. */
  private keepOutput(id: string, output: Json): void {
    const isNew = !this.outputs.has(id);
    this.outputs.set(id, output);
    if (!isNew) return;
    for (const later of this.graph.order.slice(this.graph.order.indexOf(id) + 1)) {
      const known = this.outputs.get(later);
      if (known === undefined) continue;
      this.outputs.delete(later);
      this.outputs.set(later, known);
    }
  }

  private hold(node: NodeBase, turn: Turn, token: ActiveToken): void {
    this.tokens.set(node.id, token);
    if (turn.output !== undefined) this.record(node, token.visit, { output: turn.output });
  }

  private fail(id: string, message: string): void {
    this.failed.add(id);
    this.firstError ??= message;
    this.killAfter(id);
    for (const token of [...this.tokens.values()]) {
      if (!this.dead.has(token.at)) continue;
      if (token.phase === 'held') {
        this.tokens.delete(token.at);
        this.stopped.add(token.at);
      } else if (token.phase === 'working') {
        // The effect may have begun already. Its result ends the token, whether it is cancelled or finishes.
        const isNew = this.effects.delete(token.wait);
        if (isNew) this.endEarly(token);
        else this.cancelledEffects.push(token.wait);
      } else {
        this.endEarly(token);
      }
    }
  }

  private endEarly(token: ActiveToken): void {
    this.tokens.delete(token.at);
    this.stopped.add(token.at);
    if (token.phase === 'parked') {
      this.reviews.cancelReminder(token);
      if (!this.rounds.delete(token.wait)) this.closedRounds.push(token.wait);
    }
    this.record(this.node(token.at), token.visit, { status: 'cancelled', endedAt: this.input.now });
  }

  /** From now on, no visit begins at the failed node or after it. */
  private killAfter(failed: string): void {
    for (const reached of this.graph.reachableByEdges(failed)) {
      if (this.registry.specOf(this.node(reached)).runsAfterFailure !== true) this.dead.add(reached);
    }
    this.dead.add(failed);
  }

  private takeAside(nodeId: string, visit: number, aside: Aside): void {
    if (aside.outcome !== undefined) this.outcome = moreSevere(this.outcome, aside.outcome);
    if (aside.report === true) this.reports.push({ nodeId, visit });
    for (const { name, key, data } of aside.events ?? []) this.events.push({ name, nodeId, visit, key, data });
    for (const { type, key, note, metadata } of aside.reviewEvents ?? []) {
      this.reviewEvents.push({ type, nodeId, visit, key, note: note ?? null, metadata });
    }
  }

  private record(node: NodeBase, visit: number, change: Partial<StepRecord>): void {
    const key = waitKey(node.id, visit, '');
    const before = this.steps.get(key) ?? {
      nodeId: node.id,
      visit,
      nodeType: node.type,
      status: 'running',
      causes: this.visits.causesOf(node.id, visit),
      output:
        visit === this.visits.of(node.id) && change.startedAt === undefined
          ? (this.outputs.get(node.id) ?? null)
          : null,
      error: null,
      startedAt: null,
      endedAt: null,
    };
    this.steps.set(key, { ...before, ...change });
  }

  private node(id: string): NodeBase {
    const node = this.graph.node(id);
    if (node === undefined) throw new Error(`the definition has no node ${id}`);
    return node;
  }
}
