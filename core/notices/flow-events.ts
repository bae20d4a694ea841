import type { JsonObject } from '../json.ts';
import type { Aside } from '../cascade/contract.ts';
import type { NoticeStage } from '../cascade/notice-request.ts';

/** The events of an adverse-action step, and its review events. Source: semantics 14.6.2. */

/** The notice being prepared or delivered. `artifact_id` is 0 until there is a PDF. */
interface LetterInHand {
  readonly stage: NoticeStage;
  readonly artifact_id: number;
}

export function noticeEvent(
  what: 'triggered' | 'completed' | 'failed' | 'retry_scheduled',
  { nodeId, actionTaken }: { readonly nodeId: string; readonly actionTaken: string },
  memo: LetterInHand,
  more: { readonly key?: string; readonly data?: JsonObject } = {},
): NonNullable<Aside['events']>[number] {
  return {
    name: `adverse_action.${what}`,
    key: more.key === undefined ? memo.stage : `${memo.stage}:${more.key}`,
    data: {
      node_id: nodeId,
      action_taken: actionTaken,
      stage: memo.stage,
      notice_artifact_id: memo.artifact_id === 0 ? null : memo.artifact_id,
      ...more.data,
    },
  };
}

export function reviewEvent(
  type: 'adverse_action_drafted' | 'adverse_action_sent' | 'adverse_action_skipped',
  { nodeId }: { readonly nodeId: string },
  { stage, artifact_id }: LetterInHand,
): NonNullable<Aside['reviewEvents']>[number] {
  return {
    type,
    key: stage,
    metadata: { node_id: nodeId, stage, artifact_id: artifact_id === 0 ? null : artifact_id },
  };
}
