import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { CascadeCondition } from '../../core/cascade/definition.ts';
import type { CascadeDefinition, CascadeNode } from '../../core/cascade/registry.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { LargeRuns } from '../../services/executor/advance/large-runs.ts';
import { until } from '../support/until.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPLICANT, APPROVE } from './support/definitions.ts';
import { cancel, createTenant, effectsOf, executionOf, stepsOf, trigger, type Tenant } from './support/runs.ts';

const KIB = 1024;
const NOW = Date.parse('2026-03-02T10:00:00.000Z');

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;
let advance: Activities['advance'];
/**
 * A callback in the rest after a slice, and the time that each look at the clock takes: nothing, unless a test sets
 * them.
 */
let rest: () => Promise<void>;
let lookTakesMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
beforeEach(async () => {
  rest = () => Promise.resolve();
  lookTakesMs = 0;
  advance = createProcess();
  tenant = await createTenant(db);
});
afterAll(async () => {
  await database?.drop();
});

/** The `advance` of a process of its own. */
function createProcess(): Activities['advance'] {
  let time = 0;
  return createAdvance({
    db: own,
    bus: { publish: () => undefined },
    sandbox: loadReferenceData().sandbox,
    log: createLogger('test', 'silent'),
    largeRuns: new LargeRuns({ now: () => (time += lookTakesMs), rest: () => rest() }),
  });
}

/** Advances until the run has ended; returns the number of calls. */
async function drive(id: number, runKey: string): Promise<number> {
  let calls = 0;
  await until(async () => {
    calls += 1;
    return (await advance(id, runKey, NOW)).done;
  });
  return calls;
}

describe('a run with many MiB of outputs', () => {
  const TEXT = 400 * KIB;
  const condition: CascadeCondition = {
    source_node_id: 'context',
    field: 'applicant.text',
    operator: 'contains',
    value: 'y',
  };
  /** Compares with the whole text, and keeps it in its output. */
  const asking = (id: string, then: string): CascadeNode => ({
    id,
    type: 'IfElse',
    branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
    fail_steps: [then],
  });
  const payload = { applicant: { ...APPLICANT.applicant, text: 'x'.repeat(TEXT) } };

  const chain = Array.from({ length: 8 }, (_, index) => asking(`ask${index}`, index < 7 ? `ask${index + 1}` : 'score'));
  const asksEightTimes: CascadeDefinition = [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['ask0'] },
    ...chain,
    {
      id: 'score',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 299 }] },
          ],
        },
      },
      pass_steps: ['approve'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ];
  const begin = () => trigger(db, tenant, { definition: asksEightTimes, payload, isDispatched: true });
  const PATH = ['applicant', 'credit', ...chain.map(({ id }) => id), 'score', 'approve'];
  const pathOf = async (id: number) => (await stepsOf(db, id)).map(({ node_id }) => node_id);

  test.each([
    ['slice after slice in memory', 0, { atLeast: 1, atMost: 2 }],
    ['loaded anew for each slice, if its turn is over', 60_000, { atLeast: 3, atMost: 9 }],
  ])('is carried on with all that its earlier steps have found: %s', async (_how, takesMs, calls) => {
    lookTakesMs = takesMs;
    const { id, runKey } = await begin();
    const called = await drive(id, runKey);
    expect(called).toBeGreaterThanOrEqual(calls.atLeast);
    expect(called).toBeLessThanOrEqual(calls.atMost);
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed', outcome: 'approved' });
    expect(await pathOf(id)).toEqual(PATH);
  });

  // Rules: 8.5.4
  test('saves each slice before it goes on, so that a process that dies loses none', async () => {
    const { id, runKey } = await begin();
    const saved: number[] = [];
    rest = async () => {
      saved.push((await pathOf(id)).length);
      // The process is gone while it rests for the third time.
      if (saved.length === 3) await new Promise(() => undefined);
    };
    void advance(id, runKey, NOW);
    await until(() => saved.length === 3);
    expect(saved).toEqual(saved.toSorted((a, b) => a - b));
    expect(new Set(saved).size).toBe(3);
    advance = createProcess();
    await drive(id, runKey);
    expect(await pathOf(id)).toEqual(PATH);
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed', outcome: 'approved' });
  });

  test('writes nothing more once somebody has ended it between two slices', async () => {
    const { id, runKey } = await begin();
    let saved = 0;
    rest = async () => {
      await cancel(db, id);
      saved = (await pathOf(id)).length;
    };
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled' });
    expect(saved).toBeGreaterThan(0);
    expect(await pathOf(id)).toHaveLength(saved);
  });

  test('counts a failure after a slice that was saved', async () => {
    const { id, runKey } = await begin();
    // Late, so it is counted before it begins; the save of its first slice sets the count back.
    await db.kysely
      .updateTable('execution')
      .set({ updated_at: new Date(Date.now() - 60_000) })
      .where('id', '=', id)
      .execute();
    let faults = 1;
    rest = async () => {
      if (faults-- > 0) throw new Error('a fault of ours');
    };
    // Until its data is large, each slice is a call of its own.
    const failure = until(async () => (await advance(id, runKey, NOW)).done);
    await expect(failure).rejects.toThrow('a fault of ours');
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 1, advances_begun: 0 });
  });

  test('ends where the outputs of all its visits are more than it may write', async () => {
    const definition: CascadeDefinition = [
      { id: 'applicant', type: 'ApplicantSource', next_step: ['ask'] },
      asking('ask', 'back'),
      { id: 'back', type: 'GoTo', target_step: 'ask' },
    ];
    const { id, runKey } = await trigger(db, tenant, { definition, payload, isDispatched: true });
    await drive(id, runKey);
    const steps = await stepsOf(db, id);
    expect(steps.at(-1)).toMatchObject({ node_id: 'ask', error_code: 'output_too_large' });
    const asked = steps.filter(({ node_id, output }) => node_id === 'ask' && output !== null);
    expect(asked).toHaveLength(Math.floor((8 * KIB * KIB) / TEXT));
  });
});

