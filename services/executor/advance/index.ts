import { advance, initialState, LaterStateError, readState } from '../../../core/interpreter/advance.ts';
import { continued } from '../../../core/interpreter/continued.ts';
import type { AdvanceInput, AdvanceResult, RunState } from '../../../core/interpreter/types.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { isSettled, isTerminal, type ExecutionMode } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import type { Activities, Advanced, EffectToPerform } from '../activities.ts';
import { isDataError } from '../data-error.ts';
import { AttemptCount, MOST_ADVANCE_FAILURES, MOST_ADVANCES_BEGUN, type Attempt } from './attempts.ts';
import { asksForMore, changeOf, needsAnotherPass } from './change.ts';
import { Definitions, type PinnedCascade } from './definitions.ts';
import { failedResult, POISON } from './failure.ts';
import { contextOf, factsOf, historyOf } from './input.ts';
import { LargeRuns, type Slot } from './large-runs.ts';
import { loadRun, type LoadedRun, type RunRow } from './load.ts';
import { loadLargeData, type RunData } from './run-data.ts';
import { LoopTurns } from './loop-turns.ts';
import { spreadWakeUp } from './spread.ts';
import { saveRun, type RunChange } from './save.ts';
import { savedRun } from './saved-run.ts';

export interface AdvanceDependencies {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sandbox: SandboxRegistry;
  readonly log: Logger;
  /** Those of this process; a test hands in its own, which do not follow the clock. */
  readonly largeRuns?: LargeRuns;
  /** Called for each change that was written. */
  readonly onSaved?: (change: RunChange, mode: ExecutionMode) => void;
  /** Called when an advance of an execution has ended, however it ended. */
  readonly onEnded?: (executionId: number) => void;
}

/**
 * Others rarely write a run's row (a decision, a cancel, a claim). That many in a row are a fault; the activity is
 * retried.
 */
const MOST_PASSES = 20;
/** What one pass may take of the event loop, in visits and units of work: some tens of milliseconds at most. */
const SLICE = { visits: 100, work: 50_000 };
const ENDED: Advanced = { effects: [], wakeAt: null, done: true };

/**
 * Advances a run: loads its rows, runs the interpreter, writes the result. Nothing is locked in between: the write finds
 * the execution row unchanged or does nothing, and then the pass is repeated. So it is safe to repeat at any time, and
 * concurrently. If nothing has happened since, nothing is written.
 *
 * A run with much to do is advanced in slices, so that no run keeps others from theirs. Each is saved, and is a call of
 * its own; but a run with much data, which costs much to load, goes on in memory with what it has saved while it has a
 * slot.
 *
 * A run that cannot be advanced ends as failed: at once if its data is the reason, else after MOST_ADVANCE_FAILURES, or
 * after MOST_ADVANCES_BEGUN that had no result: those took their process down (`attempts.ts`). An unreachable database
 * is no failure of the run, nor is a state that a later release wrote: a worker of that release goes on with it.
 */
export function createAdvance(dependencies: AdvanceDependencies): Activities['advance'] {
  const advancer = new Advancer(dependencies);
  return (executionId, runKey, now) => advancer.advance(executionId, runKey, now);
}

/** One pass over a run, as it was loaded, or as the slice before left it. */
interface Pass {
  readonly run: RunRow;
  /** Null only for a run that is given up. */
  readonly input: AdvanceInput | null;
  readonly definition: CascadeDefinition;
  readonly state: RunState;
  readonly now: number;
}

/** The result of a pass. `change` is null if nothing is to be written. */
interface Settled {
  readonly result: AdvanceResult;
  readonly change: RunChange | null;
  readonly isFailure: boolean;
}

/** What is to be answered after a pass, `again` if the run is to be loaded anew; `next`: what can go on in memory. */
interface Passed {
  readonly advanced: Advanced | 'again';
  readonly next?: Pass;
}

/** An attempt at a run with much data keeps its slot until it ends. */
interface SlottedAttempt extends Attempt {
  slot?: Slot;
}

/** Why a run is not tried again. */
type GivenUp = 'failed_too_often' | 'poison' | null;

class Advancer {
  readonly #dependencies: AdvanceDependencies;
  readonly #definitions: Definitions;
  readonly #attempts: AttemptCount;
  readonly #largeRuns: LargeRuns;
  readonly #turns = new LoopTurns();

