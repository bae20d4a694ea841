import { canonicalJson } from '../../../core/canonical-json.ts';
import type { AdvanceResult, EventIntent } from '../../../core/interpreter/types.ts';
import type { Json } from '../../../core/json.ts';
import type { ListedRule } from '../../../core/rows/listed.ts';
import type { DecisionFact } from '../../../core/statistics/ended.ts';
import { isTerminal } from '../../../core/states.ts';
import { eventRow, type EventRow } from '../../../platform/database/events.ts';
import { openedEvent, type OpenedRound } from '../../../platform/database/reviews.ts';
import { awaitedReports } from './awaited-reports.ts';
import type { RunRow } from './load.ts';
import { columnsToSave, pickColumns } from './run-columns.ts';
import type { RunChange } from './save.ts';

/** Rows that are written in addition to the result. */
interface Told {
  /** Null unless the run ends. */
  readonly fact: DecisionFact | null;
  /** The rules by which a person is asked. */
  readonly rules: readonly ListedRule[] | null;
}

/** The rows that have to be written for the interpreter's result, or null if nothing has changed. */
export function changeOf(
  run: RunRow,
  result: AdvanceResult,
  now: number,
  { fact, rules }: Told = { fact: null, rules: null },
): RunChange | null {
  const rounds = roundsOf(run, result, rules);
  const change: RunChange = {
    run: {
      status: result.status,
      review_status: result.reviewStatus,
      needs_human_review: result.needsHumanReview,
      user_approved: result.userApproved,
      outcome: result.outcome,
      wake_at: isoTime(result.wakeAt),
      first_error_message: result.firstErrorMessage,
      first_error_code:
        run.first_error_code ?? result.steps.find(({ status }) => status === 'failed')?.error?.code ?? null,
      ...awaitedReports(run, result),
      completed_at: isoTime(completionTime(run, result, now)),
      opens_round: rounds.opened.length > 0,
      ...owed(result),
    },
    decides: run.execution_mode === 'live' && isTerminal(result.status) && result.outcome !== null,
    fact,
    settles: run.re_evaluated_from === null ? null : result.settles,
    state: result.state,
    steps: result.steps.map((step, position) => ({
      position,
      node_id: step.nodeId,
      visit: step.visit,
      node_type: step.nodeType,
      status: step.status,
      causes: step.causes,
      output: step.output,
      error_code: step.error?.code ?? null,
      error_message: step.error?.message ?? null,
      attempts: step.error?.attempts ?? null,
      started_at: isoTime(step.startedAt),
      ended_at: isoTime(step.endedAt),
    })),
    effects: result.effects.map(({ key, nodeId, visit, request }, position) => ({
      position,
      key,
      node_id: nodeId,
      visit,
      kind: request.kind,
      request,
    })),
    cancelled_effects: result.cancelledEffects,
    consumed_effects: consumedEffects(run, result),
    new_rounds: rounds.added,
    changed_rounds: rounds.changed,
    review_events: result.reviewEvents.map(({ type, nodeId, note, metadata }, position) => ({
      position,
      event_type: type,
      note,
      metadata: { node_id: nodeId, ...metadata },
    })),
    events: [...rounds.opened.map((round) => openedEvent(run, round, new Date(now))), ...eventsOf(run, result, now)],
    reports: result.reports.map(({ nodeId, visit }) => ({
      node_id: nodeId,
      visit,
      filename: reportFilename(run.id, nodeId, visit),
    })),
  };
  return changesAnything(run, change) ? change : null;
}

function owed({ noticeDueAt, noticesDue }: AdvanceResult) {
  const [first] = noticesDue.map(({ due_at: dueAt }) => dueAt).toSorted();
  return {
    notice_due_at: isoTime(noticeDueAt),
    notices_due: noticesDue.length === 0 ? null : noticesDue,
    notices_overdue_at: first ?? null,
  };
}

function changesAnything(run: RunRow, change: RunChange): boolean {
  const { steps, effects, cancelled_effects, new_rounds, changed_rounds, review_events, events, reports } = change;
  const lists = [steps, effects, cancelled_effects, new_rounds, changed_rounds, review_events, events, reports];
  if (lists.some((list) => list.length > 0) || run.state === null) return true;
  // The other columns change only with one of these, or with a row of the lists.
  const [before, after] = [columnsToSave(run), pickColumns(change.run)].map(canonicalJson);
  return before !== after || canonicalJson(run.state) !== canonicalJson(change.state);
}

/** Results are loaded for the tokens that wait for them: a token that no longer waits has taken its result in. */
function consumedEffects(run: RunRow, result: AdvanceResult): string[] {
  const awaited = new Set(
    result.state.tokens.flatMap((token) => {
      if (token.phase === 'working') return [token.wait];
      return token.phase === 'parked' && token.reminding?.wait !== undefined ? [token.reminding.wait] : [];
    }),
  );
  return (run.effects ?? []).flatMap(({ key, status }) => (status === 'done' && !awaited.has(key) ? [key] : []));
}

