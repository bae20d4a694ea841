import fc from 'fast-check';
import {
  editedOf,
  isChanged,
  limitsShared,
  moved,
  sentRules,
  textOf,
  withAdded,
  withDecision,
  withFigureOf,
  without,
  withReason,
} from '../../../console/src/rules/edited.ts';
import { figureAt, numberTyped, placesIn, withFigure } from '../../../console/src/rules/figures.ts';
import { retold, toldOf } from '../../../console/src/rules/told.ts';
import { savedWords } from '../../../console/src/rules/words.ts';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import type { Row, RowDecision, RowList } from '../../../core/rows/row.ts';
import { describe, expect, test } from '../../support/jest.ts';

const end = (decision: RowDecision) => ({
  then: { decision, before: [], after: [], terms: null },
  reason: null,
  review: null,
});
const score = (operator: CascadeCondition['operator'], value: number): CascadeCondition => ({
  source_node_id: 'credit',
  field: 'score',
  operator,
  value,
});
const row = (
  id: string,
  text: string,
  decision: RowDecision,
  conditions: readonly CascadeCondition[],
  block: string | null = null,
): Row => ({
  ...{ id, text, block, is_requirement: false, on_missing: null, node_ids: [] },
  ...end(decision),
  when: { group_logic: 'and', condition_groups: [{ logic: 'and', conditions }], read_as: text },
});
const LIST: RowList = {
  rules: [
    row('r1', 'Deny if the credit score is below 600', 'deny', [score('less_than', 600)], 'b1'),
    row('r2', 'Deny if the rent is over $4,200', 'deny', [{ ...score('greater_than', 4_200), field: 'rent' }], 'b1'),
    row('r3', 'Review scores from 600 to 679', 'review', [
      score('greater_than_or_equal', 600),
      score('less_than_or_equal', 679),
    ]),
  ],
  everyone_else: { ...end('approve'), text: 'Approve everyone else', read_as: 'Otherwise, approve', node_ids: [] },
  no_rules: null,
};
const VALUE = { group: 0, condition: 0, part: 'value' } as const;
const textsOf = (list: ReturnType<typeof editedOf>) => list.rules.map(textOf);

describe('the sentence of a rule', () => {
  test.each([
    ['Deny if the credit score is below 600', 600, 620, 'Deny if the credit score is below 620'],
    ['Deny above $4,200 a month', 4_200, 13_500, 'Deny above $13,500 a month'],
    ['Deny if the ratio is over 43%', 0.43, 0.455, 'Deny if the ratio is over 45.5%'],
    ['Deny if the ratio is over 43 percent', 43, 40, 'Deny if the ratio is over 40 percent'],
    ['At most 0.5 of it', 0.5, 0.25, 'At most 0.25 of it'],
  ])('%s: says the new figure in the form of the old one', (text, was, figure, said) => {
    const when = { group_logic: 'and' as const, condition_groups: [{ conditions: [score('less_than', was)] }] };
    expect(retold(text, when, withFigure(when, VALUE, figure))).toBe(said);
  });

  test.each([
    ['Deny if there are three evictions', 3],
    ['Deny below 6000', 600],
    ['Deny in zone 600b', 600],
    ['Deny below 1.600', 600],
    ['Within 7 years, 7 of them', 7],
  ])('%s: does not say its figure in digits, so nothing is put into it', (text, figure) => {
    const when = { group_logic: 'and' as const, condition_groups: [{ conditions: [score('less_than', figure)] }] };
    expect(retold(text, when, withFigure(when, VALUE, 1))).toBeNull();
    expect(toldOf(text, when).others).toEqual([VALUE]);
  });

  test('is whole again from its pieces, and each figure is in it or beside it exactly once', () => {
    const figure = fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom(0.4, 43, 12.5));
    fc.assert(
      fc.property(
        fc.array(figure, { maxLength: 4 }),
        fc.array(fc.oneof(figure.map(String), fc.constantFrom('x', '%', 'of 3')), { maxLength: 8 }),
        (figures, words) => {
          const text = words.join(' ');
          const when = {
            group_logic: 'and' as const,
            condition_groups: [{ conditions: figures.map((each) => score('less_than', each)) }],
          };
          const { pieces, others } = toldOf(text, when);
          expect(pieces.map((piece) => ('text' in piece ? piece.text : piece.written)).join('')).toBe(text);
          const placed = pieces.flatMap((piece) => ('place' in piece ? [piece.place] : []));
          expect([...placed, ...others].map((each) => each.condition).toSorted()).toEqual(
            figures.map((_, index) => index),
          );
        },
      ),
    );
  });
});

