import { optionalObject, optionalOneOf, optionalString } from '../definition/checks.ts';
import { ACTIONS_TAKEN, SEND_STRATEGIES, type AdverseActionNode } from '../definition/types.ts';
import { interpolate } from '../interpolate.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isMailAddress } from '../mail-address.ts';
import type { Aside, EffectRequest, Happening, NodeSpec, NoticeStage, Turn, VisitContext } from './contract.ts';
import { edgesOf, isoTime } from './edges.ts';
import { noticeRequest } from './notice-request.ts';
import { lookUp } from './scope.ts';

/** A notice whose e-mail was not accepted is tried again after these (api-decisions section 8); then the step fails. */
const RETRY_DELAYS_MS = [3_600_000, 21_600_000, 86_400_000] as const;

/**
 * Issues the notice: it is prepared, parked for a person where `draft_first` says so (the default), and mailed. The memo
 * says how far it is; the notice itself is in the output.
 * `adverse_employment` begins with the pre-adverse stage.
 * Source: api-decisions section 8; reference, "Events".
 */
export const adverseAction: NodeSpec<AdverseActionNode> = {
  schema: {
    type: 'object',
    description: 'Issues an adverse-action notice.',
    properties: {
      adverse_action: {
        type: 'object',
        properties: {
          recipient: { type: 'string', description: 'Address of the person; `{{variable}}` is interpolated.' },
          action_taken: { type: 'string', enum: [...ACTIONS_TAKEN], default: 'denied' },
          send_strategy: {
            type: 'string',
            enum: [...SEND_STRATEGIES],
            default: 'draft_first',
            description: '`draft_first` parks the notice for human review before sending.',
          },
          reason: { type: 'string', description: 'One sentence that the notice adds to the reasons.' },
          purpose: { type: 'string', enum: ['tenant', 'credit', 'employment'] },
          jurisdiction: { type: 'string', description: 'ISO 3166-2, such as `US-CA`.' },
        },
      },
    },
  },

  validate(node, at) {
    const wrong = optionalObject(node, 'adverse_action', at);
    const settings = node.adverse_action;
    if (!isJsonObject(settings)) return wrong;
    const path = `${at}.adverse_action`;
    return [
      ...optionalString(settings, 'recipient', path),
      ...optionalOneOf(settings, 'action_taken', path, ACTIONS_TAKEN),
      ...optionalOneOf(settings, 'send_strategy', path, SEND_STRATEGIES),
      ...optionalString(settings, 'reason', path),
      ...optionalOneOf(settings, 'purpose', path, ['tenant', 'credit', 'employment']),
      ...optionalString(settings, 'jurisdiction', path),
    ];
  },
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],

  start(node, visit) {
    const actionTaken = node.adverse_action?.action_taken ?? 'denied';
    const stage: NoticeStage = actionTaken === 'adverse_employment' ? 'pre_adverse' : 'single';
    const outcome = actionTaken === 'other_action' ? 'conditional' : 'denied';
    if (node.adverse_action === undefined) {
      const message = 'The node has no `adverse_action` settings.';
      return { do: 'fail', code: 'adverse_action_not_configured', message, aside: { outcome } };
    }
    const recipient = interpolate(node.adverse_action.recipient ?? '', (path) => lookUp(visit, path)).text.trim();
    if (!isMailAddress(recipient)) {
      const message = '`adverse_action.recipient` does not resolve to a mail address.';
      return { do: 'fail', code: 'recipient_unresolved', message, aside: { outcome } };
    }
    const notice = noticeRequest(node, visit, { stage, recipient, actionTaken });
    const memo: Memo = { step: 'prepare', stage, recipient, artifact_id: 0, sends: 0 };
    return {
      do: 'effect',
      request: { kind: 'notice', key: `${stage}:prepare`, operation: 'prepare', notice },
      memo: { ...memo },
      output: outputOf(node, notice.reasons, []),
      aside: { outcome, events: [event('triggered', node, memo)] },
    };
  },

  resume(node, visit, rawMemo, happened) {
    // The memo is our own: it was written by the turn before.
    const memo = rawMemo as Memo;
    switch (memo.step) {
      case 'prepare':
        return prepared(node, visit, memo, happened);
      case 'review':
        return reviewed(node, visit, memo, happened);
      case 'send':
        return sent(node, visit, memo, happened);
      case 'retry':
        return send(node, visit, memo);
      case 'discard':
        return discarded(node, visit, memo, happened);
    }
  },
};

type Memo = {
  readonly step: 'prepare' | 'review' | 'send' | 'retry' | 'discard';
  readonly stage: NoticeStage;
  readonly recipient: string;
  readonly artifact_id: number;
  /** How often it was handed to the mailer. */
  readonly sends: number;
};

function prepared(node: AdverseActionNode, visit: VisitContext, before: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
  const artifactId = happened.kind === 'effect_done' ? happened.result.artifact_id : undefined;
  if (typeof artifactId !== 'number') throw new Error('a prepared notice names its artifact');
  const memo: Memo = { ...before, artifact_id: artifactId };
  const output = withNotice(node, visit, {
    artifact_id: artifactId,
    stage: memo.stage,
    status: 'draft',
    message_id: null,
    sent_at: null,
  });
  if (node.adverse_action?.send_strategy === 'auto_send') return { ...send(node, visit, memo), output };
  return {
    do: 'park',
    review: { kind: 'notice', key: `${memo.stage}:review`, artifactId, dueAt: null },
    memo: { ...memo, step: 'review' },
    output,
    aside: { reviewEvents: [reviewEvent('adverse_action_drafted', node, memo)] },
  };
}

