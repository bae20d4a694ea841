import { asJsonObject, isJsonObject, type JsonObject } from '../json.ts';
import type { Outcome } from '../states.ts';
import { isoTime } from '../time.ts';
import type {
  EffectRequest,
  Happening,
  NoticeFlow as NodeFlow,
  NoticeTurns,
  ReviewRequest,
  Turn,
} from '../cascade/contract.ts';
import { LETTER_NEEDS, type NoticeFacts, type NoticeRequest, type NoticeStage } from '../cascade/notice-request.ts';
import type { Decided } from '../cascade/decided.ts';
import type { RunSoFar } from './decided/index.ts';
import { isAnotherPersons, isUndeliverable, UNDELIVERABLE } from './delivery.ts';
import { noticeEvent, reviewEvent } from './flow-events.ts';
import { noticeOf, saidBy, sentBefore, withNotice } from './flow-output.ts';
import { givenAddressee } from './parties.ts';
import { purposeOfUseCase } from './purpose.ts';
import { noticeRequest } from './request.ts';

/*
 * The turns of an adverse-action notice: it is prepared, parked for a person unless it is sent automatically, and
 * delivered. Adverse employment action takes two notices with a waiting period in between. The memo holds the progress,
 * the output the notices so far.
 *
 * 1. A stage is prepared, drafted and delivered, in this order. The second stage begins after the waiting period.
 * 2. `adverse_action.completed` is emitted once, after the last notice was accepted by the mail server or posted.
 * 3. The final notice repeats the reasons of the first one, whatever the run has learned since (15 USC 1681b(b)(3)).
 * 4. Discarding a notice ends the flow: after a discarded pre-adverse notice there is no final one.
 *
 * Source: semantics 10.1 and 12.5.
 */

/**
 * Delays before an e-mail that was not accepted is tried again (semantics 12.5.1); after the last one, the step fails.
 */
const RETRY_DELAYS_MS = [3_600_000, 21_600_000, 86_400_000] as const;

/** Failures that a later attempt would not avoid. */
const FINAL_CODES = ['email_not_configured', 'notice_not_stored', 'notice_not_rendered'];

type Memo = {
  readonly step:
    'prepare' | 'reasons' | 'variables' | 'review' | 'date' | 'post' | 'send' | 'retry' | 'discard' | 'waiting';
  readonly stage: NoticeStage;
  readonly recipient: string;
  readonly artifact_id: number;
  /** Number of e-mails tried in this stage. */
  readonly sends: number;
  /** Makes the keys of effects and rounds unique within the visit. */
  readonly turns: number;
  /** A reviewer's reasons, if the notice could not be compiled without them. */
  readonly reasons: string[] | null;
  /** Values that a person gave for variables, name or address, by path. Null until one is given. */
  readonly variables: Readonly<Record<string, string>> | null;
  /** The basis of the first of two notices, which the final one repeats. Null if there is no first one yet. */
  readonly first: { readonly decided: JsonObject; readonly statement: string | null } | null;
  readonly delivery: 'email' | 'post';
  /** When the draft is due, in milliseconds since the epoch. */
  readonly due_at: number | null;
};

/** For a draft that waits for a person: true if it will go by post after its approval. */
export function isDraftByPost(memo: JsonObject): boolean {
  return memo.delivery === 'post';
}

interface NoticeFlow extends NodeFlow {
  readonly request: (facts: NoticeFacts) => NoticeRequest;
}

export function noticeTurns(run: () => RunSoFar): NoticeTurns {
  const withRequest = (flow: NodeFlow): NoticeFlow => ({ ...flow, request: (facts) => noticeRequest(run(), facts) });
  return {
    start(node, recipient, outcome) {
      const flow = withRequest(node);
      // The account's default purpose is not known here; preparing the notice checks it again.
      const purpose = node.facts.purpose ?? purposeOfUseCase(node.visit.workflow.useCase);
      if (purpose !== null && isUndeliverable(recipient, purpose)) {
        return { do: 'fail', ...UNDELIVERABLE, aside: { outcome } };
      }
      const memo = firstMemo(flow, recipient);
      const { stage } = memo;
      const earlier = sentBefore({ node_id: flow.nodeId, visit: flow.visit.visit }, run().history, () =>
        flow.request({ ...flow.facts, stage, recipient }),
      );
      if (earlier === undefined) return prepareNotice(flow, memo, outcome);
      const output = { ...earlier.output, repeats_visit: earlier.visit };
      return { do: 'finish', output, next: flow.next, aside: { outcome } };
    },
    // The memo is our own: the previous turn wrote it.
    resume: (node, memo, happened) => continueNotice(withRequest(node), memo as Memo, happened),
  };
}

