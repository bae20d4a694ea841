import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { createAccount } from '../../platform/identity/index.ts';
import { asJson } from '../../platform/database/index.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCommand } from '../support/command-line.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

let testDatabase: TestDatabase;
let id: number;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { kysely } = await testDatabase.open();
  const account = await createAccount(kysely, {
    ...{ name: 'A', legalName: 'A LLC', address: '1 Main St', phone: '+1 555 0100' },
    productionAccess: false,
  });
  const workflow = await kysely
    .insertInto('workflow')
    .values({ account_id: account.id, name: 'W', trigger_type: 'manual', active: false, version: 2, code: 'W-1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  id = workflow.id;
  for (const [version, wait] of [
    [1, 2],
    [2, 3],
  ] as const) {
    const definition: CascadeDefinition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['wait'] },
      { id: 'wait', type: 'Wait', wait: { duration: wait, unit: 'days' }, next_step: ['approve'] },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
    ];
    await kysely
      .insertInto('workflow_version')
      .values({ workflow_id: id, version, name: 'W', definition: asJson(definition) })
      .execute();
  }
});
afterAll(() => testDatabase.drop());

const cascade = (...args: string[]) => runCommand(args, { DATABASE_URL: testDatabase.url });

// Rules: 2.8.12
test('workflows read says what a workflow does, and how it differs from another version', async () => {
  const { code, out } = await cascade('workflows', 'read', String(id), '--compare-to', '1');
  expect([code, out]).toEqual([0, expect.stringContaining('1. Wait 3 days, then approve (everyone).')]);
  expect(out).toContain('rules, compared with version 1:\n  - Wait 2 days, then approve (everyone).\n');
  const { out: old } = await cascade('--json', 'workflows', 'read', String(id), '--of-version', '1');
  expect(JSON.parse(old)).toMatchObject({
    object: 'workflow_reading',
    version: 1,
    rules: [{ node_ids: expect.any(Array) }],
  });
});

// Rules: 6.14.11
test('workflows read calls fields of a product of the account by their labels', async () => {
  const { kysely } = await testDatabase.open();
  const { account_id: accountId } = await kysely
    .selectFrom('workflow')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('product_version')
    .values({ account_id: accountId, code: OWN_EXAMPLE.code, version: 1, product: asJson(OWN_EXAMPLE) })
    .execute();
  const condition = { source_node_id: 'score', field: 'risk', operator: 'less_than', value: 50 } as const;
  const definition: CascadeDefinition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['score'] },
    { id: 'score', type: 'BillingProduct', billing_product_code: OWN_EXAMPLE.code, next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: [] },
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ];
  await kysely
    .insertInto('workflow_version')
    .values({
      ...{ workflow_id: id, version: 3, name: 'W', definition: asJson(definition) },
      products: asJson({ [OWN_EXAMPLE.code]: 1 }),
    })
    .execute();
  const { out } = await cascade('workflows', 'read', String(id), '--of-version', '3');
  expect(out).toContain("the fraud score's risk of fraud is less than 50");
});

test('workflows read says if there is no such workflow or version', async () => {
  const missing = await cascade('workflows', 'read', '999999');
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no workflow 999999')]);
  const version = await cascade('workflows', 'read', String(id), '--of-version', '7');
  expect([version.code, version.err]).toEqual([1, expect.stringContaining('has no version 7')]);
});
