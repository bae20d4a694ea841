import { advance, initialState, LaterStateError, upcastState } from '../../../core/interpreter/advance.ts';
import type {
  AdvanceResult,
  EffectFact,
  Facts,
  PastVisit,
  RoundFact,
  RunContext,
  RunState,
} from '../../../core/interpreter/types.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { isSettled, isTerminal, type ExecutionMode } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import type { Activities, Advanced, EffectToPerform } from '../activities.ts';
import { isDataError } from '../data-error.ts';
import { AttemptCount, MOST_ADVANCE_FAILURES, type Attempt } from './attempts.ts';
import { changeOf, needsAnotherPass } from './change.ts';
import { Definitions, type PinnedCascade } from './definitions.ts';
import { failedResult } from './failure.ts';
import { loadRun, type LoadedRun } from './load.ts';
import { spreadWakeUp } from './spread.ts';
import { saveRun, type RunChange } from './save.ts';

export interface AdvanceDependencies {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sandbox: SandboxRegistry;
  readonly log: Logger;
  /** Called for each change that was written. */
  readonly onSaved?: (change: RunChange, mode: ExecutionMode) => void;
  /** Called when an advance of an execution has ended, however it ended. */
  readonly onEnded?: (executionId: number) => void;
}

/** Others rarely write a run's row (a decision, a cancel, a claim). That many in a row are a fault; the activity is retried. */
const MOST_PASSES = 20;
const ENDED: Advanced = { effects: [], wakeAt: null, done: true };

/**
 * Advances a run: loads its rows, runs the interpreter, writes the result. Nothing is locked in between: the write finds
 * the execution row unchanged or does nothing, and then the pass is repeated. So it is safe to repeat at any time, and
 * concurrently. If nothing has happened since, nothing is written.
 *
 * A run that cannot be advanced ends as failed: at once if its data is the reason, else after MOST_ADVANCE_FAILURES.
 * A crash of the process counts (`attempts.ts`). An unreachable database is no failure of the run, nor is a state that a
 * later release wrote: a worker of that release goes on with it.
 */
export function createAdvance({ db, bus, sandbox, log, onSaved, onEnded }: AdvanceDependencies): Activities['advance'] {
  const definitions = new Definitions(db);
  const attempts = new AttemptCount(db);

  return async (executionId, runKey, now) => {
    const attempt: Attempt = { isCounted: false, release: () => undefined };
    try {
      return await advanceRun(executionId, runKey, now, attempt);
    } catch (error) {
      const saysNothing = isUnavailable(error) || error instanceof LaterStateError;
      const correct = saysNothing ? attempts.uncount : attempts.countFailed;
      await correct.call(attempts, attempt, executionId, runKey).catch(() => undefined);
      throw error;
    } finally {
      attempt.release();
      onEnded?.(executionId);
    }
  };

  async function advanceRun(executionId: number, runKey: string, now: number, attempt: Attempt): Promise<Advanced> {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const run = await loadRun(db.pool, executionId);
      if (run === undefined || run.run_key !== runKey || isTerminal(run.status)) return ENDED;
      const isGivenUp = run.advance_failures - (attempt.isCounted ? 1 : 0) >= MOST_ADVANCE_FAILURES;
      if (!isGivenUp && !attempt.isCounted && attempts.isSuspect(run)) {
        await attempts.countAhead(attempt, run);
        continue;
      }
      const { definition, workflow } = await cascadeOf(run, isGivenUp);
      const state = stateOf(run, definition, isGivenUp);
      const outcome = settle(
        run,
        isGivenUp,
        definition,
        state,
        () => {
          const outputs = new Map(Object.entries(run.outputs ?? {}));
          const context = contextOf(run, workflow, sandbox);
          return advance({
            definition,
            state,
            run: context,
            outputs,
            history: historyOf(run),
            facts: factsOf(run),
            now,
          });
        },
        now,
      );
      const { result, change } = outcome;
      if (change === null) {
        if (run.advance_failures > 0) await attempts.forget(executionId, runKey);
        return answer(run, result, [], now);
      }
      const saved = await save(run, definition, result, change, state, now);
      if (saved === null) continue;
      const from = { requestId: run.request_id };
      if (saved.deliveries > 0) bus.publish(SUBJECTS.deliveriesReady, undefined, from);
      if (saved.artifacts > 0) bus.publish(SUBJECTS.artifactsReady, undefined, from);
      if (isSettled(saved.status)) bus.publish(SUBJECTS.executionsSettled, [executionId], from);
      if (saved.isFailure || outcome.isFailure) return ENDED;
      if (!needsAnotherPass(run, change)) return answer(run, result, saved.newEffects, now);
    }
    throw new Error('the run was changed by others again and again');
  }

  /** The result of a pass; that of a run that ends if it failed too often, or if its data is too large to work with. */
  function settle(
    run: LoadedRun,
    isGivenUp: boolean,
    definition: CascadeDefinition,
    state: RunState,
    pass: () => AdvanceResult,
    now: number,
  ): { readonly result: AdvanceResult; readonly change: RunChange | null; readonly isFailure: boolean } {
    const failed = () => {
      const result = failedResult(run, definition, state, null, now);
      return { result, change: changeOf(run, result, now), isFailure: true };
    };
    if (isGivenUp) {
      log.error({ execution_id: run.id }, 'the run could not be advanced again and again; it fails');
      return failed();
    }
    try {
      const result = pass();
      return { result, change: changeOf(run, result, now), isFailure: false };
    } catch (error) {
      if (!isDataError(error)) throw error;
      log.error({ err: error, execution_id: run.id }, 'the run produced too much data; it fails');
      return failed();
    }
  }

  async function save(
    run: LoadedRun,
    definition: CascadeDefinition,
    result: AdvanceResult,
    change: RunChange,
    state: RunState,
    now: number,
  ) {
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
      const failure = changeOf(run, failedResult(run, definition, state, result, now), now);
      const saved = failure === null ? null : await saveRun(db.pool, at, failure);
      if (failure === null || saved === null) return null;
      onSaved?.(failure, run.execution_mode);
      return { ...saved, status: failure.run.status, isFailure: true };
    }
  }

  /** A run that is given up ends even if it is the definition that cannot be read. */
  async function cascadeOf(run: LoadedRun, isGivenUp: boolean): Promise<PinnedCascade> {
    try {
      return await definitions.get(run.workflow_id, run.workflow_version);
    } catch (error) {
      if (!isGivenUp || isUnavailable(error)) throw error;
      return { definition: [], workflow: { name: '', useCase: null } };
    }
  }
}