/** Adverse employment action based on reports takes two notices. */
function firstMemo({ actionTaken, facts, request }: NoticeFlow, recipient: string): Memo {
  const restsOnReports = () => request({ ...facts, stage: 'pre_adverse', recipient }).product_codes.length > 0;
  const isTwoStep = actionTaken === 'adverse_employment' && restsOnReports();
  return {
    step: 'prepare',
    stage: isTwoStep ? 'pre_adverse' : 'single',
    recipient,
    artifact_id: 0,
    sends: 0,
    turns: 0,
    reasons: null,
    variables: null,
    first: null,
    delivery: 'email',
    due_at: null,
  };
}

/** `begins`: the outcome; set for the first notice of the visit. */
function prepareNotice(flow: NoticeFlow, memo: Memo, begins?: Outcome): Turn {
  const { stage, recipient, turns, reasons, variables } = memo;
  const { applicant } = flow.facts;
  const facts =
    variables === null
      ? flow.facts
      : { ...flow.factsWith(variables), givenAddressee: givenAddressee(applicant, variables) };
  // Results of other branches since then change nothing: the person has answered the first notice and its reports.
  const frozen = stage === 'final' ? frozenFacts(memo) : {};
  const notice = flow.request({ ...facts, ...frozen, stage, recipient, givenReasons: reasons ?? [] });
  const request: EffectRequest = { kind: 'notice', key: `${stage}:prepare:${turns}`, operation: 'prepare', notice };
  const isFirst = begins !== undefined;
  // A pre-adverse letter says that nothing is decided yet, so no outcome is recorded.
  const outcome = stage === 'pre_adverse' ? undefined : (begins ?? outcomeOf(flow));
  return {
    do: 'effect',
    request,
    memo: {
      ...memo,
      step: 'prepare',
      turns: turns + 1,
      first: stage === 'pre_adverse' ? frozenBy(notice) : memo.first,
    },
    output: isFirst
      ? { action_taken: flow.actionTaken, ...saidBy(notice), notices: [] }
      : { ...outputOf(flow), ...saidBy(notice) },
    aside: {
      ...(outcome === undefined ? {} : { outcome }),
      ...(isFirst ? { events: [noticeEvent('triggered', flow, memo)] } : {}),
    },
  };
}

function outcomeOf({ actionTaken }: NoticeFlow): Outcome {
  return actionTaken === 'other_action' ? 'conditional' : 'denied';
}

function frozenBy({ decided, statement }: NoticeRequest): Memo['first'] {
  return { decided: asJsonObject(decided), statement };
}

function frozenFacts({ first }: Memo): Partial<Pick<NoticeFacts, 'decided' | 'statement'>> {
  return first === null ? {} : { decided: first.decided as unknown as Decided, statement: first.statement };
}

function continueNotice(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  switch (memo.step) {
    case 'prepare':
      return prepared(flow, memo, happened);
    case 'reasons':
      return reasonsGiven(flow, memo, happened);
    case 'variables':
      return valuesGiven(flow, memo, happened);
    case 'review':
      return reviewed(flow, memo, happened);
    case 'date':
      return dated(memo, happened);
    case 'post':
      return posted(flow, memo, happened);
    case 'send':
      return sent(flow, memo, happened);
    case 'retry':
      return send(memo, flow);
    case 'discard':
      return discarded(flow, memo, happened);
    case 'waiting':
      return prepareNotice(flow, { ...memo, stage: 'final', artifact_id: 0, sends: 0 });
  }
}

