import { randomInt } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { backtestResult } from '../../../core/backtests/result.ts';
import type { KeptSide } from '../../../core/backtests/side.ts';
import { NO_TALLY } from '../../../core/backtests/tally.ts';
import { pinsOf } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { matchesFilters } from '../executions/filters.ts';
import type { Auth } from '../services.ts';
import { definitionHash, lockWorkflow } from '../workflows/records.ts';
import { COMPARED_STATUSES } from './schemas.ts';

/*
 * Backtests belong to the API client whose executions they are about. The statement that creates one fixes the question
 * and the sample; the executor does the rest (`services/executor/backtests`). Source: semantics 21.6.
 */

export type BacktestRow = Selectable<DB['backtest']>;
export type BacktestChangeRow = Selectable<DB['backtest_change']>;

/** More executions are not counted or drawn from: the newest. */
const MOST_MATCHING = 1_000_000;
/** Compared at a time, in some tens of milliseconds. */
const CHUNK = 50;
/** Open backtests of an account. They are worked off one after the other. */
const MOST_OPEN = 5;
/** Backtests that are kept of a workflow. The next one removes the oldest. */
const MOST_KEPT = 50;
/** Changes that are kept of an account, each with an index some 600 bytes. The next backtest removes the oldest ones. */
const MOST_CHANGES = 500_000;
/** Any number; no other lock has it. */
const ASKING_LOCK = 727_006;

export interface SampleFilter {
  readonly status?: readonly (typeof COMPARED_STATUSES)[number][];
  readonly execution_mode?: readonly ('live' | 'test')[];
  readonly created_after?: string;
  readonly created_before?: string;
  readonly completed_after?: string;
  readonly completed_before?: string;
}

export interface NewBacktest {
  readonly workflowId: number;
  /** Null: a definition that is not saved. */
  readonly version: number | null;
  readonly definition: CascadeDefinition;
  readonly name: string;
  readonly useCase: string | null;
  readonly againstVersion: number | null;
  readonly filter: SampleFilter;
  readonly limit: number;
}

/**
 * Draws the sample and writes the backtest with it. Throws `rate_limited` if too many of the account have not ended, or
 * another one is being drawn. Drawing takes seconds if there are many executions, and a request that waited for it
 * would hold a connection that other accounts need.
 */
