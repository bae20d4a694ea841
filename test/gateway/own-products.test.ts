import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* The products that an account describes itself, by API. */

let gateway: TestGateway;
let admin: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await gateway.caller();
});
afterAll(() => gateway.stop());

const create = (more: object = {}, by: Caller = admin) => by.api.post('/products', { ...OWN_EXAMPLE, ...more });
const codesOf = async ({ api }: Caller) => (await api.get('/products')).data.map(({ code }: { code: string }) => code);
const acts = async ({ api }: Caller) => (await api.get('/audit_events?filter[action]=product.changed')).data;

// Rules: 6.14.1, 6.14.2
test('a product is described, read, listed, given a version and withdrawn', async () => {
  const made = await create();
  const { code: _code, ...described } = OWN_EXAMPLE;
  expect([made.status, made.data]).toMatchObject([
    201,
    { object: 'product', code: 'fraud_score', version: 1, live: false, described_as: described },
  ]);
  const reason = { code: 'fraud_score.risk.above', text: 'Risk of fraud' };
  expect(made.data.fields).toMatchObject([{ path: 'risk', type: 'integer', minimum: 0, maximum: 100, reason }]);
  expect(made.headers.get('etag')).toBe('"fraud_score.1"');
  expect((await admin.api.get('/products/fraud_score')).data).toEqual(made.data);
  expect((await codesOf(admin)).at(-1)).toBe('fraud_score');

  const second = await admin.api.patch('/products/fraud_score', { name: 'Score of fraud' });
  expect([second.status, second.data.name, second.data.version]).toEqual([200, 'Score of fraud', 2]);
  expect((await admin.api.get('/products/fraud_score?version=1')).data.name).toBe('Fraud score');
  expect((await admin.api.get('/products/fraud_score?version=3')).status).toBe(404);

  expect((await admin.api.call('DELETE', '/products/fraud_score')).status).toBe(204);
  expect((await admin.api.get('/products/fraud_score')).status).toBe(404);
  expect(await codesOf(admin)).not.toContain('fraud_score');
  expect((await admin.api.get('/products/fraud_score?version=2')).data.name).toBe('Score of fraud');
  expect((await create()).data.version).toBe(4);
  expect((await admin.api.get('/products/fraud_score/versions')).data).toMatchObject([
    { object: 'product_version', version: 4, withdrawn: false, created_by_user_id: admin.userId },
    { version: 3, withdrawn: true },
    { version: 2, withdrawn: false },
    { version: 1, withdrawn: false },
  ]);
  expect((await acts(admin)).map(({ detail }: { detail: object }) => detail)).toEqual([
    { version: 4 },
    { version: 3, withdrawn: true },
    { version: 2 },
    { version: 1 },
  ]);
});

// Rules: 6.14.13
test('the list says which cascades pull each product, and which were withdrawn', async () => {
  const own = await gateway.caller();
  await create({}, own);
  const pulling = (code: string) => [
    { id: 'a', type: 'ApplicantSource', next_step: ['pull'] },
    { id: 'pull', type: 'BillingProduct', config: { billing_product_code: code }, next_step: ['end'] },
    { id: 'end', type: 'ShowResults' },
  ];
  const { data: saved } = await own.api.post('/workflows', { name: 'Fraud', definition: pulling('fraud_score') });
  await own.api.post('/workflows', { name: 'Credit', definition: pulling('credit_report') });
  const { data } = await own.api.get('/products?workflows=true&per_page=100');
  const pulledBy = (code: string) => data.find((product: { code: string }) => product.code === code).workflows;
  expect(pulledBy('fraud_score')).toEqual([{ id: saved.id, name: 'Fraud', active: saved.active }]);
  expect(pulledBy('credit_report')).toMatchObject([{ name: 'Credit' }]);
  expect(pulledBy('eviction_history')).toEqual([]);
  expect((await own.api.get('/products')).data[0].workflows).toBeNull();
  expect((await admin.api.get('/products?workflows=true')).data[0].workflows).toEqual([]);

  await own.api.patch(`/workflows/${saved.id}`, { active: false });
  expect((await own.api.call('DELETE', '/products/fraud_score')).status).toBe(204);
  const { data: gone } = await own.api.get('/products?filter[withdrawn]=true');
  expect(gone).toMatchObject([{ code: 'fraud_score', version: 1, withdrawn: true }]);
  expect((await admin.api.get('/products?filter[withdrawn]=true')).data).not.toContainEqual(gone[0]);
  expect((await own.api.get('/products/fraud_score?version=1')).data.withdrawn).toBe(true);
});

