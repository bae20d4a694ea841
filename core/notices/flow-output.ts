import type { VisitRef } from '../cascade/conditions.ts';
import type { NoticeRequest, NoticeStage } from '../cascade/notice-request.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { PastVisit } from './decided/index.ts';

/*
 * The output of an adverse-action step: the content of its letter, and its notices so far, one per stage. Source:
 * semantics 10.1.
 */

/** The content that distinguishes two letters of one node. */
export function saidBy({ reasons, statement, recipient }: NoticeRequest): JsonObject {
  return { reasons: [...reasons], statement, recipient };
}

/**
 * The earlier visit of this node that sent the same letter to the same person: an application gets one letter, unless
 * its content changes. `request` gives the letter of this visit; it is called only if there was an earlier visit.
 */
export function sentBefore(
  { node_id: node, visit: current }: VisitRef,
  history: readonly PastVisit[],
  request: () => NoticeRequest,
): { readonly visit: number; readonly output: JsonObject } | undefined {
  const before = history.filter(({ nodeId, visit }) => nodeId === node && visit < current);
  if (before.length === 0) return undefined;
  const letter = JSON.stringify(saidBy(request()));
  for (const { visit, output } of before) {
    if (!isJsonObject(output) || !Array.isArray(output.notices)) continue;
    const isSent = output.notices.some((notice) => isJsonObject(notice) && notice.status === 'sent');
    const { reasons, statement = null, recipient = null } = output;
    if (isSent && JSON.stringify({ reasons, statement, recipient }) === letter) return { visit, output };
  }
  return undefined;
}

export function noticeOf(
  { artifact_id, stage }: { readonly artifact_id: number; readonly stage: NoticeStage },
  status: 'draft' | 'sent' | 'discarded',
): JsonObject {
  return { artifact_id, stage, status, message_id: null, sent_at: null };
}

/** The output with the notice of this stage replaced. */
export function withNotice(output: JsonObject, notice: JsonObject): JsonObject {
  const notices: readonly Json[] = Array.isArray(output.notices) ? output.notices : [];
  const others = notices.filter((other) => isJsonObject(other) && other.stage !== notice.stage);
  return { ...output, notices: [...others, notice] };
}