function prepared(flow: NoticeFlow, before: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
  if (happened.kind !== 'effect_done') throw new Error(`a notice is not prepared by a ${happened.kind}`);
  const { artifact_id: artifactId, purpose = null, purpose_source: source = null } = happened.result;
  const { delivery, due_at: dueAt } = happened.result;
  const memo: Memo = {
    ...before,
    delivery: delivery === 'post' ? 'post' : 'email',
    due_at: typeof dueAt === 'string' ? Date.parse(dueAt) : null,
  };
  const output = { ...outputOf(flow), purpose, purpose_source: source };
  // Only information from third parties decided, not from consumer reporting agencies.
  if (happened.result.single === true) return prepareNotice(flow, { ...memo, stage: 'single' });
  const needs = LETTER_NEEDS.find((need) => need === happened.result.needs);
  if (needs === 'reasons') return { ...park(memo, needs, { kind: 'notice', artifactId: null, needs }), output };
  if (needs !== undefined) {
    const { variables } = happened.result;
    const paths = (Array.isArray(variables) ? variables : []).filter((path) => typeof path === 'string');
    return { ...park(memo, 'variables', { kind: 'notice', artifactId: null, needs, variables: paths }), output };
  }
  if (typeof artifactId !== 'number') throw new Error('a prepared notice names its artifact');
  const drafted: Memo = { ...memo, artifact_id: artifactId };
  const withDraft = withNotice(output, noticeOf(drafted, 'draft'));
  // Such a letter may tell one person about another, so a person has to check it.
  const isAnothers = isAnotherPersons(flow.visit.payload, flow.facts.applicant, drafted.recipient);
  const why = isAnothers ? 'other_person' : whyOf(happened.result);
  if (flow.isAutomatic && why === undefined) return { ...deliver(flow, drafted), output: withDraft };
  return {
    ...park(drafted, 'review', { kind: 'notice', artifactId, ...(why === undefined ? {} : { why }) }),
    output: withDraft,
    aside: { reviewEvents: [reviewEvent('adverse_action_drafted', flow, drafted)] },
  };
}

/** A finding of the letter's preparation that requires a person to look at it. */
function whyOf({ second_look: secondLook, report_corrected: isCorrected }: JsonObject) {
  if (isCorrected === true) return 'report_corrected';
  return secondLook === true ? 'free_text_only' : undefined;
}

function reasonsGiven(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  const { decision, reasons } = decisionOf(happened);
  if (decision === 'approved') {
    // Without reasons the notice still cannot be compiled, and is parked again.
    return prepareNotice(flow, { ...memo, reasons: reasons.length === 0 ? memo.reasons : [...reasons] });
  }
  const aside = { reviewEvents: [reviewEvent('adverse_action_skipped', flow, memo)] };
  return { do: 'finish', output: outputOf(flow), next: flow.next, aside };
}

function valuesGiven(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  const { decision, variables } = decisionOf(happened);
  // If a value is still missing, the notice is parked again.
  if (decision === 'approved') return prepareNotice(flow, { ...memo, variables: { ...memo.variables, ...variables } });
  const aside = { reviewEvents: [reviewEvent('adverse_action_skipped', flow, memo)] };
  return { do: 'finish', output: outputOf(flow), next: flow.next, aside };
}

function reviewed(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  return decisionOf(happened).decision === 'approved' ? deliver(flow, memo) : discard(memo);
}

function posted(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  const { decision, posted: post, decidedAt } = decisionOf(happened);
  if (decision === 'denied') return discard(memo);
  const sentAt = post === null ? isoTime(decidedAt) : post.date;
  return completed(flow, memo, { ...noticeOf(memo, 'sent'), sent_at: sentAt, carrier: post?.carrier ?? null });
}

function deliver(flow: NoticeFlow, memo: Memo): Turn {
  if (memo.delivery !== 'post') return send({ ...memo, sends: 0 }, flow);
  const { stage, artifact_id, turns } = memo;
  return {
    do: 'effect',
    request: { kind: 'notice', key: `${stage}:date:${turns}`, operation: 'date', artifact_id },
    memo: { ...memo, step: 'date', turns: turns + 1 },
  };
}

/** The letter has today's date and is ready to be posted. */
function dated(memo: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
  return park(memo, 'post', { kind: 'notice', artifactId: memo.artifact_id, delivery: 'post' });
}

/** Hands the notice to the mailer. `isRepeat`: the previous e-mail again, which is not counted twice. */
function send(memo: Memo, flow: NoticeFlow, isRepeat = false): Turn {
  const { stage, artifact_id, recipient, turns, due_at: dueAt } = memo;
  const sends = isRepeat ? memo.sends : memo.sends + 1;
  const { jurisdiction, waitingPeriod } = flow.facts;
  return {
    do: 'effect',
    request: {
      kind: 'notice',
      key: `${stage}:send:${turns}`,
      operation: 'send',
      artifact_id,
      recipient,
      jurisdiction,
      waiting_period: waitingPeriod,
      due_at: dueAt === null ? null : isoTime(dueAt),
    },
    memo: { ...memo, step: 'send', sends, turns: turns + 1 },
  };
}

