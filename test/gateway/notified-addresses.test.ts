import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { confirmAddress } from '../../cli/mail.ts';
import { createUser } from '../../platform/identity/index.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const notify = (to: string) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['notify'] },
  {
    id: 'notify',
    type: 'Action',
    action_type: 'InternalNotification',
    internal_notification: { channel: 'email', to, message: 'Look' },
  },
];
const warnings = async (to: string, by = caller) => {
  const { status, data } = await by.api.post('/workflows/validate', { definition: notify(to) });
  expect([status, data.valid]).toEqual([200, true]);
  return data.warnings as { node_id: string; code: string; message: string }[];
};

// Rules: 12.9.6
test("a notification to an address that is not the account's may be saved, and each answer warns", async () => {
  const created = (await caller.api.post('/workflows', { name: 'W', definition: notify('Desk@Example.com') })).data;
  const read = (await caller.api.get(`/workflows/${created.id}`)).data;
  const version = (await caller.api.get(`/workflows/${created.id}/versions/1`)).data;
  for (const { warnings: found } of [created, read, version, { warnings: await warnings('desk@example.com') }]) {
    expect(found).toEqual([
      {
        code: 'action_not_configured',
        node_id: 'notify',
        message: expect.stringMatching(/kept as a file.*confirm-address/),
      },
    ]);
  }
});

// Rules: 12.9.6
test('the warning goes with the confirmation, and with a user of that address', async () => {
  await confirmAddress(gateway.db.kysely, caller.accountId, 'front@example.com');
  await createUser(gateway.db.kysely, { accountId: caller.accountId, name: 'R', email: 'Robin.Desk@example.com' });
  expect(await warnings('FRONT@example.com')).toEqual([]);
  expect(await warnings('robin.desk@example.com')).toEqual([]);
  // An address that is confirmed for this account alone.
  const stranger = await gateway.caller();
  expect(await warnings('front@example.com', stranger)).toHaveLength(1);
});

// Rules: 9.13.6
test("a reminder of a review to an address that is not the account's may be saved, and warns", async () => {
  await createUser(gateway.db.kysely, { accountId: caller.accountId, name: 'R', email: 'reviewer@example.com' });
  const reminder = { after: { duration: 1, unit: 'days' }, subject: 'Waiting', body: 'Case {{execution.id}}' };
  const definition = [
    {
      ...{ id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      config: { fields: { 'applicant.flag': { type: 'yes_no', kind: 'fact' } } },
    },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        human_review: {
          condition_groups: [
            { conditions: [{ source_node_id: 'context', field: 'applicant.flag', operator: 'is_true' }] },
          ],
        },
      },
      human_review_steps: ['ok'],
      fail_steps: ['ok'],
      review: {
        reminders: ['reviewer@example.com', 'stranger@example.com'].map((to) => ({ ...reminder, to })),
      },
    },
    { id: 'ok', type: 'Action', action_type: 'Approve' },
  ];
  const { data } = await caller.api.post('/workflows/validate', { definition });
  expect([data.valid, data.warnings]).toEqual([
    true,
    [
      {
        code: 'action_not_configured',
        node_id: 'decide',
        message: expect.stringContaining(
          '"stranger@example.com" is not an address of the account, so the mail is kept',
        ),
      },
    ],
  ]);
});
