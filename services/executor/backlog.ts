import { sql } from 'kysely';
import { COMMAND_LANES, EXECUTION_STATUSES, isTerminal, REVIEW_KINDS } from '../../core/states.ts';
import { DRIFT_KINDS } from '../../core/statistics/drifts.ts';
import type { Database } from '../../platform/database/index.ts';
import { idsAhead } from '../../platform/partitions/tables.ts';
import { Gauge, sharedReading, type Registry } from '../../platform/metrics.ts';

/*
 * The backlog in PostgreSQL, equal from every replica: alerts and dashboards take the maximum.
 *
 * Each query finds its rows by an index of just these, or counts up to a limit. So the cost of a scrape does not depend
 * on the number of executions.
 */

/** Counting stops here, because more is as bad. */
const MOST = 10_000;
/** A running batch without progress for this long counts as stuck. */
const STUCK_MINUTES = 5;

export function addBacklogMetrics(registry: Registry, db: Database): void {
  const registers = [registry];
  const commands = sharedReading(() => readCommands(db));
  const reviews = sharedReading(() => readReviews(db));
  const executions = sharedReading(() => readLiveExecutions(db));

  new Gauge({
    name: 'cascade_commands_due',
    help: `Commands that are due and not dispatched yet, by lane; counted up to ${MOST}.`,
    labelNames: ['lane'],
    registers,
    async collect() {
      for (const { lane, due } of await commands()) this.set({ lane }, due);
    },
  });
  new Gauge({
    name: 'cascade_commands_due_age_seconds',
    help: 'Age of the oldest command that is due, by lane. Those of the lane batch wait for BATCH_CONCURRENCY.',
    labelNames: ['lane'],
    registers,
    async collect() {
      for (const { lane, age } of await commands()) this.set({ lane }, age ?? 0);
    },
  });
  new Gauge({
    name: 'cascade_executions_live',
    help: `Executions that have not ended, by status; each counted up to ${MOST}.`,
    labelNames: ['status'],
    registers,
    async collect() {
      for (const { status, live } of await executions()) this.set({ status }, live);
    },
  });
  new Gauge({
    name: 'cascade_reviews_open',
    help: `Reviews that wait for a person, by kind; counted up to ${MOST}.`,
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, open } of await reviews()) this.set({ kind }, open);
    },
  });
  new Gauge({
    name: 'cascade_reviews_open_age_seconds',
    help: 'For how long the oldest open review has been open, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const { kind, age } of await reviews()) this.set({ kind }, age ?? 0);
    },
  });
  new Gauge({
    name: 'cascade_notice_drafts_overdue',
    help: 'Drafted notices that wait for a person past the day on which the law or the policy wants them sent.',
    registers,
    async collect() {
      this.set(
        await count(
          db,
          sql`
          select from review_round where status in ('open', 'queued') and due_at < now() and kind = 'notice'`,
        ),
      );
    },
  });
  new Gauge({
    name: 'cascade_notices_due',
    help: `Executions that ended in a denial whose notice has not gone out; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(await count(db, sql`select from execution where notices_due is not null`));
    },
  });
  new Gauge({
    name: 'cascade_notices_overdue',
    help: `Those of them of which a notice is past its day; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(await count(db, OVERDUE_NOTICES));
    },
  });
  new Gauge({
    name: 'cascade_credit_unanswered_overdue',
    help: `Applications for credit that are still under way 30 days after they were complete; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(await count(db, sql`select from execution where notice_due_at < now() and completed_at is null`));
    },
  });
  new Gauge({
    name: 'cascade_vendor_orders_open',
    help: `Reports that vendors make in their own time; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(await count(db, sql`select from vendor_order where ended_at is null`));
    },
  });
  new Gauge({
    name: 'cascade_vendor_orders_due_age_seconds',
    help: 'For how long the order that is due longest has been due. More than two minutes: nobody asks, or slots are full.',
    registers,
    async collect() {
      const { rows } = await sql<{ age: number | null }>`
        select greatest(0, extract(epoch from now() - min(poll_at)))::float8 as age
        from vendor_order where ended_at is null`.execute(db.kysely);
      this.set(rows[0]?.age ?? 0);
    },
  });
  new Gauge({
    name: 'cascade_letters_unaccepted',
    help: `Letters of the last 24 hours that no mail server has accepted: under way or refused; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(
        await count(
          db,
          sql`
          select from mail_message where accepted_at is null and kept_at is null and created_at > now() - interval '24 hours'`,
        ),
      );
    },
  });
  new Gauge({
    name: 'cascade_mail_clients_stopped',
    help: 'API clients whose mail is stopped, notices aside, because too much of it came back.',
    registers,
    async collect() {
      this.set(await count(db, sql`select from mail_stop where resumed_at is null`));
    },
  });
  new Gauge({
    name: 'cascade_mail_reports_recent',
    help: `Letters of which something came back in the last 24 hours, by kind; counted up to ${MOST}.`,
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const kind of ['bounce', 'undelivered', 'complaint']) {
        const rows = sql`select from mail_report where kind = ${kind} and created_at > now() - interval '24 hours'`;
        this.set({ kind }, await count(db, rows));
      }
    },
  });
  new Gauge({
    name: 'cascade_decisions_drifted',
    help: `Drifts of live decisions that have begun and not ended, of active workflows, by kind; counted up to ${MOST}.`,
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const kind of DRIFT_KINDS) {
        const rows = sql`
          select from decision_drift d join workflow w on w.id = d.workflow_id and w.active and w.deleted_at is null
          where d.ended_at is null and d.begun_at is not null and d.kind = ${kind}`;
        this.set({ kind }, await count(db, rows));
      }
    },
  });
  new Gauge({
    name: 'cascade_notice_resends_due',
    help: `Notices that are to be sent again now; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(await count(db, sql`select from notice_resend where status = 'pending' and due_at <= now()`));
    },
  });
  new Gauge({
    name: 'cascade_batches_running',
    help: 'Batches that are running.',
    registers,
    async collect() {
      this.set(await count(db, sql`select from batch where status = 'running'`));
    },
  });
  new Gauge({
    name: 'cascade_batches_stuck',
    help: `Running batches of which nothing runs although rows, or only the end, are left for ${STUCK_MINUTES} minutes.`,
    registers,
    async collect() {
      this.set(await count(db, STUCK_BATCHES));
    },
  });
  new Gauge({
    name: 'cascade_partition_ids_ahead',
    help: 'Ids that are left before the partition without an end, by table; negative once it holds rows.',
    labelNames: ['table'],
    registers,
    async collect() {
      for (const [table, ids] of await idsAhead(db.kysely)) this.set({ table }, ids);
    },
  });
}

