import fc from 'fast-check';
import { changedRows, wordsBetween } from '../../../console/src/rules/changed-rows.ts';
import type { Row, RowList } from '../../../core/rows/row.ts';
import { compiled } from '../../core/rows/support.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

const POLICY =
  'Deny if the credit score is below 600. Deny if there are more than 2 evictions. If the identity is not verified, send to ' +
  'human review. Review scores from 600 to 679. Approve everyone else.';
const LIST = rowListOf(compiled(POLICY), plenty());

/** The list with its rules changed, as another version has it. */
const withRules = (change: (rules: readonly Row[]) => readonly Row[]): RowList => ({
  ...LIST,
  rules: change(LIST.rules),
});
const told = (after: RowList) =>
  changedRows(LIST, after).map(({ kind, was, now, words }) => [
    kind,
    was,
    now,
    words.map(({ kind: piece, text }) => (piece === 'same' ? text : `[${piece} ${text.trim()}]`)).join(''),
  ]);

describe('the rules that change', () => {
  test('show a figure that changed where it stands, old before new', () => {
    const after = withRules((rules) =>
      rules.map((rule, index) => (index === 3 ? { ...rule, text: rule.text.replace('600', '620') } : rule)),
    );
    expect(told(after)).toEqual([['changed', 4, 4, 'Review scores from[removed 600][added 620] to 679.']]);
  });

  test('name what its sentence does not say: reason, missing value, decision and how a person is asked', () => {
    const after = withRules((rules) =>
      rules.map((rule, index) => {
        if (index === 0) return { ...rule, reason: 'Score too low.', on_missing: 'deny' as const };
        return index === 2 && rule.review !== null ? { ...rule, review: { ...rule.review, queue: 'fraud' } } : rule;
      }),
    );
    expect(changedRows(LIST, after).map(({ others }) => others)).toEqual([
      [
        { what: 'Reason that the letter adds', before: null, after: 'Score too low.' },
        { what: 'If a value is missing', before: null, after: 'deny' },
      ],
      [{ what: 'How a person is asked', before: 'one person', after: 'one person, queue fraud' }],
    ]);
  });

  test('say what came, what went, what moved, and nothing of rules that stand together', () => {
    expect(told(withRules(([first, ...rest]) => rest.concat(first === undefined ? [] : [first])))).toEqual([
      ['moved', 1, 4, 'Deny if the credit score is below 600.'],
    ]);
    const block = withRules(([one, two, ...rest]) => [two, one, ...rest].filter((row) => row !== undefined));
    const isBlock = LIST.rules[0]?.block !== null && LIST.rules[0]?.block === LIST.rules[1]?.block;
    expect([isBlock, told(block)]).toEqual([true, []]);
    expect(told(withRules((rules) => rules.slice(1)))).toEqual([
      ['removed', 1, null, '[removed Deny if the credit score is below 600.]'],
    ]);
    expect(changedRows(LIST, LIST)).toEqual([]);
  });
});

test('the words of two sentences give both back', () => {
  const sentence = fc
    .array(fc.constantFrom('a', 'b', '600', '$4,000.', '0.35', 'the,'), { maxLength: 12 })
    .map((all) => all.join(' '));
  fc.assert(
    fc.property(sentence, sentence, (before, after) => {
      const pieces = wordsBetween(before, after);
      const without = (kind: string): string =>
        pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});