// Rules: 6.14.1
test('the same change again makes no version and no act, and null takes a member away', async () => {
  const own = await gateway.caller();
  await create({ description: 'A score.' }, own);
  const same = await own.api.patch('/products/fraud_score', { description: 'A score.' });
  expect([same.status, same.data.version, (await acts(own)).length]).toEqual([200, 1, 1]);
  const body = { request: { kind: 'cascade' }, mapping: null };
  const { data } = await own.api.patch('/products/fraud_score', body);
  expect([data.version, 'mapping' in data.described_as]).toEqual([2, false]);
});

// Rules: 6.14.1
test('a change of another version than If-Match names is refused', async () => {
  const own = await gateway.caller();
  await create({}, own);
  const by = (etag: string) =>
    own.api.call('PATCH', '/products/fraud_score', { body: { name: etag }, headers: { 'If-Match': etag } });
  expect((await by('"fraud_score.2"')).error.code).toBe('precondition_failed');
  expect((await by('"fraud_score.1"')).data.version).toBe(2);
  expect((await by('"fraud_score.1"')).error.code).toBe('precondition_failed');
});

// Rules: 6.14.1
test('of two that describe the same code at once one is told that it is taken', async () => {
  const own = await gateway.caller();
  const answers = await Promise.all([create({}, own), create({}, own), create({}, own)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
  expect((await own.api.get('/products/fraud_score/versions')).body.meta.total_count).toBe(1);
});

test('the same request with its key is answered as before', async () => {
  const own = await gateway.caller();
  const headers = { 'Idempotency-Key': 'fraud-1' };
  const first = await own.api.post('/products', OWN_EXAMPLE, { headers });
  const again = await own.api.post('/products', OWN_EXAMPLE, { headers });
  expect([again.status, again.data]).toEqual([201, first.data]);
});

// Rules: 6.14.2
test('takes a scope of its own: a token with all others is refused', async () => {
  const { api } = await gateway.caller({
    ...{ of: admin, sameClient: true },
    scopes: ['workflows:write', 'settings:write', 'users:write', 'pii:read'],
  });
  for (const { status, error } of [
    await api.post('/products', OWN_EXAMPLE),
    await api.patch('/products/fraud_score', { name: 'Mine' }),
    await api.call('DELETE', '/products/fraud_score'),
  ])
    expect([status, error.code]).toEqual([403, 'insufficient_scope']);
});

// Rules: 6.14.3
test('another account sees, changes and withdraws nothing of it, and may use its code', async () => {
  const [owner, stranger] = [await gateway.caller(), await gateway.caller()];
  await create({ code: 'bank_data', description: 'A secret of the owner.' }, owner);
  const never = await stranger.api.get('/products/bank_date');
  for (const { status, text } of [
    await stranger.api.get('/products/bank_data'),
    await stranger.api.get('/products/bank_data?version=1'),
    await stranger.api.get('/products/bank_data/versions'),
    await stranger.api.patch('/products/bank_data', { name: 'Theirs' }),
    await stranger.api.call('DELETE', '/products/bank_data'),
  ]) {
    expect([status, text.includes('secret')]).toEqual([404, false]);
    expect(JSON.parse(text).error.details).toEqual(never.error.details);
  }
  expect(await codesOf(stranger)).not.toContain('bank_data');
  expect((await create({ code: 'bank_data', name: 'Other' }, stranger)).data.version).toBe(1);
  expect((await owner.api.get('/products/bank_data')).data.name).toBe('Fraud score');
});

describe('a product is refused, with each fault at its place:', () => {
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'integer' }]));
  const doubled = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `d${index}`,
      {
        type: 'object',
        properties: {
          a: index === 0 ? { type: 'string' } : { $ref: `#/$defs/d${index - 1}` },
          b: index === 0 ? { type: 'string' } : { $ref: `#/$defs/d${index - 1}` },
        },
      },
    ]),
  );
  const object = (more: object) => ({ type: 'object', ...more });
  // Rules: 6.14.3
  test.each<[string, object, RegExp]>([
    ['the code of a built-in one', { code: 'credit_report' }, /^code$/],
    ['a path to no field', { mapping: { fields: { other: { path: 'a' } } } }, /^mapping\.fields\.other$/],
    ['an unknown keyword', { schema: object({ anyOf: [] }) }, /^schema\/anyOf$/],
    ['a schema of more than 64 KiB', { schema: object({ description: 'x'.repeat(66_000) }) }, /^schema$/],
    ['301 fields', { schema: object({ properties: many(301) }) }, /^schema/],
    ['nine levels', { schema: object({ properties: { a: deep(9) } }) }, /^schema/],
    [
      'references that double',
      { schema: object({ $defs: doubled, properties: { a: { $ref: '#/$defs/d29' } } }) },
      /^schema/,
    ],
    [
      'a circle',
      { schema: object({ $defs: { a: { $ref: '#/$defs/a' } }, properties: { a: { $ref: '#/$defs/a' } } }) },
      /^schema/,
    ],
    [
      'a pattern that is slow elsewhere',
      { schema: object({ properties: { a: { type: 'string', pattern: '(a+)+\\1$' } } }) },
      /pattern$/,
    ],
    [
      'a pattern that repeats too much',
      { schema: object({ properties: { a: { type: 'string', pattern: '(((a{50}){50}){50})' } } }) },
      /pattern$/,
    ],
    [
      'test reports that its schema refuses',
      { schema: object({ properties: { risk: { type: 'string', pattern: '^[0-9]{9}$' } } }) },
      /^test_values\.risk$/,
    ],
    [
      'more than a test report may hold',
      { schema: object({ properties: { risk: { type: 'array', minItems: 100_000_000, items: { type: 'string' } } } }) },
      /^test_values$/,
    ],
    [
      'an identifier in a URL',
      { request: { kind: 'http', steps: [{ method: 'GET', path: '/{{applicant.ssn}}' }] } },
      /^request\.steps\[0\]\.path$/,
    ],
  ])('%s', async (_what, more, field) => {
    const own = await gateway.caller();
    const { status, error } = await create(more, own);
    expect([status, error?.code]).toEqual([422, 'validation_failed']);
    expect(error.details.map((detail: { field: string }) => detail.field)).toContainEqual(expect.stringMatching(field));
    expect(await codesOf(own)).not.toContain('fraud_score');
    expect(await acts(own)).toEqual([]);
  });
});

// Rules: 6.14.3
test('the largest schema that is taken is taken, and the next request is answered meanwhile', async () => {
  const own = await gateway.caller();
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `f${index}`,
      { type: 'string', pattern: '^([a-z]|[0-9]|[-_ .])*$', 'x-kind': 'fact', title: `Field ${index}` },
    ]),
  );
  const values = Object.fromEntries(Object.keys(properties).map((name) => [name, { among: ['a', 'b'] }]));
  const making = create(
    { schema: { type: 'object', properties }, mapping: undefined, request: { kind: 'cascade' }, test_values: values },
    own,
  );
  expect((await admin.api.get('/me')).status).toBe(200);
  expect((await making).data.fields).toHaveLength(300);
});
