import type { NoticePurpose } from '../cascade/notice-request.ts';
import type { VisitRef } from '../cascade/conditions.ts';
import type { NodeBase } from '../cascade/definition.ts';
import type { Graph } from '../cascade/graph.ts';
import { choiceOutput, stepsAfter } from '../cascade/nodes/if-else.ts';
import { isKind } from '../cascade/registry.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ExecutionMode, Outcome } from '../states.ts';
import { isoTime } from '../time.ts';
import { visitKey } from './decided/notice-path.ts';
import { isOnCredit, noticeDueAt, purposeOfNotice, type NoticeClock } from './due-dates.ts';
import { noticePerson, RUN_APPLICANT } from './notice-person.ts';
import { purposeOfUseCase } from './purpose.ts';

/*
 * Which notices an execution owes when it has ended. Source: semantics 10.15; 15 USC 1681m(a), 12 CFR 1002.9(a).
 *
 * 1. Denials are: a notice that was to be issued, a person's denial, and a choice of which the outcome that was taken
 *    leads to no approval while another one does.
 * 2. A denial is taken back by an approval that came of it, and belongs to the notice that came of it.
 * 3. A letter that went out to a person settles every denial of that person that is no graver.
 */

export const WHY_DUE = [
  'no_notice_step',
  'draft_discarded',
  'step_failed',
  'step_stopped',
  'run_cancelled',
  'no_decision',
] as const;
export type WhyDue = (typeof WHY_DUE)[number];

/** Why a notice is past its day: it is owed, or no font of the renderer prints it. */
export const WHY_OVERDUE = [...WHY_DUE, 'no_font'] as const;
export type WhyOverdue = (typeof WHY_OVERDUE)[number];

/** `consumer_report`: nobody says what the decision was about, and a report was there (15 USC 1681m(a)). */
export const DUE_KINDS = ['tenant', 'credit', 'employment', 'consumer_report'] as const;

/** A type, so that it is plain JSON to the compiler too. */
export type NoticeDue = {
  /** Path of the person in the payload. */
  readonly applicant: string;
  readonly kind: (typeof DUE_KINDS)[number];
  /** RFC 3339. */
  readonly due_at: string;
  readonly why: WhyDue;
  /** The notice that did not go out, the choice that denied, or where a run ended that decided nothing. */
  readonly node_id: string;
};

/**
 * A visit of a run that has ended. The output may be a part of the recorded one (`notices`, `action_taken`, `branch`,
 * `review`).
 */
export interface EndedVisit extends VisitRef {
  readonly causes: readonly VisitRef[];
  readonly output: Json | null;
}

export interface EndedRun {
  readonly definition: readonly NodeBase[];
  readonly graph: Graph;
  readonly useCase: string | null;
  readonly mode: ExecutionMode;
  readonly payload: JsonObject;
  readonly clock: NoticeClock;
  readonly visits: readonly EndedVisit[];
  readonly failed: ReadonlySet<string>;
  readonly stopped: ReadonlySet<string>;
  readonly outcome: Outcome | null;
  readonly endedAs: 'completed' | 'failed' | 'cancelled';
  readonly isReport: (nodeId: string) => boolean;
}

interface Denial {
  readonly visit: VisitRef;
  readonly applicant: string;
  readonly purpose: NoticePurpose | null;
  readonly why: WhyDue;
  readonly isGrave: boolean;
}

export function noticesDue(run: EndedRun): readonly NoticeDue[] {
  const holdsReport = run.visits.some(({ node_id: id, output }) => output !== null && run.isReport(id));
  const sent = sentNotices(run);
  const due = [...unsentNotices(run), ...silentDenials(run)].filter(
    ({ purpose, applicant, isGrave }) =>
      (purpose === 'credit' || holdsReport) &&
      !sent.some((letter) => letter.applicant === applicant && (letter.isGrave || !isGrave)),
  );
  // One application, one letter: the first denial of a person stands for the others.
  const byPerson = Map.groupBy(due, ({ applicant }) => applicant);
  const owed = [...byPerson.values()].flatMap(([first]): NoticeDue[] => {
    if (first === undefined) return [];
    const { applicant, purpose, why, visit } = first;
    const dueAt = noticeDueAt(purpose, run.clock.acceptedAt, run.payload);
    return [{ applicant, kind: purpose ?? 'consumer_report', due_at: isoTime(dueAt), why, node_id: visit.node_id }];
  });
  const isAnswered = [...owed, ...sent].some(({ applicant }) => applicant === RUN_APPLICANT);
  return isAnswered ? owed : [...owed, ...unanswered(run)];
}

