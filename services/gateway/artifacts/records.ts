import { sql, type Selectable } from 'kysely';
import type { PrintNeed } from '../../../core/cascade/notice-request.ts';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ArtifactKind } from '../../../core/states.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';

/**
 * PDFs of an execution. The compiled document of a notice is never read here: it is large and used by the executor
 * alone.
 */
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
  'notice_due_at',
] as const;
type ArtifactRow = Pick<Selectable<DB['artifact']>, (typeof COLUMNS)[number]>;

/** The need that a letter waits for, its own or that of an enclosure made with it. */
const NEEDS = sql<PrintNeed | null>`(
  select other.needs from artifact other
  where other.execution_id = artifact.execution_id and other.needs is not null
    and (other.id = artifact.id or other.effect_id = artifact.effect_id)
  limit 1)`;

export function presentArtifact(row: ArtifactRow & { readonly lacks: PrintNeed | null }): JsonObject {
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
    ...(row.kind === 'notice'
      ? { status: row.notice_status ?? 'draft', needs: row.lacks, due_at: timeText(row.notice_due_at) }
      : {}),
  };
}

/** True also for reports that are not made yet, because they are made on their first download. */
export function isDownloadable({ kind, status, removed_at }: ArtifactRow): boolean {
  if (removed_at !== null) return false;
  return status === 'ready' || (kind === 'report' && status === 'pending');
}

/** Enclosures of a notice are in no list. */
export type ListedKind = Exclude<ArtifactKind, 'enclosure'>;

export interface ArtifactsOf {
  readonly executionId: number;
  readonly kind: ListedKind;
}

/** Artifacts of one kind of the client's execution, the oldest first. */
export function listArtifacts(db: Queryable, auth: Auth, { executionId, kind }: ArtifactsOf) {
  return selectArtifacts(db, auth, { executionId, kind }).orderBy('id').execute();
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

export function selectArtifacts(db: Queryable, auth: Auth, { executionId, kind }: ArtifactsOf) {
  return db
    .selectFrom('artifact')
    .select([...COLUMNS, NEEDS.as('lacks')])
    .where('execution_id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('kind', '=', kind);
}
