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
 * The notices that an execution owes when it has ended. Source: semantics 10.15; 15 USC 1681m(a), 12 CFR 1002.9(a).
 *
 * 1. Denials are: a notice to be issued, a person's denial, and a choice whose outcome leads to no approval while
 *    another outcome leads to one.
 * 2. An approval that a denial led to cancels the denial. A notice that it led to covers it.
 * 3. A letter sent to a person settles every denial of that person that is not more severe.
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

/** Why a notice is overdue: it is owed, or the renderer has no font for it. */
export const WHY_OVERDUE = [...WHY_DUE, 'no_font'] as const;
export type WhyOverdue = (typeof WHY_OVERDUE)[number];

/** `consumer_report`: the subject of the decision is unknown, but there was a report (15 USC 1681m(a)). */
export const DUE_KINDS = ['tenant', 'credit', 'employment', 'consumer_report'] as const;

/** A type alias, so that it is plain JSON. */
export type NoticeDue = {
  /** Payload path of the person. */
  readonly applicant: string;
  readonly kind: (typeof DUE_KINDS)[number];
  /** RFC 3339. */
  readonly due_at: string;
  readonly why: WhyDue;
  /** The notice that was not sent, the choice that denied, or the last node of a run without a decision. */
  readonly node_id: string;
};

/**
 * A visit of an ended run. `output` may be only a part of the recorded one (`notices`, `action_taken`, `branch`,
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
  // One letter per application: the first denial of a person covers the others.
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

/** An application for credit is owed an answer even if nothing was decided (12 CFR 1002.9(a)(1)). */
function unanswered(run: EndedRun): NoticeDue[] {
  const { definition, useCase, mode, clock, payload, failed, outcome, endedAs } = run;
  if (mode !== 'live' || endedAs === 'completed' || outcome !== null) return [];
  if (!isOnCredit(definition, useCase, clock.defaultPurpose)) return [];
  const [last = definition.find((node) => isKind(node, 'ApplicantSource'))?.id ?? ''] = failed;
  const dueAt = isoTime(noticeDueAt('credit', clock.acceptedAt, payload));
  return [{ applicant: RUN_APPLICANT, kind: 'credit', due_at: dueAt, why: 'no_decision', node_id: last }];
}

/** The people who were sent a notice. */
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

/** True if the last notice of the step was sent. The first of two does not count. */
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
    // Nothing is decided, and so nobody denied, before the final one of two notices.
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

/** Denials of the run's applicant that led to no notice. */
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

/** The steps after the outcome that denied; undefined if this visit denied nobody. */
function denyingOutcome(visit: EndedVisit, { graph, outcome, endedAs }: EndedRun): readonly string[] | undefined {
  const node = graph.node(visit.node_id);
  if (node === undefined || !isKind(node, 'IfElse') || !isJsonObject(visit.output)) return undefined;
  const { fail_steps: fail = [], pass_steps: pass = [] } = node;
  const review = reviewOf(visit);
  if (review === 'denied') {
    // Nothing is decided before the final notice of employment.
    return outcome === 'denied' ? stepsAfter(node, 'denied', choiceOutput(visit.output)) : undefined;
  }
  // In a cancelled run, or one that approved after all, a branch taken by data alone was not yet a decision.
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

/** The purpose of the decision if no notice tells: that of the definition's notices, if there are any. */
function purposeOfRun(run: EndedRun): NoticePurpose | null {
  const known = purposeOfUseCase(run.useCase);
  if (known !== null) return known;
  const notice = run.definition.find((node) => isKind(node, 'AdverseAction'));
  return notice === undefined || !isKind(notice, 'AdverseAction')
    ? defaultPurpose(run)
    : purposeOfNotice(notice, run.useCase, defaultPurpose(run));
}

/** All visits with a chain of causes from the given one. */
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
