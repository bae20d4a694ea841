import type { Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import type { ArtifactKind } from '../../../core/states.ts';
import type { DB } from '../../../platform/database/index.ts';
import { requireExecution, timeText } from '../records/executions.ts';
import { COLLECTION_QUERY, defineRoute, type Route } from '../route.ts';
import { ARTIFACT_EXAMPLE, NOTICE_ARTIFACT, REPORT_ARTIFACT } from '../schemas/executions.ts';

type ArtifactRow = Omit<Selectable<DB['artifact']>, 'document'>;

function presentArtifact(row: ArtifactRow): JsonObject {
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

function isDownloadable({ status, removed_at }: ArtifactRow): boolean {
  return status === 'ready' && removed_at === null;
}

const COLUMNS = [
  'id',
  'api_client_id',
  'execution_id',
  'kind',
  'node_id',
  'visit',
  'stage',
  'status',
  'notice_status',
  'filename',
  'content_type',
  'byte_size',
  'sha256',
  'attempts',
  'due_at',
  'lease_until',
  'error_message',
  'generated_at',
  'removed_at',
  'created_at',
] as const;

interface Words {
  readonly kind: ArtifactKind;
  readonly Name: string;
  readonly what: string;
  readonly schema: JsonSchema;
  readonly example: JsonObject;
}

/** Lists and downloads of one kind of artifact; both kinds are alike. */
function artifactRoutes({ kind, Name, what, schema, example }: Words): readonly [Route, Route] {
  const list = defineRoute({
    method: 'GET',
    path: `/executions/{id}/${kind}_artifacts`,
    operationId: `list${Name}Artifacts`,
    tag: 'Artifacts',
    scope: 'executions:read',
    summary: `List ${what} PDFs`,
    description: 'All of them, the oldest first: not paginated.',
    query: COLLECTION_QUERY,
    reply: { kind: 'collection', object: `${kind}_artifact`, description: 'All of them.', schema, example },
    errors: ['not_found'],
    handler: async ({ db, auth, params }) => {
      await requireExecution(db.kysely, auth, params.id);
      const rows = await db.kysely
        .selectFrom('artifact')
        .select(COLUMNS)
        .where('execution_id', '=', params.id)
        .where('kind', '=', kind)
        .orderBy('id')
        .execute();
      return rows.map(presentArtifact);
    },
  });

  const download = defineRoute({
    method: 'GET',
    path: `/executions/{id}/${kind}_artifacts/{artifact_id}`,
    operationId: `download${Name}Artifact`,
    tag: 'Artifacts',
    scope: 'executions:read',
    summary: `Download one ${what} PDF`,
    description: 'The `ETag` is the SHA-256 of the file. One that is no longer stored answers `not_found`.',
    reply: { kind: 'file', contentType: 'application/pdf', description: 'The file.' },
    errors: ['not_found'],
    handler: async ({ db, auth, params, artifacts }) => {
      const row = await db.kysely
        .selectFrom('artifact')
        .select(COLUMNS)
        .where('id', '=', params.artifact_id)
        .where('execution_id', '=', params.id)
        .where('api_client_id', '=', auth.apiClientId)
        .where('kind', '=', kind)
        .executeTakeFirst();
      if (row === undefined || row.sha256 === null || !isDownloadable(row)) throw new AppError('not_found');
      return {
        filename: row.filename,
        contentType: row.content_type,
        byteSize: row.byte_size,
        sha256: row.sha256,
        open: async () => {
          const bytes = await artifacts.get(row.id);
          if (bytes === null) throw new AppError('not_found');
          return bytes;
        },
      };
    },
  });
  return [list, download];
}

export const ARTIFACT_ROUTES = [
  ...artifactRoutes({
    kind: 'report',
    Name: 'Report',
    what: 'credit-report',
    schema: REPORT_ARTIFACT,
    example: ARTIFACT_EXAMPLE,
  }),
  ...artifactRoutes({
    kind: 'notice',
    Name: 'Notice',
    what: 'adverse-action notice',
    schema: NOTICE_ARTIFACT,
    example: { ...ARTIFACT_EXAMPLE, object: 'notice_artifact', filename: 'notice-4711.pdf', status: 'sent' },
  }),
];