describe('a figure of a rule', () => {
  test('changes alone, wherever it stands: the value, a factor, or a test of the items of a list', () => {
    const conditions: CascadeCondition[] = [
      {
        ...score('greater_than', 0),
        field: 'records.count',
        where: [{ field: 'amount', operator: 'greater_than', value: 500 }],
      },
      {
        source_node_id: 'context',
        field: 'income',
        operator: 'less_than',
        value_from: { source_node_id: 'context', field: 'rent', times: 3 },
      },
      { source_node_id: 'context', field: 'verified', operator: 'is_true' },
    ];
    const when = { group_logic: 'and' as const, condition_groups: [{ conditions }] };
    const places = placesIn(when);
    expect(places.map((place) => figureAt(when, place))).toEqual([500, 0, 3]);
    for (const place of places) {
      const changed = withFigure(when, place, 77);
      expect(placesIn(changed).map((each) => figureAt(changed, each))).toEqual(
        places.map((each) => (each === place ? 77 : figureAt(when, each))),
      );
      expect(withFigure(changed, place, figureAt(when, place) ?? 0)).toEqual(when);
    }
  });

  test.each([
    ['1,500', 1_500],
    [' $4,200.50 ', 4_200.5],
    ['-3', -3],
    ['.5', 0.5],
    ['1e3', null],
    ['abc', null],
    ['', null],
    ['1.2.3', null],
  ])('%s is typed as %p', (text, figure) => {
    expect(numberTyped(text)).toBe(figure);
  });

  test('that another rule shares is found there, and not where a value is only the same by chance', () => {
    const edited = editedOf(LIST);
    expect(limitsShared(edited, { key: 'r1', place: VALUE })).toEqual([{ key: 'r3', place: VALUE, number: 3 }]);
    const [first, second, third] = LIST.rules;
    const equal = row('r4', 'Deny if it is 600', 'deny', [score('equals', 600)]);
    const other = row('r5', 'Deny if the balance is below 600', 'deny', [
      { ...score('less_than', 600), field: 'balance' },
    ]);
    const list = { ...LIST, rules: [first, second, third, equal, other].filter((each) => each !== undefined) };
    expect(limitsShared(editedOf(list), { key: 'r1', place: VALUE }).map(({ key }) => key)).toEqual(['r3']);
  });
});

