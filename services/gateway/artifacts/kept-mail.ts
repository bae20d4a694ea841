import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { requireExecution } from '../executions/records.ts';
import { timeText } from '../http/present.ts';
import type { FileAnswer } from '../http/route.ts';
import type { Auth } from '../services.ts';

/**
 * E-mails that were kept as files instead of being sent, because the account has no production access (semantics 12.9.7
 * and 12.9.8). They have the bytes that would have been sent, until redaction.
 */
const CONTENT_TYPE = 'message/rfc822';
const filenameOf = (executionId: number, id: number) => `email-${executionId}-${id}.eml`;

/** The oldest first. */
export async function listKeptMail(db: Queryable, auth: Auth, executionId: number): Promise<JsonObject[]> {
  await requireExecution(db, auth, executionId);
  const rows = await keptMail(db, executionId).orderBy('file_id').execute();
  return rows.map(({ file_id: id, kept_at, byte_size }) => ({
    id,
    object: 'mail_artifact',
    execution_id: executionId,
    filename: filenameOf(executionId, id),
    content_type: CONTENT_TYPE,
    byte_size,
    generated_at: timeText(kept_at),
    downloadable: byte_size > 0,
  }));
}

/** The file, or `not_found` if it is not stored. */
export async function openKeptMail(
  db: Queryable,
  auth: Auth,
  { executionId, artifactId }: { readonly executionId: number; readonly artifactId: number },
): Promise<FileAnswer> {
  await requireExecution(db, auth, executionId);
  const row = await keptMail(db, executionId)
    .select(['raw', sql<string>`encode(sha256(raw), 'hex')`.as('sha256')])
    .where('file_id', '=', artifactId)
    .executeTakeFirst();
  if (row === undefined || row.byte_size === 0) throw new AppError('not_found');
  const { raw, byte_size: byteSize, sha256 } = row;
  const filename = filenameOf(executionId, artifactId);
  return { filename, contentType: CONTENT_TYPE, byteSize, sha256, open: async () => raw };
}

/** To be called for executions of the caller only. */
function keptMail(db: Queryable, executionId: number) {
  return db
    .selectFrom('mail_message')
    .select(['kept_at', sql<number>`octet_length(raw)`.as('byte_size')])
    .select((row) => row.ref('file_id').$notNull().as('file_id'))
    .where('execution_id', '=', executionId)
    .where('file_id', 'is not', null);
}
