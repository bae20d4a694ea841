import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { APPLICANT, APPROVE, REVIEW, waiting } from './support/definitions.ts';
import {
  cancel,
  command,
  createTenant,
  decide,
  eventsOf,
  executionOf,
  stepsOf,
  trigger,
  type Tenant,
} from './support/runs.ts';

let stack: Stack;
let db: Database;
let tenant: Tenant;

beforeAll(async () => {
  stack = await startStack({ services: ['executor'] });
  db = stack.db;
  tenant = await createTenant(db);
});
afterAll(async () => {
  await stack?.stop();
});

const hasStatus = (id: number, status: string) => async () => (await executionOf(db, id)).status === status;

describe('a run', () => {
  test('goes through to the end, with its steps, its outcome, one event and its report asked for', async () => {
    const { id } = await trigger(db, tenant, { definition: APPROVE, payload: APPLICANT, externalReference: 'ref-1' });
    await until(hasStatus(id, 'completed'));

    const execution = await executionOf(db, id);
    expect(execution).toMatchObject({ outcome: 'approved', review_status: 'none', wake_at: null });
    expect(execution.started_at).not.toBeNull();
    expect(execution.completed_at?.getTime()).toBeGreaterThanOrEqual(execution.started_at?.getTime() ?? Infinity);
    const steps = await stepsOf(db, id);
    expect(steps.map(({ node_id, status }) => `${node_id} ${status}`)).toEqual([
      'applicant succeeded',
      'credit succeeded',
      'check succeeded',
      'approve succeeded',
    ]);
    const [event, ...others] = await eventsOf(db, id);
    expect(others).toEqual([]);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      id: event?.id,
      event: 'execution.completed',
      data: {
        workflow_execution_id: id,
        workflow_id: execution.workflow_id,
        external_reference: 'ref-1',
        execution_mode: 'test',
        status: 'completed',
        review_status: 'none',
        outcome: 'approved',
        completed_at: execution.completed_at?.toISOString(),
      },
    });
    const artifacts = await db.kysely.selectFrom('artifact').selectAll().where('execution_id', '=', id).execute();
    expect(artifacts.map(({ kind, node_id, status }) => ({ kind, node_id, status }))).toEqual([
      { kind: 'report', node_id: 'credit', status: 'pending' },
    ]);
  });

  // Rules: 3.7.1
  test('sleeps as long as its Wait says, in status waiting', async () => {
    const { id } = await trigger(db, tenant, { definition: waiting(2) });
    await until(hasStatus(id, 'waiting'));
    expect((await executionOf(db, id)).wake_at).not.toBeNull();
    await until(hasStatus(id, 'completed'));

    const wait = (await stepsOf(db, id)).find(({ node_id }) => node_id === 'wait');
    expect(Number(wait?.ended_at) - Number(wait?.started_at)).toBeGreaterThanOrEqual(2_000);
  });

  // Rules: 3.7.1
  test('stops for a review and goes on where the decision says', async () => {
    const { id } = await trigger(db, tenant, { definition: REVIEW, payload: APPLICANT });
    await until(hasStatus(id, 'awaiting_review'));
    expect(await executionOf(db, id)).toMatchObject({ needs_human_review: true, review_status: 'in_review' });

    await decide(db, id, 'approved');
    await until(hasStatus(id, 'completed'));

    expect(await executionOf(db, id)).toMatchObject({
      needs_human_review: false,
      review_status: 'approved',
      user_approved: true,
      outcome: 'approved',
    });
    expect((await stepsOf(db, id)).map(({ node_id }) => node_id)).toEqual(['applicant', 'credit', 'check', 'approve']);
  });

  // Rules: 9.4.3
  test('that was denied never runs what only an approval reaches', async () => {
    const { id } = await trigger(db, tenant, { definition: REVIEW, payload: APPLICANT });
    await until(hasStatus(id, 'awaiting_review'));
    await decide(db, id, 'denied');
    await until(hasStatus(id, 'completed'));

    expect(await executionOf(db, id)).toMatchObject({
      review_status: 'denied',
      user_approved: false,
      outcome: 'denied',
    });
    expect((await stepsOf(db, id)).map(({ node_id }) => node_id)).toEqual(['applicant', 'credit', 'check', 'results']);
  });

  test('that is cancelled while it sleeps does nothing more, and its loop ends', async () => {
    const { id } = await trigger(db, tenant, { definition: waiting(3_600) });
    await until(hasStatus(id, 'waiting'));
    await cancel(db, id);
    await until(async () => (await commandsOf(id)) === 0);

    const steps = await stepsOf(db, id);
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled' });
    expect(steps.map(({ node_id }) => node_id)).not.toContain('approve');
    expect(await eventsOf(db, id)).toEqual([]);
  });

  test('whose workflow is gone is started anew by the next poke', async () => {
    const { id, runKey } = await trigger(db, tenant, { definition: waiting(1), isDispatched: true });
    await command(db.kysely, 'poke', id);
    await until(hasStatus(id, 'completed'));
    expect((await executionOf(db, id)).run_key).not.toBe(runKey);
  });
});

describe('commands', () => {
  test('are deleted when Temporal was told', async () => {
    const { id } = await trigger(db, tenant, { definition: APPROVE });
    await until(async () => (await commandsOf(id)) === 0);
    await until(hasStatus(id, 'completed'));
  });

  test('of many runs are all carried out', async () => {
    const runs = await Promise.all(Array.from({ length: 30 }, () => trigger(db, tenant, { definition: APPROVE })));
    for (const { id } of runs) await until(hasStatus(id, 'completed'));
    const events = await Promise.all(runs.map(({ id }) => eventsOf(db, id)));
    expect(events.every((each) => each.length === 1)).toBe(true);
  });
});

async function commandsOf(id: number): Promise<number> {
  const rows = await db.kysely.selectFrom('command').select('id').where('execution_id', '=', id).execute();
  return rows.length;
}
