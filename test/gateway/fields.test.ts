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
  // Under its other name, too.
  expect((await caller.api.get('/fields/context.applicant.ltv_percent')).data).toEqual(data);

  await put('applicant.pets', { type: 'integer', label: 'Pets', unit: 'pets', kind: 'fact' });
  await put('applicant.ltv_percent', { type: 'number', label: 'Share of the price' });
  const { data: listed } = await caller.api.get('/fields');
  expect(listed).toMatchObject([
    { path: 'applicant.ltv_percent', label: 'Share of the price', version: 3 },
    { path: 'applicant.pets', label: 'Pets', version: 2 },
  ]);
  // All that was declared before is replaced.
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
  // What is declared can be declared otherwise, and one that is removed makes room.
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

const putAll = (body: unknown, by: Caller, headers: Readonly<Record<string, string>> = {}) =>
  by.api.call('PUT', '/fields', { body, headers });
const schemaOf = (properties: object) => ({ type: 'object', properties });

describe('all at once', () => {
  // Rules: 20.7.7
  test('a whole dictionary is declared as one version, and what it leaves out is declared no longer', async () => {
    const own = await gateway.caller();
    await put('applicant.x', LTV, own);
    const body = schemaOf({
      pets: { type: 'integer', title: 'Pets', 'x-unit': 'pets', 'x-kind': 'fact' },
      jobs: { type: 'array', items: { type: 'object', properties: { pay: { type: 'number', 'x-unit': 'USD' } } } },
    });
    const { status, data, headers } = await putAll(body, own);
    expect([status, data]).toEqual([200, { object: 'field_dictionary', version: 2, fields: 3 }]);
    const { data: listed } = await own.api.get('/fields');
    expect(listed.map(({ path, version }: { path: string; version: number }) => [path, version]).toSorted()).toEqual([
      ['jobs', 2],
      ['jobs.pay', 2],
      ['pets', 2],
    ]);
    // What it reads is what it took, and sent again it changes nothing.
    const { data: exported, headers: read } = await own.api.get('/fields/schema?of=account');
    expect(read.get('etag')).toBe(headers.get('etag'));
    expect((await putAll(exported, own)).data.version).toBe(2);
    expect(await acts(own)).toHaveLength(2);
    expect((await putAll(body, own, { 'If-Match': '"fields.1"' })).status).toBe(412);
  });

  test('each fault names its place, and nothing is changed', async () => {
    const own = await gateway.caller();
    const { status, error } = await putAll(
      schemaOf({ applicant: { properties: { ssn: { type: 'string', 'x-kind': 'fact' } } }, pets: { type: 'pet' } }),
      own,
    );
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toMatchObject([{ field: '/properties/pets/type' }]);
    const kept = await putAll(
      schemaOf({ applicant: { properties: { ssn: { type: 'string', 'x-kind': 'fact' } } } }),
      own,
    );
    expect(kept.error.details).toMatchObject([{ field: '/properties/applicant/properties/ssn/x-kind' }]);
    expect((await putAll({}, own)).error.details).toMatchObject([{ field: '/type' }]);
    expect((await own.api.get('/fields')).body.meta.total_count).toBe(0);
  });

  test('an integrator reads the schema of the payload: the standard dictionary and that of the account', async () => {
    const own = await gateway.caller();
    await putAll(schemaOf({ pets: { type: 'integer', title: 'Pets', 'x-unit': 'pets' } }), own);
    const { data } = await own.api.get('/fields/schema');
    expect(data.properties.pets).toMatchObject({ type: ['integer', 'null'], title: 'Pets' });
    expect(data.properties.applicant.properties).toHaveProperty('first_name');
  });
});

