import { advance, initialState, LaterStateError, readState } from '../../../core/interpreter/advance.ts';
import { continued } from '../../../core/interpreter/continued.ts';
import type { AdvanceInput, AdvanceResult, RunState } from '../../../core/interpreter/types.ts';
import type { DecisionFact } from '../../../core/statistics/ended.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { isSettled, isTerminal, type ExecutionMode } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import type { Activities, Advanced } from '../activities.ts';
import { isDataError } from '../data-error.ts';
import { answerTo, askAgain, ENDED } from './answer.ts';
import { Attempts, givenUpBecause, type Attempt, type GivenUp } from './attempts.ts';
import { asksForMore, changeOf, needsAnotherPass } from './change.ts';
import { Definitions, type PinnedCascade } from './definitions.ts';
import { failedResult, POISON, RefusedError } from './failure.ts';
import { factOf, toldOf } from './fact.ts';
import { inputOf } from './input.ts';
import { LargeRuns, type SliceResult, type Turn } from './large-runs.ts';
import { loadRun, type LoadedRun, type RunRow } from './load.ts';
import { loadLargeData } from './run-data.ts';
import { LoopTurns } from './loop-turns.ts';
import { saveRun, type RunChange, type SavedRun } from './save.ts';
import { savedRun } from './saved-run.ts';

export interface AdvanceDependencies {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sandbox: SandboxRegistry;
  readonly log: Logger;
  /** Those of this process; tests provide their own, which do not follow the clock. */
  readonly largeRuns?: LargeRuns;
  /** Called for each change that was written. */
  readonly onSaved?: (change: RunChange, mode: ExecutionMode) => void;
  /** Called when an advance of an execution has ended, with any result. */
  readonly onEnded?: (executionId: number) => void;
}

/**
 * Others rarely write a run's row (a decision, a cancel, a claim). This many in a row are a fault; the activity is
 * retried.
 */
const MOST_PASSES = 20;

/**
 * Advances a run: loads it, interprets it, and saves the result if the run is unchanged. Nothing is locked in between:
 * the save finds the execution row as it was loaded or does nothing, and then the run is loaded again. So it may be
 * repeated at any time, also concurrently. If nothing has happened since, nothing is written.
 *
 * `#advance` and `#pass` do that, and everything else wraps them:
 * - `attempts.ts` counts attempts that fail or have no result. A run with too many is given up: it ends. An unreachable
 *   database is no failure of the run. A state that a later release wrote is none either: a worker of that release
 *   continues it.
 * - `large-runs.ts` lets one run with much data advance at a time. A run with much to do is advanced in slices, so that
 *   it delays no others, and each slice is a call of its own. A run with much data, which is costly to load, continues
 *   in memory during its turn.
 * - `failure.ts` ends a run that is given up, or whose data makes a pass impossible.
 */
export function createAdvance(dependencies: AdvanceDependencies): Activities['advance'] {
  const advancer = new Advancer(dependencies);
  return (executionId, runKey, now) => advancer.advance(executionId, runKey, now);
}

/** One call of `advance`. */
interface Call {
  readonly attempt: Attempt;
  readonly turn: Turn;
  readonly now: number;
}

/** A run ready for the interpreter: as loaded, or as the slice before left it. */
interface Slice {
  readonly run: RunRow;
  readonly cascade: PinnedCascade;
  readonly input: AdvanceInput;
}

/** `again` means that the run is to be loaded again. */
type Passed = SliceResult<Slice, Advanced | 'again'>;

class Advancer {
  readonly #dependencies: AdvanceDependencies;
  readonly #definitions: Definitions;
  readonly #attempts: Attempts;
  readonly #largeRuns: LargeRuns;
  readonly #loopTurns = new LoopTurns();

  constructor(dependencies: AdvanceDependencies) {
    this.#dependencies = dependencies;
    this.#definitions = new Definitions(dependencies.db);
    this.#attempts = new Attempts(dependencies.db);
    this.#largeRuns = dependencies.largeRuns ?? new LargeRuns();
  }