// Rules: 8.5.5
test('results of many pulls at once are taken in a MiB at a time', async () => {
  const pulls = Array.from({ length: 5 }, (_, index) => `pull${index}`);
  const definition: CascadeDefinition = [
    { id: 'applicant', type: 'ApplicantSource', next_step: pulls },
    ...pulls.map((id): CascadeNode => ({
      id,
      type: 'BillingProduct',
      billing_product_code: 'credit_report',
      next_step: [],
    })),
  ];
  const { id, runKey } = await trigger(db, tenant, { definition, mode: 'live', isDispatched: true });
  await advance(id, runKey, NOW);
  await db.kysely
    .updateTable('effect')
    .set({
      status: 'done',
      result: asJson({ report: { text: 'x'.repeat(400 * KIB) } }),
      finished_at: new Date(NOW),
    })
    .where('execution_id', '=', id)
    .execute();
  expect(await advance(id, runKey, NOW)).toEqual({ effects: [], wakeAt: NOW, done: false });
  const taken = (await stepsOf(db, id)).filter(({ status }) => status === 'succeeded').map(({ node_id }) => node_id);
  expect(taken).toEqual(['applicant', 'pull0', 'pull1', 'pull2']);
  expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
  expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
  expect((await effectsOf(db, id)).filter(({ result }) => result !== null)).toEqual([]);
});

// Rules: 8.5.3
test('runs with much data are advanced one at a time, and who waits comes again', async () => {
  const payload = { applicant: { ...APPLICANT.applicant, text: 'x'.repeat(100 * KIB) } };
  const runs = await Promise.all(
    Array.from({ length: 3 }, () => trigger(db, tenant, { definition: APPROVE, payload, isDispatched: true })),
  );
  let endRest: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (endRest = resolve));
  rest = () => over;
  const first = await Promise.all(runs.map(({ id, runKey }) => advance(id, runKey, NOW)));
  expect(first.filter(({ done }) => done)).toHaveLength(1);
  for (const { done, wakeAt } of first) if (!done) expect(wakeAt).toBeGreaterThan(NOW);
  endRest();
  for (const { id, runKey } of runs) await drive(id, runKey);
  for (const { id } of runs) expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
});
