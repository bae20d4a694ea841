import { unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import { AppError } from '../../../core/errors.ts';
import { seenInReview } from '../../../core/explanation/seen.ts';
import { catalogueReason, codeFault, trueCodes, type Seen } from '../../../core/notices/decided/index.ts';
import { isInsufficientReason } from '../../../core/insufficient.ts';
import { hasBraces, namesNoFact, reportedFacts } from '../../../core/notices/insufficient.ts';
import { visitKey } from '../../../core/notices/decided/notice-path.ts';
import type { Reports } from '../../../core/notices/decided/reasons.ts';
import { MAX_WORK_OF_RUN, Work } from '../../../core/work.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { lastPrepared } from './prepared.ts';
import type { Situation } from './situation.ts';

/**
 * Refuses reasons that no letter may have. These are texts without a fact or too general for Regulation B, false
 * statements about a report, and codes whose predicate fails. A predicate is evaluated on the reports that the reviewer
 * sees. It also depends on the side on which a value lies by the conditions that read it. In a round about a person
 * these are the conditions of the step under review. In one about a notice they are those of the choices that decided.
 * Throws `validation_failed`; only callers who may read the reports get their content. Source: semantics 9.6.
 */
export async function refuseUntrueReasons(
  trx: Queryable,
  auth: Pick<Auth, 'scopes'>,
  { id: executionId, pending: [round] }: Pick<Situation, 'id' | 'pending'>,
  reasons: readonly string[],
): Promise<void> {
  refuseVague(reasons);
  const isOfReports = (reason: string) => catalogueReason(reason) !== undefined || reportedFacts(reason).length > 0;
  if (round === undefined || !reasons.some(isOfReports)) return;
  const definition = unpack(
    await trx
      .selectFrom('execution as e')
      .innerJoin('workflow_version as v', (join) =>
        join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
      )
      .select(['v.definition', pinnedProducts('e.account_id', 'v.products').as('products')])
      .where('e.id', '=', executionId)
      .executeTakeFirstOrThrow(),
  );
  const steps = await trx
    .selectFrom('step')
    .select(['node_id', 'visit', 'output'])
    .where('execution_id', '=', executionId)
    .where('output', 'is not', null)
    .orderBy('sequence')
    .execute();
  const deciding = round.kind === 'decision' ? [] : await decidingVisits(trx, executionId, round.nodeId);
  const { seen, reports } = seenInReview({ definition, steps }, { ...round, deciding }, new Work(MAX_WORK_OF_RUN));
  const mayRead = auth.scopes.has('executions:read:full');
  const details = reasons.flatMap((reason, index) => {
    const fault = codeFault(reason, seen, reports) ?? textFault(reason, seen, reports);
    if (fault === null) return [];
    const why = mayRead ? `: ${fault}; ${whatIsTrue(seen, reports)}` : `; ${UNTOLD}`;
    return [{ field: `reasons[${index}]`, message: `${reason} is not true of the reports of this execution${why}` }];
  });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

function refuseVague(reasons: readonly string[]): void {
  const details = reasons.flatMap((reason, index) => {
    if (hasBraces(reason)) return [{ field: `reasons[${index}]`, message: NO_VARIABLE }];
    const isVague = catalogueReason(reason) === undefined && (namesNoFact(reason) || isInsufficientReason(reason));
    const message = 'is no specific reason (12 CFR 1002.9(b)(2)): name the fact, or give a code of the catalogue';
    return isVague ? [{ field: `reasons[${index}]`, message }] : [];
  });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

const NO_VARIABLE = 'must not hold {{ or }}: variables are not filled in here';

/** The fault of a text that makes a false statement about a report at hand; null if it has none. */
function textFault(reason: string, seen: Seen, reports: Reports): string | null {
  if (catalogueReason(reason) !== undefined) return null;
  const held = new Set(seen.reportsHeld.map((read) => reports(read)?.productCode));
  for (const codes of reportedFacts(reason)) {
    const told = codes.filter((code) => held.has(code.split('.')[0]));
    const faults = told.map((code) => codeFault(code, seen, reports));
    if (told.length > 0 && !faults.includes(null)) return faults[0] ?? null;
  }
  return null;
}

const UNTOLD = 'a token with executions:read:full is told why, and which codes are true';
/** A message has 500 characters. */
const MOST_NAMED = 6;

function whatIsTrue(seen: Seen, reports: Reports): string {
  const codes = trueCodes(seen, reports);
  if (codes.length === 0) return 'no code of the catalogue is true here, so write the reason as a text';
  const named = codes.slice(0, MOST_NAMED).join(', ');
  return `true are ${named}${codes.length > MOST_NAMED ? `, and ${codes.length - MOST_NAMED} more` : ''}`;
}

/** The visits whose choices decided that the notice is issued, as it was last prepared. */
export async function decidingVisits(db: Queryable, executionId: number, nodeId: string): Promise<readonly string[]> {
  const prepared = await lastPrepared(db, executionId, nodeId);
  return (prepared?.decided.choices ?? []).map(visitKey);
}