function reviewed(node: AdverseActionNode, visit: VisitContext, memo: Memo, happened: Happening): Turn {
  if (happened.kind !== 'decision') throw new Error(`a drafted notice does not wait for a ${happened.kind}`);
  if (happened.decision === 'approved') return send(node, visit, memo);
  const request: EffectRequest = {
    kind: 'notice',
    key: `${memo.stage}:discard`,
    operation: 'discard',
    artifact_id: memo.artifact_id,
  };
  return { do: 'effect', request, memo: { ...memo, step: 'discard' } };
}

function send(_node: AdverseActionNode, _visit: VisitContext, memo: Memo): Turn & { do: 'effect' } {
  const sends = memo.sends + 1;
  return {
    do: 'effect',
    request: {
      kind: 'notice',
      key: `${memo.stage}:send:${sends}`,
      operation: 'send',
      artifact_id: memo.artifact_id,
      recipient: memo.recipient,
    },
    memo: { ...memo, step: 'send', sends },
  };
}

function sent(node: AdverseActionNode, visit: VisitContext, memo: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return notAccepted(node, visit, memo, happened);
  if (happened.kind !== 'effect_done') throw new Error(`a notice does not wait for a ${happened.kind}`);
  const { message_id = null, sent_at = null } = happened.result;
  const notice = { artifact_id: memo.artifact_id, stage: memo.stage, status: 'sent', message_id, sent_at };
  return {
    do: 'finish',
    output: withNotice(node, visit, notice),
    next: node.next_step ?? [],
    aside: { events: [event('completed', node, memo)], reviewEvents: [reviewEvent('adverse_action_sent', node, memo)] },
  };
}

/** `.retry_scheduled` is for the single and the final notice; a pre-adverse one is retried without it. */
function notAccepted(
  node: AdverseActionNode,
  visit: VisitContext,
  memo: Memo,
  failure: Happening & { kind: 'effect_failed' },
): Turn {
  const failed = event('failed', node, memo, { key: `send:${memo.sends}` });
  const delayMs = RETRY_DELAYS_MS[memo.sends - 1];
  if (delayMs === undefined) return { ...failure, do: 'fail', aside: { events: [failed] } };
  const until = visit.now + delayMs;
  const retry = event('retry_scheduled', node, memo, {
    key: `send:${memo.sends}`,
    data: { next_attempt_at: isoTime(until) },
  });
  const events = memo.stage === 'pre_adverse' ? [failed] : [failed, retry];
  return { do: 'sleep', until, memo: { ...memo, step: 'retry' }, aside: { events } };
}

function discarded(node: AdverseActionNode, visit: VisitContext, memo: Memo, happened: Happening): Turn {
  if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
  const notice = {
    artifact_id: memo.artifact_id,
    stage: memo.stage,
    status: 'discarded',
    message_id: null,
    sent_at: null,
  };
  return {
    do: 'finish',
    output: withNotice(node, visit, notice),
    next: node.next_step ?? [],
    aside: { reviewEvents: [reviewEvent('adverse_action_skipped', node, memo)] },
  };
}

function outputOf(node: AdverseActionNode, reasons: readonly string[], notices: readonly JsonObject[]): JsonObject {
  const actionTaken = node.adverse_action?.action_taken ?? 'denied';
  return { action_taken: actionTaken, reasons: [...reasons], notices: [...notices] };
}

/** The output so far, with the notice of this stage replaced. */
function withNotice(node: AdverseActionNode, visit: VisitContext, notice: JsonObject): JsonObject {
  const before = visit.outputs.get(node.id);
  const { reasons = [], notices = [] } = isJsonObject(before) ? before : {};
  const others = (Array.isArray(notices) ? notices : []).filter(
    (other): other is JsonObject => isJsonObject(other) && other.stage !== notice.stage,
  );
  return outputOf(node, Array.isArray(reasons) ? reasons.filter(isText) : [], [...others, notice]);
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function event(
  what: 'triggered' | 'completed' | 'failed' | 'retry_scheduled',
  node: AdverseActionNode,
  memo: Memo,
  more: { readonly key?: string; readonly data?: JsonObject } = {},
): NonNullable<Aside['events']>[number] {
  return {
    name: `adverse_action.${what}`,
    key: more.key === undefined ? memo.stage : `${memo.stage}:${more.key}`,
    data: {
      node_id: node.id,
      action_taken: node.adverse_action?.action_taken ?? 'denied',
      stage: memo.stage,
      notice_artifact_id: memo.artifact_id === 0 ? null : memo.artifact_id,
      ...more.data,
    },
  };
}

function reviewEvent(
  type: 'adverse_action_drafted' | 'adverse_action_sent' | 'adverse_action_skipped',
  node: AdverseActionNode,
  memo: Memo,
): NonNullable<Aside['reviewEvents']>[number] {
  return { type, key: memo.stage, metadata: { node_id: node.id, stage: memo.stage, artifact_id: memo.artifact_id } };
}
