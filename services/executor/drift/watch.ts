import { CompiledQuery, sql } from 'kysely';
import type { Facts } from '../../../core/statistics/coarse.ts';
import { asJson, type Database, type Queryable } from '../../../platform/database/index.ts';
import { driftRow, emittingCtes } from '../../../platform/database/events.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DriftKind, DriftMeasured } from '../../../core/statistics/drifts.ts';
import { poll } from '../poll.ts';
import { fieldSeries } from './bins.ts';
import { constantFields, MOST_FACTS } from './constant-fields.ts';
import { judge, shareOf, sumOf } from './judge.ts';
import { DAYS, DAYS_BEFORE, decidedWindow, pulledNoMore, watchedShares, type DayCount } from './shares.ts';

/*
 * Watches the decisions about live applicants of each client in each active workflow, and records drifts. The follower that
 * counts decisions marks the ones that are due. A look is one transaction: after a crash nothing of it is recorded, and
 * another process looks again. Source: semantics 21.5.
 */

const EVERY_MS = 5_000;
const LOOK_AGAIN_MINUTES = 5;
/** Facts that are read at most: of the window, and of each day of the four weeks before. */
const SAMPLE = { now: 2_000, day: 100 } as const;

interface Watched {
  readonly account_id: number;
  readonly api_client_id: number;
  readonly workflow_id: number;
  readonly version: number;
  /** Its shares were looked at in this hour already. */
  readonly is_judged: boolean;
  /** The end of the window. */
  readonly hour: Date;
  readonly now: Date;
}

/** Facts of a workflow that are searched for those of one client and version. */
const NEWEST = 20_000;

/** The findings of one look at a series. */
interface Finding {
  readonly kind: DriftKind;
  readonly key: string;
  /** Null: there are too few decisions to tell. */
  readonly isDrifted: boolean | null;
  /** True if no second window is needed. */
  readonly isSure: boolean;
  readonly measured: DriftMeasured;
}

interface Watching {
  readonly db: Database;
  readonly log: Logger;
  /** Called when an event was emitted. */
  readonly onAnnounced: () => void;
}

/** Looks until `stopping` is aborted. */
export async function watchDrifts({ db, log, onAnnounced }: Watching, stopping: AbortSignal): Promise<void> {
  const next = async () => {
    const begun = await lookAtNext(db);
    if (begun !== null && begun > 0) onAnnounced();
    return begun !== null;
  };
  await poll({ everyMs: EVERY_MS, log, failed: 'decisions could not be watched; trying again', next }, stopping);
}

/**
 * Looks at one client's decisions in one workflow. Returns the number of drifts that began; null if nothing is due. `at`: the
 * time, for tests.
 */
export async function lookAtNext(db: Database, at?: Date): Promise<number | null> {
  const found: { watched?: Watched } = {};
  try {
    return await db.transaction(async (trx) => {
      const watched = await nextDue(trx, at);
      if (watched === undefined) return null;
      found.watched = watched;
      return look(trx, watched);
    });
  } catch (error) {
    // It stays due, behind all others: a workflow that cannot be looked at holds up no other.
    if (found.watched !== undefined) await postpone(db, found.watched).catch(() => undefined);
    throw error;
  }
}

/** A clock that was set back leaves looks in the future: they delay no other look. */
async function nextDue(trx: Queryable, at: Date | undefined): Promise<Watched | undefined> {
  const now = at ?? sql<Date>`now()`;
  const { rows } = await sql<Watched>`
    select d.account_id, d.api_client_id, d.workflow_id, w.version, ${now}::timestamptz as now,
      date_trunc('hour', ${now}::timestamptz, 'UTC') as hour,
      coalesce(d.judged_hour = date_trunc('hour', ${now}::timestamptz, 'UTC'), false) as is_judged
    from drift_watch d
    join workflow w on w.id = d.workflow_id and w.account_id = d.account_id and w.active and w.deleted_at is null
    where d.is_due and (d.looked_at is null or d.looked_at not between
      ${now}::timestamptz - make_interval(mins => ${LOOK_AGAIN_MINUTES})
      and ${now}::timestamptz + make_interval(mins => ${LOOK_AGAIN_MINUTES}))
    order by d.looked_at nulls first limit 1
    for update of d skip locked`.execute(trx);
  return rows[0];
}

