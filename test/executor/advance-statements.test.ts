import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import type { CascadeDefinition, CascadeNode } from '../../core/cascade/registry.ts';
import type { SandboxRegistry } from '../../core/products/sandbox.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { MOST_ADVANCE_FAILURES, MOST_ADVANCES_BEGUN } from '../../services/executor/advance/attempts.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { LargeRuns } from '../../services/executor/advance/large-runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { blockedBy } from '../support/locks.ts';
import { APPLICANT, APPROVE, EMAIL } from './support/definitions.ts';
import { createTenant, executionOf, trigger, type Tenant, type TriggerOptions } from './support/runs.ts';

const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const LARGE = { applicant: { ...APPLICANT.applicant, text: 'x'.repeat(100 * 1024) } };

let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let statements: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
  own.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      statements.push(nameOf(args[0]));
      return query(...args);
    }) as typeof client.query;
  });
  tenant = await createTenant(db);
});
beforeEach(() => {
  statements = [];
});
afterAll(async () => {
  await database?.drop();
});

const NAMES = { executor_load_run: 'load', executor_load_data: 'load data', executor_save_run: 'save' };

function nameOf(query: unknown): string {
  const { name, text = String(query) } = query as { readonly name?: keyof typeof NAMES; readonly text?: string };
  if (name !== undefined) return NAMES[name];
  if (text.includes('"workflow_version"')) return 'definition';
  return text.startsWith('update "execution" set "advance_failures"') ? 'count' : text;
}

/** The `advance` of a process of its own, in which runs with much data need not rest. */
const createProcess = (sandbox: SandboxRegistry = loadReferenceData().sandbox): Activities['advance'] =>
  createAdvance({
    db: own,
    bus: { publish: () => undefined },
    sandbox,
    log: createLogger('test', 'silent'),
    largeRuns: new LargeRuns({ now: () => 0, rest: () => Promise.resolve() }),
  });

async function begin(options: TriggerOptions, columns: object = {}) {
  const run = await trigger(db, tenant, { payload: APPLICANT, ...options, isDispatched: true });
  const set = { updated_at: sql<Date>`now()`, ...columns };
  await db.kysely.updateTable('execution').set(set).where('id', '=', run.id).execute();
  return run;
}

const LATE = { updated_at: sql<Date>`now() - interval '10 seconds'` };

test.each<[string, TriggerOptions, object, readonly string[]]>([
  ['is loaded and saved once', { definition: APPROVE }, {}, ['load', 'definition', 'save']],
  [
    'is counted and loaded again before it begins, if it may have taken its process down',
    { definition: APPROVE },
    LATE,
    ['load', 'count', 'load', 'definition', 'save'],
  ],
  [
    'is loaded and saved once to end it, if it failed too often',
    { definition: APPROVE },
    { advance_failures: MOST_ADVANCE_FAILURES },
    ['load', 'definition', 'save'],
  ],
  [
    'is loaded and saved once to end it, without its data, if it is poison',
    { definition: APPROVE, payload: LARGE },
    { advance_failures: MOST_ADVANCES_BEGUN, advances_begun: MOST_ADVANCES_BEGUN },
    ['load', 'definition', 'save'],
  ],
  [
    'with much data is loaded in two statements',
    { definition: APPROVE, payload: LARGE },
    {},
    ['load', 'load data', 'definition', 'save'],
  ],
  [
    'with much data is counted before its data is loaded',
    { definition: APPROVE, payload: LARGE },
    LATE,
    ['load', 'count', 'load', 'load data', 'definition', 'save'],
  ],
])('a run %s', async (_how, options, columns, expected) => {
  const { id, runKey } = await begin(options, columns);
  expect(await createProcess()(id, runKey, NOW)).toMatchObject({ done: true });
  expect(statements).toEqual(expected);
});

test('a run of which nothing has changed is loaded and not saved', async () => {
  const advance = createProcess();
  const { id, runKey } = await begin({ definition: EMAIL });
  await advance(id, runKey, NOW);
  statements = [];
  await advance(id, runKey, NOW);
  expect(statements).toEqual(['load']);
});

test('a run whose failures are over without a change is counted before, and its count set back', async () => {
  const advance = createProcess();
  const { id, runKey } = await begin({ definition: EMAIL });
  await advance(id, runKey, NOW);
  await db.kysely.updateTable('execution').set({ advance_failures: 3 }).where('id', '=', id).execute();
  statements = [];
  await advance(id, runKey, NOW);
  expect(statements).toEqual(['load', 'count', 'load', 'count']);
  expect(await executionOf(db, id)).toMatchObject({ advance_failures: 0, advances_begun: 0 });
});

test('a run that fails is counted once', async () => {
  const failing = createProcess({
    find: () => {
      throw new Error('a fault of ours');
    },
  });
  const { id, runKey } = await begin({ definition: APPROVE });
  await expect(failing(id, runKey, NOW)).rejects.toThrow('a fault of ours');
  expect(statements).toEqual(['load', 'definition', 'count']);
});

test('a run that others write while it is advanced is loaded and saved again', async () => {
  const { id, runKey } = await begin({ definition: APPROVE });
  const other = await db.pool.connect();
  await other.query('begin');
  await other.query('update execution set assigned_to_user_id = 7 where id = $1', [id]);
  const advancing = createProcess()(id, runKey, NOW);
  await blockedBy(db, other);
  await other.query('commit');
  other.release();
  expect(await advancing).toMatchObject({ done: true });
  expect(statements).toEqual(['load', 'definition', 'save', 'load', 'save']);
});

test('a run whose step PostgreSQL refuses is loaded once, and saved as failed', async () => {
  const { id, runKey } = await begin({ definition: EMAIL });
  const { workflow_id: workflowId } = await executionOf(db, id);
  // The gateway cleans texts of NUL; the definition is `json`, which keeps it.
  const refused = JSON.stringify(EMAIL).replace('"subject":"', '"subject":"\\u0000');
  await sql`update workflow_version set definition = ${refused} where workflow_id = ${workflowId}`.execute(db.kysely);
  expect(await createProcess()(id, runKey, NOW)).toMatchObject({ done: true });
  expect(statements).toEqual(['load', 'definition', 'save', 'save']);
});

test('a run with much data is loaded once, and each of its slices is one statement', async () => {
  const approvals = Array.from({ length: 250 }, (_, index): CascadeNode => {
    const next_step = index < 249 ? [`n${index + 1}`] : [];
    return { id: `n${index}`, type: 'Action', action_type: 'Approve', next_step };
  });
  const definition: CascadeDefinition = [{ id: 'applicant', type: 'ApplicantSource', next_step: ['n0'] }, ...approvals];
  const { id, runKey } = await begin({ definition, payload: LARGE });
  expect(await createProcess()(id, runKey, NOW)).toMatchObject({ done: true });
  expect(statements).toEqual(['load', 'load data', 'definition', 'save', 'save', 'save']);
});
