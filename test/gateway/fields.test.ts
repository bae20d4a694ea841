import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { fieldsOfExecution, lockDictionary, writeDictionary } from '../../platform/database/fields.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { World } from '../core/interpreter/world.ts';
import { recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* The data dictionary: what an account declares of the fields of its payloads, by API. */

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const put = (path: string, body: unknown, by: Caller = caller, headers: Readonly<Record<string, string>> = {}) =>
  by.api.call('PUT', `/fields/${path}`, { body, headers });
const remove = (path: string, by: Caller = caller) => by.api.call('DELETE', `/fields/${path}`);
const LTV = { type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' };
const acts = async (by: Caller) => (await by.api.get('/audit_events?filter[action]=fields.changed')).data;

// Rules: 20.7.1, 20.7.4
test('a field is declared, read, listed, declared otherwise and undeclared', async () => {
  const { status, data, headers } = await put('applicant.ltv_percent', LTV);
  expect([status, data]).toMatchObject([200, { object: 'field', path: 'applicant.ltv_percent', ...LTV, version: 1 }]);
  expect(headers.get('etag')).toBe('"fields.1"');
  expect((await caller.api.get('/fields/applicant.ltv_percent')).data).toEqual(data);
  // It is also found under its other name.
  expect((await caller.api.get('/fields/context.applicant.ltv_percent')).data).toEqual(data);

  await put('applicant.pets', { type: 'integer', label: 'Pets', unit: 'pets', kind: 'fact' });
  await put('applicant.ltv_percent', { type: 'number', label: 'Share of the price' });
  const { data: listed } = await caller.api.get('/fields');
  expect(listed).toMatchObject([
    { path: 'applicant.ltv_percent', label: 'Share of the price', version: 3 },
    { path: 'applicant.pets', label: 'Pets', version: 2 },
  ]);
  // The new declaration replaces the former one as a whole.
  expect(listed[0]).not.toHaveProperty('unit');

  expect((await remove('applicant.pets')).status).toBe(204);
  expect((await caller.api.get('/fields/applicant.pets')).status).toBe(404);
  expect((await remove('applicant.pets')).status).toBe(404);
  expect((await caller.api.get('/fields')).body.meta.total_count).toBe(1);
});

test('every member is kept as it was declared', async () => {
  const own = await gateway.caller();
  const jobs = {
    ...{ type: 'list', label: 'Jobs', of_person: 'applicant2', item: { one: 'job', many: 'jobs' }, empty: 'worst' },
    also: ['employments'],
  };
  const standing = {
    ...{ type: 'text', label: 'Standing', kind: 'fact', values: ['good', 'bad'], required: true, basis: 'proxy' },
    reason: { is: 'Standing with a former landlord' },
  };
  await put('applicant2', { type: 'person' }, own);
  expect((await put('jobs', { ...jobs, of_person: 'context.applicant2' }, own)).data).toMatchObject(jobs);
  expect((await put('applicant2.standing', standing, own)).data).toMatchObject(standing);
  expect((await own.api.get('/fields/applicant2.standing')).data).toMatchObject(standing);
});

// Rules: 20.7.2
test('the same request again changes nothing: no version, no act', async () => {
  const own = await gateway.caller();
  const first = await put('applicant.x', LTV, own);
  const again = await put('applicant.x', { ...LTV, label: ' Loan to value ', unit: 'percent', reason: null }, own);
  expect(again.data).toEqual(first.data);
  expect(await acts(own)).toMatchObject([
    {
      subject_type: 'field_dictionary',
      subject_id: '1',
      detail: { fields: { 'applicant.x': { old: null, new: LTV } } },
    },
  ]);
});

// Rules: 20.7.5
test('of two who changed one version of the dictionary, the second is told', async () => {
  const own = await gateway.caller();
  const { headers } = await put('applicant.x', LTV, own);
  const etag = { 'If-Match': headers.get('etag') ?? '' };
  expect((await put('applicant.y', LTV, own, etag)).status).toBe(200);
  const late = await put('applicant.z', LTV, own, etag);
  expect([late.status, late.error.code]).toEqual([412, 'precondition_failed']);
  expect((await own.api.get('/fields')).body.meta.total_count).toBe(2);
});

// Rules: 20.7.1
test('of any number of changes at once each gets a version of its own', async () => {
  const own = await gateway.caller();
  const paths = Array.from({ length: 12 }, (_, index) => `applicant.n${index}`);
  const all = await Promise.all(paths.map((path) => put(path, LTV, own)));
  const versions = all.map(({ data }) => data.version as number);
  expect(versions.toSorted((a, b) => a - b)).toEqual(paths.map((_, index) => index + 1));
  expect(await acts(own)).toHaveLength(paths.length);
});

test('saving warns of a score by what the account declares of it', async () => {
  const own = await gateway.caller();
  const condition = { source_node_id: 'start', field: 'applicant.index', operator: 'greater_than', value: 600 };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['deny'] },
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', purpose: 'credit' },
    },
  ];
  const warned = async () => {
    const { data } = await own.api.post('/workflows/validate', { definition });
    return data.warnings.map(({ code }: { code: string }) => code);
  };
  expect(await warned()).not.toContain('own_score_decides');
  await put('applicant.index', { type: 'number', kind: 'score' }, own);
  expect(await warned()).toContain('own_score_decides');
});

