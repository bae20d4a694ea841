import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import type { Database } from '../../platform/database/index.ts';
import { SUBJECTS, type Bus } from '../../platform/nats/index.ts';
import type { Round } from '../support/figures.ts';
import type { Seed } from '../support/seed.ts';

const TIME_LIMIT_MS = 120_000;
/** When the last one ended is read from its row; looking costs what is measured processor time. */
const LOOK_MS = 500;
/** Credit pull, condition, approve. */
export const DEFINITION: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 299 }] },
        ],
      },
    },
    pass_steps: ['approve'],
    // Some people have too little history for a score: they are approved as well, and the work is the same.
    fail_steps: ['approve'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: ['results'] },
  { id: 'results', type: 'ShowResults' },
];

/** Commits what a trigger would, all at once, and waits for the end of the last. */
export async function decide(
  db: Database,
  bus: Bus,
  { accountId, clientId, userId, workflowId }: Seed,
  count: number,
): Promise<Round> {
  const runKeys = Array.from({ length: count }, () => randomUUID());
  const { rows } = await sql<{ first: number; begun_at: Date }>`
    with run as (
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_key,
        execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits, run_key, created_at)
      select ${accountId}, ${clientId}, ${workflowId}, 1, 'pending', key, 'test', ${userId},
        jsonb_build_object('applicant', jsonb_build_object('first_name', 'Ada', 'last_name', key,
          'email', 'ada@example.com', 'ssn', '900-12-3456', 'date_of_birth', '1990-05-01')),
        true, false, false, key::uuid, now()
      from unnest(${runKeys}::text[]) as key
      returning id
    ), queued as (
      insert into command (kind, execution_id, lane) select 'start', id, 'single' from run
    )
    select min(id) as first, clock_timestamp() as begun_at from run`.execute(db.kysely);
  const [begun] = rows;
  if (begun === undefined) throw new Error('nothing was begun');
  bus.publish(SUBJECTS.commandsReady, undefined, { requestId: null });
  const deadline = Date.now() + TIME_LIMIT_MS;
  for (;;) {
    const { live, odd } = await progress(db, begun.first);
    if (odd > 0) throw new Error(`${odd} executions did not end approved`);
    if (live === 0) break;
    if (Date.now() > deadline) throw new Error(`${live} executions did not end in time`);
    await sleep(LOOK_MS);
  }
  const ended = await db.kysely
    .selectFrom('execution')
    .select(['started_at', 'completed_at'])
    .where('id', '>=', begun.first)
    .execute();
  const timeOf = (date: Date | null): number => date?.getTime() ?? 0;
  const endedAt = Math.max(...ended.map((run) => timeOf(run.completed_at)));
  return {
    perSecond: (count * 1_000) / (endedAt - timeOf(begun.begun_at)),
    latenciesMs: ended.map((run) => timeOf(run.completed_at) - timeOf(run.started_at)),
  };
}

async function progress(db: Database, first: number): Promise<{ live: number; odd: number }> {
  const { rows } = await sql<{ live: number; odd: number }>`
    select count(*) filter (where status in ('pending', 'running')) as live,
      count(*) filter (where status not in ('pending', 'running') and outcome is distinct from 'approved') as odd
    from execution where id >= ${first}`.execute(db.kysely);
  return { live: Number(rows[0]?.live), odd: Number(rows[0]?.odd) };
}
