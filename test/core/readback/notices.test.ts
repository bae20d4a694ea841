import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

/** The text of each rule beside its sentence; the last one denies. */
function rulesWith(settings: object | undefined, more: object = {}): readonly (readonly string[])[] {
  const conditions = [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 700 }];
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } },
      ...{ pass_steps: ['approve'], fail_steps: ['notice'] },
      ...more,
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    { id: 'notice', type: 'Action', action_type: 'AdverseAction', adverse_action: settings },
  ];
  return (readingOf(definition as CascadeDefinition, plenty()).rules ?? []).map(({ details }) => details);
}

const detailsOf = (settings: object | undefined): readonly string[] => rulesWith(settings).at(-1) ?? [];

const TO = { recipient: '{{applicant.email}}' };

describe('a rule says of its notice', () => {
  // Rules: 2.8.3
  test('whether it is sent at once or by a person', () => {
    expect(detailsOf({ ...TO, send_strategy: 'auto_send' })).toEqual(['The notice is sent at once.']);
    expect(detailsOf(TO)).toEqual(['The notice is sent or discarded by a person.']);
  });

  // Rules: 2.8.3
  test('to whom it goes and about whom it is, if not the applicant', () => {
    const other = { recipient: '{{co.email}}', applicant: 'co', send_strategy: 'auto_send' };
    expect(detailsOf(other)).toEqual([
      'The notice is sent to "{{co.email}}" at once.',
      'The notice is about the person at "co".',
    ]);
  });

  // Rules: 10.6.5
  test('which rule holds at a place whose own is not known', () => {
    const at = (jurisdiction: string) => detailsOf({ ...TO, jurisdiction }).slice(1);
    expect(at('US-NY')).toEqual([
      'The notice names US-NY: no rule of US-NY is known here, and the general rule of the United States is used instead.',
    ]);
    expect(at('US-CA-037')[0]).toContain('that of California (US-CA) is used instead');
    expect(at('US-CA')).toEqual([]);
  });

  test('that its step fails if nobody gets it', () => {
    expect(detailsOf({ send_strategy: 'auto_send' })).toEqual(['The notice has no recipient: its step fails.']);
    expect(detailsOf(undefined)).toEqual(['The notice has no recipient: its step fails.']);
  });

  test('what is offered, so that two offers are told apart', () => {
    const offer = { ...TO, action_taken: 'other_action', statement: 'A deposit of $240.', reason: 'A short history.' };
    expect(detailsOf(offer)).toEqual(
      expect.arrayContaining([
        'The notice states "A deposit of $240.".',
        'The notice adds to its reasons "A short history.".',
      ]),
    );
  });

  test('that employment takes two, and how long it waits', () => {
    const two = { ...TO, action_taken: 'adverse_employment' };
    expect(detailsOf(two)[1]).toBe(
      'If it rests on reports, it is two: a pre-adverse notice and, after the waiting period of the law, the final one.',
    );
    const period = { waiting_period: { duration: 7, unit: 'business_days' } };
    expect(detailsOf({ ...two, ...period })[1]).toContain('after 7 business days, or longer where the law asks for it');
  });
});

// Rules: 2.8.3
test('a rule that asks a person says how the review is kept', () => {
  const unscored = { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'is_empty' }] };
  const review = { due_in: { duration: 2, unit: 'days' }, approvals: 2, queue: 'desk' };
  const branches = { human_review: { condition_groups: [unscored] } };
  const asks = { branches, pass_steps: [], human_review_steps: ['approve'], review };
  expect(rulesWith({ ...TO, send_strategy: 'auto_send' }, asks)).toEqual([
    [
      'Whoever a person approves there is approved; whoever a person denies is denied.',
      'A review here is due in 2 days.',
      'A review here needs the approval of 2 different people.',
      'A review here comes to the queue "desk".',
      'The notice is sent at once.',
    ],
    ['The notice is sent at once.'],
  ]);
});