const OVERDUE_NOTICES = sql`
  select from execution e
  where e.notices_due is not null and exists (
    select from jsonb_array_elements(e.notices_due) owed where (owed ->> 'due_at')::timestamptz < now())`;

async function count(db: Database, rows: ReturnType<typeof sql>): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${MOST}) counted`.execute(db.kysely);
  return result.rows[0]?.count ?? 0;
}

async function readCommands(db: Database) {
  const { rows } = await sql<{ lane: string; due: number; age: number | null }>`
    select lane.name as lane,
      (select count(*)::int from (
         select from command c where c.lane = lane.name and c.due_at <= now() limit ${MOST}) counted) as due,
      (select extract(epoch from now() - min(c.due_at))::float8
       from command c where c.lane = lane.name and c.due_at <= now()) as age
    from unnest(${[...COMMAND_LANES]}::text[]) as lane (name)`.execute(db.kysely);
  return rows;
}

async function readReviews(db: Database) {
  const { rows } = await sql<{ kind: string; open: number; age: number | null }>`
    select kind.name as kind,
      (select count(*)::int from (
         select from review_round r where r.status = 'open' and r.kind = kind.name limit ${MOST}) counted) as open,
      (select extract(epoch from now() - min(r.opened_at))::float8
       from review_round r where r.status = 'open' and r.kind = kind.name) as age
    from unnest(${[...REVIEW_KINDS]}::text[]) as kind (name)`.execute(db.kysely);
  return rows;
}

/** The recursion jumps from client to client over the index on (client, status), so ended executions cost nothing. */
async function readLiveExecutions(db: Database) {
  const statuses = EXECUTION_STATUSES.filter((status) => !isTerminal(status));
  const { rows } = await sql<{ status: string; live: number }>`
    with recursive client as (
      (select api_client_id as id from execution order by api_client_id limit 1)
      union all
      select (select e.api_client_id from execution e where e.api_client_id > client.id order by e.api_client_id limit 1)
      from client where client.id is not null
    )
    select status.name as status,
      (select count(*)::int from (
         select from client
         cross join lateral (
           select from execution e where e.api_client_id = client.id and e.status = status.name limit ${MOST}
         ) own
         limit ${MOST}) counted) as live
    from unnest(${statuses}::text[]) as status (name)`.execute(db.kysely);
  return rows;
}

/** `exists` would be hashed, so PostgreSQL would read all rows of all batches once; a scalar subquery is not. */
const STUCK_BATCHES = sql`
  select from batch b
  where b.status = 'running'
    and (
      select 1 from execution e
      where e.batch_id = b.id and e.status = 'running' and not e.only_awaits_reports
      limit 1
    ) is null
    and (
      (
        select 1 from command c
        where c.lane = 'batch' and c.batch_id = b.id and c.due_at < now() - make_interval(mins => ${STUCK_MINUTES})
        limit 1
      ) is not null
      or (
        b.updated_at < now() - make_interval(mins => ${STUCK_MINUTES})
        and (
          select 1 from execution e
          where e.batch_id = b.id
            and (
              e.status in ('queued', 'pending', 'waiting', 'awaiting_review')
              or e.only_awaits_reports
              or e.updated_at >= now() - make_interval(mins => ${STUCK_MINUTES})
            )
          limit 1
        ) is null
      )
    )`;