/** A run that is given up ends even if its state cannot be read. */
function stateOf(run: LoadedRun, definition: CascadeDefinition, isGivenUp: boolean): RunState {
  if (run.state === null) return initialState(definition);
  try {
    return upcastState(run.state);
  } catch (error) {
    if (!isGivenUp || error instanceof LaterStateError) throw error;
    return { ...initialState(definition), arrivals: [] };
  }
}

function contextOf(run: LoadedRun, workflow: RunContext['workflow'], sandbox: SandboxRegistry): RunContext {
  return {
    execution: {
      id: run.id,
      mode: run.execution_mode,
      externalReference: run.external_reference,
      skipWaits: run.skip_waits,
    },
    workflow,
    payload: run.payload,
    sandbox,
    reusedReports: new Map(Object.entries(run.reused_reports ?? {})),
  };
}

function historyOf(run: LoadedRun): PastVisit[] {
  return (run.history ?? []).map(({ node_id: nodeId, visit, causes, is_last: isLast, output }) => ({
    nodeId,
    visit,
    causes: causes ?? [],
    output: isLast ? (run.outputs?.[nodeId] ?? null) : output,
  }));
}

function factsOf(run: LoadedRun): Facts {
  const effects = new Map<string, EffectFact>();
  for (const effect of run.effects ?? []) {
    if (effect.status === 'done') {
      effects.set(effect.key, { status: 'done', result: effect.result ?? {}, at: effect.finished_at ?? 0 });
    } else if (effect.status === 'failed') {
      const { error_code: code, error_message: message, attempts } = effect;
      effects.set(effect.key, { status: 'failed', code: code ?? 'internal_error', message: message ?? '', attempts });
    } else if (effect.status === 'cancelled') {
      effects.set(effect.key, { status: 'cancelled' });
    }
  }
  const rounds = new Map<string, RoundFact>();
  for (const { key, status, decision, decided_by_user_id: decidedByUserId, decided_at, ...round } of run.rounds ?? []) {
    if (status !== 'decided' || decision === null) continue;
    const { note, posted_on: date, carrier } = round;
    const posted = date === null ? null : { date, carrier: carrier ?? '' };
    const reasons = round.reasons ?? [];
    rounds.set(key, { decision, decidedByUserId, decidedAt: decided_at ?? 0, note, reasons, posted });
  }
  return { effects, rounds };
}

function answer(run: LoadedRun, result: AdvanceResult, newEffects: readonly EffectToPerform[], now: number): Advanced {
  const { wakeAt } = result;
  if (isTerminal(result.status)) return ENDED;
  const open = (run.effects ?? []).filter(({ status }) => status === 'intended' || status === 'begun');
  return {
    effects: [...open.map(({ id, kind }) => ({ id, kind })), ...newEffects],
    wakeAt: wakeAt === null || run.batch_id === null ? wakeAt : spreadWakeUp(run.id, wakeAt, now),
    done: false,
  };
}
