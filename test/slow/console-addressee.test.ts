import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { Desk } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** A person types the name and the address that a letter lacks, in a real browser, on a whole stack. */
let stack: SharedStack;
let desk: Desk;
beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

const decision = 'section[aria-label="Decision"]';

/** Denies applicants who earn less than 3,000. */
const definitionOf = (adverse_action: object): object[] => [
  { id: 'start', type: 'ApplicantSource', next_step: ['earns'] },
  {
    ...{ id: 'earns', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['decline'] },
    branches: { pass: { condition_groups: [{ conditions: [ENOUGH] }] } },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  { id: 'decline', type: 'Action', action_type: 'AdverseAction', adverse_action },
];
const ENOUGH = { source_node_id: 'start', field: 'applicant.income', operator: 'greater_than_or_equal', value: 3000 };

test('a letter without a name and an address is given both, and is to them', async () => {
  const credit = { purpose: 'credit', action_taken: 'denied', recipient: '{{applicant.email}}' };
  const { data: workflow } = await desk.api.post('/workflows', { name: 'A loan', definition: definitionOf(credit) });
  const applicant = { income: 100, address: { city: 'Portland', state: 'ME', postal_code: '04101', gate: 'left' } };
  const { id } = (await desk.api.trigger(workflow.id, { payload: { applicant } })).data;
  const needs = async () => (await desk.api.get(`/executions/${id}`)).data.pending_review?.needs;
  await until(async () => (await needs()) === 'name');
  await seated(desk, async (seat) => {
    await seat.goTo(`/cases/${id}`);
    await seat.seesIn(decision, 'Not on the letter, although it was sent: applicant.address.gate.');
    await checkPage(seat, 'a name that is missing');
    await seat.type(`${decision} fieldset input`, 'Benjamin Harlow Jr.');
    await seat.press('Give the name');
    await seat.answer('Give the name');
    await seat.sendsDecision();
    await seat.seesIn(decision, 'to Benjamin Harlow Jr., Portland, ME 04101: somebody prints and posts it');
    await seat.seesIn(decision, 'The address cannot be posted to: it lacks a street line.');
    await checkPage(seat, 'an address that is missing');
    await seat.type(`${decision} fieldset textarea`, '5 Elm Road\nApt 3\nPortland, ME 04101');
    await seat.press('Give the address');
    await seat.answer('Give the address');
    await seat.sendsDecision();
    await seat.seesIn(decision, 'It goes by post to Benjamin Harlow Jr., 5 Elm Road, Apt 3, Portland, ME 04101');
    await seat.sees('given for it: applicant.name = Benjamin Harlow Jr.');
  });
  const { notice } = (await desk.api.get(`/executions/${id}/review`)).data;
  expect(notice.goes_to).toMatchObject({
    name: 'Benjamin Harlow Jr.',
    address_lines: expect.arrayContaining(['Apt 3']),
  });
});
