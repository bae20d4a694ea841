import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* A whole dictionary at once: who may change it, proposals, and a cascade's own declarations. */

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const put = (path: string, body: unknown, by: Caller) => by.api.call('PUT', `/fields/${path}`, { body });
const remove = (path: string, by: Caller) => by.api.call('DELETE', `/fields/${path}`);
const LTV = { type: 'number', label: 'Loan to value', unit: 'percent', kind: 'fact' };
const acts = async (by: Caller) => (await by.api.get('/audit_events?filter[action]=fields.changed')).data;

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
    expect([status, data]).toEqual([200, { object: 'field_dictionary', version: 2, fields: 3, unsaid_labels: [] }]);
    const { data: listed } = await own.api.get('/fields');
    expect(listed.map(({ path, version }: { path: string; version: number }) => [path, version]).toSorted()).toEqual([
      ['jobs', 2],
      ['jobs.pay', 2],
      ['pets', 2],
    ]);
    // An export equals the import, and sending it again changes nothing.
    const { data: exported, headers: read } = await own.api.get('/fields/schema?of=account');
    expect(read.get('etag')).toBe(headers.get('etag'));
    expect((await putAll(exported, own)).data.version).toBe(2);
    expect(await acts(own)).toHaveLength(2);
    expect((await putAll(body, own, { 'If-Match': '"fields.1"' })).status).toBe(412);
  });

  // Rules: 20.2.6
  test('says which labels policies cannot name, and a preview says it first', async () => {
    const own = await gateway.caller();
    const body = schemaOf({
      late: { type: 'integer', title: 'Late payments', 'x-kind': 'fact' },
      one: { type: 'integer', title: 'Garden chairs', 'x-kind': 'fact' },
      two: { type: 'integer', title: 'Garden chairs', 'x-kind': 'fact' },
      pets: { type: 'integer', title: 'Pets', 'x-kind': 'fact' },
    });
    const unsaid = [
      {
        ...{
          path: 'late',
          label: 'Late payments',
          message: expect.stringMatching(/^means the number of late payments /),
        },
        means: expect.stringMatching(/^the number of late payments .*\(Credit report\)$/),
      },
      { path: 'one', label: 'Garden chairs', message: 'is a noun of "two" too', means: null },
      { path: 'two', label: 'Garden chairs', message: 'is a noun of "one" too', means: null },
    ];
    expect((await own.api.post('/fields/changes', body)).data.unsaid_labels).toEqual(unsaid);
    expect((await putAll(body, own)).data).toMatchObject({ version: 1, fields: 4, unsaid_labels: unsaid });
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
    expect(data.properties.pets).toMatchObject({ type: ['integer', 'string', 'null'], title: 'Pets' });
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

  // Rules: 20.8.5
  test('a preview tells what a whole dictionary changes and for which cascades, and saves nothing', async () => {
    const own = await gateway.caller({ productionAccess: true });
    const author = await gateway.caller({ of: own, scopes: ['workflows:read', 'workflows:write'] });
    await put('applicant.pets', { type: 'integer', label: 'Pets' }, own);
    await put('applicant.badge', { type: 'text', kind: 'identifier' }, own);
    const { data: cascade } = await own.api.post('/workflows', { name: 'Live', definition: READS_PETS });
    const body = schemaOf({ applicant: { properties: { badge: { type: 'string', 'x-kind': 'fact' } } } });
    const { status, data } = await author.api.post('/fields/changes', body);
    expect([status, data]).toEqual([
      200,
      {
        ...{ object: 'field_changes', version: 2, rewritten: [], shown: ['applicant.badge'] },
        in_use: [{ path: 'applicant.pets', cascades: [{ id: cascade.id, name: 'Live' }] }],
        changes: {
          'applicant.badge': { old: { type: 'text', kind: 'identifier' }, new: { type: 'text', kind: 'fact' } },
          'applicant.pets': { old: { type: 'integer', label: 'Pets' }, new: null },
        },
        ...{ unsaid_labels: [], needs_pii_read: true, needs_approval: false },
      },
    ]);
    const { error } = await author.api.post('/fields/changes', schemaOf({ x: { type: 'pet' } }));
    expect(error.details).toMatchObject([{ field: '/properties/x/type' }]);
    expect((await own.api.get('/fields')).body.meta.total_count).toBe(2);
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
    // An author may make a first declaration, and anybody may hide a field.
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
    await put('applicant.pets', { type: 'integer', label: 'Pets', kind: 'fact' }, own);
    const { data: cascade } = await own.api.post('/workflows', { name: 'Letters', definition });
    expect(cascade).toMatchObject({ active: true });
    await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', own.accountId).execute();
    const renamed = { type: 'integer', label: 'Animals', kind: 'fact' };
    const refused = await put('applicant.pets', renamed, own);
    expect([refused.status, refused.error.code]).toEqual([409, 'activation_needs_approval']);
    expect(refused.error.details).toEqual([
      { field: 'fields', message: expect.stringContaining('POST /field_requests') },
    ]);
    expect((await own.api.get('/fields/applicant.pets')).data.label).toBe('Pets');
    // A field that no letter and no active cascade reads is the author's alone.
    expect(
      (await put('applicant.pets', { type: 'integer', label: 'Pets', kind: 'fact', also: ['cats'] }, own)).status,
    ).toBe(200);
    expect((await put('applicant.cars', renamed, own)).status).toBe(200);
    await own.api.patch(`/workflows/${cascade.id}`, { active: false });
    expect((await put('applicant.pets', renamed, own)).status).toBe(200);
  });
});

// Rules: 20.7.3, 20.7.9
test('an execution, and its explanation, name the version of its acceptance, whatever is declared later', async () => {
  const own = await gateway.caller();
  const { data: cascade } = await own.api.post('/workflows', { name: 'W', definition: SIMPLE });
  const before = (await own.api.trigger(cascade.id, {})).data;
  await put('applicant.ltv', LTV, own);
  const key = randomUUID();
  const accepted = (await own.api.trigger(cascade.id, {}, key)).data;
  await put('applicant.ltv', { ...LTV, label: 'Share of the price' }, own);
  expect([before.dictionary_version, accepted.dictionary_version]).toEqual([null, 1]);
  expect((await own.api.trigger(cascade.id, {}, key)).data).toEqual(accepted);
  const read = async (path: string) => (await own.api.get(`/executions/${accepted.id}${path}`)).data.dictionary_version;
  expect([await read(''), await read('/explanation')]).toEqual([1, 1]);
  const { data: listed } = await own.api.get('/executions');
  expect(listed.map(({ dictionary_version: version }: { dictionary_version: unknown }) => version)).toEqual([1, null]);
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
  // Another client's executions are not examined, and neither are another account's cascades.
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