function sent(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return notAccepted(flow, memo, happened);
  if (happened.kind !== 'effect_done') throw new Error(`a notice does not wait for a ${happened.kind}`);
  const { result } = happened;
  // The draft had another date and was rendered again with today's.
  if (result.send_again === true) return send(memo, flow, true);
  if (typeof result.deferred_until === 'string') {
    const until = Math.max(flow.visit.now, Date.parse(result.deferred_until));
    return { do: 'sleep', until, memo: { ...memo, step: 'retry', sends: memo.sends - 1 } };
  }
  const { message_id = null, sent_at = null, decide_at: decideAt, mail_artifact_id } = result;
  // For an account without production access, the e-mail is a file and reached nobody.
  const file: JsonObject = mail_artifact_id === undefined ? {} : { mail_artifact_id };
  const notice = { ...noticeOf(memo, 'sent'), message_id, sent_at, ...file };
  if (memo.stage !== 'pre_adverse') return completed(flow, memo, notice);
  const output = { ...withNotice(outputOf(flow), notice), waiting_ends_at: decideAt ?? null };
  const aside = { reviewEvents: [reviewEvent('adverse_action_sent', flow, memo)] };
  const until = typeof decideAt === 'string' && !flow.visit.execution.skipWaits ? Date.parse(decideAt) : flow.visit.now;
  return { do: 'sleep', until, memo: { ...memo, step: 'waiting' }, output, aside };
}

function completed(flow: NoticeFlow, memo: Memo, notice: JsonObject): Turn {
  return {
    do: 'finish',
    output: withNotice(outputOf(flow), notice),
    next: flow.next,
    aside: {
      events: [noticeEvent('completed', flow, memo)],
      reviewEvents: [reviewEvent('adverse_action_sent', flow, memo)],
    },
  };
}

/** `.retry_scheduled` is emitted for the single and the final notice only; a pre-adverse one is retried without it. */
function notAccepted(flow: NoticeFlow, memo: Memo, failure: Happening & { kind: 'effect_failed' }): Turn {
  const failed = noticeEvent('failed', flow, memo, { key: `send:${memo.sends}` });
  const delayMs = FINAL_CODES.includes(failure.code) ? undefined : RETRY_DELAYS_MS[memo.sends - 1];
  if (delayMs === undefined) return { ...failure, do: 'fail', aside: { events: [failed] } };
  const until = flow.visit.now + delayMs;
  const data = { next_attempt_at: isoTime(until) };
  const retry = noticeEvent('retry_scheduled', flow, memo, { key: `send:${memo.sends}`, data });
  const events = memo.stage === 'pre_adverse' ? [failed] : [failed, retry];
  return { do: 'sleep', until, memo: { ...memo, step: 'retry' }, aside: { events } };
}

function discard(memo: Memo): Turn {
  const { stage, artifact_id, turns } = memo;
  return {
    do: 'effect',
    request: { kind: 'notice', key: `${stage}:discard:${turns}`, operation: 'discard', artifact_id },
    memo: { ...memo, step: 'discard', turns: turns + 1 },
  };
}

function discarded(flow: NoticeFlow, memo: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
  return {
    do: 'finish',
    output: withNotice(outputOf(flow), noticeOf(memo, 'discarded')),
    next: flow.next,
    aside: { reviewEvents: [reviewEvent('adverse_action_skipped', flow, memo)] },
  };
}

function park(
  memo: Memo,
  step: 'reasons' | 'variables' | 'review' | 'post',
  review: Omit<ReviewRequest, 'key' | 'dueAt'>,
): Turn & { do: 'park' } {
  const key = `${memo.stage}:${step}:${memo.turns}`;
  return {
    do: 'park',
    review: { ...review, key, dueAt: memo.due_at },
    memo: { ...memo, step, turns: memo.turns + 1 },
  };
}

function decisionOf(happened: Happening) {
  if (happened.kind !== 'decision') throw new Error(`a drafted notice does not wait for a ${happened.kind}`);
  return happened;
}

function outputOf({ visit, nodeId, actionTaken }: NoticeFlow): JsonObject {
  const before = visit.outputs.get(nodeId);
  return isJsonObject(before) ? before : { action_taken: actionTaken, reasons: [], notices: [] };
}
