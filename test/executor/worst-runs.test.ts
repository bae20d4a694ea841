import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import { MAX_WORK_OF_RUN, MAX_WORK_OF_VISIT } from '../../core/work.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { LargeRuns } from '../../services/executor/advance/large-runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTenant, executionOf, trigger, type Tenant } from './support/runs.ts';
import { worstCases, type WorstCase } from './support/worst-cascades.ts';

const NOW = Date.parse('2026-03-02T10:00:00.000Z');
/** Work that a slice may do before it ends, and one visit more, whose output of 512 KiB is counted afterwards. */
const MOST_OF_A_SLICE = 50_000 + 2 * MAX_WORK_OF_VISIT + (512 * 1024) / 32 + (512 * 1024) / 2;

let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
  tenant = await createTenant(db);
});
afterAll(async () => {
  await database?.drop();
});

/** Drives a run until it ends or waits for the world. */
async function drive({ definition, payload }: WorstCase) {
  expect(validateDefinition(definition).details).toEqual([]);
  const { id, runKey } = await trigger(db, tenant, { definition, payload, isDispatched: true });
  const slices: number[] = [];
  let before = 0;
  const advance = createAdvance({
    db: own,
    bus: { publish: () => undefined },
    sandbox: loadReferenceData().sandbox,
    log: createLogger('test', 'silent'),
    largeRuns: new LargeRuns({ now: () => performance.now(), rest: () => Promise.resolve() }),
    onSaved: ({ state: { work = 0 } }) => {
      slices.push(work - before);
      before = work;
    },
  });
  let isDone = false;
  while (!isDone) {
    const { done, wakeAt } = await advance(id, runKey, NOW);
    isDone = done || wakeAt === null;
  }
  return { slices, ended: await executionOf(db, id) };
}

// `npm run bench:worst` measures how long an advance holds the event loop.
test('no advance is over the budget, whatever a cascade asks of what', async () => {
  const endings = new Set<string>();
  await fc.assert(
    fc.asyncProperty(worstCases, async (worst) => {
      const { slices, ended } = await drive(worst);
      expect(Math.max(...slices)).toBeLessThanOrEqual(MOST_OF_A_SLICE);
      expect(slices.reduce((sum, units) => sum + units, 0)).toBeLessThanOrEqual(MAX_WORK_OF_RUN + MOST_OF_A_SLICE);
      expect(['completed', 'failed']).toContain(ended.status);
      endings.add(ended.first_error_code ?? ended.status);
    }),
    { numRuns: 25 },
  );
  // The limits were reached.
  expect(endings.size).toBeGreaterThan(1);
});
