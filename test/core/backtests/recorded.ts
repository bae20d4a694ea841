import { pairOf, type Pair } from '../../../core/backtests/pair.ts';
import { recordedSide, type Recorded, type StoredExecution } from '../../../core/backtests/recorded.ts';
import { replay } from '../../../core/backtests/replay.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { STANDARD } from '../../../core/fields/standard.ts';
import type { AdvanceResult, EffectFact, RoundIntent } from '../../../core/interpreter/types.ts';
import type { JsonObject } from '../../../core/json.ts';
import { plenty } from '../../support/work.ts';
import { cascadeOf, drive, type Sketch } from '../interpreter/random-cascades.ts';
import type { World } from '../interpreter/world.ts';

/** Keeps the times of a world, which a database would keep. */
export class Recorder {
  readonly #world: World;
  readonly #begunAt: number;
  readonly #starts = new Map<string, number>();
  readonly #ends = new Map<string, number>();
  readonly #rounds: RoundIntent[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#begunAt = world.now;
  }

  readonly observe = (result: AdvanceResult): void => {
    for (const { nodeId, visit, startedAt } of result.steps)
      if (startedAt !== null) this.#starts.set(`${nodeId}#${visit}`, startedAt);
    this.#rounds.push(...result.rounds);
    for (const key of this.#world.effectFacts.keys()) if (!this.#ends.has(key)) this.#ends.set(key, this.#world.now);
  };

  /** The run as a database stores it: reports are in the outputs of steps, and results of effects are removed. */
  execution(payload: JsonObject): StoredExecution {
    const { last, steps, allEffects, effectFacts, roundFacts } = this.#world;
    if (last === undefined) throw new Error('the run has not begun');
    const hasEnded = last.status === 'completed' || last.status === 'failed';
    return {
      ...{ id: 1, mode: 'live', externalReference: 'ref-1', skipsWaits: false, retries: 0, payload },
      status: hasEnded ? last.status : 'awaiting_review',
      outcome: last.outcome,
      onNotComparable: 'fail',
      noticeClock: { acceptedAt: this.#begunAt, defaultPurpose: null },
      steps: [...steps.values()].map(({ nodeId, visit, causes, output, status, error, endedAt }) => ({
        ...{ nodeId, visit, causes, output, status, error, endedAt },
        startedAt: this.#starts.get(`${nodeId}#${visit}`) ?? null,
      })),
      effects: allEffects
        .filter(({ request }) => request.kind !== 'live_pull')
        .map(({ key, nodeId, visit, request }) => {
          const failure = failureOf(effectFacts.get(key));
          return { key, nodeId, visit, request, failure, finishedAt: this.#ends.get(key) ?? null };
        }),
      rounds: this.#rounds.map(({ key, nodeId, visit, review }) => ({
        ...{ key, nodeId, visit, kind: review.kind, approvals: review.approvals ?? 1, needs: review.needs ?? null },
        fact: roundFacts.get(key) ?? null,
      })),
    };
  }
}

function failureOf(fact: EffectFact | undefined) {
  return fact?.status === 'failed' ? { code: fact.code, message: fact.message, attempts: fact.attempts } : null;
}

function replayOf(recorded: Recorded, definition: CascadeDefinition = recorded.definition) {
  const workflow = { name: 'Test', useCase: null };
  const sandbox = { find: () => undefined };
  const onFault = (error: unknown) => {
    throw error;
  };
  return replay(recorded, { definition, workflow, dictionary: STANDARD, sandbox, onFault }, plenty());
}

export function pairWith(execution: StoredExecution, before: CascadeDefinition, now: CascadeDefinition = before): Pair {
  const recorded = { execution, definition: before, dictionary: STANDARD };
  return pairOf(recordedSide(recorded), replayOf(recorded, now));
}

/** A random run to its end; time passes between any two things that happen. */
export function randomRun(sketch: Sketch): {
  readonly definition: CascadeDefinition;
  readonly execution: StoredExecution;
} {
  let recorder: Recorder | undefined;
  drive(
    sketch,
    {
      beforeAdvance: (world) => {
        recorder ??= new Recorder(world);
        world.now += 1;
      },
      observe: (result) => recorder?.observe(result),
    },
    { failures: true },
  );
  if (recorder === undefined) throw new Error('the run has not begun');
  return {
    definition: cascadeOf(sketch),
    execution: recorder.execution({ applicant: { email: 'ada@example.com', flag: true } }),
  };
}
