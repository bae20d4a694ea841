import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { whole, type AccountConnection } from '../../core/products/account-connection.ts';
import type { JsonObject } from '../../core/json.ts';
import type { OwnProduct } from '../../core/sources/product.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { writeProduct } from '../../platform/database/products.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { sealCallback } from '../../platform/vendor-callbacks.ts';
import { setConnection } from '../../platform/vendor-connections.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { takeCallbacks } from '../../services/executor/orders/callbacks.ts';
import { createPerformer } from '../../services/executor/perform/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { PULL_ONLY } from './support/definitions.ts';
import { askForOrder, readOrder } from './support/orders.ts';
import { createTenant, effectsOf, trigger, type Tenant } from './support/runs.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { startSlowVendor, type Answer, type Asked, type SlowVendor } from './support/slow-vendor.ts';

/** The vendors of data/vendors, at servers that behave as the public documents of each say. */
const KEYS = [{ id: 'c1', key: randomBytes(32) }];
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const log = createLogger('test', 'silent');

let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let vendor: SlowVendor;
let effects: EffectResources;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;

beforeAll(async () => {
  database = await createTestDatabase();
  [db, own] = [await database.open(), await database.open({ as: 'executor' })];
  vendor = await startSlowVendor();
  advance = createAdvance({ db: own, bus, sandbox: loadReferenceData().sandbox, log });
  effects = openEffects({
    config: loadConfig(EFFECT_VARIABLES, { MAIL_FROM: 'a@example.com', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' }),
    ...{ connectionKeys: KEYS, db: own, bus, log, ...loadReferenceData() },
  });
  performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 3_600_000 });
});
beforeEach(async () => {
  tenant = await createTenant(db);
  vendor.reset();
});
afterAll(async () => {
  await effects?.close();
  await vendor?.stop();
  await database?.drop();
});

interface VendorFile {
  readonly product: OwnProduct;
  readonly connection: AccountConnection;
}

type Completed = (connection: AccountConnection) => AccountConnection;

/**
 * Returns the name of the connection and how a run pulls. `completed` has the parts that an account adds to the file.
 */
async function connect(name: string, completed: Completed, payload: JsonObject) {
  const text = readFileSync(join(import.meta.dirname, `../../data/vendors/${name}.json`), 'utf8');
  const { product, connection } = JSON.parse(
    text.replaceAll(/https:\/\/api\.[a-z]+\.com/g, vendor.origin),
  ) as VendorFile;
  await writeProduct(db.kysely, tenant.accountId, { code: product.code, product, userId: null });
  const set = await setConnection(db.kysely, KEYS, {
    accountId: tenant.accountId,
    productCode: product.code,
    entered: completed(connection),
  });
  if ('faults' in set) throw new Error(JSON.stringify(set.faults));
  const { id, runKey } = await trigger(db, tenant, { definition: PULL_ONLY, payload, mode: 'live' });
  const { effects: asked } = await advance(id, runKey, NOW);
  const effectId = asked[0]?.id ?? 0;
  await sql`update workflow_version v set products = ${asJson({ [product.code]: 1 })}
    from execution e where e.id = ${id} and v.workflow_id = e.workflow_id`.execute(db.kysely);
  const request = asJson({ kind: 'live_pull', key: 'pull', product_code: product.code } as const);
  await db.kysely.updateTable('effect').set({ request }).where('id', '=', effectId).execute();
  const perform = () => performer.perform(effectId, id, runKey, new AbortController().signal);
  return { id, connection: set.row.name, perform };
}
const resultOf = async (id: number) => {
  const [effect] = await effectsOf(db, id);
  return effect?.error_code ?? effect?.result;
};
const ask = (id: number) => askForOrder({ db, own }, effects.vendors, id);
const paths = () => vendor.asked.map(({ method, path }) => `${method} ${path}`);