describe('who may', () => {
  const READS_PETS = [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse' },
      branches: {
        pass: {
          condition_groups: [
            { conditions: [{ source_node_id: 'start', field: 'applicant.pets', operator: 'less_than', value: 3 }] },
          ],
        },
      },
    },
  ];

  // Rules: 20.8.1
  test('what an active cascade reads stays declared, alone and all at once', async () => {
    const own = await gateway.caller({ productionAccess: true });
    await put('applicant.pets', { type: 'integer', label: 'Pets' }, own);
    await put('applicant.cats', { type: 'integer', label: 'Cats' }, own);
    const { data: cascade } = await own.api.post('/workflows', { name: 'Live', definition: READS_PETS });
    for (const refused of [await remove('applicant.pets', own), await putAll(schemaOf({}), own)]) {
      expect([refused.status, refused.error.code]).toEqual([409, 'field_in_use']);
      expect(refused.error.details).toEqual([
        { field: 'applicant.pets', message: expect.stringContaining(`cascade ${cascade.id} (Live)`) },
      ]);
    }
    expect((await remove('applicant.cats', own)).status).toBe(204);
    await own.api.patch(`/workflows/${cascade.id}`, { active: false });
    expect((await remove('applicant.pets', own)).status).toBe(204);
  });

  // Rules: 20.8.2
  test('to make a fact of what was an identifier needs pii:read, also after it was undeclared', async () => {
    const own = await gateway.caller();
    const author = await gateway.caller({ of: own, scopes: ['workflows:read', 'workflows:write'] });
    await put('applicant.badge', { type: 'text', kind: 'identifier' }, author);
    const asFact = { type: 'text', kind: 'fact' };
    expect((await put('applicant.badge', asFact, author)).error.code).toBe('insufficient_scope');
    expect((await remove('applicant.badge', author)).status).toBe(204);
    expect((await put('applicant.badge', asFact, author)).error.code).toBe('insufficient_scope');
    const all = schemaOf({ applicant: { properties: { badge: { type: 'string', 'x-kind': 'fact' } } } });
    expect((await putAll(all, author)).error.code).toBe('insufficient_scope');
    expect((await put('applicant.badge', asFact, own)).status).toBe(200);
    // What nobody said before is the author's to say, and to hide it is anybody's.
    expect((await put('applicant.pets', asFact, author)).status).toBe(200);
    expect((await put('applicant.pets', { type: 'text', kind: 'identifier' }, author)).status).toBe(200);
  });

  // Rules: 20.8.3
  test('with four eyes no author alone changes what the letters of an active cascade say', async () => {
    const own = await gateway.caller({ productionAccess: true });
    const deny = {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant' },
    };
    const definition = [
      READS_PETS[0],
      { ...READS_PETS[1], pass_steps: ['approve'], fail_steps: ['deny'] },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      deny,
    ];
    const { data: cascade } = await own.api.post('/workflows', { name: 'Letters', definition });
    expect(cascade).toMatchObject({ active: true });
    await put('applicant.pets', { type: 'integer', label: 'Pets' }, own);
    await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', own.accountId).execute();
    const renamed = { type: 'integer', label: 'Animals' };
    const refused = await put('applicant.pets', renamed, own);
    expect([refused.status, refused.error.code]).toEqual([409, 'activation_needs_approval']);
    expect(refused.error.details).toEqual([
      { field: 'fields', message: expect.stringContaining(`/workflows/${cascade.id}/activation_requests`) },
    ]);
    expect((await own.api.get('/fields/applicant.pets')).data.label).toBe('Pets');
    // What no letter says, and what no active cascade reads, is an author's alone.
    expect((await put('applicant.pets', { type: 'integer', label: 'Pets', also: ['cats'] }, own)).status).toBe(200);
    expect((await put('applicant.cars', renamed, own)).status).toBe(200);
    await own.api.patch(`/workflows/${cascade.id}`, { active: false });
    expect((await put('applicant.pets', renamed, own)).status).toBe(200);
  });
});