  constructor(dependencies: AdvanceDependencies) {
    this.#dependencies = dependencies;
    this.#definitions = new Definitions(dependencies.db);
    this.#attempts = new AttemptCount(dependencies.db);
    this.#largeRuns = dependencies.largeRuns ?? new LargeRuns();
  }

  async advance(executionId: number, runKey: string, now: number): Promise<Advanced> {
    const attempt: SlottedAttempt = { isCounted: false, release: () => undefined };
    try {
      return await this.#attempt(executionId, runKey, now, attempt);
    } catch (error) {
      const saysNothing = isUnavailable(error) || error instanceof LaterStateError;
      const counted = saysNothing
        ? this.#attempts.uncount(attempt, executionId, runKey)
        : this.#attempts.countFailed(attempt, executionId, runKey);
      await counted.catch(() => undefined);
      throw error;
    } finally {
      attempt.release();
      attempt.slot?.end();
      this.#dependencies.onEnded?.(executionId);
    }
  }

  async #attempt(executionId: number, runKey: string, now: number, attempt: SlottedAttempt): Promise<Advanced> {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const run = await loadRun(this.#dependencies.db.pool, executionId);
      if (run === undefined || run.run_key !== runKey || isTerminal(run.status)) return ENDED;
      const givenUp = givenUpBecause(run, attempt);
      if (givenUp === null && run.data === null && attempt.slot === undefined) {
        const slot = this.#largeRuns.enter(run.account_id, run.id);
        if ('againInMs' in slot) return { effects: openEffects(run), wakeAt: now + slot.againInMs, done: false };
        attempt.slot = slot;
      }
      if (givenUp === null && !attempt.isCounted && this.#attempts.isSuspect(run)) {
        await this.#attempts.countAhead(attempt, run);
        continue;
      }
      const data = run.data ?? (givenUp === null ? await loadLargeData(this.#dependencies.db.pool, run) : null);
      if (data === undefined) continue;
      const first = await this.#begin(run, data, givenUp, now);
      const advanced = await this.#slices(first, givenUp, attempt);
      if (advanced !== 'again') return advanced;
    }
    throw new Error('the run was changed by others again and again');
  }

  async #begin(run: LoadedRun, data: RunData | null, givenUp: GivenUp, now: number): Promise<Pass> {
    const { definition, workflow } = await this.#cascadeOf(run, givenUp);
    const state = stateOf(run, definition, givenUp);
    if (data === null) return { run, input: null, definition, state, now };
    const input: AdvanceInput = {
      definition,
      state,
      run: contextOf(run, data, workflow, this.#dependencies.sandbox),
      outputs: new Map(Object.entries(data.outputs)),
      history: historyOf(run, data),
      ...(data.sizes === undefined ? {} : { sizes: data.sizes }),
      facts: factsOf(run),
      now,
      slice: SLICE,
    };
    return { run, input, definition, state, now };
  }

