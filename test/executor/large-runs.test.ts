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
import { createTenant, effectsOf, executionOf, stepsOf, trigger, type Tenant } from './support/runs.ts';

const KIB = 1024;
const NOW = Date.parse('2026-03-02T10:00:00.000Z');

let database: TestDatabase;
let db: Database;
/** As the service logs in: what it may not do fails here. */
let own: Database;
let tenant: Tenant;
let advance: Activities['advance'];
/** What large runs rest for after a turn: nothing, unless a test says so. */
let rest: Promise<void>;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
beforeEach(async () => {
  rest = Promise.resolve();
  advance = createAdvance({
    db: own,
    bus: { publish: () => undefined },
    sandbox: loadReferenceData().sandbox,
    log: createLogger('test', 'silent'),
    largeRuns: new LargeRuns({ now: () => performance.now(), rest: () => rest }),
  });
  tenant = await createTenant(db);
});
afterAll(async () => {
  await database?.drop();
});

/** Advances until the run has ended; how often it was called. */
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

  test('is carried on with all that its earlier steps have found', async () => {
    const chain = Array.from({ length: 8 }, (_, index) =>
      asking(`ask${index}`, index < 7 ? `ask${index + 1}` : 'score'),
    );
    const definition: CascadeDefinition = [
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
    const { id, runKey } = await trigger(db, tenant, { definition, payload, isDispatched: true });
    expect(await drive(id, runKey)).toBeGreaterThan(2);
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed', outcome: 'approved' });
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

test('runs with much data are advanced one at a time, and who waits comes again', async () => {
  const payload = { applicant: { ...APPLICANT.applicant, text: 'x'.repeat(100 * KIB) } };
  const runs = await Promise.all(
    Array.from({ length: 3 }, () => trigger(db, tenant, { definition: APPROVE, payload, isDispatched: true })),
  );
  let endRest: () => void = () => undefined;
  rest = new Promise((resolve) => (endRest = resolve));
  const first = await Promise.all(runs.map(({ id, runKey }) => advance(id, runKey, NOW)));
  expect(first.filter(({ done }) => done)).toHaveLength(1);
  for (const { done, wakeAt } of first) if (!done) expect(wakeAt).toBeGreaterThan(NOW);
  endRest();
  for (const { id, runKey } of runs) await drive(id, runKey);
  for (const { id } of runs) expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
});
