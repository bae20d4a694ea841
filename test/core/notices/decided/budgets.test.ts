import type { ConditionTrace } from '../../../../core/cascade/conditions.ts';
import { isOneOfSeveral } from '../../../../core/notices/decided/cures.ts';
import type { Formula } from '../../../../core/notices/decided/formula.ts';
import { smallestReversals, type ReadField } from '../../../../core/notices/decided/reversals.ts';
import { describe, expect, test } from '../../../support/jest.ts';
import { processorMs } from '../../../support/processor-time.ts';
import { approve, choice, decline, info, start, TENANT } from '../foreign.ts';
import { documentOf } from '../letter-of.ts';

/*
 * Reversals, their cures and the forecast of earlier rows have budgets of their own. One that is spent ends, is
 * reported, and takes nothing from the others.
 */

const MOST_MS = 500;

/** Five of sixty facts would have been needed: far more sets than are tried. */
const NEEDED = 5;
const traces = Array.from(
  { length: 60 },
  (_, n) => ({ operator: 'greater_than', value: 10, actual: n % 10, result: false }) as unknown as ConditionTrace,
);
const formula: Formula = {
  is: 'group',
  needed: NEEDED,
  parts: traces.map((_, index) => ({ is: 'condition', index, wanted: true })),
};
const fields: ReadField[] = traces.map((_, index) => ({ key: `f${index}`, conditions: [index], comparedIn: [] }));
const tried = { schemaOf: () => undefined, isTried: () => true };

describe('the reversals of a choice at their limit', () => {
  // Rules: 10.22.4
  test('end, say that they are not exact, and still have one of which nothing can be left out', async () => {
    let found = smallestReversals(formula, [], [], tried);
    const ms = await processorMs(() => {
      found = smallestReversals(formula, traces, fields, tried);
    });
    const sizes = found.smallest.map(({ changes }) => changes.length);
    expect([found.isExact, sizes, ms < MOST_MS]).toEqual([false, [NEEDED], true]);
  });

  test('leave the cure its own looks', () => {
    const [of] = smallestReversals(formula, traces, fields, tried).smallest;
    const [change, ...others] = of?.changes ?? [];
    if (change === undefined) throw new Error('no reversal');
    // "More than 10" is all that is asked of a field that has to be more than 5, too. Without looks that is not known.
    const both = { ...change.field, conditions: [...change.field.conditions, traces.length] };
    const second = { ...traces[0]!, value: 5 };
    const cured = (left: number) => ({
      formula: {
        ...formula,
        needed: 2,
        parts: [formula, { is: 'condition', index: traces.length, wanted: true } as const],
      },
      ...{ traces: [...traces, second], schema: undefined, printed: both.conditions[0] ?? 0 },
      ...{ change: { ...change, field: both }, others, looks: { left } },
    });
    const comparison = { is: 'required', operator: 'greater_than', value: 10 } as const;
    expect([100_000, 0].map((left) => isOneOfSeveral(cured(left), comparison))).toEqual([false, true]);
  });
});

/** Deny below 645 points, or if all debts are too much. Approve below 640 or from 700. Deny everyone else. */
const points = (operator: string, value: number) => ({
  conditions: [{ source_node_id: 'context', field: 'applicant.points', operator, value }],
});
const debts = {
  conditions: [{ source_node_id: 'context', field: 'applicant.debts.sum.usd', operator: 'greater_than', value: 1e9 }],
};
const CHAIN = [
  start('first'),
  choice(
    'first',
    { group_logic: 'or', condition_groups: [debts, points('less_than', 645)] },
    { pass: ['decline'], fail: ['second'] },
  ),
  choice('second', {
    group_logic: 'or',
    condition_groups: [points('less_than', 640), points('greater_than_or_equal', 700)],
  }),
  approve(),
  decline(TENANT),
];
const FIELDS = {
  'applicant.points': { type: 'number', label: 'Points', kind: 'fact' },
  'applicant.debts': { type: 'list', label: 'Debts', of: { usd: { type: 'number', label: 'Amount', unit: 'USD' } } },
};

describe('the forecast of earlier rows', () => {
  const linesWith = (count: number): readonly string[] => {
    const list = Array.from({ length: count }, () => ({ usd: 1 }));
    const applicant = { first_name: 'Ann', last_name: 'Doe', points: 650, debts: list };
    return documentOf({ definition: CHAIN, fields: FIELDS as never, applicant }).reasons;
  };

  // Rules: 10.20.10
  test('keeps the value of which an earlier row would have made a denial from the letter', () => {
    expect(linesWith(1)).toEqual([info('points, 650 (would have met the requirement: 700)')]);
  });

  // Rules: 10.20.16
  test('names no value that there is no budget left to try: a person gives the letter its reasons', () => {
    expect(linesWith(1_500)).toEqual(linesWith(1));
    expect(() => linesWith(30_000)).toThrow('no letter: a principal reason');
  });
});
