import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { AccountConnection } from '../../core/products/account-connection.ts';
import type { OwnProduct } from '../../core/sources/product.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { writeProduct } from '../../platform/database/products.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { callbackPath } from '../../platform/vendor-callbacks.ts';
import { setConnection } from '../../platform/vendor-connections.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { createPerformer, TryAgain } from '../../services/executor/perform/index.ts';
import { EFFECT_VARIABLES, openEffects, type EffectResources } from '../../services/executor/perform/resources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PULL_ONLY } from './support/definitions.ts';
import { HOSTILE_ANSWERS } from './support/hostile-answers.ts';
import { HOSTILE_URLS } from '../platform/outbound/support/hostile-urls.ts';
import { askForOrder, readOrder, writeOrder } from './support/orders.ts';
import { createTenant, effectsOf, trigger, type Tenant } from './support/runs.ts';
import { silentBus as bus } from './support/silent-bus.ts';
import { startSlowVendor, type Answer, type SlowVendor } from './support/slow-vendor.ts';

/** A product of an account is pulled in its vendor's words. */
let database: TestDatabase;
let db: Database;
let own: Database;
let tenant: Tenant;
let vendor: SlowVendor;
let effects: EffectResources;
let advance: Activities['advance'];
let performer: ReturnType<typeof createPerformer>;

const log = createLogger('test', 'silent');
const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const KEYS = [{ id: 'c1', key: randomBytes(32) }];
const signal = new AbortController().signal;
const PAYLOAD = { applicant: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' }, unit: { beds: 2 } };

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['risk'],
  properties: {
    risk: { type: 'integer', minimum: 0, maximum: 999 },
    level: { type: ['string', 'null'], enum: ['low', 'high', null] },
  },
};
const TWO_STEPS: OwnProduct = {
  ...{ code: 'fraud_score', name: 'Fraud score', schema: SCHEMA },
  request: {
    kind: 'http',
    steps: [
      { method: 'POST', path: '/candidates', body: { name: '{{applicant.last_name}}', beds: '{{unit.beds}}' } },
      {
        method: 'POST',
        path: '/candidates/{{answer.id}}/reports',
        headers: { 'X-Version': '2' },
        body: { kind: 'full' },
      },
    ],
  },
  mapping: {
    fields: { risk: { path: 'result.score' }, level: { path: 'result.code', values: { L: 'low', H: 'high' } } },
    answers: [
      { status: [404], means: 'nobody' },
      { path: 'state', is: ['pending'], means: 'again' },
      { path: 'state', is: ['frozen'], means: 'frozen' },
    ],
  },
};
const ASKED: OwnProduct = {
  ...TWO_STEPS,
  request: { kind: 'http', steps: [{ method: 'GET', path: '/scores?beds={{unit.beds}}' }] },
};
const CANDIDATE: Answer = { status: 201, body: { id: 'c/1' } };
const SCORE: Answer = { status: 200, body: { state: 'done', result: { score: 17, code: 'L' } } };