/** An application for credit is owed an answer though nothing decided about it (12 CFR 1002.9(a)(1)). */
function unanswered(run: EndedRun): NoticeDue[] {
  const { definition, useCase, mode, clock, payload, failed, outcome, endedAs } = run;
  if (mode !== 'live' || endedAs === 'completed' || outcome !== null) return [];
  if (!isOnCredit(definition, useCase, clock.defaultPurpose)) return [];
  const [last = definition.find((node) => isKind(node, 'ApplicantSource'))?.id ?? ''] = failed;
  const dueAt = isoTime(noticeDueAt('credit', clock.acceptedAt, payload));
  return [{ applicant: RUN_APPLICANT, kind: 'credit', due_at: dueAt, why: 'no_decision', node_id: last }];
}

/** The persons to whom a notice went out. */
export function notifiedApplicants(run: Pick<EndedRun, 'graph' | 'visits'>): readonly string[] {
  return [...new Set(sentNotices(run).map(({ applicant }) => applicant))];
}

function sentNotices({ graph, visits }: Pick<EndedRun, 'graph' | 'visits'>) {
  return visits.flatMap(({ node_id: id, output }) => {
    const applicant = applicantOf(graph, id);
    if (applicant === undefined || !isSent(output)) return [];
    return [{ applicant, isGrave: !isJsonObject(output) || output.action_taken !== 'other_action' }];
  });
}

/** The last notice of the step went out; the first of two fulfils nothing yet. */
function isSent(output: Json | null): boolean {
  return noticesOf(output).some(({ stage, status }) => stage !== 'pre_adverse' && status === 'sent');
}

function noticesOf(output: Json | null): readonly JsonObject[] {
  const notices = isJsonObject(output) ? output.notices : undefined;
  return Array.isArray(notices) ? notices.filter(isJsonObject) : [];
}

function applicantOf(graph: Graph, nodeId: string): string | undefined {
  const node = graph.node(nodeId);
  return node === undefined ? undefined : noticePerson(node);
}

function unsentNotices(run: EndedRun): Denial[] {
  const { graph, useCase, failed, stopped, endedAs } = run;
  return run.visits.flatMap(({ node_id, visit, output }) => {
    const node = graph.node(node_id);
    const applicant = applicantOf(graph, node_id);
    if (node === undefined || !isKind(node, 'AdverseAction') || applicant === undefined || isSent(output)) return [];
    const action = node.adverse_action?.action_taken ?? 'denied';
    // Until the final notice of two nothing is decided, and so nobody is denied.
    if (action === 'adverse_employment' && run.outcome !== 'denied') return [];
    const unlessDiscarded = failed.has(node_id) ? 'step_failed' : stopped.has(node_id) ? 'step_stopped' : undefined;
    const wasDiscarded = noticesOf(output).some(({ status }) => status === 'discarded');
    const why = wasDiscarded
      ? 'draft_discarded'
      : (unlessDiscarded ?? (endedAs === 'cancelled' ? 'run_cancelled' : 'draft_discarded'));
    const purpose = purposeOfNotice(node, useCase, defaultPurpose(run));
    return [{ visit: { node_id, visit }, applicant, purpose, why, isGrave: action !== 'other_action' }];
  });
}