export async function insertBacktest(trx: Queryable, auth: Auth, asked: NewBacktest): Promise<BacktestRow> {
  const { rows: locks } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${ASKING_LOCK}, ${auth.accountId % 2 ** 31}::int) as is_mine`.execute(trx);
  if (locks[0]?.is_mine !== true)
    throw tooMany('Another backtest of the account is being drawn: ask again in a moment.');
  const { open } = await trx
    .selectFrom('backtest')
    .select(sql<number>`count(*)`.as('open'))
    .where('account_id', '=', auth.accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (open >= MOST_OPEN) throw tooMany(TOO_MANY);
  const filter = { status: COMPARED_STATUSES, execution_mode: ['live'] as const, ...asked.filter };
  const filters = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, value]));
  const seed = randomInt(2 ** 31 - 1);
  const { definition, limit } = asked;
  const { rows } = await sql<BacktestRow>`
    with matching as materialized (
      select m.id from execution m
      where ${matchesFilters(auth, { ...filters, 'filter[workflow_id]': [asked.workflowId] })}
        -- An applicant who was evaluated again counts once, as evaluated last.
        and not exists (select from execution later where later.re_evaluated_from = m.id)
      order by m.id desc limit ${MOST_MATCHING}
    ),
    drawn as materialized (
      -- In the order in which they were drawn, so that what is done of a backtest at any time is a sample, too.
      select id, (row_number() over (order by hashint8extended(id, ${seed}), id) - 1) / ${CHUNK} as number
      from (select id from matching order by hashint8extended(id, ${seed}), id limit ${limit}) first
    ),
    counted as (select (select count(*) from matching) as matching, count(*) as total from drawn),
    made as (
      insert into backtest (account_id, api_client_id, workflow_id, created_by_user_id, version, definition, products, name,
        use_case, definition_sha256, against_version, filter, sample_limit, matching, seed, total, tally, status, ended_at)
      select ${auth.accountId}, ${auth.apiClientId}, ${asked.workflowId}, ${auth.userId}, ${asked.version}::int,
        ${JSON.stringify(definition)}::json, ${JSON.stringify(pinsOf(definition))}::jsonb, ${asked.name}, ${asked.useCase},
        ${definitionHash(definition)}, ${asked.againstVersion}::int, ${JSON.stringify(filter)}::json, ${limit}, matching,
        ${seed}, total, ${JSON.stringify(NO_TALLY)}::jsonb,
        case when total = 0 then 'completed' else 'queued' end, case when total = 0 then now() end
      from counted
      returning *
    ),
    chunks as (
      insert into backtest_chunk (backtest_id, number, execution_ids)
      select made.id, drawn.number, array_agg(drawn.id order by drawn.id) from made cross join drawn
      group by made.id, drawn.number
    )
    select * from made`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('no backtest was inserted');
  // Not before the sample is drawn: who saves the cascade would wait for that. One that was deleted meanwhile is not found.
  await lockWorkflow(trx, auth, row.workflow_id);
  await prune(trx, auth, row);
  return row;
}

const tooMany = (message: string) => new AppError('rate_limited', { headers: { 'Retry-After': '10' }, message });

const TOO_MANY =
  `At most ${MOST_OPEN} backtests of an account may be under way. They are worked off one after the other: wait for one to ` +
  'end, or cancel one.';

/** Backtests of the client; `workflowId`: of one workflow. */
export function selectBacktests(db: Queryable, auth: Pick<Auth, 'accountId' | 'apiClientId'>, workflowId: number) {
  return db
    .selectFrom('backtest')
    .where('account_id', '=', auth.accountId)
    .where('api_client_id', '=', auth.apiClientId)
    .where('workflow_id', '=', workflowId);
}

export interface BacktestOf {
  readonly workflowId: number;
  readonly backtestId: number;
}

/** The backtest, or `not_found`. */
export async function readBacktest(
  db: Queryable,
  auth: Auth,
  { workflowId, backtestId }: BacktestOf,
): Promise<BacktestRow> {
  const row = await selectBacktests(db, auth, workflowId).selectAll().where('id', '=', backtestId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** Beside the new one. One that has not ended is taken to change all that it compares. */
async function prune(trx: Queryable, auth: Auth, { id: made, workflow_id: workflowId }: BacktestRow): Promise<void> {
  const { rows: beyond } = await sql<{ id: number }>`
    select id from (
      select id, ended_at, sum(case when ended_at is null then total else changes end) over (order by id desc) as kept
      from backtest where account_id = ${auth.accountId}
    ) b where kept > ${MOST_CHANGES} and ended_at is not null`.execute(trx);
  const old = await selectBacktests(trx, auth, workflowId)
    .select('id')
    .where('id', '<>', made)
    .where('ended_at', 'is not', null)
    .orderBy('id', 'desc')
    .offset(MOST_KEPT - 1)
    .limit(MOST_KEPT)
    .execute();
  await deleteAll(
    trx,
    auth,
    [...beyond, ...old].map(({ id }) => id),
  );
}

/** Deletes the backtests of a deleted workflow, of all clients of the account: nobody could reach them any more. */
export async function deleteBacktests(trx: Queryable, auth: Auth, workflowId: number): Promise<void> {
  const rows = await trx
    .selectFrom('backtest')
    .select('id')
    .where('account_id', '=', auth.accountId)
    .where('workflow_id', '=', workflowId)
    .forUpdate()
    .execute();
  await deleteAll(
    trx,
    auth,
    rows.map(({ id }) => id),
  );
}

async function deleteAll(trx: Queryable, auth: Auth, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('backtest')
    .where('account_id', '=', auth.accountId)
    .where('id', 'in', [...ids])
    .execute();
  await trx
    .deleteFrom('backtest_chunk')
    .where('backtest_id', 'in', [...ids])
    .execute();
  await trx
    .deleteFrom('backtest_change')
    .where('backtest_id', 'in', [...ids])
    .execute();
}

/** True if fewer were compared than the filter finds. A backtest that ended early has compared a part of its sample. */
const isDrawn = ({ matching, total, done, ended_at: endedAt }: BacktestRow): boolean =>
  matching > (endedAt === null ? total : done);

export function presentBacktest(row: BacktestRow, result: JsonObject | null = null): JsonObject {
  return {
    object: 'backtest',
    id: row.id,
    workflow_id: row.workflow_id,
    status: row.status,
    version: row.version,
    definition_sha256: row.definition_sha256,
    against_version: row.against_version,
    sample: {
      ...{ filter: row.filter, limit: row.sample_limit, matching: row.matching, is_drawn: isDrawn(row) },
      seed: row.seed,
    },
    progress: { done: row.done, total: row.total },
    error_code: row.error_code,
    created_by_user_id: row.created_by_user_id,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    result,
  };
}

/** Null until it has ended. `sentenceOf`: the words of a rule. */
export function presentResult(row: BacktestRow, sentenceOf: (rule: string) => string | null): JsonObject | null {
  if (row.ended_at === null) return null;
  const { parted, ...result } = backtestResult(row.tally, isDrawn(row));
  return asJsonObject({
    ...result,
    parted: parted.map(({ rule, ...each }) => ({ rule, sentence: rule === null ? null : sentenceOf(rule), ...each })),
  });
}

/** `textOf`: a reason in words. */
export function presentChange(
  { id, execution_id, kinds, rule, old, new: fresh }: BacktestChangeRow,
  textOf: (reason: string) => string | null,
): JsonObject {
  const inWords = ({ letters, ...side }: KeptSide) => ({
    ...side,
    letters: letters.map((letter) => ({ ...letter, texts: letter.reasons.map(textOf) })),
  });
  return asJsonObject({
    object: 'backtest_change',
    id,
    execution_id,
    kinds,
    rule,
    old: inWords(old),
    new: inWords(fresh),
  });
}
