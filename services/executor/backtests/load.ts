import { sql } from 'kysely';
import type { Pair } from '../../../core/backtests/pair.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { PinnedJson } from '../../../core/sources/pinned.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { fieldsUpTo } from '../../../platform/database/fields.ts';
import { pinnedProducts, readPinned } from '../../../platform/database/products.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { milliseconds } from '../advance/run-columns.ts';
import type { ClaimedChunk } from './claim.ts';
import type { ChunkHead, PackedVersion } from './tasks.ts';

/** Characters of JSON of one execution; one with more is not compared. */
const MOST_CHARACTERS = 512 * 1024;

export interface LoadedChunk {
  readonly head: ChunkHead;
  /** Each a StoredJson. */
  readonly executions: readonly string[];
  /** The executions that cannot be compared. */
  readonly pairs: readonly Pair[];
}

interface Row {
  readonly workflow_version: number;
  readonly dictionary_version: number | null;
  readonly is_redacted: boolean;
  readonly is_settled: boolean;
  readonly json: string | null;
}

/**
 * The executions of a chunk as they stand now, of the client and the workflow of their backtest. One that is redacted, is
 * not settled any more, or has too much data is left out and counted.
 */
export async function loadChunk(db: Database, chunk: ClaimedChunk): Promise<LoadedChunk> {
  const { rows } = await sql<Row>`
    select e.workflow_version, e.dictionary_version, e.redacted_at is not null as is_redacted,
      e.status in ('completed', 'failed', 'awaiting_review') as is_settled,
      case when length(stored.json) <= ${MOST_CHARACTERS} then stored.json end as json
    from execution e
    cross join lateral (select case when e.redacted_at is null then json_build_object(
      'id', e.id, 'mode', e.execution_mode, 'externalReference', e.external_reference, 'skipsWaits', e.skip_waits,
      'status', e.status, 'outcome', e.outcome, 'retries', e.retry_count, 'payload', e.payload,
      'workflowVersion', e.workflow_version, 'dictionaryVersion', e.dictionary_version,
      'reviewsNotComparable', e.settings -> 'reviews_not_comparable',
      'noticeClock', json_build_object(
        'acceptedAt', ${sql.raw(milliseconds('e.created_at'))}, 'defaultPurpose', e.settings -> 'default_purpose'),
      'steps', coalesce((select json_agg(json_build_object(
          'nodeId', s.node_id, 'visit', s.visit, 'causes', s.causes, 'output', s.output, 'status', s.status,
          'error', case when s.error_code is not null then json_build_object(
            'code', s.error_code, 'message', coalesce(s.error_message, ''), 'attempts', coalesce(s.attempts, 1)) end,
          'startedAt', ${sql.raw(milliseconds('s.started_at'))}, 'endedAt', ${sql.raw(milliseconds('s.ended_at'))}
        ) order by s.sequence) from step s where s.execution_id = e.id), '[]'),
      'effects', coalesce((select json_agg(json_build_object(
          'key', f.key, 'nodeId', f.node_id, 'visit', f.visit, 'request', f.request,
          'failure', case when f.status = 'failed' then json_build_object(
            'code', coalesce(f.error_code, 'internal_error'), 'message', coalesce(f.error_message, ''),
            'attempts', f.attempts) end,
          'finishedAt', ${sql.raw(milliseconds('f.finished_at'))}
        ) order by f.id) from effect f where f.execution_id = e.id and f.kind <> 'live_pull'), '[]'),
      'rounds', coalesce((select json_agg(json_build_object(
          'key', r.key, 'nodeId', r.node_id, 'visit', r.visit, 'kind', r.kind, 'approvals', r.approvals_required,
          'needs', r.needs,
          'fact', case when r.status = 'decided' and r.decision is not null then json_build_object(
            'decision', r.decision, 'decidedByUserId', r.decided_by_user_id,
            'decidedAt', coalesce(${sql.raw(milliseconds('r.decided_at'))}, 0), 'note', r.note,
            'reasons', coalesce(r.reasons, '[]'), 'variables', r.variables,
            'posted', case when r.posted_on is not null then json_build_object(
              'date', r.posted_on, 'carrier', coalesce(r.carrier, '')) end) end
        ) order by r.id) from review_round r where r.execution_id = e.id), '[]')
    )::text end as json offset 0) stored
    where e.id = any (${[...chunk.execution_ids]}::bigint[])
      and e.api_client_id = ${chunk.api_client_id} and e.workflow_id = ${chunk.workflow_id}
    order by e.id`.execute(db.kysely);
  const missing = chunk.execution_ids.length - rows.length;
  const executions = rows.flatMap(({ json, is_settled: isSettled }) => (json === null || !isSettled ? [] : [json]));
  const pairs = [
    ...rows.flatMap((row) => lackingPair(row) ?? []),
    // Retention has dropped it with its partition.
    ...Array.from({ length: missing }, () => undeterminedAs('redacted')),
  ];
  return { head: await headOf(db.kysely, chunk, rows), executions, pairs };
}

function lackingPair({ json, is_settled: isSettled, is_redacted: isRedacted }: Row): Pair | undefined {
  if (isRedacted) return undeterminedAs('redacted');
  if (!isSettled) return undeterminedAs('error');
  return json === null ? undeterminedAs('too_long') : undefined;
}

const undeterminedAs = (cause: 'redacted' | 'too_long' | 'error'): Pair => ({
  is: 'undetermined',
  cause,
  side: 'old',
  old: null,
});

async function headOf(db: Queryable, chunk: ClaimedChunk, rows: readonly Row[]): Promise<ChunkHead> {
  const versions = new Set(rows.map(({ workflow_version: version }) => version));
  if (chunk.against_version !== null) versions.add(chunk.against_version);
  const saved = await db
    .selectFrom('workflow_version as v')
    .innerJoin('workflow as w', 'w.id', 'v.workflow_id')
    .select(['v.version', 'v.definition', 'v.name', 'v.use_case'])
    .select(pinnedProducts('w.account_id', 'v.products').as('products'))
    .where('v.workflow_id', '=', chunk.workflow_id)
    .where('v.version', 'in', [...versions])
    // Chunks with equal versions have one head, which is opened once.
    .orderBy('v.version')
    .execute();
  const ran = Object.fromEntries(saved.map(({ version, ...each }) => [version, packed(each)]));
  const dictionaries: Record<string, FieldSpecsJson | null> = {};
  for (const version of new Set(rows.map((row) => row.dictionary_version))) {
    if (version === null) continue;
    const { rows: read } = await sql<{ fields: FieldSpecsJson | null }>`
      select ${fieldsUpTo(sql`${chunk.account_id}::bigint`, sql`${version}::int`)} as fields`.execute(db);
    dictionaries[version] = read[0]?.fields ?? null;
  }
  const products = await readPinned(db, chunk.account_id, chunk.products);
  return {
    version: packed({ ...chunk, products }),
    against: chunk.against_version === null ? null : (ran[chunk.against_version] ?? null),
    ran,
    dictionaries,
  };
}

interface Saved {
  readonly definition: CascadeDefinition;
  readonly products: PinnedJson | null;
  readonly name: string;
  readonly use_case: string | null;
}

const packed = ({ definition, products, name, use_case: useCase }: Saved): PackedVersion => ({
  definition: { definition, products },
  workflow: { name, useCase },
});
