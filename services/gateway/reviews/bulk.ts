import type { QueryConfig } from 'pg';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { catalogueReason } from '../../../core/notices/decided/index.ts';
import type { ReviewDecision, ReviewKind } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isUnavailable, OutcomeUnknownError } from '../../../platform/database/unavailable.ts';
import type { Idempotency } from '../http/idempotency/index.ts';
import type { SerialisedData } from '../http/serialised.ts';
import type { Auth } from '../services.ts';
import type { Audit } from '../http/audit.ts';
import { actOf, changeStatement, writeChange, type ReviewChange } from './change.ts';
import { planAssignment, planDecision } from './acts.ts';
import { refuseUntrueReasons } from './reason-codes.ts';
import { actOnSituation, readSituations, type Situation } from './situation.ts';

export const BULK_ACTIONS = ['approve', 'deny', 'assign_to_me'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const SKIP_REASONS = [
  'not_awaiting_review',
  'review_not_pending',
  'assigned_elsewhere',
  'live_mode_forbidden',
  'already_assigned',
  'already_approved',
  'address_not_confirmed',
  'not_found',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface BulkRequest {
  readonly executionIds: readonly number[];
  readonly action: BulkAction;
  readonly kind: ReviewKind;
  readonly note: string | null;
  /** For `approve` and `deny`, the reasons for each of the executions. */
  readonly reasons: readonly string[] | null;
}

interface BulkActing {
  readonly db: Database;
  readonly auth: Auth;
  readonly audit: Audit;
  readonly idempotency: Idempotency;
}

interface Skip {
  readonly reason: SkipReason;
  /** The way out, if the reason alone does not tell. */
  readonly message?: string;
}
type Result = 'applied' | 'enqueued' | Skip;

/**
 * Acts on many reviews, each in a transaction of its own, in the order of the ids. The number of round trips does not
 * depend on their number: one statement reads all, and the statements that change them are sent together. Each of these
 * writes only a review that is unchanged and not locked. Reviews that others have locked or changed meanwhile are
 * handled afterwards, each by itself with a lock. So a locked one delays no other.
 *
 * After a crash a repeat under the same key finds the parts that were committed. Source: semantics 9.7.
 */
export async function bulkReview(acting: BulkActing, request: BulkRequest): Promise<SerialisedData> {
  const { idempotency } = acting;
  const earlier = await idempotency.replay();
  if (earlier !== null) return earlier;
  const ids = [...new Set(request.executionIds)].sort((a, b) => a - b);
  // A code is checked against the reports of each execution, under its lock.
  const hasCodes = request.reasons?.some((reason) => catalogueReason(reason) !== undefined) === true;
  const results = hasCodes ? new Map<number, Result>() : await decideTogether(acting, ids, request);
  const left = ids.filter((id) => !results.has(id));
  const settled = await Promise.allSettled(left.map((id) => decideAlone(acting, id, request)));
  for (const [index, outcome] of settled.entries()) {
    const id = left[index];
    if (outcome.status === 'fulfilled' && id !== undefined) results.set(id, outcome.value);
  }
  try {
    const failed = settled.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return await idempotency.commit(() => Promise.resolve(summary(ids, results)));
  } catch (error) {
    const isPartial = isUnavailable(error) && [...results.values()].some(isDone);
    throw isPartial ? new OutcomeUnknownError(error) : error;
  }
}

/**
 * The results of the ids that nobody else had locked or changed. Throws OutcomeUnknownError if the connection is lost.
 */
async function decideTogether(
  { db, auth, audit, idempotency }: BulkActing,
  ids: readonly number[],
  request: BulkRequest,
): Promise<Map<number, Result>> {
  // In this order, so that a part committed in between is found and its id is not refused as decided by others.
  const situations = await readSituations(db.kysely, auth, ids);
  const parts = await idempotency.findParts(ids.map(String));
  const results = new Map<number, Result>();
  const statements: { readonly id: number; readonly result: Result; readonly query: QueryConfig }[] = [];
  for (const id of ids) {
    const situation = situations.get(id);
    const part = parts.get(String(id));
    if (part !== undefined) {
      results.set(id, resultOf(part));
    } else if (situation === undefined) {
      results.set(id, { reason: 'not_found' });
    } else {
      const planned = plan(situation, auth, request);
      if ('reason' in planned) results.set(id, planned);
      else
        statements.push({
          id,
          result: doneBy(planned),
          query: changeStatement(planned, auth, {
            part: idempotency.part(String(id)).answered({ result: doneBy(planned) }),
            audited: audit.row(actOf(planned)),
          }),
        });
    }
  }
  const written = statements.length === 0 ? [] : await db.writeStatements(statements.map(({ query }) => query));
  for (const [index, { id, result }] of statements.entries()) {
    const outcome = written[index];
    if (outcome?.status === 'fulfilled' && outcome.value.rows.length === 1) results.set(id, result);
    if (outcome?.status === 'rejected' && outcome.reason instanceof OutcomeUnknownError) throw outcome.reason;
  }
  return results;
}

async function decideAlone(
  { auth, audit, idempotency }: BulkActing,
  id: number,
  request: BulkRequest,
): Promise<Result> {
  try {
    const done = await idempotency.part(String(id)).commit((trx) =>
      actOnSituation(trx, auth, id, async (situation) => {
        const planned = plan(situation, auth, request);
        if ('reason' in planned) throw new Skipped(planned);
        await refuseUntrueReasons(trx, auth, situation, request.reasons ?? []);
        await writeChange(trx, auth, planned, audit.row(actOf(planned)));
        return { result: doneBy(planned) };
      }),
    );
    return resultOf(done.data());
  } catch (error) {
    if (error instanceof Skipped) return error.skip;
    const skip = error instanceof AppError ? skipOf(error) : undefined;
    if (skip === undefined) throw error;
    return skip;
  }
}

/** Rolls the part back, so that a repeat of the request tries this id again. */
class Skipped extends Error {
  override readonly name = 'Skipped';
  readonly skip: Skip;

  constructor(skip: Skip) {
    super(skip.reason);
    this.skip = skip;
  }
}

/** The change to write, or the reason why the id is skipped. */
function plan(situation: Situation, auth: Auth, { action, kind, note, reasons }: BulkRequest): ReviewChange | Skip {
  try {
    if (action === 'assign_to_me') {
      const claim = { assignee: auth.userId, note, force: false };
      return planAssignment(situation, auth, claim) ?? { reason: 'already_assigned' };
    }
    const decision = DECISIONS[action];
    return planDecision(situation, auth, {
      decision,
      note,
      nodeId: null,
      reviewId: null,
      reasons,
      variables: null,
      onlyFirstOf: kind,
    });
  } catch (error) {
    const skip = error instanceof AppError ? skipOf(error) : undefined;
    if (skip === undefined) throw error;
    return skip;
  }
}

const DECISIONS: Record<Exclude<BulkAction, 'assign_to_me'>, ReviewDecision> = { approve: 'approved', deny: 'denied' };
/** An approval that others have to join wakes no run. */
const doneBy = ({ decided }: ReviewChange) => (decided?.status === 'decided' ? 'enqueued' : 'applied');
/** The result as a part of the request has stored it. */
const resultOf = ({ result }: { readonly result?: unknown }) => (result === 'applied' ? 'applied' : 'enqueued');
const isDone = (result: Result) => result === 'applied' || result === 'enqueued';

/** A review that cannot be decided in the requested way stays pending: no other reason of a skip fits better. */
function skipOf({ code, details }: AppError): Skip | undefined {
  const reason = code === 'validation_failed' ? 'review_not_pending' : SKIP_REASONS.find((one) => one === code);
  if (reason === undefined) return undefined;
  const messages = details.map(({ field, message }) => (field === 'kind' ? message : `${field}: ${message}`));
  return { reason, ...(messages.length === 0 ? {} : { message: messages.join('; ') }) };
}

function summary(ids: readonly number[], results: ReadonlyMap<number, Result>): JsonObject {
  const skipped = ids.flatMap((id) => {
    const result = results.get(id);
    return typeof result === 'object' ? [{ id, ...result }] : [];
  });
  const count = (wanted: Result) => [...results.values()].filter((result) => result === wanted).length;
  return { object: 'bulk_review_result', applied: count('applied'), enqueued: count('enqueued'), skipped };
}
