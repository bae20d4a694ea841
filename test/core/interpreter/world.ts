import { advance, initialState } from '../../../core/interpreter/advance.ts';
import type {
  AdvanceInput,
  AdvanceResult,
  EffectFact,
  EffectIntent,
  EventIntent,
  PastVisit,
  RoundFact,
  RunContext,
  RunState,
  StepRecord,
} from '../../../core/interpreter/types.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';

/** Nobody is registered: test runs get synthetic reports. */
const EMPTY_SANDBOX: SandboxRegistry = { find: () => undefined };

/**
 * A hand-settled world around the interpreter. The test says when an effect ends, a review is decided or time passes,
 * and the world keeps what a database would keep. State goes through JSON between advances, as it does there.
 */
export class World {
  readonly definition: CascadeDefinition;
  state: RunState;
  now: number;
  last: AdvanceResult | undefined;
  readonly steps = new Map<string, StepRecord>();
  readonly outputs = new Map<string, Json>();
  readonly history = new Map<string, PastVisit>();
  readonly openEffects = new Map<string, EffectIntent>();
  readonly allEffects: EffectIntent[] = [];
  readonly openRounds = new Set<string>();
  readonly events: EventIntent[] = [];
  /** Node ids in the order in which their visits began. */
  readonly path: string[] = [];
  readonly effectFacts = new Map<string, EffectFact>();
  readonly roundFacts = new Map<string, RoundFact>();
  private readonly payload: JsonObject;
  private readonly mode: 'test' | 'live';
  private readonly skipWaits: boolean;
  private readonly sandbox: SandboxRegistry;
  private readonly slice: AdvanceInput['slice'];
  private readonly useCase: string | null;
  private readonly noticeClock: RunContext['noticeClock'];
  private readonly dictionary: RunContext['dictionary'];
  /** Number of advances, slices included. */
  advances = 0;

  constructor(
    definition: CascadeDefinition,
    options: {
      payload?: JsonObject;
      mode?: 'test' | 'live';
      skipWaits?: boolean;
      sandbox?: SandboxRegistry;
      slice?: AdvanceInput['slice'];
      useCase?: string;
      noticeClock?: RunContext['noticeClock'];
      dictionary?: RunContext['dictionary'];
    } = {},
  ) {
    this.definition = definition;
    this.state = initialState(definition);
    this.now = Date.UTC(2026, 0, 5, 12);
    this.payload = options.payload ?? {};
    this.mode = options.mode ?? 'test';
    this.skipWaits = options.skipWaits ?? false;
    this.sandbox = options.sandbox ?? EMPTY_SANDBOX;
    this.slice = options.slice;
    this.useCase = options.useCase ?? null;
    this.noticeClock = options.noticeClock ?? null;
    this.dictionary = options.dictionary;
  }

  get run(): RunContext {
    return {
      execution: { id: 1, mode: this.mode, externalReference: 'ref-1', skipWaits: this.skipWaits },
      workflow: { name: 'Test', useCase: this.useCase },
      payload: this.payload,
      sandbox: this.sandbox,
      reusedReports: new Map(),
      noticeClock: this.noticeClock,
      ...(this.dictionary === undefined ? {} : { dictionary: this.dictionary }),
    };
  }

  /** Repeats until nothing can move. */
  advance(observe: (result: AdvanceResult, input: AdvanceInput) => void = () => undefined): AdvanceResult {
    for (;;) {
      const input = this.input();
      const result = this.advanceOnce(input);
      observe(result, input);
      if (!result.isUnfinished) return result;
    }
  }

  /** A copy of what is known: it stays as it is while the run goes on. */
  private input(): AdvanceInput {
    return {
      definition: this.definition,
      state: structuredClone(this.state),
      run: this.run,
      outputs: new Map(this.outputs),
      history: [...this.history.values()],
      facts: { effects: new Map(this.effectFacts), rounds: new Map(this.roundFacts) },
      now: this.now,
      ...(this.slice === undefined ? {} : { slice: this.slice }),
    };
  }

  private advanceOnce(input: AdvanceInput): AdvanceResult {
    this.advances += 1;
    const result = advance(input);
    this.state = JSON.parse(JSON.stringify(result.state)) as RunState;
    for (const step of result.steps) {
      if (step.startedAt !== null) this.path.push(step.nodeId);
      this.steps.set(`${step.nodeId}#${step.visit}`, step);
      const { nodeId, visit, causes, output } = step;
      this.history.set(`${nodeId}#${visit}`, { nodeId, visit, causes, output });
      if (step.output !== null) this.outputs.set(step.nodeId, step.output);
    }
    for (const effect of result.effects) {
      this.openEffects.set(effect.key, effect);
      this.allEffects.push(effect);
    }
    for (const key of result.cancelledEffects) {
      this.effectFacts.set(key, { status: 'cancelled' });
      this.openEffects.delete(key);
    }
    for (const round of result.rounds) this.openRounds.add(round.key);
    for (const key of result.closedRounds) this.openRounds.delete(key);
    this.events.push(...result.events);
    this.last = result;
    return result;
  }

  /** Ends an effect by its full key, or by the id of the node whose effect is open. */
  finish(keyOrNode: string, result: JsonObject = {}): AdvanceResult {
    this.settle(keyOrNode, { status: 'done', result, at: this.now });
    return this.advance();
  }

  fail(keyOrNode: string, code = 'vendor_error', message = 'The vendor failed.'): AdvanceResult {
    this.settle(keyOrNode, { status: 'failed', code, message, attempts: 3 });
    return this.advance();
  }

  settle(keyOrNode: string, fact: EffectFact): void {
    const key = this.openEffects.has(keyOrNode)
      ? keyOrNode
      : [...this.openEffects.values()].find(({ nodeId }) => nodeId === keyOrNode)?.key;
    if (key === undefined) throw new Error(`no open effect ${keyOrNode}`);
    this.openEffects.delete(key);
    this.effectFacts.set(key, fact);
  }

  decide(node: string, decision: 'approved' | 'denied', more: Partial<RoundFact> = {}): AdvanceResult {
    const key = [...this.openRounds].find((round) => round.startsWith(`${node}#`));
    if (key === undefined) throw new Error(`no open round at ${node}`);
    this.settleRound(key, decision, more);
    return this.advance();
  }

  settleRound(key: string, decision: 'approved' | 'denied', more: Partial<RoundFact> = {}): void {
    this.openRounds.delete(key);
    const fact = {
      decision,
      decidedByUserId: 7,
      decidedAt: this.now,
      note: null,
      reasons: [],
      posted: null,
      variables: null,
    };
    this.roundFacts.set(key, { ...fact, ...more });
  }

  /** Lets the time pass until the next wake-up. */
  wake(): AdvanceResult {
    const at = this.last?.wakeAt;
    if (at === null || at === undefined) throw new Error('nothing sleeps');
    this.now = at;
    return this.advance();
  }

  decisionOf(key: string): 'approved' | 'denied' {
    const fact = this.roundFacts.get(key);
    if (fact === undefined) throw new Error(`nobody has decided ${key}`);
    return fact.decision;
  }

  statusOf(node: string, visit = 1): StepRecord['status'] | undefined {
    return this.steps.get(`${node}#${visit}`)?.status;
  }

  visitsOf(node: string): number {
    return this.path.filter((id) => id === node).length;
  }
}
