import type { Json } from '../../../core/json.ts';
import type { Database, DB, Queryable, Transaction } from '../../../platform/database/index.ts';
import type { Commit } from '../http/idempotency/index.ts';
import { SerialisedData } from '../http/serialised.ts';
import type { Auth } from '../services.ts';
import { APPLICANT, presentUnnamed, readInboxRow, rulesOfRows, seesApplicants, shownName } from './inbox.ts';

/**
 * Commits an act on the open review of an execution, whose id `work` returns, and answers with that review.
 *
 * The name of the applicant is stored with no response (semantics 1.9.8): it would outlive the erasure of the execution, and
 * be shown to a token with fewer scopes that repeats the request. So a replay reads it anew.
 */
export async function commitReview(
  { commit, db, auth }: { readonly commit: Commit; readonly db: Database; readonly auth: Auth },
  work: (trx: Transaction<DB>) => Promise<number>,
): Promise<SerialisedData> {
  let applicant: Json = null;
  const answer = await commit(async (trx) => {
    const executionId = await work(trx);
    const row = await readInboxRow(trx, auth, executionId);
    if (row === undefined) throw new Error(`execution ${executionId} has no open review although it is locked`);
    ({ applicant } = row);
    return presentUnnamed(row);
  });
  if (!seesApplicants(auth)) return answer;
  const review = answer.data();
  const executionId = Number(review.execution_id);
  if (answer.isReplay) applicant = await readApplicant(db.kysely, auth, executionId);
  const rulesOf = await rulesOfRows(db.kysely, auth, [{ execution_id: executionId }]);
  const name = shownName(applicant, auth, rulesOf(executionId));
  return new SerialisedData(JSON.stringify({ ...review, ...name }), answer.isReplay);
}

async function readApplicant(db: Queryable, auth: Auth, executionId: number): Promise<Json> {
  const row = await db
    .selectFrom('execution as e')
    .select(APPLICANT.as('applicant'))
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  return row?.applicant ?? null;
}