describe('rules that are edited', () => {
  test('are as they were until something is changed, and again when it is changed back', () => {
    const edited = editedOf(LIST);
    expect(isChanged(edited, LIST)).toBe(false);
    const at = { key: 'r1', place: VALUE };
    const changed = withFigureOf(edited, at, 620);
    expect([isChanged(changed, LIST), textsOf(changed)[0]]).toEqual([true, 'Deny if the credit score is below 620']);
    expect(isChanged(withFigureOf(changed, at, 600), LIST)).toBe(false);
  });

  test('keep each figure in its place of the sentence while somebody types what another one is', () => {
    const [, , third] = LIST.rules;
    const list = { ...LIST, rules: [third].filter((each) => each !== undefined) };
    const upper = { key: 'r3', place: { ...VALUE, condition: 1 } };
    let edited = editedOf(list);
    for (const typed of [6, 60, 600, 60, 65, 650]) edited = withFigureOf(edited, upper, typed);
    expect(textsOf(edited)).toEqual(['Review scores from 600 to 650']);
  });

  test('say that a move within a block changes nothing, and that another one may', () => {
    const edited = editedOf(LIST);
    expect(moved(edited, 'r1', 1)?.changesNothing).toBe(true);
    expect(moved(edited, 'r2', 1)?.changesNothing).toBe(false);
    expect(moved(edited, 'r1', -1)).toBeNull();
    expect(moved(edited, 'r3', 1)).toBeNull();
    expect(moved(edited, 'r2', 1)?.edited.rules.map(({ key }) => key)).toEqual(['r1', 'r3', 'r2']);
  });

  test('leave no sentence beside another decision, and no part of the end before', () => {
    const [rule] = withDecision(editedOf(LIST), 'r1', 'review').rules;
    expect(rule).toMatchObject({ said: null, then: { decision: 'review' }, reason: null, block: null });
  });

  test('that are new have no id, and keys of their own', () => {
    const { when } = LIST.rules[0] ?? { when: { group_logic: 'and' as const, condition_groups: [] } };
    const added = { when, decision: 'deny', text: 'Deny if the credit score is below 600' } as const;
    const once = withAdded(editedOf(LIST), added);
    const twice = withAdded(once, { ...added, text: null });
    const keys = twice.rules.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(sentRules(twice).rules.slice(-2)).toEqual([
      expect.objectContaining({ text: added.text, then: { decision: 'deny' } }),
      expect.objectContaining({ text: null }),
    ]);
    expect(sentRules(twice).rules.at(-1)).not.toHaveProperty('id');
    expect(without(without(twice, keys.at(-1) ?? ''), keys.at(-2) ?? '')).toEqual(editedOf(LIST));
  });

  test('stand together only one behind the other and while they do the same', () => {
    const rule = (id: string, decision: RowDecision, block: string | null) =>
      row(id, `Rule ${id}`, decision, [score('less_than', 1)], block);
    const list = {
      ...LIST,
      rules: [rule('a', 'deny', 'b1'), rule('b', 'deny', 'b1'), rule('c', 'deny', 'b1'), rule('d', 'review', null)],
    };
    const blocksOf = (edited: ReturnType<typeof editedOf> | undefined) => edited?.rules.map(({ block }) => block);
    const edited = editedOf(list);
    expect(blocksOf(edited)).toEqual(['b1', 'b1', 'b1', null]);
    // One that another rule comes between leaves the block; so does one whose letter has another reason.
    expect(blocksOf(moved(edited, 'c', 1)?.edited)).toEqual(['b1', 'b1', null, null]);
    expect(blocksOf(withReason(edited, 'a', 'Too little'))).toEqual(['b1', 'b1_2', 'b1_2', null]);
    expect(blocksOf(withReason(edited, 'b', 'Too little'))).toEqual(['b1', null, null, null]);
    expect(blocksOf(without(edited, 'b'))).toEqual(['b1', 'b1', null]);
  });

  test('keep random blocks whole whatever is moved: each block stands in one place, and does one thing', () => {
    const decision = fc.constantFrom<RowDecision>('deny', 'review', 'approve');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(decision, fc.constantFrom(null, 'b1', 'b2')), { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(7), fc.constantFrom<-1 | 1>(-1, 1)), { maxLength: 12 }),
        (rules, moves) => {
          let edited = editedOf({
            ...LIST,
            rules: rules.map(([does, block], index) => row(`r${index}`, 'x', does, [score('less_than', 1)], block)),
          });
          for (const [index, by] of moves) edited = moved(edited, `r${index}`, by)?.edited ?? edited;
          edited = withReason(edited, 'r0', 'Another');
          const seen = new Map<string, { at: number; way: string }>();
          for (const [at, { block, then, reason }] of edited.rules.entries()) {
            if (block === null) continue;
            const way = JSON.stringify([then, reason]);
            const before = seen.get(block);
            if (before !== undefined) expect(before).toEqual({ at: at - 1, way });
            seen.set(block, { at, way });
          }
        },
      ),
    );
  });
});

test.each([
  ['version', false, 'Saved as version 3.'],
  ['version', true, 'Saved as version 3, which is live.'],
  ['proposal', false, 'Saved. Version 3 stays live until somebody activates it.'],
  ['nothing', false, 'Nothing was to be saved.'],
] as const)('what was saved as %s, activated %s, is said in words', (saved, isActivated, words) => {
  expect(savedWords({ saved, version: 3 }, isActivated)).toBe(words);
});