describe('Checkr', () => {
  const KEY = 'checkr-secret-key';
  const APPLICANT = {
    applicant: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', ssn: '900-10-1001', zip: '94107' },
    background_check: { package: 'tasker_standard' },
    work_location: { state: 'CA' },
  };
  let report: JsonObject;
  const made = new Map<string, JsonObject>();

  function answer({ method, path, key, authorization, body }: Asked): Answer {
    if (authorization !== `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`) return { status: 401 };
    if (method === 'GET') return path === `/v1/reports/${report.id}` ? { status: 200, body: report } : { status: 404 };
    const sent = JSON.parse(body) as JsonObject;
    const isCandidate = path === '/v1/candidates';
    if (!isCandidate && (path !== '/v1/reports' || sent.candidate_id !== 'cand_1')) return { status: 404 };
    if (isCandidate && sent.email === undefined) return { status: 400, body: { error: 'email is required' } };
    if (!isCandidate && sent.package === undefined) return { status: 400, body: { error: 'package is missing' } };
    // A repeated key is answered with the existing report.
    const found = made.get(key) ?? (isCandidate ? { ...sent, id: 'cand_1', object: 'candidate' } : report);
    made.set(key, found);
    return { status: 201, body: found };
  }
  beforeEach(() => {
    made.clear();
    report = {
      ...{ id: 'rep_1', object: 'report', uri: '/v1/reports/rep_1', status: 'pending', result: null },
      ...{ package: 'tasker_standard', candidate_id: 'cand_1', assessment: null, includes_canceled: false },
    };
    vendor.answer(answer);
  });
  const keyed: Completed = (connection) => whole(connection, { token: KEY, signature: KEY });

  async function hears(connection: string, type: string, object: JsonObject): Promise<void> {
    const body = Buffer.from(
      JSON.stringify({ id: randomBytes(8).toString('hex'), object: 'event', type, data: { object } }),
    );
    const headers = { 'x-checkr-signature': createHmac('sha256', KEY).update(body).digest('hex') };
    const { digest, sealed } = sealCallback(KEYS, { connection, idempotencyKey: null }, { headers, body });
    await sql`select vendor_callback_store(${connection}, null, ${digest}, ${sealed})`.execute(db.kysely);
    await takeCallbacks({ db: own, vendors: effects.vendors, keys: KEYS, log });
  }
  const isDue = async (id: number) => ((await readOrder(db, id))?.poll_at ?? new Date(0)) <= new Date();
  const waiting = () => db.kysely.selectFrom('vendor_callback').select('id').where('taken_at', 'is', null).execute();

  // Rules: 6.8.12, 6.12.9, 6.16.3
  test('makes a candidate and orders a report for it, which a signed event has asked for once it is complete', async () => {
    const { id, connection, perform } = await connect('checkr', keyed, APPLICANT);
    await perform();
    expect(paths()).toEqual(['POST /v1/candidates', 'POST /v1/reports']);
    expect(vendor.asked.map(({ body }) => JSON.parse(body))).toMatchObject([
      { first_name: 'Ann', ssn: '900-10-1001', custom_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { candidate_id: 'cand_1', package: 'tasker_standard', work_locations: [{ country: 'US', state: 'CA' }] },
    ]);
    expect(await readOrder(db, id)).toMatchObject({ reference: 'rep_1', ended_at: null });
    // Other events are dropped.
    await hears(connection, 'candidate.created', { id: 'cand_1', object: 'candidate' });
    await hears(connection, 'report.created', { id: 'rep_1', object: 'report' });
    expect([await isDue(id), await waiting()]).toEqual([false, []]);
    Object.assign(report, { status: 'complete', result: 'consider', completed_at: '2026-03-04T12:35:30Z' });
    await hears(connection, 'report.completed', { id: 'rep_1', object: 'report' });
    expect(await isDue(id)).toBe(true);
    await ask(id);
    expect(paths().at(-1)).toBe('GET /v1/reports/rep_1');
    expect(await resultOf(id)).toEqual({
      report: {
        ...{ result: 'consider', has_canceled_searches: false },
        completed_at: '2026-03-04T12:35:30Z',
      },
    });
  });

  // Rules: 6.12.4
  test('fails the step by its code where every search was canceled', async () => {
    const { id, perform } = await connect('checkr', keyed, APPLICANT);
    await perform();
    report.status = 'canceled';
    await ask(id);
    expect(await resultOf(id)).toBe('vendor_rejected');
  });

  test('refuses an order whose package the payload lacks', async () => {
    const { background_check: _, ...without } = APPLICANT;
    const { id, perform } = await connect('checkr', keyed, without);
    await perform();
    expect([paths(), await resultOf(id)]).toEqual([['POST /v1/candidates', 'POST /v1/reports'], 'vendor_rejected']);
  });
});

describe('Tink', () => {
  const mean = (unscaledValue: string, scale: string) => ({ unscaledValue, scale });
  const INCOME = {
    ...{ id: 'inc_1', identity: { name: 'Ann Lee', ssn: '197601011234' } },
    income: {
      primaryIncomeStreamId: 's1',
      streams: [{ id: 's1' }, { id: 's2' }],
      summary: {
        summaryByMonths: {
          lastThreeMonths: { mean: mean('24774370000000003', '12'), min: mean('814296', '2') },
          lastSixMonths: { mean: mean('8239543333333333', '12'), min: mean('795676', '2') },
        },
      },
    },
  };
  let job: JsonObject;
  let tokens: number;

  function answer({ method, path, authorization, body }: Asked): Answer {
    if (path === '/api/v1/oauth/token') {
      const form = Object.fromEntries(new URLSearchParams(body));
      const isRight =
        form.grant_type === 'client_credentials' && form.client_id === 'app' && form.client_secret === 'app-secret';
      tokens += 1;
      return isRight && method === 'POST'
        ? {
            status: 200,
            body: { access_token: 'tok', token_type: 'bearer', expires_in: 1_800, scope: form.scope ?? '' },
          }
        : { status: 401, body: { errorCode: 'oauth.client_id_secret_mismatch' } };
    }
    if (authorization !== 'Bearer tok') return { status: 401 };
    if (path === '/api/v1/reports-generation-jobs/job-1') return { status: 200, body: job };
    return path === '/v2/income-checks/inc_1' ? { status: 200, body: INCOME } : { status: 404 };
  }
  const stateOf = (status: string) => ({
    ...{ id: 'job-1', createdTime: '2026-03-02T10:00:00Z', updatedTime: '2026-03-02T10:00:10Z', status },
    reports: [{ id: 'inc_1', status, type: 'INCOME_CHECK_REPORT' }],
  });
  beforeEach(() => {
    tokens = 0;
    job = stateOf('PENDING');
    vendor.answer(answer);
  });
  const linked = (job_id = 'job-1') => {
    const known = { client_id: 'app', client_secret: 'app-secret' };
    const completed: Completed = ({ credentials = { type: 'none' }, ...others }) => ({
      ...others,
      credentials: { ...credentials, ...known },
    });
    return connect('tink', completed, { bank_link: { job_id } });
  };

  // Rules: 6.12.10, 6.12.11, 6.15.5
  test('is asked for the job until that is done, and then for its report', async () => {
    const { id, perform } = await linked();
    await perform();
    expect(await readOrder(db, id)).toMatchObject({ ended_at: null });
    await ask(id);
    expect(await readOrder(db, id)).toMatchObject({ ended_at: null, steps_done: 0 });
    expect(new Set(paths())).toEqual(
      new Set(['POST /api/v1/oauth/token', 'GET /api/v1/reports-generation-jobs/job-1']),
    );
    job = stateOf('COMPLETED');
    await ask(id);
    expect(paths().slice(-2)).toEqual(['GET /api/v1/reports-generation-jobs/job-1', 'GET /v2/income-checks/inc_1']);
    expect(await resultOf(id)).toEqual({
      report: {
        ...{
          monthly_income: 24_774.370000000003,
          monthly_income_half_year: 8_239.543333333333,
          lowest_month: 7_956.76,
        },
        ...{ streams_count: 2, holder: 'Ann Lee' },
      },
    });
    expect(tokens).toBe(1);
  });

  // Rules: 6.12.11
  test.each<[string, string, string]>([
    ['that has failed', 'FAILED', 'vendor_rejected'],
    ['that nobody knows', 'none', 'report_not_found'],
  ])('a job %s ends the pull by its code, and asks for no report', async (_, status, code) => {
    if (status === 'FAILED') job = stateOf('FAILED');
    const { id, perform } = await linked(status === 'FAILED' ? 'job-1' : 'job-2');
    await perform();
    expect(await resultOf(id)).toBe(code);
    expect(paths().some((path) => path.includes('income-checks'))).toBe(false);
  });
});
