import type { EffectFact, Facts, PastVisit, RoundFact, RunContext } from '../../../core/interpreter/types.ts';
import type { NoticeClock } from '../../../core/notices/due-dates.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { labelsIn } from '../../../core/field-labels.ts';
import type { LoadedRun } from './load.ts';
import type { RunData } from './run-data.ts';

export function contextOf(
  run: LoadedRun,
  { payload, reusedReports }: RunData,
  workflow: RunContext['workflow'],
  sandbox: SandboxRegistry,
): RunContext {
  return {
    execution: {
      id: run.id,
      mode: run.execution_mode,
      externalReference: run.external_reference,
      skipWaits: run.skip_waits,
    },
    workflow,
    payload,
    sandbox,
    reusedReports: new Map(Object.entries(reusedReports)),
    noticeClock: noticeClockOf(run),
    ...labelsIn(run.field_labels),
  };
}

export function noticeClockOf(run: Pick<LoadedRun, 'created_at' | 'default_purpose'>): NoticeClock {
  return { acceptedAt: run.created_at, defaultPurpose: run.default_purpose };
}

export function historyOf({ visits }: LoadedRun, { outputs, outputOf }: RunData): PastVisit[] {
  return visits.map(({ node_id: nodeId, visit, causes, is_last: isLast }) => ({
    nodeId,
    visit,
    causes: causes ?? [],
    output: isLast ? (outputs[nodeId] ?? null) : outputOf(nodeId, visit),
  }));
}

export function factsOf(run: LoadedRun): Facts {
  const effects = new Map<string, EffectFact>();
  for (const effect of run.effects ?? []) {
    if (effect.is_left) continue;
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
    const { note, posted_on: date, carrier, variables } = round;
    const posted = date === null ? null : { date, carrier: carrier ?? '' };
    const reasons = round.reasons ?? [];
    rounds.set(key, { decision, decidedByUserId, decidedAt: decided_at ?? 0, note, reasons, posted, variables });
  }
  return { effects, rounds };
}
