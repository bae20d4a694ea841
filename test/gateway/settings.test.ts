import type { JsonObject } from '../../core/json.ts';
import { readAgencies } from '../../platform/database/notice-parties.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* The sender of live letters, and the agencies that they name. */
let gateway: TestGateway;
let admin: Caller;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  admin = await gateway.caller();
  const nothing = { legal_name: '', address: '', phone: '' };
  await gateway.db.kysely.updateTable('account').set(nothing).where('id', '=', admin.accountId).execute();
});

const AGENCY = { name: 'Civic Records Inc.', address: '20 Court Street\nAlbany, NY 12207', phone: '800 555 0100' };
const SET = { ...AGENCY, toll_free: false, nationwide: false, consumer_report: true };
const setAgency = (body: object, { code = 'eviction_history', by = admin } = {}) =>
  by.api.call('PUT', `/agencies/${code}`, { body });
const acts = async (of = admin) =>
  (await of.api.get('/audit_events')).data.filter(({ action }: { action: string }) =>
    ['agency.set', 'account.updated'].includes(action),
  );
const askForFourEyes = () =>
  gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', admin.accountId).execute();

describe('the agency behind a report', () => {
  // Rules: 16.25.1, 16.25.2
  test('is set, read by letters and listed, and set anew; the same once more leaves no row', async () => {
    expect((await setAgency({ ...AGENCY, name: ' Civic Records Inc. ' })).data).toEqual({
      ...{ object: 'agency', product_code: 'eviction_history' },
      ...SET,
    });
    await setAgency(AGENCY);
    await setAgency({ ...AGENCY, nationwide: true, toll_free: true });
    expect((await readAgencies(gateway.db.kysely, admin.accountId)).get('eviction_history')).toEqual({
      ...SET,
      ...{ address: ['20 Court Street', 'Albany, NY 12207'], nationwide: true, toll_free: true },
    });
    expect((await admin.api.get('/agencies')).data).toMatchObject([
      { product_code: 'eviction_history', nationwide: true },
    ]);
    expect(await acts()).toMatchObject([
      { detail: { old: { toll_free: false, nationwide: false }, new: { toll_free: true, nationwide: true } } },
      { actor_kind: 'token', subject_type: 'agency', subject_id: 'eviction_history', detail: { new: SET } },
    ]);
  });

  test("is the account's own: another account sets and sees its own", async () => {
    await setAgency(AGENCY);
    const stranger = await gateway.caller();
    expect((await stranger.api.get('/agencies')).data).toEqual([]);
    await setAgency({ ...AGENCY, name: 'Theirs' }, { by: stranger });
    expect((await admin.api.get('/agencies')).data).toMatchObject([{ name: AGENCY.name }]);
  });

  // Rules: 16.25.5
  test.each<[string, JsonObject]>([
    ['name', { name: ' ' }],
    ['name', { name: 'Civic\nRecords' }],
    ['name', { name: 'Civic\u0000' }],
    ['name', { name: 'x'.repeat(201) }],
    ['address', { address: '\n \n' }],
    ['address', { address: '20 Court Street\u0007' }],
    ['phone', { phone: '' }],
    ['phone', { phone: '\t' }],
    ['toll_free', { nationwide: true }],
    ['consumer_report', { consumer_report: 'no' }],
    ['fax', { fax: '1' }],
  ])('is refused with its member: %s of %j', async (field, change) => {
    const { status, error } = await setAgency({ ...AGENCY, ...change });
    expect([status, error.details[0].field]).toEqual([422, field]);
    expect((await admin.api.get('/agencies')).data).toEqual([]);
  });

  test('of what is no product is not found, with the products', async () => {
    const { status, error } = await setAgency(AGENCY, { code: 'eviction_historys' });
    expect([status, error.details[0].message]).toEqual([
      404,
      expect.stringContaining('did you mean "eviction_history"'),
    ]);
  });

  // Rules: 16.25.4
  test('that live letters name is not reworded by one person where two are asked', async () => {
    await askForFourEyes();
    expect((await setAgency(AGENCY)).status).toBe(200);
    const { status, error } = await setAgency({ ...AGENCY, phone: '900 555 0666' });
    expect([status, error.details]).toMatchObject([
      422,
      [{ field: 'phone', message: expect.stringContaining('four eyes') }],
    ]);
    expect((await setAgency(AGENCY)).status).toBe(200);
    expect(await acts()).toHaveLength(1);
  });
});