  /** Slice after slice, as long as the run has a slot; one slice if it has none. */
  async #slices(first: Pass, givenUp: GivenUp, attempt: SlottedAttempt): Promise<Advanced | 'again'> {
    for (let pass = first; ;) {
      await this.#turns.next();
      const { advanced, next } = await this.#pass(pass, givenUp, attempt);
      if (next === undefined || attempt.slot === undefined || !(await attempt.slot.goOn())) return advanced;
      pass = next;
    }
  }

  async #pass(pass: Pass, givenUp: GivenUp, attempt: SlottedAttempt): Promise<Passed> {
    const { run, input } = pass;
    const { result, change, isFailure } = this.#settle(pass, givenUp);
    if (change === null) {
      if (run.advance_failures > 0) await this.#attempts.forget(run.id, run.run_key);
      return { advanced: answer(pass, result, []) };
    }
    const saved = await this.#save(pass, result, change);
    if (saved === null) return { advanced: 'again' };
    // The save has set the count back.
    attempt.isCounted = false;
    const from = { requestId: run.request_id };
    const { bus } = this.#dependencies;
    if (saved.deliveries > 0) bus.publish(SUBJECTS.deliveriesReady, undefined, from);
    if (saved.artifacts > 0) bus.publish(SUBJECTS.artifactsReady, undefined, from);
    if (isSettled(saved.status)) bus.publish(SUBJECTS.executionsSettled, [run.id], from);
    if (saved.isFailure || isFailure) return { advanced: ENDED };
    if (needsAnotherPass(run, change)) return { advanced: 'again' };
    const advanced = answer(pass, result, saved.newEffects);
    if (!result.isUnfinished || input === null || asksForMore(change)) return { advanced };
    const next = { ...pass, run: savedRun(run, change, saved.rowVersion), input: continued(input, result) };
    return { advanced, next: { ...next, state: next.input.state } };
  }

  /** The result of a pass; that of a run that ends if it is given up, or if its data is too large to work with. */
  #settle(pass: Pass, givenUp: GivenUp): Settled {
    const { run, input, definition, state, now } = pass;
    const { log } = this.#dependencies;
    const failed = (): Settled => {
      const result = failedResult(
        { run, input, definition },
        state,
        null,
        now,
        givenUp === 'poison' ? POISON : undefined,
      );
      return { result, change: changeOf(run, result, now), isFailure: true };
    };
    if (givenUp !== null || input === null) {
      const why = givenUp === 'poison' ? 'its advance began again and again without a result' : 'it failed too often';
      log.error({ execution_id: run.id }, `the run is given up: ${why}`);
      return failed();
    }
    try {
      const result = advance(input);
      return { result, change: changeOf(run, result, now), isFailure: false };
    } catch (error) {
      if (!isDataError(error)) throw error;
      log.error({ err: error, execution_id: run.id }, 'the run produced too much data; it fails');
      return failed();
    }
  }

  async #save({ run, input, definition, state, now }: Pass, result: AdvanceResult, change: RunChange) {
    const { db, log, onSaved } = this.#dependencies;
    const at = { executionId: run.id, runKey: run.run_key, rowVersion: run.rowVersion, now: new Date(now) };
    try {
      const saved = await saveRun(db.pool, at, change);
      if (saved === null) return null;
      onSaved?.(change, run.execution_mode);
      return { ...saved, status: change.run.status, isFailure: false };
    } catch (error) {
      if (!isDataError(error)) throw error;
      // PostgreSQL will never accept the data of these steps.
      log.error({ err: error, execution_id: run.id }, 'the run produced data that cannot be stored; it fails');
      const failure = changeOf(run, failedResult({ run, input, definition }, state, result, now), now);
      const saved = failure === null ? null : await saveRun(db.pool, at, failure);
      if (failure === null || saved === null) return null;
      onSaved?.(failure, run.execution_mode);
      return { ...saved, status: failure.run.status, isFailure: true };
    }
  }

  /** A run that is given up ends even if it is the definition that cannot be read. */
  async #cascadeOf(run: LoadedRun, givenUp: GivenUp): Promise<PinnedCascade> {
    try {
      return await this.#definitions.get(run.workflow_id, run.workflow_version);
    } catch (error) {
      if (givenUp === null || isUnavailable(error)) throw error;
      return { definition: [], workflow: { name: '', useCase: null } };
    }
  }
}

/** The attempt under way is counted before it runs, so it is no sign of a failure. */
function givenUpBecause(run: LoadedRun, { isCounted }: Attempt): GivenUp {
  const own = isCounted ? 1 : 0;
  if (run.advances_begun - own >= MOST_ADVANCES_BEGUN) return 'poison';
  return run.advance_failures - own >= MOST_ADVANCE_FAILURES ? 'failed_too_often' : null;
}

/** A run that is given up ends even if its state cannot be read. */
function stateOf(run: LoadedRun, definition: CascadeDefinition, givenUp: GivenUp): RunState {
  if (run.state === null) return initialState(definition);
  try {
    return readState(run.state);
  } catch (error) {
    if (givenUp === null || error instanceof LaterStateError) throw error;
    return { ...initialState(definition), arrivals: [] };
  }
}

function answer({ run, now }: Pass, result: AdvanceResult, newEffects: readonly EffectToPerform[]): Advanced {
  if (isTerminal(result.status)) return ENDED;
  const wakeAt = run.effects?.some(({ is_left: isLeft }) => isLeft) === true ? now : result.wakeAt;
  return {
    effects: [...openEffects(run), ...newEffects],
    wakeAt: wakeAt === null || run.batch_id === null ? wakeAt : spreadWakeUp(run.id, wakeAt, now),
    done: false,
  };
}

function openEffects({ effects }: RunRow): EffectToPerform[] {
  const open = (effects ?? []).filter(({ status }) => status === 'intended' || status === 'begun');
  return open.map(({ id, kind }) => ({ id, kind }));
}