  /** Wraps `#advance` in the parts that last as long as the call. */
  async advance(executionId: number, runKey: string, now: number): Promise<Advanced> {
    try {
      return await this.#largeRuns.inTurn((turn) =>
        this.#attempts.counted(executionId, runKey, (attempt) => this.#advance({ attempt, turn, now })),
      );
    } finally {
      this.#dependencies.onEnded?.(executionId);
    }
  }

  /** Load, interpret, save if unchanged; else load again. */
  async #advance(call: Call): Promise<Advanced> {
    const { executionId, runKey } = call.attempt;
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const run = await loadRun(this.#dependencies.db.pool, executionId);
      if (run === undefined || run.run_key !== runKey || isTerminal(run.status)) return ENDED;
      const advanced = await this.#guarded(run, call, (slice) => this.#pass(slice, call));
      if (advanced !== 'again') return advanced;
    }
    throw new Error('the run was changed by others again and again');
  }

  async #pass(slice: Slice, call: Call): Promise<Passed> {
    const { run, cascade, input } = slice;
    const result = advance(input);
    const change = changeOf(run, result, call.now, toldOf(cascade, input, result));
    if (change === null) return { advanced: await this.#unchanged(run, result, call) };
    const saved = await this.#save(run, result, change, call);
    if (saved === null || needsAnotherPass(run, change)) return { advanced: 'again' };
    const advanced = answerTo(run, result, saved.newEffects, call.now);
    return { advanced, next: nextSlice(slice, result, change, saved) };
  }

  async #unchanged(run: RunRow, result: AdvanceResult, { attempt, now }: Call): Promise<Advanced> {
    await this.#attempts.forget(attempt, run);
    return answerTo(run, result, [], now);
  }

  /** Null, with nothing written, if others have written the run's row since it was loaded. */
  async #save(run: RunRow, result: AdvanceResult, change: RunChange, { now, attempt }: Call): Promise<SavedRun | null> {
    const { db, bus, onSaved } = this.#dependencies;
    const at = { executionId: run.id, runKey: run.run_key, rowVersion: run.rowVersion, now: new Date(now) };
    const saved = await saveRun(db.pool, at, change).catch((error: unknown) => {
      throw isDataError(error) ? new RefusedError(result, error) : error;
    });
    if (saved === null) return null;
    onSaved?.(change, run.execution_mode);
    attempt.isCounted = false;
    const from = { requestId: run.request_id };
    if (saved.deliveries > 0) bus.publish(SUBJECTS.deliveriesReady, undefined, from);
    if (saved.artifacts > 0) bus.publish(SUBJECTS.artifactsReady, undefined, from);
    if (isSettled(change.run.status)) bus.publish(SUBJECTS.executionsSettled, [run.id], from);
    return saved;
  }

  /** Wraps the passes over a loaded run: gives it up, makes it wait for its turn, or counts it first. */
  async #guarded(run: LoadedRun, call: Call, pass: (slice: Slice) => Promise<Passed>): Promise<Passed['advanced']> {
    const givenUp = givenUpBecause(run, call.attempt);
    if (givenUp !== null) return this.#giveUp(run, givenUp, call);
    const againInMs = call.turn.enter(run);
    if (againInMs > 0) return askAgain(run, call.now + againInMs);
    return this.#attempts.countedAhead(call.attempt, run, async () => {
      const first = await this.#firstSlice(run, call);
      if (first === 'again') return first;
      return call.turn.inSlices(first, (slice) => this.#endingOnData(slice, call, pass));
    });
  }

  /** Wraps a pass: ends a run whose data makes it impossible, however often it is tried. */
  async #endingOnData(slice: Slice, call: Call, pass: (slice: Slice) => Promise<Passed>): Promise<Passed> {
    await this.#loopTurns.next();
    try {
      return await pass(slice);
    } catch (error) {
      const isRefused = error instanceof RefusedError;
      if (!isRefused && !isDataError(error)) throw error;
      const { run, cascade, input } = slice;
      const what = isRefused ? 'data that cannot be stored' : 'too much data';
      const err = isRefused ? error.cause : error;
      this.#dependencies.log.error({ err, execution_id: run.id }, `the run produced ${what}; it fails`);
      const owing = { run, input, definition: input.definition };
      const failure = failedResult(owing, input.state, isRefused ? error.result : null, call.now);
      return { advanced: await this.#end(run, failure, factOf(cascade, input, failure), call) };
    }
  }

  async #firstSlice(run: LoadedRun, { now }: Call): Promise<Slice | 'again'> {
    const { db, sandbox } = this.#dependencies;
    const data = run.data ?? (await loadLargeData(db.pool, run));
    if (data === undefined) return 'again';
    const cascade = await this.#definitions.get(run.workflow_id, run.workflow_version);
    return { run, cascade, input: inputOf(run, data, stateOf(run, cascade), cascade, { sandbox, now }) };
  }

  async #giveUp(run: LoadedRun, givenUp: GivenUp, call: Call): Promise<Passed['advanced']> {
    const { sandbox, log } = this.#dependencies;
    const cascade = await this.#cascadeIfReadable(run);
    const state = stateIfReadable(run, cascade);
    const input = run.data === null ? null : inputOf(run, run.data, state, cascade, { sandbox, now: call.now });
    await this.#loopTurns.next();
    const isPoison = givenUp === 'poison';
    const why = isPoison ? 'its advance began again and again without a result' : 'it failed too often';
    log.error({ execution_id: run.id }, `the run is given up: ${why}`);
    const owing = { run, input, definition: cascade.definition };
    const failure = failedResult(owing, state, null, call.now, isPoison ? POISON : undefined);
    return this.#end(run, failure, factOf(cascade, input, failure), call);
  }

  async #end(run: RunRow, failure: AdvanceResult, fact: DecisionFact | null, call: Call): Promise<Passed['advanced']> {
    const change = changeOf(run, failure, call.now, { fact, rules: null });
    const saved = change === null ? null : await this.#save(run, failure, change, call);
    return saved === null ? 'again' : ENDED;
  }

  /** A run that is given up ends even if its definition cannot be read. */
  async #cascadeIfReadable(run: LoadedRun): Promise<PinnedCascade> {
    try {
      return await this.#definitions.get(run.workflow_id, run.workflow_version);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return { definition: [], workflow: { name: '', useCase: null } };
    }
  }
}

/** An unfinished run continues as it would be loaded after the save, unless its requests have to be read first. */
function nextSlice(
  { run, cascade, input }: Slice,
  result: AdvanceResult,
  change: RunChange,
  saved: SavedRun,
): Slice | undefined {
  if (!result.isUnfinished || asksForMore(change)) return undefined;
  return { run: savedRun(run, change, saved.rowVersion), cascade, input: continued(input, result) };
}

function stateOf(run: LoadedRun, { definition }: PinnedCascade): RunState {
  return run.state === null ? initialState(definition) : readState(run.state);
}

/** A run that is given up ends even if its state cannot be read. */
function stateIfReadable(run: LoadedRun, cascade: PinnedCascade): RunState {
  try {
    return stateOf(run, cascade);
  } catch (error) {
    if (error instanceof LaterStateError) throw error;
    return { ...initialState(cascade.definition), arrivals: [] };
  }
}
