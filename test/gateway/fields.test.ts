import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { labelsOfExecution, setLabel } from '../../platform/database/field-labels.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { World } from '../core/interpreter/world.ts';
import { recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* Issue 29, B.9: what an account calls the fields of its payloads, by API. */

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const put = (path: string, body: unknown, by: Caller = caller) => by.api.call('PUT', `/fields/${path}`, { body });
const LTV = { label: 'Loan to value', unit: 'percent' };

// Rules: 10.23.21
test('a label is set, read, listed, replaced and removed', async () => {
  const { status, data } = await put('applicant.ltv_percent', LTV);
  expect([status, data]).toMatchObject([200, { object: 'field_label', path: 'applicant.ltv_percent', ...LTV }]);
  expect((await caller.api.get('/fields/applicant.ltv_percent')).data).toEqual(data);
  // Under its other name, too.
  expect((await caller.api.get('/fields/context.applicant.ltv_percent')).data).toEqual(data);

  await put('applicant.pets', { label: 'Pets' });
  await put('applicant.ltv_percent', { label: 'Share of the price' });
  const { data: listed } = await caller.api.get('/fields');
  expect(listed).toMatchObject([
    { path: 'applicant.ltv_percent', label: 'Share of the price', unit: null },
    { path: 'applicant.pets', label: 'Pets', unit: null },
  ]);

  expect((await caller.api.call('DELETE', '/fields/applicant.pets')).status).toBe(204);
  expect((await caller.api.get('/fields/applicant.pets')).status).toBe(404);
  expect((await caller.api.call('DELETE', '/fields/applicant.pets')).status).toBe(404);
  expect((await caller.api.get('/fields')).body.meta.total_count).toBe(1);
});

test('the same request again changes nothing and leaves no act', async () => {
  const own = await gateway.caller();
  const first = await put('applicant.x', LTV, own);
  expect((await put('applicant.x', { ...LTV, label: ' Loan to value ' }, own)).data).toEqual(first.data);
  const { data: acts } = await own.api.get('/audit_events?filter[subject_type]=field_label');
  expect(acts).toMatchObject([
    { action: 'field_label.set', subject_id: 'applicant.x', detail: { old: null, new: LTV } },
  ]);
});

// Rules: 10.23.21
test('of whom a field is, whether a model made it and whether it is personal is said with a label and without', async () => {
  const own = await gateway.caller();
  const whole = { label: null, unit: null, of_person: null, is_score: null, is_personal: null };
  const { status, data } = await put('household', { of_person: 'each' }, own);
  expect([status, data]).toMatchObject([200, { path: 'household', ...whole, of_person: 'each' }]);
  await put('applicant.index', { ...LTV, of_person: 'context.co_applicant', is_score: true, is_personal: false }, own);
  const said = { ...LTV, of_person: 'co_applicant', is_score: true, is_personal: false };
  expect((await own.api.get('/fields/applicant.index')).data).toMatchObject(said);
  // What is set says all: nothing of before is left.
  await put('applicant.index', { is_score: false }, own);
  expect((await own.api.get('/fields')).data).toMatchObject([
    { path: 'applicant.index', ...whole, is_score: false },
    { path: 'household', ...whole, of_person: 'each' },
  ]);
  const { data: acts } = await own.api.get('/audit_events?filter[subject_id]=applicant.index');
  expect(acts.map(({ detail }: { detail: unknown }) => detail)).toEqual([
    { old: said, new: { ...whole, is_score: false } },
    { old: null, new: said },
  ]);
  expect((await own.api.call('DELETE', '/fields/household')).status).toBe(204);
  expect((await own.api.get('/fields/household')).status).toBe(404);
});

test('saving warns of a score by what the account says of it', async () => {
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
  await put('applicant.index', { is_score: true }, own);
  expect(await warned()).toContain('own_score_decides');
});

test('an execution keeps of whom a field was when it was accepted', async () => {
  const own = await gateway.caller();
  await put('vehicle', { of_person: 'party2' }, own);
  const workflow = (
    await own.api.post('/workflows', { name: 'X', definition: [{ id: 'start', type: 'ApplicantSource' }] })
  ).data.id;
  const id = (await own.api.trigger(workflow, { applicant: {} })).data.id as number;
  await own.api.call('DELETE', '/fields/vehicle');
  const kept = await gateway.db.kysely
    .selectFrom('execution as e')
    .select(labelsOfExecution().as('labels'))
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept.labels).toEqual({
    vehicle: { label: null, unit: null, of_person: 'party2', is_score: null, is_personal: null },
  });
});

