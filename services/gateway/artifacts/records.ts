import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type ExpressionBuilder, type Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ArtifactKind } from '../../../core/states.ts';
import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { timeText } from '../http/present.ts';
import type { FileAnswer } from '../http/route.ts';
import type { Auth } from '../services.ts';

/** PDFs of an execution. The compiled document of a notice is never read here: it is large and the executor's. */
const COLUMNS = [
  'id',
  'execution_id',
  'kind',
  'status',
  'notice_status',
  'filename',
  'content_type',
  'byte_size',
  'sha256',
  'generated_at',
  'removed_at',
] as const;
type ArtifactRow = Pick<Selectable<DB['artifact']>, (typeof COLUMNS)[number]>;

export function presentArtifact(row: ArtifactRow): JsonObject {
  return {
    id: row.id,
    object: `${row.kind}_artifact`,
    execution_id: row.execution_id,
    filename: row.filename,
    content_type: row.content_type,
    byte_size: row.byte_size,
    generated_at: timeText(row.generated_at),
    downloadable: isDownloadable(row),
    // A notice is a draft until it is sent or discarded.
    ...(row.kind === 'notice' ? { status: row.notice_status ?? 'draft' } : {}),
  };
}

/** A report that is not made yet is made on its first download. */
function isDownloadable({ kind, status, removed_at }: ArtifactRow): boolean {
  if (removed_at !== null) return false;
  return status === 'ready' || (kind === 'report' && status === 'pending');
}

/** Enclosures of a notice stand in no list. */
export type ListedKind = Exclude<ArtifactKind, 'enclosure'>;

interface ArtifactsOf {
  readonly executionId: number;
  readonly kind: ListedKind;
}

/** Artifacts of one kind of the client's execution, the oldest first. */
export function listArtifacts(db: Queryable, auth: Auth, { executionId, kind }: ArtifactsOf): Promise<ArtifactRow[]> {
  return selectArtifacts(db, auth, { executionId, kind }).orderBy('id').execute();
}

const RENDER_POLL_MS = 200;

interface Waiting {
  /** How long to wait for what is not made yet. */
  readonly waitMs: number;
  /** Reports were asked for: a hint to whoever makes them. */
  readonly onAsked: () => void;
}

/**
 * The file, or `not_found` if it is not stored. A report that is not made yet is made first; `service_unavailable` if it is
 * not made in time.
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
 * Has the execution's reports made, or one of them, and waits until each is made or failed; `service_unavailable` if that
 * takes longer. Nothing renders a report before somebody asks for it here.
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

/** One notice of the client's execution, or `not_found`. */
export async function readNotice(
  db: Queryable,
  auth: Auth,
  { executionId, artifactId }: { readonly executionId: number; readonly artifactId: number },
): Promise<JsonObject> {
  const row = await selectArtifacts(db, auth, { executionId, kind: 'notice' })
    .where('id', '=', artifactId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return presentArtifact(row);
}

function selectArtifacts(db: Queryable, auth: Auth, { executionId, kind }: ArtifactsOf) {
  return db
    .selectFrom('artifact')
    .select(COLUMNS)
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('kind', '=', kind);
}
