import { sql } from 'kysely';
import { ARTIFACT_KINDS } from '../../core/states.ts';
import type { Database } from '../../platform/database/index.ts';
import {
  Counter,
  DURATION_BUCKETS_SECONDS,
  Gauge,
  Histogram,
  sharedReading,
  type Registry,
} from '../../platform/metrics.ts';
import { PRIORITIES } from './jobs.ts';
import type { RenderOutcome } from './worker.ts';

/** Counting ends here: more than that is as bad. */
const MOST = 10_000;
/** Names of the priorities, by their number. */
const QUEUES = { 0: 'notice', 1: 'requested' } as const;

/** Documents that this process rendered, and those that wait in PostgreSQL, equal on every replica. */
export function artifactMetrics(registry: Registry, db: Database) {
  const registers = [registry];
  const waitingForGlyphs = sharedReading(() => countWaitingForGlyphs(db));
  const seconds = new Histogram({
    name: 'cascade_artifact_render_seconds',
    help: 'From the claim of an artifact to its end.',
    labelNames: ['kind'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const renders = new Counter({
    name: 'cascade_artifact_renders_total',
    help: 'Renders by what became of them.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  // Exported from the start: a rate needs a value before the first failure.
  for (const kind of ARTIFACT_KINDS) renders.inc({ kind, outcome: 'failed' }, 0);
  new Gauge({
    name: 'cascade_letters_waiting_for_glyphs',
    help: `Letters that no font of the renderer can print whole, and that wait for one; counted up to ${MOST}.`,
    registers,
    async collect() {
      this.set(await waitingForGlyphs());
    },
  });
  const backlog = sharedReading(() => readBacklog(db));
  new Gauge({
    name: 'cascade_artifacts_due',
    help: `Artifacts that are to be rendered now, by queue; counted up to ${MOST}.`,
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const { priority, due } of await backlog()) this.set({ queue: QUEUES[priority] }, due);
    },
  });
  new Gauge({
    name: 'cascade_artifacts_due_age_seconds',
    help: 'For how long the oldest artifact has been due, by queue.',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const { priority, age } of await backlog()) this.set({ queue: QUEUES[priority] }, age ?? 0);
    },
  });
  return {
    rendered: (outcome: RenderOutcome, kind: string, duration: number) => {
      renders.inc({ kind, outcome });
      seconds.observe({ kind }, duration);
    },
  };
}

async function countWaitingForGlyphs(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from artifact where needs = 'glyphs' limit ${MOST}
    ) waiting`.execute(db.kysely);
  return rows[0]?.count ?? 0;
}

/** The recursion jumps from client to client over the index of the queue. */
async function readBacklog(db: Database) {
  const { rows } = await sql<{ priority: (typeof PRIORITIES)[number]; due: number; age: number | null }>`
    select p.priority,
      (select count(*)::int from (
         select from artifact a where a.status = 'pending' and a.priority < 2 and a.priority = p.priority and a.due_at <= now()
         limit ${MOST}) counted) as due,
      (with recursive client as (
         (select api_client_id as id from artifact where status = 'pending' and priority < 2 and priority = p.priority
           order by api_client_id limit 1)
         union all
         select (select a.api_client_id from artifact a
           where a.status = 'pending' and a.priority < 2 and a.priority = p.priority and a.api_client_id > client.id
           order by a.api_client_id limit 1)
         from client where client.id is not null
       )
       select extract(epoch from now() - min(first.due_at))::float8
       from client cross join lateral (
         select a.due_at from artifact a
         where a.status = 'pending' and a.priority < 2 and a.priority = p.priority and a.api_client_id = client.id and a.due_at <= now()
         order by a.due_at limit 1
       ) first) as age
    from unnest(${[...PRIORITIES]}::smallint[]) as p (priority)`.execute(db.kysely);
  return rows;
}