describe('is refused', () => {
  test.each([
    ['steps.credit.score', LTV, 'field', 'fields of reports have their own labels'],
    ['income', LTV, 'field', 'dotted path'],
    [`applicant.${'x'.repeat(200)}`, LTV, 'field', 'at most 200 characters'],
    ['applicant.x', { label: '   ' }, 'label', 'blank'],
    ['applicant.x', { label: 'A {{name}}' }, 'label', '{{'],
    ['applicant.x', { label: 'Two\nlines' }, 'label', 'one line'],
    ['applicant.x', { label: 'x'.repeat(61) }, 'label', '60'],
    ['applicant.x', { label: 'X', unit: 'stone' }, 'unit', 'USD'],
    ['applicant.x', {}, 'label', 'is required'],
    ['applicant.x', { label: null, unit: null, of_person: null, is_score: null }, 'label', 'is required'],
    ['applicant.x', { of_person: 'my friend' }, 'of_person', 'path of a person'],
    ['applicant.x', { is_personal: 'no' }, 'is_personal', 'true or false'],
    ['applicant.x', { is_score: 'yes' }, 'is_score', 'true or false'],
    ['household', { is_score: true }, 'field', 'dotted path'],
  ])('%s as %j: %s', async (path, body, field, message) => {
    const { status, error } = await put(path, body);
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toMatchObject([{ field, message: expect.stringContaining(message) }]);
  });
});

test('labels are of the account: another one has its own, and a colleague the same', async () => {
  const [own, colleague, stranger] = [await gateway.caller(), await gateway.caller(), await gateway.caller()];
  await put('applicant.y', { label: 'Mine' }, own);
  await put('applicant.y', { label: 'Theirs' }, stranger);
  expect((await own.api.get('/fields/applicant.y')).data.label).toBe('Mine');
  expect((await stranger.api.get('/fields/applicant.y')).data.label).toBe('Theirs');
  expect((await colleague.api.get('/fields/applicant.y')).status).toBe(404);
  const sibling = await gateway.caller({ of: own });
  expect((await sibling.api.get('/fields/applicant.y')).data.label).toBe('Mine');
});

// Rules: 10.23.19
test('of two who set the last one that is left, one is refused', async () => {
  const own = await gateway.caller();
  const rows = Array.from({ length: 499 }, (_, index) => ({
    ...{ account_id: own.accountId, path: `applicant.n${index}`, label: 'N', unit: null },
  }));
  await gateway.db.kysely.insertInto('field_label').values(rows).execute();
  const both = await Promise.all(['applicant.one', 'applicant.two'].map((path) => put(path, { label: 'New' }, own)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.error.code).toBe('label_limit_reached');
  // What has a label can be called otherwise, and one that is removed makes room.
  expect((await put('applicant.n0', { label: 'Another' }, own)).status).toBe(200);
  await own.api.call('DELETE', '/fields/applicant.n1');
  expect((await put('applicant.three', { label: 'New' }, own)).status).toBe(200);
});

// Rules: 10.23.18
test('an execution keeps the labels that were committed when it was accepted, whatever began before', async () => {
  const own = await gateway.caller();
  await put('applicant.z', { label: 'Before' }, own);
  const workflow = (
    await own.api.post('/workflows', { name: 'X', definition: [{ id: 'start', type: 'ApplicantSource' }] })
  ).data.id;
  const { accountId } = own;
  const executionId = await gateway.db.transaction(async (trx) => {
    await setLabel(trx, accountId, { path: 'applicant.z', label: 'Began before', unit: null });
    // Accepted while that one is not committed.
    return (await own.api.trigger(workflow, { applicant: {} })).data.id as number;
  });
  const { labels_up_to: kept } = await gateway.db.kysely
    .selectFrom('execution')
    .select('labels_up_to')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  const labels = await gateway.db.kysely
    .selectFrom('field_label')
    .select(['id', 'label'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(labels.map(({ id, label }) => [label, kept !== null && id <= kept])).toEqual([
    ['Before', true],
    ['Began before', false],
  ]);
});

// Rules: 10.23.20
test('a review case says the labels, those of when the execution was accepted', async () => {
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
  await put('applicant.ltv', { label: 'Another name' }, own);
  const { data } = await own.api.get(`/executions/${id}/review`);
  const texts = data.review.choices.flatMap(({ not_failed: notFailed }: { not_failed: { text: string }[] }) =>
    notFailed.map(({ text }) => text),
  );
  expect(texts).toEqual(['The loan to value is more than 80%: it is 95%']);
});
