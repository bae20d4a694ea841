import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { onNotComparableOf } from '../../../core/cascade/on-not-comparable.ts';
import type {
  AdvanceInput,
  EffectFact,
  Facts,
  PastVisit,
  RoundFact,
  RunContext,
  RunState,
} from '../../../core/interpreter/types.ts';
import type { NoticeClock } from '../../../core/notices/due-dates.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { PinnedCascade } from './definitions.ts';
import type { LoadedEffect, LoadedRound, LoadedRun } from './load.ts';
import type { RunData } from './run-data.ts';

/** Limit of one pass in the event loop, in visits and units of work: some tens of milliseconds at most. */
const SLICE = { visits: 100, work: 50_000 };

export function inputOf(
  run: LoadedRun,
  data: RunData,
  state: RunState,
  cascade: PinnedCascade,
  { sandbox, now }: { readonly sandbox: SandboxRegistry; readonly now: number },
): AdvanceInput {
  return {
    definition: cascade.definition,
    state,
    run: contextOf(run, data, cascade, sandbox),
    outputs: new Map(Object.entries(data.outputs)),
    history: historyOf(run, data),
    ...(data.sizes === undefined ? {} : { sizes: data.sizes }),
    facts: factsOf(run),
    now,
    slice: SLICE,
  };
}

function contextOf(
  run: LoadedRun,
  { payload, reusedReports }: RunData,
  { definition, workflow }: PinnedCascade,
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
    onNotComparable: onNotComparableOf(run.settings.reviews_not_comparable),
    ...dictionaryIn(run.fields, fieldsOfCascade(definition)),
  };
}

export function noticeClockOf(run: Pick<LoadedRun, 'created_at' | 'settings'>): NoticeClock {
  return { acceptedAt: run.created_at, defaultPurpose: run.settings.default_purpose };
}

function historyOf({ visits }: LoadedRun, { outputs, outputOf }: RunData): PastVisit[] {
  return visits.map(({ node_id: nodeId, visit, causes, is_last: isLast }) => ({
    nodeId,
    visit,
    causes,
    output: isLast ? (outputs[nodeId] ?? null) : outputOf(nodeId, visit),
  }));
}

function factsOf({ effects, rounds }: LoadedRun): Facts {
  return {
    effects: new Map(
      (effects ?? []).flatMap((effect) => {
        const fact = effect.is_left ? null : effectFact(effect);
        return fact === null ? [] : [[effect.key, fact]];
      }),
    ),
    rounds: new Map(
      (rounds ?? []).flatMap((round) => {
        const fact = roundFact(round);
        return fact === null ? [] : [[round.key, fact]];
      }),
    ),
  };
}

/** Null while it is not finished. */
function effectFact(effect: LoadedEffect): EffectFact | null {
  switch (effect.status) {
    case 'done':
      return { status: 'done', result: effect.result ?? {}, at: effect.finished_at ?? 0 };
    case 'failed': {
      const { error_code: code, error_message: message, attempts } = effect;
      return { status: 'failed', code: code ?? 'internal_error', message: message ?? '', attempts };
    }
    case 'cancelled':
      return { status: 'cancelled' };
    default:
      return null;
  }
}

/** Null while it is not decided. */
function roundFact({ status, decision, decided_by_user_id: decidedByUserId, ...round }: LoadedRound): RoundFact | null {
  if (status !== 'decided' || decision === null) return null;
  const { decided_at: decidedAt, note, posted_on: date, carrier, variables } = round;
  const posted = date === null ? null : { date, carrier: carrier ?? '' };
  return {
    decision,
    decidedByUserId,
    decidedAt: decidedAt ?? 0,
    note,
    reasons: round.reasons ?? [],
    posted,
    variables,
  };
}
