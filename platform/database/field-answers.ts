import type { QuestionKey } from '../../core/fields/answers.ts';
import { lockDictionary } from './fields.ts';
import type { Queryable } from './index.ts';

/** The present reason why a field is not what its name suggests. */
export interface FieldAnswer extends QuestionKey {
  readonly reason: string;
  /** Null for an operator at the command line. */
  readonly created_by_user_id: number | null;
  readonly created_at: Date;
}

/** The last row of each question. */
function selectLast(db: Queryable, accountId: number) {
  return db
    .selectFrom('field_answer')
    .select(['path', 'code', 'reason', 'created_by_user_id', 'created_at'])
    .distinctOn(['path', 'code'])
    .where('account_id', '=', accountId)
    .orderBy('path')
    .orderBy('code')
    .orderBy('id', 'desc');
}

/** All present answers, by path. */
export async function readAnswers(db: Queryable, accountId: number): Promise<readonly FieldAnswer[]> {
  const rows = await selectLast(db, accountId).execute();
  return rows.flatMap(({ reason, ...row }) => (reason === null ? [] : [{ ...row, reason }]));
}

export interface AnswerWritten {
  /** False if the answer was already so. */
  readonly isNew: boolean;
  /** Null if withdrawn or never given. */
  readonly answer: FieldAnswer | null;
}

/** Answers a question, or withdraws its answer (`reason` null). An unchanged answer is not written again. */
export async function writeAnswer(
  trx: Queryable,
  accountId: number,
  { path, code, reason, userId }: QuestionKey & { readonly reason: string | null; readonly userId: number | null },
): Promise<AnswerWritten> {
  // If two answer at once, the second sees the answer of the first.
  await lockDictionary(trx, accountId);
  const last = await selectLast(trx, accountId).where('path', '=', path).where('code', '=', code).executeTakeFirst();
  if ((last?.reason ?? null) === reason) return { isNew: false, answer: standing(last) };
  const written = await trx
    .insertInto('field_answer')
    .values({ account_id: accountId, path, code, reason, created_by_user_id: userId })
    .returning(['path', 'code', 'reason', 'created_by_user_id', 'created_at'])
    .executeTakeFirstOrThrow();
  return { isNew: true, answer: standing(written) };
}

function standing(
  row: (Omit<FieldAnswer, 'reason'> & { readonly reason: string | null }) | undefined,
): FieldAnswer | null {
  return row === undefined || row.reason === null ? null : { ...row, reason: row.reason };
}
