import { advance, initialState } from '../../../core/interpreter/advance.ts';
import type {
  AdvanceResult,
  EffectFact,
  Facts,
  RoundFact,
  RunContext,
  RunState,
} from '../../../core/interpreter/types.ts';
import type { SandboxRegistry } from '../../../core/nodes/contract.ts';
import { isTerminal } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log.ts';
import { SUBJECTS, type Bus } from '../../../platform/nats.ts';
import type { Activities, Advanced, EffectToPerform } from '../activities.ts';
import { isDataError } from '../data-error.ts';
import { changeOf, needsAnotherPass } from './change.ts';
import { Definitions } from './definitions.ts';
import { failedResult } from './failure.ts';
import { loadRun, type LoadedRun } from './load.ts';
import { saveRun, type RunChange } from './save.ts';

export interface AdvanceDependencies {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sandbox: SandboxRegistry;
  readonly log: Logger;
}

/** Others write a run's row seldom: a decision, a cancel, a claim. So many at once are a fault, and tried again later. */
const MOST_PASSES = 20;
const ENDED: Advanced = { effects: [], wakeAt: null, done: true };

/**
 * Goes on with a run: loads what stands, asks the interpreter, writes what it answered. Nothing is locked in between;
 * the write finds the row unchanged or does nothing, and then all of it begins anew. So it may be repeated at any time,
 * by anybody, side by side: what has happened is a fact for the next one, and where nothing has, nothing is written.
 */
export function createAdvance({ db, bus, sandbox, log }: AdvanceDependencies): Activities['advance'] {
  const definitions = new Definitions(db);

  return async (executionId, runKey, now) => {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const run = await loadRun(db.pool, executionId);
      if (run === undefined || run.run_key !== runKey || isTerminal(run.status)) return ENDED;
      const definition = await definitions.get(run.workflow_id, run.workflow_version);
      const state = run.state ?? initialState(definition);
      const outputs = new Map(Object.entries(run.outputs ?? {}));
      const result = advance({ definition, state, run: contextOf(run, sandbox), outputs, facts: factsOf(run), now });
      const change = changeOf(run, result, now);
      if (change === null) return answer(run, result, []);
      const saved = await save(run, result, change, state, now);
      if (saved === null) continue;
      if (saved.deliveries > 0) bus.publish(SUBJECTS.deliveriesReady);
      if (saved.artifacts > 0) bus.publish(SUBJECTS.artifactsReady);
      if (saved.isFailure) return ENDED;
      if (!needsAnotherPass(run, change)) return answer(run, result, saved.newEffects);
    }
    throw new Error('the run was changed by others again and again');
  };

  async function save(run: LoadedRun, result: AdvanceResult, change: RunChange, state: RunState, now: number) {
    const at = { executionId: run.id, runKey: run.run_key, rowVersion: run.rowVersion, now: new Date(now) };
    try {
      const saved = await saveRun(db.pool, at, change);
      return saved === null ? null : { ...saved, isFailure: false };
    } catch (error) {
      if (!isDataError(error)) throw error;
      // PostgreSQL will never take what these steps made, however often it is tried.
      log.error({ err: error, execution_id: run.id }, 'the run made data that cannot be stored; it fails');
      const failure = changeOf(run, failedResult(run, state, result, now), now);
      const saved = failure === null ? null : await saveRun(db.pool, at, failure);
      return saved === null ? null : { ...saved, isFailure: true };
    }
  }
}

function contextOf(run: LoadedRun, sandbox: SandboxRegistry): RunContext {
  return {
    execution: {
      id: run.id,
      mode: run.execution_mode,
      externalReference: run.external_reference,
      skipWaits: run.skip_waits,
    },
    workflow: { name: run.workflow_name, useCase: run.use_case },
    payload: run.payload,
    sandbox,
    reusedReports: new Map(),
  };
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
  for (const { key, status, decision, decided_by_user_id: decidedByUserId, decided_at, note } of run.rounds ?? []) {
    if (status !== 'decided' || decision === null) continue;
    rounds.set(key, { decision, decidedByUserId, decidedAt: decided_at ?? 0, note });
  }
  return { effects, rounds };
}

function answer(run: LoadedRun, result: AdvanceResult, newEffects: readonly EffectToPerform[]): Advanced {
  if (isTerminal(result.status)) return ENDED;
  const open = (run.effects ?? []).filter(({ status }) => status === 'intended' || status === 'begun');
  return {
    effects: [...open.map(({ id, kind }) => ({ id, kind })), ...newEffects],
    wakeAt: result.wakeAt,
    done: false,
  };
}