test('an execution keeps the dictionary of when it was accepted', async () => {
  const own = await gateway.caller();
  await put('vehicle', { type: 'object' }, own);
  const workflow = (
    await own.api.post('/workflows', { name: 'X', definition: [{ id: 'start', type: 'ApplicantSource' }] })
  ).data.id;
  const id = (await own.api.trigger(workflow, { applicant: {} })).data.id as number;
  await put('vehicle.price', LTV, own);
  await remove('vehicle.price', own);
  await remove('vehicle', own);
  const kept = await gateway.db.kysely
    .selectFrom('execution as e')
    .select(['e.dictionary_version', fieldsOfExecution().as('fields')])
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept).toEqual({ dictionary_version: 1, fields: { vehicle: { type: 'object' } } });
});

describe('is refused', () => {
  test.each([
    ['steps.credit.score', LTV, 'field', 'field of what you send'],
    ['applicant.jobs.0.pay', LTV, 'field', 'applicant.jobs.pay'],
    ['applicant.jobs.sum.pay', LTV, 'field', 'applicant.jobs.pay'],
    [`applicant.${'x'.repeat(200)}`, LTV, 'field', 'at most 200 characters'],
    ['applicant.x', { type: 'number', label: '   ' }, 'label', 'blank'],
    ['applicant.x', { type: 'number', label: 'A {{name}}' }, 'label', '{{'],
    ['applicant.x', { type: 'number', label: 'Two\nlines' }, 'label', 'one line'],
    ['applicant.x', { type: 'number', label: 'x'.repeat(61) }, 'label', '60'],
    ['applicant.x', { type: 'number', unit: 'dollars' }, 'unit', 'USD'],
    ['applicant.x', { type: 'text', unit: 'USD' }, 'unit', 'numbers alone'],
    ['applicant.x', {}, 'type', 'is required'],
    ['applicant.x', { type: 'money' }, 'type', 'number'],
    ['applicant.x', { type: 'number', kind: 'secret' }, 'kind', 'identifier'],
    ['applicant.x', { type: 'number', of_person: 'my friend' }, 'of_person', 'person'],
    ['applicant.x', { type: 'number', reason: { abov: 'X' } }, 'reason.abov', 'above'],
    ['applicant.x', { type: 'number', is_score: true }, 'is_score', ''],
    ['applicant.x', { type: 'number', reason: { above: 'Insufficient score' } }, 'reason.above', 'specific'],
  ])('%s as %j: %s', async (path, body, field, message) => {
    const { status, error } = await put(path, body);
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toMatchObject([{ field, message: expect.stringContaining(message) }]);
  });

  // Rules: 20.7.6
  test('what makes another declaration wrong', async () => {
    const own = await gateway.caller();
    await put('tenant', { type: 'person' }, own);
    await put('deposit', { type: 'number', unit: 'USD', of_person: 'tenant' }, own);
    const without = await remove('tenant', own);
    expect([without.status, without.error.details]).toMatchObject([
      422,
      [{ field: 'field', message: expect.stringContaining('`of_person` of deposit') }],
    ]);
    const asText = await put('tenant', { type: 'text' }, own);
    expect(asText.status).toBe(422);
    expect((await own.api.get('/fields/tenant')).data.type).toBe('person');
  });
});

test('a dictionary is of the account: another one has its own, and a colleague the same', async () => {
  const [own, colleague, stranger] = [await gateway.caller(), await gateway.caller(), await gateway.caller()];
  await put('applicant.y', { type: 'text', label: 'Mine' }, own);
  await put('applicant.y', { type: 'text', label: 'Theirs' }, stranger);
  expect((await own.api.get('/fields/applicant.y')).data.label).toBe('Mine');
  expect((await stranger.api.get('/fields/applicant.y')).data.label).toBe('Theirs');
  expect((await colleague.api.get('/fields/applicant.y')).status).toBe(404);
  const sibling = await gateway.caller({ of: own });
  expect((await sibling.api.get('/fields/applicant.y')).data.label).toBe('Mine');
});

