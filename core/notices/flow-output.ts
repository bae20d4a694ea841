import type { VisitRef } from '../cascade/conditions.ts';
import type { NoticeRequest, NoticeStage } from '../cascade/notice-request.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { PastVisit } from './decided/index.ts';

/*
 * The output of an adverse-action step: what its letter says, and its notices so far, one for each stage. Source:
 * semantics 10.1.
 */

/** What tells a letter from another one of the same node. */
export function saidBy({ reasons, statement, recipient }: NoticeRequest): JsonObject {
  return { reasons: [...reasons], statement, recipient };
}

/**
 * The earlier visit of this node that sent the same letter to the same person: one application, one letter, unless it
 * would say something else. `request`: the letter of this visit, asked for only if there was a visit before.
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