// Rules: 20.6.4
test('proposals name what cascades read and what arrived, with types and without values, and decide nothing', async () => {
  const own = await gateway.caller();
  const condition = (field: string) => ({ source_node_id: 'start', field, operator: 'greater_than', value: 3 });
  const conditions = ['applicant.monthlyPets', 'applicant.jobs.0.pay', 'applicant.first_name', 'applicant.rooms'].map(
    condition,
  );
  const definition = [
    {
      ...{ id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      config: { fields: { 'applicant.rooms': { type: 'integer', label: 'Rooms' } } },
    },
    { id: 'decide', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } },
  ];
  const { data: cascade } = await own.api.post('/workflows', { name: 'W', definition });
  await own.api.trigger(cascade.id, { applicant: { monthlyPets: 'secret-value', cars: [{ plate: 'B-XY 77' }] } });
  await own.api.trigger(cascade.id, { applicant: { monthlyPets: 4 } });
  const { data, text } = await own.api.get('/fields/proposals');
  expect(data).toMatchObject({ object: 'field_proposals', version: 0, cascades: 1, executions: 2 });
  const paths = () => data.proposals.map(({ path }: { path: string }) => path);
  expect(paths()).toEqual(['applicant.cars', 'applicant.cars.plate', 'applicant.jobs.pay', 'applicant.monthlyPets']);
  expect(data.proposals[3]).toMatchObject({ label: 'Monthly pets', is_read: true, types: ['number', 'text'] });
  expect(text).not.toMatch(/secret-value|B-XY/);
  // Another client's executions are not looked at, and another account's cascades neither.
  expect((await (await gateway.caller({ of: own })).api.get('/fields/proposals')).data).toMatchObject({
    ...{ cascades: 1, executions: 0 },
  });
  expect((await (await gateway.caller()).api.get('/fields/proposals')).data.proposals).toEqual([]);
  expect((await own.api.get('/fields')).data).toEqual([]);
  await put('applicant.cars.plate', { type: 'text', label: 'Plate', kind: 'identifier' }, own);
  expect((await own.api.get('/fields/proposals')).text).not.toContain('plate');
});

describe('what one cascade declares for itself', () => {
  const save = (by: Caller, fields: unknown) =>
    by.api.post('/workflows', {
      name: 'W',
      definition: [{ id: 'start', type: 'ApplicantSource', config: { fields } }],
    });

  // Rules: 20.8.4
  test('is part of its version, as it was sent', async () => {
    const own = await gateway.caller();
    const fields = { 'applicant.rooms': LTV, 'applicant.of': { type: 'number', of_person: 'tenant' } };
    const { status, data } = await save(own, fields);
    expect([status, data.version, data.definition[0].config.fields]).toEqual([201, 1, fields]);
    const others = { ...fields, 'applicant.rooms': { ...LTV, label: 'Rooms' } };
    const definition = [{ id: 'start', type: 'ApplicantSource', config: { fields: others } }];
    expect((await own.api.patch(`/workflows/${data.id}`, { definition })).data.version).toBe(2);
  });

  test.each([
    [{ 'applicant.x': { label: 'X' } }, 'definition[0].config.fields.applicant.x.type'],
    [{ 'applicant.x': { type: 'money' } }, 'definition[0].config.fields.applicant.x.type'],
    [{ 'applicant.x': { type: 'text', unit: 'USD' } }, 'definition[0].config.fields.applicant.x.unit'],
    [{ 'applicant.x': { type: 'number', of_person: '' } }, 'definition[0].config.fields.applicant.x.of_person'],
    [{ 'steps.x': { type: 'number' } }, 'definition[0].config.fields.steps.x'],
    [{ 'applicant.ssn': { type: 'text', kind: 'fact' } }, 'definition[0].config.fields.applicant.ssn.kind'],
    [[LTV], 'definition[0].config.fields'],
  ])('%j is refused at %s', async (fields, field) => {
    const { status, error } = await save(caller, fields);
    expect([status, error.details]).toMatchObject([422, [{ field }]]);
  });
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
  // Its lock is gone, too.
  expect((await put('applicant.b', LTV, own)).data.version).toBe(2);
});
