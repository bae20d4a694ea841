import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { updateAccount } from '../../cli/notices.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/*
 * A notice of employment that rests on reports takes two letters (15 USC 1681b(b)(3)). A cascade that would send one
 * cannot be saved, whatever makes it about employment. Source: semantics 10.2.7.
 */
let gateway: TestGateway;
let live: Caller;
/** A caller of an account whose default purpose is employment. */
let employer: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  live = await gateway.caller({ productionAccess: true });
  employer = await gateway.caller();
  await updateAccount(gateway.db.kysely, employer.accountId, { defaultPurpose: 'employment' });
});
afterAll(() => gateway.stop());

const cascade = (settings: object = {}) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['records'] },
  { id: 'records', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'records', field: 'records_count', operator: 'equals', value: 0 }] },
        ],
      },
    },
    pass_steps: ['hire'],
    fail_steps: ['decline'],
  },
  { id: 'hire', type: 'Action', action_type: 'Approve' },
  {
    id: 'decline',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', ...settings },
  },
];
const TWO_LETTERS = cascade({ action_taken: 'adverse_employment' });
const MEMBER = 'definition[4].adverse_action.action_taken';

const detailsOf = ({ error }: { readonly error: { readonly details?: { field: string; message: string }[] } }) =>
  error.details?.map(({ field }) => field);

describe('a cascade whose employment notice would be one letter', () => {
  // Rules: 10.2.7
  test.each([
    ['the node', () => live, { definition: cascade({ purpose: 'employment' }) }],
    ['the use case', () => live, { definition: cascade(), use_case: 'employment_screening' }],
    ['the account', () => employer, { definition: cascade() }],
    ['the account, as a draft', () => employer, { definition: cascade({ action_taken: 'revoked' }), active: false }],
  ])('is refused at save and by validate, by the purpose of %s', async (_, caller, body) => {
    const { api } = caller();
    const created = await api.post('/workflows', { name: 'Hiring', ...body });
    expect([created.status, created.error.code, detailsOf(created)]).toEqual([422, 'validation_failed', [MEMBER]]);
    expect(created.error.details[0].message).toContain('in node "decline": must be `adverse_employment`');
    const { definition, use_case: useCase } = body as { definition: object; use_case?: string };
    const { data } = await api.post('/workflows/validate', { definition, use_case: useCase });
    expect(data).toMatchObject({ valid: false, errors: [{ field: MEMBER }], error_count: 1, warnings: [] });
  });

  test('is saved with two letters, or with another purpose', async () => {
    for (const definition of [TWO_LETTERS, cascade({ purpose: 'tenant' })]) {
      expect((await live.api.post('/workflows', { name: 'A', definition, use_case: 'hiring' })).status).toBe(201);
      expect((await employer.api.post('/workflows', { name: 'A', definition })).status).toBe(201);
    }
  });

  test('is refused when its definition changes, and when its use case does', async () => {
    const { id } = (await live.api.post('/workflows', { name: 'A', definition: TWO_LETTERS, use_case: 'hiring' })).data;
    const changed = await live.api.patch(`/workflows/${id}`, { definition: cascade() });
    expect([changed.status, detailsOf(changed)]).toEqual([422, [MEMBER]]);
    const other = (await live.api.post('/workflows', { name: 'B', definition: cascade() })).data;
    const labelled = await live.api.patch(`/workflows/${other.id}`, { use_case: 'hiring' });
    expect([labelled.status, detailsOf(labelled)]).toEqual([422, ['use_case']]);
    expect(labelled.error.details[0].message).toContain(MEMBER);
    expect((await live.api.get(`/workflows/${other.id}`)).data).toMatchObject({ version: 1, use_case: null });
  });
});

describe('a cascade that was saved before its notices became unlawful', () => {
  /** Saved while the account's purpose was another one. */
  const saved = async () => {
    await updateAccount(gateway.db.kysely, employer.accountId, { defaultPurpose: 'tenant' });
    const { data } = await employer.api.post('/workflows', { name: 'Old', definition: cascade() });
    await updateAccount(gateway.db.kysely, employer.accountId, { defaultPurpose: 'employment' });
    return data as { readonly id: number };
  };

  // Rules: 10.2.8
  test('may be renamed; its version is not restored', async () => {
    const { id } = await saved();
    expect((await employer.api.patch(`/workflows/${id}`, { name: 'New' })).status).toBe(200);
    expect((await employer.api.patch(`/workflows/${id}`, { definition: TWO_LETTERS })).status).toBe(200);
    const restored = await employer.api.post(`/workflows/${id}/versions/1/restore`, {});
    expect([restored.status, detailsOf(restored)]).toEqual([422, [MEMBER]]);
  });

  // Rules: 10.2.8
  test('is not activated', async () => {
    const { id } = await saved();
    const { accountId } = employer;
    await gateway.db.kysely
      .updateTable('account')
      .set({ production_access: true })
      .where('id', '=', accountId)
      .execute();
    const { status, error } = await employer.api.patch(`/workflows/${id}`, { active: true });
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringContaining('decline lacks the two notices of employment'),
    );
  });
});
