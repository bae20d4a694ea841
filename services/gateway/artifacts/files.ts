import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type ExpressionBuilder } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import type { FileAnswer } from '../http/route.ts';
import type { Auth } from '../services.ts';
import { isDownloadable, selectArtifacts, type ArtifactsOf } from './records.ts';

const RENDER_POLL_MS = 200;

interface Waiting {
  /** How long to wait for a file that is not made yet. */
  readonly waitMs: number;
  /** A hint to the service that makes the requested reports. */
  readonly onAsked: () => void;
}

/**
 * The file, or `not_found` if it is not stored. A report is made on its first download; `service_unavailable` if that
 * is not done in time.
 */
export async function openArtifact(
  db: Queryable,
  store: ArtifactStore,
  auth: Auth,
  { artifactId, waitMs, onAsked, ...of }: ArtifactsOf & Waiting & { readonly artifactId: number },
): Promise<FileAnswer> {
  const read = () => selectArtifacts(db, auth, of).where('id', '=', artifactId).executeTakeFirst();
  let row = await read();
  if (row !== undefined && of.kind === 'report' && row.status === 'pending') {
    await makeReports(db, auth, { executionId: of.executionId, artifactId, waitMs, onAsked });
    row = await read();
  }
  if (row === undefined || row.sha256 === null || !isDownloadable(row)) throw new AppError('not_found');
  const { id: storedId } = row;
  return {
    filename: row.filename,
    contentType: row.content_type,
    byteSize: row.byte_size,
    sha256: row.sha256,
    open: async () => {
      const content = await store.open(storedId);
      if (content === null) throw new AppError('not_found');
      return content;
    },
  };
}

/**
 * Has the execution's reports made, or one of them, and waits until each is made or has failed; `service_unavailable`
 * if that takes longer. No report is rendered before it is requested here.
 */
export async function makeReports(
  db: Queryable,
  auth: Pick<Auth, 'apiClientId'>,
  {
    executionId,
    artifactId,
    waitMs,
    onAsked,
  }: Waiting & { readonly executionId: number; readonly artifactId?: number },
): Promise<void> {
  const unmade = (eb: ExpressionBuilder<DB, 'artifact'>) =>
    eb.and({
      execution_id: executionId,
      api_client_id: auth.apiClientId,
      kind: 'report',
      status: 'pending',
      ...(artifactId === undefined ? {} : { id: artifactId }),
    });
  const isAnyUnmade = async () =>
    (await db.selectFrom('artifact').select('id').where(unmade).limit(1).executeTakeFirst()) !== undefined;
  if (!(await isAnyUnmade())) return;
  await db
    .updateTable('artifact')
    .set({ priority: 1, due_at: sql<Date>`now()` })
    .where(unmade)
    .where('priority', '>', 1)
    .execute();
  onAsked();
  const deadline = performance.now() + waitMs;
  while (await isAnyUnmade()) {
    if (performance.now() >= deadline) throw new AppError('service_unavailable', { headers: { 'Retry-After': '10' } });
    await sleep(RENDER_POLL_MS);
  }
}