// Rules: 20.1.5
test('of two who declare the last one that is left, one is refused', async () => {
  const own = await gateway.caller();
  const changes = new Map(
    Array.from({ length: 499 }, (_, index) => [`applicant.n${index}`, { type: 'text' as const }]),
  );
  await gateway.db.transaction(async (trx) =>
    writeDictionary(trx, own.accountId, await lockDictionary(trx, own.accountId), {
      ...{ changes, author: { userId: own.userId } },
    }),
  );
  const both = await Promise.all(['applicant.one', 'applicant.two'].map((path) => put(path, LTV, own)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const refused = both.find(({ status }) => status === 422);
  expect(refused?.error.details).toMatchObject([{ field: 'field', message: expect.stringContaining('at most 500') }]);
  // A declared field can be declared otherwise, and removing one frees its place.
  expect((await put('applicant.n0', LTV, own)).status).toBe(200);
  await remove('applicant.n1', own);
  expect((await put('applicant.three', LTV, own)).status).toBe(200);
});

// Rules: 10.23.18, 20.7.3
test('an execution keeps the version that was committed when it was accepted, whatever began before', async () => {
  const own = await gateway.caller();
  await put('applicant.z', { type: 'text', label: 'Before' }, own);
  const workflow = (
    await own.api.post('/workflows', { name: 'X', definition: [{ id: 'start', type: 'ApplicantSource' }] })
  ).data.id;
  const { accountId } = own;
  const executionId = await gateway.db.transaction(async (trx) => {
    await writeDictionary(trx, accountId, await lockDictionary(trx, accountId), {
      changes: new Map([['applicant.z', { type: 'text', label: 'Began before' }]]),
      author: { userId: null },
    });
    // Accepted while that one is not committed.
    return (await own.api.trigger(workflow, { applicant: {} })).data.id as number;
  });
  const { dictionary_version: kept } = await gateway.db.kysely
    .selectFrom('execution')
    .select('dictionary_version')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  expect(kept).toBe(1);
  expect((await own.api.get('/fields/applicant.z')).data).toMatchObject({ label: 'Began before', version: 2 });
});

// Rules: 10.23.20
test('a review case says what was declared when the execution was accepted', async () => {
  const own = await gateway.caller();
  await put('applicant.ltv', LTV, own);
  const condition = { source_node_id: 'start', field: 'applicant.ltv', operator: 'greater_than', value: 80 };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['ask'] },
    {
      id: 'ask',
      type: 'IfElse',
      branches: { human_review: { condition_groups: [{ conditions: [condition] }] } },
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}' },
    },
  ] as unknown as CascadeDefinition;
  const world = new World(definition, { payload: { applicant: { ltv: 95, email: 'dana@example.com' } } });
  world.advance();
  const id = await recordedRun(gateway, own, world);
  await put('applicant.ltv', { type: 'number', label: 'Another name' }, own);
  const { data, error } = await own.api.get(`/executions/${id}/review`);
  expect(error).toBeUndefined();
  const texts = data.review.choices.flatMap(({ not_failed: notFailed }: { not_failed: { text: string }[] }) =>
    notFailed.map(({ text }) => text),
  );
  expect(texts).toEqual(['The loan to value is more than 80%: it is 95%']);
});

// Rules: 20.7.8
test('a process that dies while it writes a version leaves none of it, and the next one has its number', async () => {
  const own = await gateway.caller();
  await put('applicant.a', LTV, own);
  const { accountId } = own;
  const dying = gateway.db.transaction(async (trx) => {
    const changes = new Map(['b', 'c', 'd'].map((name) => [`applicant.${name}`, { type: 'text' as const }]));
    await writeDictionary(trx, accountId, await lockDictionary(trx, accountId), {
      ...{ changes, author: { userId: own.userId } },
    });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(gateway.db.kysely);
    await sql`select 1`.execute(trx);
  });
  await expect(dying).rejects.toThrow();
  expect((await own.api.get('/fields')).data).toMatchObject([{ path: 'applicant.a', version: 1 }]);
  // Its lock is released, too.
  expect((await put('applicant.b', LTV, own)).data.version).toBe(2);
});

// Rules: 20.2.5
test('a noun that is a word of the language of policies, or of another field, is refused by its name', async () => {
  const own = await gateway.caller();
  const refused = async (path: string, also: readonly string[]) => {
    const { status, body } = await put(path, { ...LTV, label: 'Share', also: [...also] }, own);
    return [status, body.error?.details?.map(({ field }: { field: string }) => field)];
  };
  expect(await refused('applicant.x', ['advance', 'income', 'debt or loan'])).toEqual([422, ['also[1]', 'also[2]']]);
  expect((await put('applicant.x', { ...LTV, also: ['advance', 'loan to value'] }, own)).status).toBe(200);
  // Both that have it are named.
  expect(await refused('applicant.y', ['The advances'])).toEqual([422, ['field', 'also[0]']]);
  expect((await own.api.get('/fields/applicant.y')).status).toBe(404);
});
