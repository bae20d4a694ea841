import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* A cascade that names fields to people goes live only after these fields are declared. */

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const put = (path: string, body: unknown, by: Caller) => by.api.call('PUT', `/fields/${path}`, { body });
const FACT = { type: 'integer', label: 'Pets', unit: 'pets', kind: 'fact' };

function screening(field: string, more: { fields?: JsonObject; denies?: boolean } = {}): JsonObject[] {
  const { fields = {}, denies = true } = more;
  const conditions = [{ source_node_id: 'start', field, operator: 'less_than', value: 3 }];
  return [
    { id: 'start', type: 'ApplicantSource', config: { fields }, next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } },
      ...{ pass_steps: ['approve'], fail_steps: denies ? ['deny'] : [] },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    ...(denies
      ? [
          {
            ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
            adverse_action: { recipient: '{{applicant.email}}' },
          },
        ]
      : []),
  ];
}
const save = async (by: Caller, definition: JsonObject[]) =>
  (await by.api.post('/workflows', { name: 'Screening', definition })).data;
const activate = (by: Caller, id: number) => by.api.patch(`/workflows/${id}`, { active: true });

describe('a cascade that reads what nobody declared, before a notice', () => {
  // Rules: 20.11.1, 20.11.2
  test('is saved as a draft, which test mode runs, until it is declared', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    const { id, active, note, warnings } = await save(caller, screening('applicant.pets'));
    expect([active, note]).toEqual([
      false,
      expect.stringMatching(/lacks decide: a declaration of "applicant\.pets" \(`PUT \/fields\/\{field\}`, or `config/),
    ]);
    expect(warnings.map(({ code }: { code: string }) => code)).toContain('undeclared_field');
    expect((await caller.api.trigger(id, { execution_mode: 'test' })).status).toBe(202);
    expect((await caller.api.trigger(id, { execution_mode: 'live' })).error.code).toBe('workflow_not_active');
    const refused = await activate(caller, id);
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      422,
      'validation_failed',
      [{ field: 'active', message: expect.stringContaining('a declaration of "applicant.pets"') }],
    ]);
    // A declaration without a kind does not say who may see the field.
    await put('applicant.pets', { ...FACT, kind: null }, caller);
    expect((await activate(caller, id)).error.details[0].message).toContain('the `kind` of "applicant.pets"');
    await put('applicant.pets', FACT, caller);
    expect((await activate(caller, id)).data.active).toBe(true);
    expect((await caller.api.trigger(id, { execution_mode: 'live' })).status).toBe(202);
  });

  // Rules: 20.11.2
  test('is no new version of an active one, which stays as it is', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    const { id, active } = await save(caller, screening('applicant.monthly_income'));
    expect(active).toBe(true);
    const refused = await caller.api.patch(`/workflows/${id}`, { definition: screening('applicant.pets') });
    expect([refused.status, refused.error.details[0].field]).toEqual([422, 'active']);
    expect((await caller.api.get(`/workflows/${id}`)).data).toMatchObject({ active: true, version: 1 });
    // It may be saved as a draft.
    const draft = await caller.api.patch(`/workflows/${id}`, {
      definition: screening('applicant.pets'),
      active: false,
    });
    expect(draft.data).toMatchObject({ active: false, version: 2 });
  });

  // Rules: 20.11.6
  test('is listed among what reviewers will not see, when it is validated, saved and asked to go live', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    const definition = screening('applicant.pets');
    const hidden = [{ node_id: 'decide', field: 'applicant.pets', why: 'not_declared' }];
    const { data: validation } = await caller.api.post('/workflows/validate', { definition });
    const saved = await save(caller, definition);
    const { data: asked } = await caller.api.post(`/workflows/${saved.id}/activation_requests`, {});
    for (const each of [validation, saved, asked]) expect(each.hidden_from_reviewers).toEqual(hidden);
    await put('applicant.pets', { type: 'text', kind: 'identifier' }, caller);
    expect((await activate(caller, saved.id)).data.hidden_from_reviewers).toEqual([
      { ...hidden[0], why: 'identifier' },
    ]);
  });

  test('is declared by itself as well', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    const fields = { 'applicant.pets': FACT };
    expect((await save(caller, screening('applicant.pets', { fields }))).active).toBe(true);
  });
});

test('without a notice and a review it goes live with a warning', async () => {
  const caller = await gateway.caller({ productionAccess: true });
  const saved = await save(caller, screening('applicant.pets', { denies: false }));
  expect(saved).toMatchObject({ active: true });
  expect(saved).not.toHaveProperty('note');
  expect(saved.warnings.map(({ code }: { code: string }) => code)).toContain('undeclared_field');
});

describe('what an active cascade reads', () => {
  // Rules: 20.8.1
  test('is neither undeclared nor left without a kind, and the cascade is named', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    await put('applicant.pets', FACT, caller);
    const { id } = await save(caller, screening('applicant.pets'));
    const attempts = [
      caller.api.call('DELETE', '/fields/applicant.pets'),
      caller.api.call('PUT', '/fields', { body: { type: 'object' } }),
      put('applicant.pets', { ...FACT, kind: null }, caller),
    ];
    for (const { status, error } of await Promise.all(attempts)) {
      expect([status, error.code]).toEqual([409, 'field_in_use']);
      expect(error.details).toEqual([{ field: 'applicant.pets', message: `is read by cascade ${id} (Screening)` }]);
    }
    expect((await caller.api.get('/fields/applicant.pets')).data).toMatchObject(FACT);
  });

  test('may be undeclared by the account where the cascade declares it itself', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    await put('applicant.pets', FACT, caller);
    await save(caller, screening('applicant.pets', { fields: { 'applicant.pets': FACT } }));
    expect((await caller.api.call('DELETE', '/fields/applicant.pets')).status).toBe(204);
  });

  // Rules: 20.11.5
  test('is declared when it goes live, however many change the dictionary meanwhile', async () => {
    const caller = await gateway.caller({ productionAccess: true });
    for (let round = 0; round < 6; round += 1) {
      const path = `applicant.round${round}`;
      await put(path, FACT, caller);
      const { id } = await save(caller, screening('applicant.monthly_income'));
      await caller.api.patch(`/workflows/${id}`, { active: false, definition: screening(path) });
      const [activated, removed] = await Promise.all([
        activate(caller, id),
        caller.api.call('DELETE', `/fields/${path}`),
      ]);
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([activated.status, removed.status]);
    }
  });
});

// Rules: 20.11.2
test('an approval puts nothing live that nobody declared', async () => {
  const writer = await gateway.caller({ productionAccess: true, email: 'writer@example.com' });
  const approver = await gateway.caller({ of: writer, sameClient: true, email: 'approver@example.com' });
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', writer.accountId).execute();
  const { id } = await save(writer, screening('applicant.pets'));
  const requests = `/workflows/${id}/activation_requests`;
  const { data: asked } = await writer.api.post(requests, {});
  const refused = await approver.api.post(`${requests}/${asked.id}/approve`, {});
  expect([refused.status, refused.error.code]).toEqual([422, 'validation_failed']);
  expect((await approver.api.get(`${requests}/${asked.id}`)).data.status).toBe('pending');
  await put('applicant.pets', FACT, writer);
  // The text of its letters has changed, so a new request is needed.
  await writer.api.post(`${requests}/${asked.id}/withdraw`, {});
  const { data: askedAgain } = await writer.api.post(requests, {});
  expect((await approver.api.post(`${requests}/${askedAgain.id}/approve`, {})).data.status).toBe('approved');
});