/** Denials of the run's applicant of which no notice came. */
function silentDenials(run: EndedRun): Denial[] {
  const { graph, visits, failed, stopped, endedAs } = run;
  const followers = followersOf(visits);
  const isNotice = (id: string) => applicantOf(graph, id) === RUN_APPLICANT;
  return visits.flatMap((visit) => {
    const taken = denyingOutcome(visit, run);
    if (taken === undefined) return [];
    const after = followers(visit);
    if (after.some(({ node_id: id }) => isNotice(id))) return [];
    if (after.some((later) => isApproval(graph, later.node_id) || reviewOf(later) === 'approved')) return [];
    const ended = [...reachedBy(graph, taken)].filter((id) => failed.has(id) || stopped.has(id));
    const cutOff = [...reachedBy(graph, ended)].some(isNotice);
    const why = cutOff ? 'step_stopped' : endedAs === 'cancelled' ? 'run_cancelled' : 'no_notice_step';
    return [{ visit, applicant: RUN_APPLICANT, purpose: purposeOfRun(run), why, isGrave: true }];
  });
}

/** The steps after the outcome that denied; undefined if nobody was denied at this visit. */
function denyingOutcome(visit: EndedVisit, { graph, outcome, endedAs }: EndedRun): readonly string[] | undefined {
  const node = graph.node(visit.node_id);
  if (node === undefined || !isKind(node, 'IfElse') || !isJsonObject(visit.output)) return undefined;
  const { fail_steps: fail = [], pass_steps: pass = [] } = node;
  const review = reviewOf(visit);
  if (review === 'denied') {
    // Before the final notice of employment nothing is decided.
    return outcome === 'denied' ? stepsAfter(node, 'denied', choiceOutput(visit.output)) : undefined;
  }
  // In a run that was cancelled, or that approved after all, a branch that data alone took was no decision yet.
  if (endedAs === 'cancelled' || outcome === 'approved' || outcome === 'conditional') return undefined;
  if (visit.output.branch !== 'pass' && visit.output.branch !== 'fail') return undefined;
  const isPass = visit.output.branch === 'pass';
  const [taken, other] = isPass ? [pass, fail] : [fail, pass];
  return leadsToApproval(graph, other) && !leadsToApproval(graph, taken) ? taken : undefined;
}

function reviewOf({ output }: EndedVisit): Json | undefined {
  const review = isJsonObject(output) ? output.review : undefined;
  return isJsonObject(review) ? review.decision : undefined;
}

function leadsToApproval(graph: Graph, steps: readonly string[]): boolean {
  return [...reachedBy(graph, steps)].some((id) => isApproval(graph, id));
}

function reachedBy(graph: Graph, steps: readonly string[]): ReadonlySet<string> {
  return new Set(steps.flatMap((id) => [id, ...graph.reachable(id)]));
}

function isApproval(graph: Graph, id: string): boolean {
  const node = graph.node(id);
  return node !== undefined && isKind(node, 'Approve');
}

function defaultPurpose({ clock, mode }: EndedRun): NoticePurpose | null {
  return clock.defaultPurpose ?? (mode === 'test' ? 'tenant' : null);
}

/** What the decision is about, where no notice says so: that of the other notices, if there are any. */
function purposeOfRun(run: EndedRun): NoticePurpose | null {
  const known = purposeOfUseCase(run.useCase);
  if (known !== null) return known;
  const notice = run.definition.find((node) => isKind(node, 'AdverseAction'));
  return notice === undefined || !isKind(notice, 'AdverseAction')
    ? defaultPurpose(run)
    : purposeOfNotice(notice, run.useCase, defaultPurpose(run));
}

/** All visits with a chain of causes from one. */
function followersOf(visits: readonly EndedVisit[]): (from: VisitRef) => readonly EndedVisit[] {
  const next = new Map<string, EndedVisit[]>();
  for (const visit of visits) {
    for (const cause of visit.causes) {
      const known = next.get(visitKey(cause));
      if (known === undefined) next.set(visitKey(cause), [visit]);
      else known.push(visit);
    }
  }
  return (from) => {
    const found = new Map<string, EndedVisit>();
    const open = [...(next.get(visitKey(from)) ?? [])];
    for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
      const key = visitKey(visit);
      if (found.has(key)) continue;
      found.set(key, visit);
      open.push(...(next.get(key) ?? []));
    }
    return [...found.values()];
  };
}