async function look(trx: Queryable, watched: Watched): Promise<number> {
  const findings = [
    ...(watched.is_judged ? [] : await judgements(trx, watched)),
    ...(await constantOnes(trx, watched)),
  ];
  const begun = await record(trx, watched, findings);
  await sql`
    update drift_watch set is_due = false, looked_at = ${watched.now}, judged_hour = ${watched.hour}
    where ${isOf(watched)}`.execute(trx);
  return begun;
}

async function postpone(db: Database, watched: Watched): Promise<void> {
  const update = sql`update drift_watch set looked_at = ${watched.now} where ${isOf(watched)}`;
  await db.transaction((trx) => update.execute(trx));
}

/** Condition on rows of one client and workflow. */
const isOf = ({ api_client_id: client, workflow_id: workflow }: Watched) =>
  sql<boolean>`api_client_id = ${client} and workflow_id = ${workflow}`;

/** Condition on facts of the live decisions that are watched. */
const isDecisionOf = (watched: Watched) => sql`
  ${isOf(watched)} and execution_mode = 'live' and not is_again and workflow_version = ${watched.version} and id > 0`;

async function judgements(db: Queryable, watched: Watched): Promise<readonly Finding[]> {
  const counts = await countsOf(db, watched);
  const shares = watchedShares(counts, watched.version);
  const days = decidedWindow(counts, watched.version);
  const fields = days === undefined ? [] : await fieldsOf(db, watched, days);
  const asked = shares.length + fields.length;
  // A product that is no longer pulled cannot fail.
  const ended = pulledNoMore(counts).map((key): Finding => ({
    ...{ kind: 'vendor', key, isSure: false, isDrifted: false, measured: {} },
  }));
  const judged = [...shares, ...fields].flatMap(({ kind, key, days: length, series }): Finding[] => {
    const judgement = judge(series, asked);
    if (judgement === null) return [];
    const measured =
      kind === 'field'
        ? { psi: rounded(judgement.size) }
        : { share_before: rounded(shareOf(series.before)), share_now: rounded(shareOf(series.now)) };
    return [
      {
        ...{ kind, key, isSure: false, isDrifted: judgement.isDrifted },
        measured: { days: length, decisions: sumOf(series.now), ...measured },
      },
    ];
  });
  return [...ended, ...judged];
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

async function countsOf(db: Queryable, watched: Watched): Promise<readonly DayCount[]> {
  const { rows } = await sql<DayCount>`
    select what, key, outcome, workflow_version, sum(count)::int as count,
      floor(extract(epoch from ${watched.hour}::timestamptz - interval '1 hour' - hour) / 86400)::int as day
    from decision_hour
    where ${isOf(watched)} and execution_mode = 'live' and what in ('decision', 'rule', 'pull', 'pull_failed')
      and hour >= ${watched.hour}::timestamptz - make_interval(days => ${DAYS}) and hour < ${watched.hour}
    group by 1, 2, 3, 4, 6`.execute(db);
  return rows;
}

async function fieldsOf(db: Queryable, watched: Watched, days: number) {
  const ranges = [
    { first: 0, end: days, most: SAMPLE.now },
    ...DAYS_BEFORE.map((day) => ({ first: day, end: day + 1, most: SAMPLE.day })),
  ];
  const { rows } = await sql<{ day: number; facts: Facts }>`
    select r.first as day, f.facts
    from unnest(${ranges.map(({ first }) => first)}::int[], ${ranges.map(({ end }) => end)}::int[],
      ${ranges.map(({ most }) => most)}::int[]) as r (first, "end", most)
    cross join lateral (
      select facts from decision_fact
      where ${isDecisionOf(watched)}
        and ended_at >= ${watched.hour}::timestamptz - make_interval(days => r."end")
        and ended_at < ${watched.hour}::timestamptz - make_interval(days => r.first)
      order by ended_at desc limit r.most
    ) f`.execute(db);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const of = (day: number) => (byDay.get(day) ?? []).map(({ facts }) => facts);
  const keys = [...new Set(rows.flatMap(({ facts }) => Object.keys(facts)))].toSorted();
  return keys.map((key) => ({
    ...{ kind: 'field' as const, key, days },
    series: fieldSeries(key, DAYS_BEFORE.map(of), of(0)),
  }));
}

async function constantOnes(db: Queryable, watched: Watched): Promise<readonly Finding[]> {
  const { rows } = await sql<{ facts: Facts }>`
    select facts from (
      select * from decision_fact where workflow_id = ${watched.workflow_id} and ended_at <= ${watched.now}
      order by ended_at desc, id desc limit ${NEWEST}
    ) newest
    where ${isDecisionOf(watched)}
    order by ended_at desc, id desc limit ${MOST_FACTS}`.execute(db);
  return constantFields(rows.map(({ facts }) => facts)).map(({ key, isConstant, isEmpty }) => ({
    ...{ kind: 'constant_field', key, isDrifted: isConstant, isSure: true },
    measured: { is_empty: isEmpty },
  }));
}

interface Open {
  readonly id: number;
  readonly kind: DriftKind;
  readonly key: string;
  readonly workflow_version: number;
  readonly begun_at: Date | null;
}

/** Returns the number of drifts that began. */
async function record(trx: Queryable, watched: Watched, findings: readonly Finding[]): Promise<number> {
  const open = await trx
    .selectFrom('decision_drift')
    .select(['id', 'kind', 'key', 'workflow_version', 'begun_at'])
    .where(isOf(watched))
    .where('ended_at', 'is', null)
    .execute();
  // Another version decides otherwise on purpose.
  const isPast = ({ kind, workflow_version: version }: Open) => kind !== 'vendor' && version !== watched.version;
  for (const each of open.filter(isPast)) await close(trx, watched, each);
  const known = new Map(open.filter((each) => !isPast(each)).map((each) => [`${each.kind} ${each.key}`, each]));
  let begun = 0;
  for (const finding of findings) {
    const before = known.get(`${finding.kind} ${finding.key}`);
    if (finding.isDrifted === true) begun += await drifted(trx, watched, finding, before);
    else if (finding.isDrifted === false && before !== undefined) await close(trx, watched, before);
  }
  return begun;
}

/** A drift that was only suspected leaves no row. */
async function close(trx: Queryable, { now }: Watched, { id, begun_at: begunAt }: Open): Promise<void> {
  await (begunAt === null
    ? trx.deleteFrom('decision_drift').where('id', '=', id).execute()
    : trx.updateTable('decision_drift').set({ ended_at: now }).where('id', '=', id).execute());
}

/** Returns 1 if it began: when it is found for the second time, or at once if it cannot be chance. */
async function drifted(trx: Queryable, watched: Watched, finding: Finding, before: Open | undefined): Promise<number> {
  const { kind, key, isSure, measured } = finding;
  const isBegun = isSure || before !== undefined;
  const begunAt = before?.begun_at ?? (isBegun ? watched.now : null);
  if (before !== undefined) {
    await trx
      .updateTable('decision_drift')
      .set({ measured: asJson(measured), begun_at: begunAt })
      .where('id', '=', before.id)
      .execute();
    if (before.begun_at !== null) return 0;
    await announce(trx, watched, finding, before.id);
    return 1;
  }
  const { id } = await trx
    .insertInto('decision_drift')
    .values({
      ...{ account_id: watched.account_id, api_client_id: watched.api_client_id, workflow_id: watched.workflow_id },
      ...{ workflow_version: watched.version, kind, key, measured: asJson(measured) },
      ...{ suspected_at: watched.now, begun_at: begunAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!isBegun) return 0;
  await announce(trx, watched, finding, id);
  return 1;
}

const EMIT = `with source as (select $1::bigint as api_client_id, null::bigint as execution_id),
  ${emittingCtes('source', '$2::jsonb')} select count(*)::int as deliveries from new_delivery`;

async function announce(trx: Queryable, watched: Watched, finding: Finding, id: number): Promise<void> {
  const { kind, key, measured } = finding;
  const { workflow_id: workflow, version, now } = watched;
  const data = { workflow_id: workflow, workflow_version: version, kind, ...(key === '' ? {} : { key }), ...measured };
  const event = driftRow(id, data, now);
  await trx.executeQuery(CompiledQuery.raw(EMIT, [watched.api_client_id, JSON.stringify([event])]));
}