beforeAll(async () => {
  database = await createTestDatabase();
  [db, own] = [await database.open(), await database.open({ as: 'executor' })];
  vendor = await startSlowVendor();
  advance = createAdvance({ db: own, bus, sandbox: loadReferenceData().sandbox, log });
});
async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  await effects?.close();
  effects = openEffects({
    config: loadConfig(EFFECT_VARIABLES, { MAIL_FROM: 'a@example.com', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true', ...env }),
    ...{ connectionKeys: KEYS, db: own, bus, log, ...loadReferenceData() },
    callbackUrl: (connection, idempotencyKey) => callbackPath(KEYS, { connection, idempotencyKey }),
  });
  performer = createPerformer({ db: own, executors: effects.executors, log, pullGiveUpMs: 3_600_000 });
}
beforeEach(async () => {
  await db.kysely.deleteFrom('vendor_order').execute();
  tenant = await createTenant(db);
  vendor.reset();
  await open();
});
afterAll(async () => {
  await effects?.close();
  await vendor?.stop();
  await database?.drop();
});

const save = (product: OwnProduct | null, code = 'fraud_score') =>
  writeProduct(db.kysely, tenant.accountId, { code, product, userId: null });
async function describeAs(product: OwnProduct, terms: Partial<AccountConnection> = {}): Promise<void> {
  await save(product);
  const entered = { url: `${vendor.origin}/v1/`, ...terms };
  await setConnection(db.kysely, KEYS, { accountId: tenant.accountId, productCode: 'fraud_score', entered });
}
/** A live run whose cascade pinned a version of the product, and asks for it. */
async function asking(version = 1) {
  const { id, runKey } = await trigger(db, tenant, { definition: PULL_ONLY, payload: PAYLOAD, mode: 'live' });
  const { effects: asked } = await advance(id, runKey, NOW);
  const effectId = asked[0]?.id ?? 0;
  const { workflow_id: workflowId } = await db.kysely
    .selectFrom('execution')
    .select('workflow_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db.kysely
    .updateTable('workflow_version')
    .set({ products: asJson({ fraud_score: version }) })
    .where('workflow_id', '=', workflowId)
    .execute();
  await db.kysely
    .updateTable('effect')
    .set({ request: asJson({ kind: 'live_pull', key: 'pull', product_code: 'fraud_score' } as const) })
    .where('id', '=', effectId)
    .execute();
  return { id, perform: () => performer.perform(effectId, id, runKey, signal) };
}
const resultOf = async (id: number) => {
  const [effect] = await effectsOf(db, id);
  return effect?.error_code ?? effect?.result;
};
const orderOf = (id: number) => readOrder(db, id);
const later = (id: number) => writeOrder(db, id, { ended_at: new Date(Date.now() - 180_000) });
const askForIt = (id: number) => askForOrder({ db, own }, effects.vendors, id);
const paths = () => vendor.asked.map(({ method, path }) => `${method} ${path}`);

describe('a pull in two steps', () => {
  // Rules: 6.16.1, 6.16.2
  test('sends what the templates say, uses the first answer, and maps the second into a report', async () => {
    vendor.answer(({ path }) => (path.endsWith('/candidates') ? CANDIDATE : SCORE));
    await describeAs(TWO_STEPS, { credentials: { type: 'bearer', token: 'tok' } });
    const { id, perform } = await asking();
    await perform();
    expect(await resultOf(id)).toMatchObject({ report: { risk: 17, level: 'low' } });
    expect(paths()).toEqual(['POST /v1/candidates', 'POST /v1/candidates/c%2F1/reports']);
    expect(vendor.asked.map(({ body }) => JSON.parse(body))).toEqual([{ name: 'Lee', beds: 2 }, { kind: 'full' }]);
    expect(vendor.asked.map(({ authorization }) => authorization)).toEqual(['Bearer tok', 'Bearer tok']);
    expect(new Set(vendor.asked.map(({ key }) => key)).size).toBe(2);
    const bills = await db.kysely.selectFrom('billing_entry').selectAll().where('execution_id', '=', id).execute();
    expect(bills).toMatchObject([{ product_code: 'fraud_score' }]);
    expect(await orderOf(id)).toMatchObject({ ended_as: 'reported', answer: null });
  });

  // Rules: 6.16.3
  test.each(['header', 'lookup'] as const)(
    'goes on behind the first one once that was answered, whatever died: %s',
    async (idempotency) => {
      vendor.answer(({ path }) => {
        if (path.endsWith('/candidates')) return CANDIDATE;
        throw new Error('the connection closes without an answer');
      });
      const lookup = { lookup_url: `${vendor.origin}/orders/{reference}` };
      await describeAs(TWO_STEPS, { idempotency, ...(idempotency === 'lookup' ? lookup : {}) });
      const { id, perform } = await asking();
      await expect(perform()).rejects.toBeInstanceOf(TryAgain);
      expect(await orderOf(id)).toMatchObject({ ended_as: 'unknown', steps_done: 1, answer: { id: 'c/1' } });
      // If one key makes one order, nobody has to wait for the attempt that was cut short.
      if (idempotency === 'lookup') await later(id);
      await open();
      vendor.answer(({ path }) => (path.includes('/orders/') ? { status: 404 } : SCORE));
      await perform();
      expect(await resultOf(id)).toMatchObject({ report: { risk: 17 } });
      expect(paths().filter((path) => path.endsWith('/candidates'))).toHaveLength(1);
    },
  );

  // Rules: 6.9.4
  test('that was cut short at a vendor that orders twice is left to a person', async () => {
    vendor.answer(({ path }) => {
      if (path.endsWith('/candidates')) return CANDIDATE;
      throw new Error('the connection closes without an answer');
    });
    await describeAs(TWO_STEPS, { idempotency: 'none' });
    const { id, perform } = await asking();
    await perform();
    expect(await resultOf(id)).toBe('vendor_unknown');
    expect(paths()).toHaveLength(2);
  });

  test.each<[string, Answer, string]>([
    ['refuses', { status: 422 }, 'vendor_rejected'],
    ['answers with HTML', { status: 200, body: Buffer.from('<html>') }, 'invalid_report'],
    ['answers with no id', { status: 200, body: {} }, 'product_unavailable'],
    ['answers with dots', { status: 200, body: { id: '..' } }, 'product_unavailable'],
  ])('whose first one %s sends no second one', async (_, answer, code) => {
    vendor.answer(() => answer);
    await describeAs(TWO_STEPS);
    const { id, perform } = await asking();
    await perform();
    expect([await resultOf(id), paths()]).toEqual([code, ['POST /v1/candidates']]);
  });
});

describe('an answer', () => {
  // Rules: 6.16.4
  test.each<[string, Answer, string]>([
    ['that there is nobody', { status: 404 }, 'report_not_found'],
    ['that the file is frozen', { status: 200, body: { state: 'frozen' } }, 'report_frozen'],
    ['with a code that is not named', { status: 200, body: { result: { score: 1, code: 'X' } } }, 'invalid_report'],
    ['that breaks the schema', { status: 200, body: { result: { score: 1_000 } } }, 'invalid_report'],
    ['without what is required', { status: 200, body: { result: {} } }, 'invalid_report'],
    [
      'of a number beyond 2^53',
      { status: 200, body: Buffer.from('{"result":{"score":9007199254740993}}') },
      'invalid_report',
    ],
    ['that is a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'vendor_rejected'],
  ])('%s fails the step by its code', async (_, answer, code) => {
    vendor.answer(() => ({ headers: {}, ...answer, body: answer.body ?? {} }));
    await describeAs(ASKED);
    const { id, perform } = await asking();
    await perform();
    expect([await resultOf(id), paths()]).toEqual([code, ['GET /v1/scores?beds=2']]);
  });

  // Rules: 6.16.5
  test('that there is no report yet makes an order, which the same question is asked for', async () => {
    vendor.answer(() => ({ status: 200, body: { state: 'pending', reference: 'r1' } }));
    await describeAs(ASKED, { idempotency: 'none' });
    const { id, perform } = await asking();
    await perform();
    expect(await orderOf(id)).toMatchObject({ ended_at: null, reference: 'r1' });
    await askForIt(id);
    expect(await orderOf(id)).toMatchObject({ ended_at: null });
    vendor.answer(() => SCORE);
    await askForIt(id);
    expect(await resultOf(id)).toMatchObject({ report: { risk: 17 } });
    expect(new Set(paths())).toEqual(new Set(['GET /v1/scores?beds=2']));
  });

  test('to the order of a pull in two steps is asked for by its address, and mapped', async () => {
    vendor.answer(({ path }) =>
      path.endsWith('/candidates') ? CANDIDATE : { status: 202, body: { reference: 'r 9' } },
    );
    await describeAs(TWO_STEPS, { idempotency: 'none', order_url: `${vendor.origin}/v1/reports/{reference}` });
    const { id, perform } = await asking();
    await perform();
    vendor.answer(() => SCORE);
    await askForIt(id);
    expect(paths().at(-1)).toBe('GET /v1/reports/r%209');
    expect(await resultOf(id)).toMatchObject({ report: { risk: 17, level: 'low' } });
  });
});

describe('the name of an order', () => {
  // Rules: 6.12.9
  test.each<[string, Answer['body'], string | null]>([
    ['that is a text', { state: 'pending', data: { id: 'rep_1' } }, 'rep_1'],
    ['that is a number', { state: 'pending', data: { id: 17 } }, '17'],
    ['that would leave its place in an address', { state: 'pending', data: { id: '..' } }, null],
    ['that is elsewhere', { state: 'pending', reference: 'r1' }, null],
  ])('%s is read where the mapping says', async (_, body = null, reference) => {
    vendor.answer(() => ({ status: 201, body }));
    const mapping = { ...TWO_STEPS.mapping, fields: TWO_STEPS.mapping?.fields ?? {}, reference: 'data.id' };
    await describeAs({ ...ASKED, mapping });
    const { id, perform } = await asking();
    await perform();
    expect(await orderOf(id)).toMatchObject({ ended_at: null, reference });
  });

  // Rules: 6.12.8
  test('of ours is sent where the templates say, with the URL of its callback, and the order is looked up by it', async () => {
    const body = { ours: '{{pull.reference}}', call: '{{pull.callback_url}}' };
    const steps = [{ method: 'POST', path: '/orders', body } as const];
    vendor.answer(() => {
      throw new Error('the connection closes without an answer');
    });
    const lookup_url = `${vendor.origin}/v1/orders/{reference}`;
    await describeAs({ ...TWO_STEPS, request: { kind: 'http', steps } }, { idempotency: 'lookup', lookup_url });
    const { id, perform } = await asking();
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    const { idempotency_key: ours } = (await orderOf(id)) ?? {};
    const [sent] = vendor.asked.map((one) => JSON.parse(one.body));
    expect(sent).toEqual({ ours, call: expect.stringMatching(new RegExp(`/hooks/vendors/account\\..*/${ours}\\.`)) });
    await later(id);
    await open();
    vendor.answer(() => SCORE);
    await perform();
    expect([paths().at(-1), await resultOf(id)]).toEqual([
      `GET /v1/orders/${ours}`,
      { report: { risk: 17, level: 'low' } },
    ]);
  });
});

/** A report without required members, so that an empty answer would be one. */
const OPTIONAL: OwnProduct = {
  ...ASKED,
  schema: {
    type: 'object',
    properties: { risk: { type: 'integer' }, note: { type: 'string' }, more: { type: 'string' } },
  },
  mapping: {
    fields: { risk: { path: 'score' }, note: { path: 'text' }, more: { path: 'text' } },
    answers: [
      { status: [404, 503], path: 'code', is: ['no_file'], means: 'nobody' },
      { status: [423], means: 'frozen' },
      { status: [204], means: 'again' },
    ],
  },
};

describe('an answer of a status that the mapping names', () => {
  // Rules: 6.16.4
  test.each<[string, Answer, string]>([
    ['and with what it names', { status: 404, body: { code: 'no_file' } }, 'report_not_found'],
    ['and with something else', { status: 404, body: { code: 'no_route' } }, 'vendor_rejected'],
    ['and with a report', { status: 404, body: { score: 7 } }, 'vendor_rejected'],
    ['and with HTML', { status: 404, body: Buffer.from('<html>') }, 'vendor_rejected'],
    ['alone, with HTML', { status: 423, body: Buffer.from('<html>') }, 'report_frozen'],
    ['alone, with nothing', { status: 423, body: Buffer.alloc(0) }, 'report_frozen'],
  ])('%s is what it says, and never a report', async (_, answer, code) => {
    vendor.answer(() => answer);
    await describeAs(OPTIONAL);
    const { id, perform } = await asking();
    await perform();
    expect(await resultOf(id)).toBe(code);
  });

  // Rules: 6.16.4
  test('and with something else is an outage where the status is one', async () => {
    vendor.answer(() => ({ status: 503, body: { code: 'busy' } }));
    await describeAs(OPTIONAL);
    const { perform } = await asking();
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
  });

  // Rules: 6.16.5
  test('makes an order though it has no body', async () => {
    vendor.answer(() => ({ status: 204, body: Buffer.alloc(0) }));
    await describeAs(OPTIONAL);
    const { id, perform } = await asking();
    await perform();
    expect(await orderOf(id)).toMatchObject({ ended_at: null });
  });
});

// Rules: 6.16.5, 6.16.4
test('a report that is made by one POST and read by another is asked for by the second, as a vendor says with 400', async () => {
  const product: OwnProduct = {
    ...TWO_STEPS,
    request: {
      kind: 'http',
      steps: [
        {
          method: 'POST',
          path: '/report/create',
          body: { user: '{{applicant.email}}', webhook: '{{pull.callback_url}}' },
        },
        { method: 'POST', path: '/report/get', body: { report_token: '{{answer.token}}' } },
      ],
    },
    mapping: {
      fields: { risk: { path: 'result.score' } },
      answers: [{ status: [400], path: 'error_code', is: ['PRODUCT_NOT_READY'], means: 'again' }],
    },
  };
  let isReady = false;
  vendor.answer(({ path }): Answer => {
    if (path.endsWith('/create')) return { status: 200, body: { token: 'tok-1' } };
    return isReady ? SCORE : { status: 400, body: { error_code: 'PRODUCT_NOT_READY' } };
  });
  await describeAs(product, { credentials: { type: 'header', header: 'X-Secret', value: 'a-secret' } });
  const { id, perform } = await asking();
  await perform();
  await askForIt(id);
  isReady = true;
  await askForIt(id);
  expect(await resultOf(id)).toMatchObject({ report: { risk: 17 } });
  expect(paths()).toEqual(['/create', '/get', '/get', '/get'].map((path) => `POST /v1/report${path}`));
});

// Rules: 6.16.6
test('a report is no larger than an answer may be, however often its mapping names one text', async () => {
  vendor.answer(() => ({ status: 200, body: { text: 'x'.repeat(300_000) } }));
  await describeAs(OPTIONAL);
  const { id, perform } = await asking();
  await perform();
  expect(await resultOf(id)).toBe('invalid_report');
});

// Rules: 6.16.2
// Rules: 6.16.2
test('the query of the address of a connection stays, behind that of the request', async () => {
  vendor.answer(() => SCORE);
  await describeAs(ASKED, { url: `${vendor.origin}/v1?tenant=a%20b&v=2` });
  await (await asking()).perform();
  await describeAs(
    {
      ...ASKED,
      request: {
        kind: 'http',
        steps: [{ method: 'POST', path: '/scores', body_form: 'form', body: { beds: '{{unit.beds}}' } }],
      },
    },
    { url: `${vendor.origin}/v1?tenant=a%20b&v=2` },
  );
  await (await asking(2)).perform();
  expect(paths()).toEqual([
    expect.stringMatching(/^GET \/v1\/scores\?beds=\d+&tenant=a%20b&v=2$/),
    'POST /v1/scores?tenant=a%20b&v=2',
  ]);
  expect(vendor.asked[1]).toMatchObject({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: expect.stringMatching(/^beds=\d+$/),
  });
});

test('a header of the product does not stand beside a credential of that name', async () => {
  vendor.answer(() => SCORE);
  const [step] = ASKED.request.steps ?? [];
  if (step === undefined) throw new Error('no step');
  await describeAs(
    { ...ASKED, request: { kind: 'http', steps: [{ ...step, headers: { 'X-API-Key': 'of-the-product' } }] } },
    { credentials: { type: 'header', header: 'x-api-key', value: 'of-the-account' } },
  );
  const { perform } = await asking();
  await perform();
  expect(vendor.asked).toMatchObject([{ headers: { 'x-api-key': 'of-the-account' } }]);
});

describe('where the account asks another vendor since', () => {
  let other: SlowVendor;
  beforeAll(async () => {
    other = await startSlowVendor();
  });
  beforeEach(() => other.reset());
  afterAll(() => other?.stop());
  const change = (terms: Partial<AccountConnection>) =>
    setConnection(db.kysely, KEYS, {
      ...{ accountId: tenant.accountId, productCode: 'fraud_score' },
      entered: { url: `${other.origin}/v2/`, ...terms },
    });

  // Rules: 6.15.8
  test.each(['header', 'lookup'] as const)('the answer of the first to a step is not sent to it: %s', async (kind) => {
    const terms = (origin: string): Partial<AccountConnection> => ({
      idempotency: kind,
      ...(kind === 'lookup' ? { lookup_url: `${origin}/orders/{reference}` } : {}),
    });
    vendor.answer(({ path }) => (path.endsWith('/candidates') ? CANDIDATE : { status: 429 }));
    await describeAs(TWO_STEPS, terms(vendor.origin));
    const { id, perform } = await asking();
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    expect(await orderOf(id)).toMatchObject({ steps_done: 1 });
    await change(terms(other.origin));
    await later(id);
    other.answer(({ path }) => (path.endsWith('/candidates') ? { status: 429 } : { status: 404 }));
    await expect(perform()).rejects.toBeInstanceOf(TryAgain);
    expect(other.asked.map(({ path }) => path).filter((path) => path.startsWith('/v2'))).toEqual(['/v2/candidates']);
    expect(await orderOf(id)).toMatchObject({ steps_done: 0, answer: null });
  });

  // Rules: 6.15.8
  test('it is not asked for an order by the name that the first gave it', async () => {
    const order = (origin: string): Partial<AccountConnection> => ({
      idempotency: 'none',
      order_url: `${origin}/orders/{reference}`,
    });
    vendor.answer(({ path }) =>
      path.endsWith('/candidates') ? CANDIDATE : { status: 202, body: { reference: 'r17' } },
    );
    await describeAs(TWO_STEPS, order(vendor.origin));
    const { id, perform } = await asking();
    await perform();
    await db.kysely
      .updateTable('vendor_order')
      .set({ ended_at: new Date(), ended_as: 'timed_out' })
      .where('execution_id', '=', id)
      .execute();
    await db.kysely.updateTable('effect').set({ status: 'begun' }).where('execution_id', '=', id).execute();
    await change(order(other.origin));
    other.answer(({ path }) => (path.endsWith('/candidates') ? CANDIDATE : SCORE));
    await perform();
    await askForIt(id);
    expect(other.asked.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(await resultOf(id)).toMatchObject({ report: { risk: 17 } });
  });
});

describe('the product', () => {
  test('may have a pattern that only RE2 reads, whatever the kind of its request', async () => {
    const schema = { type: 'object', properties: { code: { type: 'string', pattern: '(?i)^AB' } } };
    await describeAs({ code: 'fraud_score', name: 'Fraud score', schema, request: { kind: 'cascade' } });
    for (const [code, expected] of [
      ['abc', { report: { code: 'abc' } }],
      ['xyz', 'invalid_report'],
    ] as const) {
      vendor.answer(() => ({ status: 200, body: { code } }));
      const { id, perform } = await asking();
      await perform();
      expect(await resultOf(id)).toEqual(typeof expected === 'string' ? expected : expect.objectContaining(expected));
    }
  });

  // Rules: 6.16.1
  test('is that of the version which the cascade pinned, whatever was saved since', async () => {
    vendor.answer(() => SCORE);
    await describeAs(ASKED);
    const pinned = await asking(1);
    await save({ ...ASKED, request: { kind: 'http', steps: [{ method: 'GET', path: '/v2' }] } });
    await pinned.perform();
    const next = await asking(2);
    await next.perform();
    expect(paths()).toEqual(['GET /v1/scores?beds=2', 'GET /v1/v2']);
  });

  test('of the contract of the built-in ones is sent the applicant, and held against its schema', async () => {
    await describeAs({ ...ASKED, request: { kind: 'cascade' }, mapping: undefined } as OwnProduct);
    for (const [body, expected] of [
      [{ risk: 5 }, { report: { risk: 5 } }],
      [{ risk: 'x' }, 'invalid_report'],
    ] as const) {
      vendor.answer(() => ({ status: 200, body }));
      const { id, perform } = await asking();
      await perform();
      const result = await resultOf(id);
      if (typeof expected === 'string') expect(result).toBe(expected);
      else expect(result).toMatchObject(expected);
    }
    expect(JSON.parse(vendor.asked[0]?.body ?? '')).toMatchObject({
      product: 'fraud_score',
      applicant: PAYLOAD.applicant,
    });
  });

  test('without a connection of the account cannot be pulled, nor with that of another account', async () => {
    vendor.answer(() => SCORE);
    await describeAs(ASKED);
    tenant = await createTenant(db);
    await save(ASKED);
    const { id, perform } = await asking();
    await perform();
    expect([await resultOf(id), paths()]).toEqual(['product_unavailable', []]);
  });
});

describe('what a vendor answers to a request of the product', () => {
  const [step] = ASKED.request.steps ?? [];
  const ofCredit: OwnProduct = {
    ...ASKED,
    request: { kind: 'http', steps: step === undefined ? [] : [{ ...step, path: '/scores' }] },
    mapping: { fields: { risk: { path: 'score' } } },
  };

  // Rules: 6.15.7, 6.16.4
  test.each(HOSTILE_ANSWERS)('that is %s is no report', async (_, answer, code) => {
    vendor.answer(() => answer);
    await describeAs(ofCredit, { credentials: { type: 'bearer', token: 'secret-token' } });
    const { id, perform } = await asking();
    await perform();
    expect(await resultOf(id)).toBe(code);
    const [effect] = await effectsOf(db, id);
    expect(effect?.error_message).not.toMatch(/secret-token|169\.254|evil|passwd/);
    expect(paths()).toEqual(['GET /v1/scores']);
  });

  // Rules: 6.15.6
  test.each(HOSTILE_URLS.filter(([, url]) => !url.includes('\0')))(
    'is not heard at a private host: %s',
    async (_, url) => {
      await open({ WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false' });
      await describeAs(ofCredit, { url });
      const { id, perform } = await asking();
      await perform();
      expect(['vendor_forbidden_target', 'product_unavailable']).toContain(await resultOf(id));
      await open();
      // A `Location` without a host is a path of the vendor.
      if (/[^\x20-\x7e]/.test(url) || URL.parse(url, vendor.origin)?.origin === vendor.origin) return;
      vendor.answer(() => ({ status: 202, headers: { location: url } }));
      await describeAs(ofCredit);
      const other = await asking(2);
      await other.perform();
      expect([await resultOf(other.id), paths()]).toEqual(['vendor_forbidden_target', ['GET /v1/scores']]);
    },
  );
});
