import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { Json } from '../../../core/json.ts';
import { approve, credit, ifElse, notice, source, when } from '../interpreter/cascades.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

/** Changes that would have avoided the notice at `decline`, for an applicant to whom no condition applies. */
function changesOf(definition: CascadeDefinition): Json | undefined {
  const applicant = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Doe', able: false };
  const { recorded, notices } = simulate(
    definition,
    {
      ...{ payload: { applicant }, reports: {}, decisions: {}, completesLetters: true },
      workflow: { name: 'x', useCase: null },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 10, 25),
    },
    plenty(),
  );
  const found = notices.find(({ ref }) => ref.node_id === 'decline');
  if (found === undefined) throw new Error('no notice was issued');
  return explainNotice(recorded, found, plenty()).would_have_changed;
}

const first = (then: string) =>
  ifElse('first', { pass: when('applicant.able', 'is_true'), then: [then], otherwise: ['decline'] });
const CHANGE = [{ field: 'applicant.able', value: true }];

describe('a way that the run did not take', () => {
  /** Somebody is asked, and goes on to `approved` if they approve. */
  const asking = (approved: string, denied: string): CascadeDefinition => [
    source('first'),
    first('ask'),
    ifElse('ask', { review: when('applicant.email', 'equals', 'ada@example.com'), reviewed: ['second'] }),
    ifElse('second', { pass: when('user_approved', 'is_true'), then: [approved], otherwise: [denied] }),
    approve('approve'),
    notice('decline', 'auto_send'),
  ];

  // Rules: 10.28.2
  test('leads on from a review as if it were approved', () => {
    expect(changesOf(asking('approve', 'decline'))).toMatchObject({ values: CHANGE, leads_to: 'review' });
    expect(changesOf(asking('decline', 'approve'))).toMatchObject({ values: [], leads_to: null });
  });

  // Rules: 10.28.2
  test('ends at a report that was never pulled, whatever comes behind it', () => {
    const pulling = [
      source('first'),
      first('credit'),
      credit('credit', 'second'),
      ifElse('second', {
        ...{ pass: when('score', 'greater_than', 600, 'credit'), then: ['approve'], otherwise: ['decline'] },
      }),
      approve('approve'),
      notice('decline', 'auto_send'),
    ];
    expect(changesOf(pulling)).toMatchObject({ values: CHANGE, leads_to: 'report' });
  });
});

describe('the smallest set of values', () => {
  /** An applicant with one of these is approved. */
  const anyOf = (count: number): CascadeDefinition => [
    source('choice'),
    {
      ...{ id: 'choice', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['decline'] },
      branches: {
        pass: {
          condition_groups: [
            {
              logic: 'or',
              conditions: Array.from({ length: count }, (_, n) => ({
                ...{ source_node_id: 'context', field: `applicant.debt_${n}`, operator: 'less_than', value: 0 },
              })),
            },
          ],
        },
      },
    } as unknown as CascadeDefinition[number],
    approve('approve'),
    notice('decline', 'auto_send'),
  ];

  // Rules: 10.28.3
  test.each([
    [10, 'applicant.debt_0', true],
    [11, 'applicant.debt_10', false],
  ])('of %i values is found by trying', (count, field, exact) => {
    expect(changesOf(anyOf(count))).toMatchObject({ values: [{ field }], exact });
  });
});