/**
 * One round is open at a time; others queue in the order of their ids. If the open one is closed, the next pass opens
 * the next one. One statement that did both would violate the unique index on open rounds.
 */
function roundsOf(run: RunRow, result: AdvanceResult, rules: Told['rules']) {
  const closed = new Set(result.closedRounds);
  const pending = (run.rounds ?? []).filter(({ status }) => status === 'open' || status === 'queued');
  const known = new Set((run.rounds ?? []).map(({ key }) => key));
  const changed: RunChange['changed_rounds'][number][] = pending
    .filter(({ key }) => closed.has(key))
    .map(({ id }) => ({ id, status: 'closed' }));
  const queue = pending.filter(({ key }) => !closed.has(key));
  let isFree = pending.every(({ status }) => status !== 'open');
  const first = queue[0];
  const opened: OpenedRound[] = [];
  if (isFree && first !== undefined) {
    changed.push({ id: first.id, status: 'open' });
    const { key, node_id: nodeId, visit, kind, due_at: dueAt } = first;
    opened.push({ key, nodeId, visit, kind, dueAt: isoTime(dueAt) });
    isFree = false;
  }
  const added = result.rounds
    .filter(({ key }) => !known.has(key))
    .map(({ key, nodeId, visit, review }, position) => ({
      position,
      key,
      node_id: nodeId,
      visit,
      kind: review.kind,
      artifact_id: review.artifactId,
      status: isFree && position === 0 ? ('open' as const) : ('queued' as const),
      due_at: isoTime(review.dueAt),
      needs: review.needs ?? null,
      missing_variables: review.variables ?? null,
      why: review.why ?? null,
      delivery: review.delivery ?? null,
      approvals_required: review.approvals ?? 1,
      queue: review.queue ?? null,
      rules,
    }));
  for (const { status, key, node_id: nodeId, visit, kind, due_at: dueAt } of added) {
    if (status === 'open') opened.push({ key, nodeId, visit, kind, dueAt });
  }
  return { changed, added, opened };
}

/**
 * True if another pass has to follow at once: this pass closes the open round while others queue, or it cancels
 * effects. Only the rows show which of the cancelled effects had begun before.
 */
export function needsAnotherPass(run: RunRow, change: RunChange): boolean {
  if (isTerminal(change.run.status)) return false;
  if (change.cancelled_effects.length > 0) return true;
  const closed = new Set(change.changed_rounds.filter(({ status }) => status === 'closed').map(({ id }) => id));
  const pending = (run.rounds ?? []).filter(({ status }) => status === 'open' || status === 'queued');
  const closesOpen = pending.some(({ id, status }) => status === 'open' && closed.has(id));
  return closesOpen && pending.length - closed.size + change.new_rounds.length > 0;
}

/** True if it requests effects or rounds, or takes some back: their rows are read again before the run continues. */
export function asksForMore({ effects, cancelled_effects, new_rounds, changed_rounds }: RunChange): boolean {
  return [effects, cancelled_effects, new_rounds, changed_rounds].some((list) => list.length > 0);
}

/** Temporal's clock may be behind the database's, which gave started_at. */
function completionTime(run: RunRow, result: AdvanceResult, now: number): number | null {
  return isTerminal(result.status) ? Math.max(now, run.started_at ?? now) : null;
}

function eventsOf(run: RunRow, result: AdvanceResult, now: number): EventRow[] {
  return result.events.map((intent) => {
    const { name, nodeId, visit, key } = intent;
    const data = name.startsWith('execution.') ? executionData(run, result, now) : nodeData(run, intent);
    return eventRow({ executionId: run.id, runKey: run.run_key, name, nodeId, visit, key }, data, new Date(now));
  });
}

/** Data of execution.* (OpenAPI document, webhooks; semantics 14.6.2 and 17.4.6). */
function executionData(run: RunRow, result: AdvanceResult, now: number): Record<string, Json> {
  return {
    workflow_execution_id: run.id,
    workflow_id: run.workflow_id,
    batch_execution_id: run.batch_id,
    external_reference: run.external_reference,
    execution_mode: run.execution_mode,
    status: result.status,
    review_status: result.reviewStatus,
    outcome: result.outcome,
    completed_at: isoTime(completionTime(run, result, now)),
    retry_count: run.retry_count === 0 ? null : run.retry_count,
    first_error_message: result.status === 'failed' ? result.firstErrorMessage : null,
  };
}

/** `data` of an event that a step raises, adverse_action.*. It has no execution_mode (OpenAPI document, webhooks). */
function nodeData(run: RunRow, { nodeId, data }: EventIntent): Record<string, Json> {
  return {
    workflow_execution_id: run.id,
    workflow_id: run.workflow_id,
    external_reference: run.external_reference,
    node_id: nodeId,
    ...data,
  };
}

function reportFilename(executionId: number, nodeId: string, visit: number): string {
  const node = nodeId.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  return `credit-report-${executionId}-${node}${visit === 1 ? '' : `-${visit}`}.pdf`;
}

function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
