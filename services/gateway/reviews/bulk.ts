import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ReviewDecision, ReviewKind } from '../../../core/states.ts';
import { isUnavailable, OutcomeUnknownError } from '../../../platform/database/unavailable.ts';
import type { Commit } from '../http/commit.ts';
import type { SerialisedData } from '../http/serialised.ts';
import type { Auth } from '../services.ts';
import { claimReview, decideReview } from './records.ts';

export const BULK_ACTIONS = ['approve', 'deny', 'assign_to_me'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const SKIP_REASONS = [
  'not_awaiting_review',
  'review_not_pending',
  'assigned_elsewhere',
  'live_mode_forbidden',
  'already_assigned',
  'not_found',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface BulkRequest {
  readonly executionIds: readonly number[];
  readonly action: BulkAction;
  readonly kind: ReviewKind;
  readonly note: string | null;
}

type Result = 'applied' | 'enqueued' | SkipReason;

/**
 * Acts on many reviews, each in a transaction of its own, begun in the order of the ids and run side by side, so that one
 * that is locked holds up no other. After a crash a repeat under the same key finds the parts that were committed.
 * Source: reference, "Trigger, review and batch request shapes"; semantics 9.
 */
export async function bulkReview(auth: Auth, commit: Commit, request: BulkRequest): Promise<SerialisedData> {
  const earlier = await commit.replay();
  if (earlier !== null) return earlier;
  const ids = [...new Set(request.executionIds)].sort((a, b) => a - b);
  const settled = await Promise.allSettled(ids.map((id) => actOn(auth, commit, id, request)));
  const failed = settled.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    const isPartial = isUnavailable(failed.reason) && settled.some(({ status }) => status === 'fulfilled');
    throw isPartial ? new OutcomeUnknownError(failed.reason) : failed.reason;
  }
  const results = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return commit(() => Promise.resolve(summary(ids, results)));
}

function summary(ids: readonly number[], results: readonly Result[]): JsonObject {
  const skipped = ids.flatMap((id, index) => {
    const reason = SKIP_REASONS.find((one) => one === results[index]);
    return reason === undefined ? [] : [{ id, reason }];
  });
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  return { object: 'bulk_review_result', applied: count('applied'), enqueued: count('enqueued'), skipped };
}

const DECISIONS: Record<Exclude<BulkAction, 'assign_to_me'>, ReviewDecision> = { approve: 'approved', deny: 'denied' };

async function actOn(auth: Auth, commit: Commit, id: number, { action, kind, note }: BulkRequest): Promise<Result> {
  try {
    if (action === 'assign_to_me') {
      const { isChanged } = await commit.part(String(id), async (trx) => ({
        isChanged: await claimReview(trx, auth, id, note),
      }));
      return isChanged === true ? 'applied' : 'already_assigned';
    }
    await commit.part(String(id), async (trx) => {
      const decision = DECISIONS[action];
      await decideReview(trx, auth, id, { decision, note, nodeId: null, reasons: null, onlyFirstOf: kind });
      return {};
    });
    return 'enqueued';
  } catch (error) {
    const reason = error instanceof AppError ? SKIP_REASONS.find((one) => one === error.code) : undefined;
    if (reason === undefined) throw error;
    return reason;
  }
}
