import type { EffectRequest, VisitContext } from '../cascade/contract.ts';
import { createNodeRegistry } from '../cascade/kinds.ts';
import { isKind, NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { chargedAdvance } from '../explanation/charged.ts';
import { simulatedEffect } from '../explanation/simulate.ts';
import { initialState } from '../interpreter/advance.ts';
import type {
  AdvanceResult,
  EffectFact,
  EffectIntent,
  PastVisit,
  RoundFact,
  RoundIntent,
  RunContext,
  RunState,
} from '../interpreter/types.ts';
import { waitKey } from '../interpreter/types.ts';
import { isJsonObject, isSameJson, type Json } from '../json.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import { decidedRules, ruleOfVisit } from '../statistics/ended.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { TooMuchWork, type Work } from '../work.ts';
import { storedPulls, storedQuestions, type Recorded, type StoredPull, type StoredQuestion } from './recorded.ts';
import { lettersOf, outcomeWord, type Determined, type UndeterminedCause } from './side.ts';

/*
 * Runs a version over the recorded input, reports and decisions of an applicant. Time passes as it did then: reports
 * and answers of people arrive at their recorded times, and a step that both versions have ends at its recorded time.
 * Nothing is pulled, sent or written.
 *
 * A pull gets the report of the same node and visit, else the only report of its product that the execution has. A
 * person's decision counts where the same rule asks for it as often as it did then. What has no answer is not guessed.
 */

export interface Replayed {
  readonly definition: CascadeDefinition;
  readonly workflow: RunContext['workflow'];
  readonly dictionary: Dictionary;
  readonly sandbox: SandboxRegistry;
  /** Told of an error of ours, for which the cause `error` stands. */
  onFault(this: void, error: unknown): void;
}

/** More than any cascade without a jump back takes; those end by the interpreter's own limit. */
const MOST_TURNS = 5_000;

/** Units for the tables of an execution, beside what it goes through. */
const UNITS_OF_REPLAY = 50;

/** The visit in live mode. It inherits, since copying would work out what the visit makes when it is asked for. */
function pulling(visit: VisitContext): VisitContext {
  const execution: VisitContext['execution'] = { ...visit.execution, mode: 'live' };
  return Object.create(visit, { execution: { value: execution }, reusedReports: { value: new Map() } }) as VisitContext;
}

/**
 * All pulls are asked for, in test mode and beside reports that an execution took over, so that each has its own time.
 */
const REGISTRY = createNodeRegistry(
  NODES.specs.map((spec) =>
    spec.kind === 'BillingProduct'
      ? {
          ...spec,
          start: (node, visit) => spec.start(node, pulling(visit)),
        }
      : spec,
  ),
);

/**
 * The result of the version, or the reason why there is none. Throws nothing that a definition or an applicant can
 * cause.
 */
export function replay(recorded: Recorded, version: Replayed, work: Work): Determined {
  try {
    work.spend(UNITS_OF_REPLAY + recorded.execution.steps.length + recorded.execution.effects.length);
    return new Replay(recorded, version, work).run();
  } catch (error) {
    if (error instanceof TooMuchWork) return 'too_long';
    version.onFault(error);
    return 'error';
  }
}

interface Coming<Fact> {
  readonly at: number;
  readonly fact: Fact;
}

class Replay {
  readonly #recorded: Recorded;
  readonly #version: Replayed;
  readonly #work: Work;
  readonly #context: RunContext;
  readonly #pulls: readonly StoredPull[];
  readonly #questions: readonly StoredQuestion[];
  readonly #before = new Map<string, Recorded['execution']['steps'][number]>();
  readonly #history = new Map<string, PastVisit>();
  readonly #outputs = new Map<string, Json>();
  readonly #effects = new Map<string, EffectFact>();
  readonly #rounds = new Map<string, RoundFact>();
  readonly #comingEffects = new Map<string, Coming<EffectFact>>();
  readonly #comingRounds = new Map<string, Coming<RoundFact>>();
  readonly #asked: EffectIntent[] = [];
  /** Why what is waited for does not come, by key. */
  readonly #lacking = new Map<string, UndeterminedCause>();
  readonly #timesAsked = new Map<string, number>();
  #hasAsked = false;
  #state: RunState;
  #now: number;

  constructor(recorded: Recorded, version: Replayed, work: Work) {
    const { execution } = recorded;
    this.#recorded = recorded;
    this.#version = version;
    this.#work = work;
    this.#pulls = storedPulls(recorded);
    this.#questions = storedQuestions(recorded);
    for (const step of execution.steps) this.#before.set(waitKey(step.nodeId, step.visit, ''), step);
    this.#state = initialState(version.definition, REGISTRY);
    this.#now = execution.steps[0]?.startedAt ?? execution.noticeClock.acceptedAt;
    this.#context = {
      execution: {
        id: execution.id,
        mode: execution.mode,
        externalReference: execution.externalReference,
        skipWaits: execution.skipsWaits,
      },
      workflow: version.workflow,
      payload: execution.payload,
      sandbox: version.sandbox,
      reusedReports: new Map(),
      // What a run owes, and when, makes no difference to what it comes to.
      noticeClock: null,
      onNotComparable: execution.onNotComparable,
      dictionary: version.dictionary,
    };
  }

  run(): Determined {
    const { definition } = this.#version;
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      const result = chargedAdvance(
        {
          definition,
          state: this.#state,
          run: this.#context,
          outputs: this.#outputs,
          history: [...this.#history.values()],
          facts: { effects: this.#effects, rounds: this.#rounds },
          now: this.#now,
        },
        this.#work,
        REGISTRY,
      );
      // The reasons of letters, which no budget of a run holds.
      this.#work.note(result.workAside);
      this.#take(result);
      if (result.status === 'completed' || result.status === 'failed') return this.#side(result);
      if (result.isUnfinished || result.cancelledEffects.length > 0) continue;
      if (!this.#passTime(result)) return this.#standing(result);
    }
    return 'too_long';
  }

  #take(result: AdvanceResult): void {
    this.#state = result.state;
    for (const { nodeId, visit, causes, output } of result.steps) {
      this.#history.set(waitKey(nodeId, visit, ''), { nodeId, visit, causes, output });
      if (output !== null) this.#outputs.set(nodeId, output);
    }
    for (const intent of result.effects) this.#ask(intent);
    for (const key of result.cancelledEffects) {
      this.#comingEffects.delete(key);
      this.#effects.set(key, { status: 'cancelled' });
    }
    for (const round of result.rounds) this.#askPerson(round);
    for (const key of result.closedRounds) this.#comingRounds.delete(key);
  }

  #ask(intent: EffectIntent): void {
    this.#asked.push(intent);
    const { key, request } = intent;
    if (request.kind !== 'live_pull') {
      this.#comingEffects.set(key, this.#sent(intent));
      return;
    }
    const pull = this.#pullOf(intent, request.product_code);
    if (pull === undefined) this.#lacking.set(key, 'report_missing');
    else this.#comingEffects.set(key, { at: Math.max(this.#now, pull.at), fact: pull.fact });
  }

  #pullOf({ nodeId, visit }: EffectIntent, productCode: string): StoredPull | undefined {
    const ofProduct = this.#pulls.filter((pull) => pull.productCode === productCode);
    const same = ofProduct.find((pull) => pull.nodeId === nodeId && pull.visit === visit);
    const isElsewhere = visit === 1 && ofProduct.every((pull) => pull.nodeId !== nodeId);
    return same ?? (isElsewhere && ofProduct.length === 1 ? ofProduct[0] : undefined);
  }

  /** A letter or message counts as sent, unless the same one failed then. */
  #sent({ key, nodeId, visit, request }: EffectIntent): Coming<EffectFact> {
    const { payload, mode } = this.#recorded.execution;
    const then = this.#recorded.execution.effects.find((effect) => effect.key === key);
    const isSame = then !== undefined && isSameJson(withoutFile(then.request), withoutFile(request));
    const at = Math.max(this.#now, (isSame ? then.finishedAt : null) ?? this.#now);
    if (isSame && then.failure !== null) return { at, fact: { status: 'failed', ...then.failure } };
    // A person is taken to complete a letter that lacks something, unless that was to be done then, too.
    const lacked = this.#recorded.execution.rounds.some(
      (round) => round.nodeId === nodeId && round.visit === visit && round.needs !== null,
    );
    const fact = simulatedEffect(request, at, { payload, mode, completesLetters: !isSame || !lacked });
    const output = this.#before.get(waitKey(nodeId, visit, ''))?.output;
    const until = isJsonObject(output) ? output.waiting_ends_at : undefined;
    if (!isSame || fact.status !== 'done' || typeof until !== 'string') return { at, fact };
    return { at, fact: { ...fact, result: { ...fact.result, decide_at: until } } };
  }

  #askPerson({ key, nodeId, visit, review }: RoundIntent): void {
    const { rounds } = this.#recorded.execution;
    if (review.kind === 'notice') {
      const then = rounds.find((round) => round.key === key && round.kind === 'notice');
      // A person is taken to approve a letter, unless one has not yet done so.
      if (then?.fact === null) return;
      this.#comingRounds.set(key, {
        at: Math.max(this.#now, then?.fact?.decidedAt ?? this.#now),
        fact: then?.fact ?? APPROVED,
      });
      return;
    }
    this.#hasAsked = true;
    const rule = ruleOfVisit(this.#version.definition, this.#history, { nodeId, visit });
    const times = this.#timesAsked.get(rule ?? '') ?? 0;
    this.#timesAsked.set(rule ?? '', times + 1);
    const then = this.#questions.filter((question) => question.rule === rule)[times];
    if (then === undefined || then.approvals < (review.approvals ?? 1)) this.#lacking.set(key, 'person');
    else if (then.fact !== null) this.#comingRounds.set(key, { at: Math.max(this.#now, then.at), fact: then.fact });
  }

  /** Goes to what happens next, and lets it happen. False if nothing does. */
  #passTime({ state: { tokens } }: AdvanceResult): boolean {
    const wakes = tokens.flatMap((token) => {
      if (token.phase !== 'sleeping') return [];
      const node = this.#version.definition.find(({ id }) => id === token.at);
      const then = this.#before.get(waitKey(token.at, token.visit, ''))?.endedAt;
      // The steps of a letter are many in one.
      const isLetter = node !== undefined && isKind(node, 'AdverseAction');
      return [isLetter ? token.until : Math.max(token.until, then ?? token.until)];
    });
    const comes = [...this.#comingEffects.values(), ...this.#comingRounds.values()].map(({ at }) => at);
    const times = [...wakes, ...comes];
    if (times.length === 0) return false;
    this.#now = Math.max(this.#now, Math.min(...times));
    arrive(this.#comingEffects, this.#effects, this.#now);
    arrive(this.#comingRounds, this.#rounds, this.#now);
    return true;
  }

  /** It waits for what does not come. */
  #standing(result: AdvanceResult): Determined {
    const causes = result.state.tokens.flatMap((token) =>
      'wait' in token ? (this.#lacking.get(token.wait) ?? []) : [],
    );
    return causes.find((cause) => cause === 'report_missing') ?? causes[0] ?? this.#side(result);
  }

  #side({ outcome, status }: AdvanceResult): Determined {
    const visits = [...this.#history.values()];
    this.#work.spend(visits.length);
    const { decidedBy, tried } = decidedRules({ definition: this.#version.definition, visits, outcome });
    return {
      outcome: outcomeWord(outcome, {
        hasFailed: status === 'failed',
        isOpen: status !== 'completed' && status !== 'failed',
      }),
      asked: this.#hasAsked,
      decidedBy,
      tried: [...tried],
      letters: lettersOf(this.#asked),
    };
  }
}

const APPROVED: RoundFact = {
  decision: 'approved',
  decidedByUserId: null,
  decidedAt: 0,
  note: null,
  reasons: [],
  posted: null,
  variables: null,
};

function arrive<Fact>(coming: Map<string, Coming<Fact>>, facts: Map<string, Fact>, now: number): void {
  for (const [key, { at, fact }] of coming) {
    if (at > now) continue;
    facts.set(key, fact);
    coming.delete(key);
  }
}

/** The files of a replay have no ids of their own. */
const withoutFile = (request: EffectRequest) => ({ ...request, artifact_id: null });
