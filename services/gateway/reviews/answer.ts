import type { Database, DB, Queryable, Transaction } from '../../../platform/database/index.ts';
import type { Commit } from '../http/idempotency/index.ts';
import { SerialisedData } from '../http/serialised.ts';
import type { Auth } from '../services.ts';
import { APPLICANT, rulesOfRows, seesApplicants } from '../executions/applicant.ts';
import { presentApplicant, presentUnnamed, readInboxRow, type ApplicantOfRow } from './inbox.ts';

/**
 * Commits an act on the open review of an execution, whose id `work` returns, and answers with that review.
 *
 * The applicant's name and the reason for the review are stored with no response (semantics 1.9.8). They would outlive
 * the erasure of the execution, and a token with fewer scopes that repeats the request would see them. A replay reads
 * them again.
 */
export async function commitReview(
  { commit, db, auth }: { readonly commit: Commit; readonly db: Database; readonly auth: Auth },
  work: (trx: Transaction<DB>) => Promise<number>,
): Promise<SerialisedData> {
  let about: ApplicantOfRow = { applicant: null, rules: null };
  const answer = await commit(async (trx) => {
    const executionId = await work(trx);
    const row = await readInboxRow(trx, auth, executionId);
    if (row === undefined) throw new Error(`execution ${executionId} has no open review although it is locked`);
    about = row;
    return presentUnnamed(row);
  });
  if (!seesApplicants(auth)) return answer;
  const review = answer.data();
  const executionId = Number(review.execution_id);
  if (answer.isReplay) about = await readApplicant(db.kysely, auth, { executionId, id: Number(review.id) });
  const rulesOf = await rulesOfRows(db.kysely, auth, [{ execution_id: executionId }]);
  const shown = presentApplicant(about, auth, rulesOf(executionId));
  return new SerialisedData(JSON.stringify({ ...review, ...shown }), answer.isReplay);
}

async function readApplicant(
  db: Queryable,
  auth: Auth,
  { executionId, id }: { readonly executionId: number; readonly id: number },
): Promise<ApplicantOfRow> {
  const row = await db
    .selectFrom('execution as e')
    .innerJoin('review_round as r', 'r.execution_id', 'e.id')
    .select(['r.rules', APPLICANT.as('applicant')])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .where('r.id', '=', id)
    .executeTakeFirst();
  return row ?? { applicant: null, rules: null };
}