describe('the company', () => {
  // Rules: 16.25.1
  test('is what is given, and keeps the rest', async () => {
    await admin.api.patch('/company', {
      legal_name: 'Harbor Homes LLC',
      address: '12 Quay Street\nPortland, ME 04101',
    });
    const { data } = await admin.api.patch('/company', { ecoa_agency: 'federal_trade_commission' });
    expect(data).toMatchObject({
      ...{ id: admin.accountId, legal_name: 'Harbor Homes LLC', address: '12 Quay Street\nPortland, ME 04101' },
      ecoa_agency: 'federal_trade_commission',
    });
    expect(data.ecoa_agencies).toContainEqual(expect.objectContaining({ key: 'federal_reserve' }));
    expect((await admin.api.get('/company')).data).toEqual(data);
    expect(await acts()).toHaveLength(2);
  });

  test.each([
    ['ecoa_agency', { ecoa_agency: 'federal_trade_comission' }],
    ['ecoa_agency', { ecoa_agency: '__proto__' }],
    ['legal_name', { legal_name: '' }],
    ['four_eyes', { four_eyes: false }],
    ['production_access', { production_access: true }],
  ])('is refused with its member: %s', async (field, body) => {
    const { status, error } = await admin.api.patch('/company', body);
    expect([status, error.details[0].field]).toEqual([422, field]);
  });

  // Rules: 16.25.4
  test('is set where nothing is set yet, and not changed by one person where two are asked', async () => {
    await askForFourEyes();
    expect((await admin.api.patch('/company', { legal_name: 'Harbor Homes LLC' })).status).toBe(200);
    const { error } = await admin.api.patch('/company', { legal_name: 'Other LLC', phone: '1' });
    expect(error.details).toMatchObject([{ field: 'legal_name' }]);
    expect((await admin.api.get('/company')).data).toMatchObject({ legal_name: 'Harbor Homes LLC', phone: '' });
  });
});

// Rules: 16.25.3
test('takes a scope of its own: a token with all others is refused', async () => {
  const { api } = await gateway.caller({
    of: admin,
    sameClient: true,
    scopes: ['workflows:write', 'users:write', 'pii:read'],
  });
  for (const { status, error } of [
    await api.patch('/company', { phone: '1' }),
    await api.call('PUT', '/agencies/eviction_history', { body: AGENCY }),
  ]) {
    expect([status, error.code]).toEqual([403, 'insufficient_scope']);
  }
});

// Rules: 16.25.6
test('a workflow says what it lacks to be active, and is put live once that is set', async () => {
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['evictions'] },
    { id: 'evictions', type: 'BillingProduct', billing_product_code: 'eviction_history', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['deny'] },
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [
                { source_node_id: 'evictions', field: 'filings_count', operator: 'equals', value: 0 },
                { source_node_id: 'context', field: 'applicant.pets', operator: 'less_than', value: 3 },
              ],
            },
          ],
        },
      },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', purpose: 'credit' },
    },
  ];
  await gateway.db.kysely
    .updateTable('account')
    .set({ production_access: true })
    .where('id', '=', admin.accountId)
    .execute();
  const { data } = await admin.api.post('/workflows', { name: 'Renting', definition });
  const missing = async () =>
    (await admin.api.get(`/workflows/${data.id}`)).data.missing_for_live.map(
      ({ lacks, what }: { lacks: string; what: string | null }) => [lacks, what],
    );
  expect(await missing()).toEqual([
    ...[
      ['legal_name', null],
      ['address', null],
      ['ecoa_agency', null],
      ['agency', 'eviction_history'],
    ],
    ['declaration', 'applicant.pets'],
  ]);
  // A request to go live gets the same answer about its version.
  await admin.api.patch(`/workflows/${data.id}`, { active: false });
  const asked = await admin.api.post(`/workflows/${data.id}/activation_requests`, { definition, name: 'Rented' });
  expect(asked.data.missing_for_live).toHaveLength(5);
  const path = `/workflows/${data.id}/activation_requests/${asked.data.id}`;
  expect((await admin.api.get(path)).data.missing_for_live).toEqual(asked.data.missing_for_live);
  await admin.api.post(`${path}/withdraw`, {});
  const company = { legal_name: 'Harbor Homes LLC', address: '12 Quay Street\nPortland, ME 04101' };
  await admin.api.patch('/company', { ...company, ecoa_agency: 'federal_trade_commission' });
  await setAgency(AGENCY);
  expect((await admin.api.patch(`/workflows/${data.id}`, { active: true })).status).toBe(422);
  const spec = { type: 'number', label: 'Pets', unit: 'count', kind: 'fact' };
  await admin.api.call('PUT', '/fields/applicant.pets', { body: spec });
  expect(await missing()).toEqual([]);
  expect((await admin.api.patch(`/workflows/${data.id}`, { active: true })).data).toMatchObject({ active: true });
});
