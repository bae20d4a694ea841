import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import {
  itemSchema,
  PRODUCT_CODES,
  PRODUCTS,
  type FieldWords,
  type BuiltInCode,
} from '../../../core/products/index.ts';
import type { ItemWords } from '../../../core/products/contract.ts';
import { buildCascade } from '../../../core/rules/build.ts';
import { PLAIN_TERMS, test as of, type Decision, type Expr, type Rule } from '../../../core/rules/model.ts';
import { impliedRule } from '../../../core/rules/rule-set.ts';

const rule = (decision: Decision, when: Expr | null, text: string): Rule => ({
  ...{ decision, when, isRequirement: false, before: [], after: [], terms: PLAIN_TERMS },
  quote: { text, offset: 0 },
});

/** Why there is no cascade of these rules; none if there is one. */
function refusalsOf(...rules: Rule[]): string[] {
  const set = { rules, states: [], implied: impliedRule };
  const made = buildCascade(set, 'a policy', { useCase: 'tenant_screening', asOf: '2026-01-05' });
  return 'refused' in made ? made.refused.map(({ quote, message }) => `${quote.text}: ${message}`) : [];
}

const score = (operator: 'less_than' | 'greater_than_or_equal', value: number): Expr =>
  of({ source: 'credit_report', field: 'score', operator, value });

describe('a rule that never decides', () => {
  // Rules: 2.6.8
  test('is refused with the rule that decides instead', () => {
    expect(
      refusalsOf(
        rule('deny', score('less_than', 650), 'deny under 650'),
        rule('review', score('less_than', 600), 'review under 600'),
        rule('approve', null, 'approve the rest'),
      ),
    ).toEqual(['review under 600: This can never decide: "deny under 650" decides whoever meets it.']);
  });

  test('in a part is refused with the rule that decides of that part', () => {
    const either: Expr = { kind: 'any', of: [score('less_than', 600), score('greater_than_or_equal', 800)] };
    expect(
      refusalsOf(
        rule('deny', score('less_than', 650), 'deny under 650'),
        rule('review', either, 'review under 600 or from 800'),
        rule('approve', null, 'approve the rest'),
      ),
    ).toEqual([
      'review under 600 or from 800: A part of this can never decide: "deny under 650" decides whoever meets it.',
    ]);
  });

  // Rules: 2.6.8
  test('is refused with the one rule that decides all of them, though others decide some of them before', () => {
    const filings = (value: number): Expr =>
      of({ source: 'eviction_history', field: 'filings_count', operator: 'greater_than', value });
    const late = (value: number): Expr =>
      of({ source: 'credit_report', field: 'late_payments_last_24_months', operator: 'greater_than', value });
    expect(
      refusalsOf(
        rule('deny', filings(2), 'deny evictions'),
        rule('deny', late(4), 'deny late payers'),
        rule('deny', score('less_than', 650), 'deny under 650'),
        rule('review', score('less_than', 600), 'review under 600'),
        rule('approve', null, 'approve the rest'),
      ),
    ).toEqual(['review under 600: This can never decide: "deny under 650" decides whoever meets it.']);
  });

  test('because nobody meets it, or nobody is left, or it changes nothing, is refused with that', () => {
    const none: Expr = { kind: 'all', of: [score('less_than', 600), score('greater_than_or_equal', 800)] };
    expect(refusalsOf(rule('deny', none, 'deny nobody'), rule('approve', null, 'approve the rest'))).toEqual([
      'deny nobody: This can never decide: nobody meets all that it asks for.',
    ]);
    const missing = of({ source: 'credit_report', field: 'score', operator: 'is_empty' });
    expect(
      refusalsOf(
        rule('deny', score('less_than', 600), 'deny under 600'),
        rule('review', missing, 'review without a score'),
        rule('approve', score('greater_than_or_equal', 600), 'approve from 600'),
        rule('deny', null, 'deny the rest'),
      ),
    ).toEqual(['deny the rest: This can never decide: the other rules leave nobody to it.']);
    expect(
      refusalsOf(
        rule('deny', score('less_than', 600), 'deny under 600'),
        rule('approve', score('greater_than_or_equal', 700), 'approve from 700'),
        rule('approve', null, 'approve the rest'),
      ),
    ).toEqual(['approve from 700: This changes nothing: whoever it approves is approved without it.']);
  });
});

/** A condition that there is such a record, and whether a record is one. */
interface Kind {
  readonly name: string;
  readonly when: Expr;
  readonly isOne: (item: JsonObject) => boolean;
}

/** `CASES=5000` tries as many. */
const NARROWER_RUNS = Number(process.env.CASES ?? 150);

/** In months: of records just filed, and of old ones. */
const AGES = [6, 90];
const RECENT_MONTHS = 24;
const AGE = 'age in months';

const HOLDS: Readonly<Record<string, (actual: Json, value: Json) => boolean>> = {
  equals: (actual, value) => actual === value,
  not_equals: (actual, value) => actual !== value,
  is_true: (actual) => actual === true,
  is_false: (actual) => actual === false,
  is_empty: (actual) => actual === null,
  is_not_empty: (actual) => actual !== null,
};

const meets = (item: JsonObject, where: readonly ItemWords[]): boolean =>
  where.every(({ field, operator, value = null }) => HOLDS[operator]?.(item[field] ?? null, value) === true);

function kindsOf(source: BuiltInCode, { field, items, since }: FieldWords): Kind[] {
  if (items === undefined) return [];
  const { where } = items;
  const isCounted = field.endsWith('.count');
  const count = of({ source, field, operator: 'greater_than', value: 0, ...(isCounted ? { where } : {}) });
  const name = `${field} ${JSON.stringify(where)}`;
  const ever: Kind = { name, when: count, isOne: (item) => meets(item, where) };
  if (since === undefined) return [ever];
  const value = since.unit === 'years' ? RECENT_MONTHS / 12 : RECENT_MONTHS;
  const recent = of({ source, field: since.field, operator: 'less_than', value });
  return [
    ever,
    {
      ...{ name: `recent ${name}`, when: recent },
      isOne: (item) => meets(item, where) && Number(item[AGE]) < RECENT_MONTHS,
    },
  ];
}

/** Kinds of two words, and recent ones of them: violent felonies, convictions of the last two years. */
function narrowerKindsOf(source: BuiltInCode, list: string, words: readonly FieldWords[]): Kind[] {
  const on = PRODUCTS[source].records?.find((each) => each.list === list)?.on?.replace(/_on$/, '');
  const qualities = [...new Map(words.map(({ items }) => [JSON.stringify(items?.where), items?.where ?? []])).values()];
  const both = qualities.flatMap((one, index) => qualities.slice(index + 1).map((other) => [...one, ...other]));
  const recent = { field: `months_since_${on ?? ''}`, operator: 'less_than', value: RECENT_MONTHS } as const;
  return [...qualities, ...both].flatMap((where) =>
    (on === undefined ? [false] : [false, true]).map((isRecent): Kind => {
      const all = isRecent ? [...where, recent] : where;
      return {
        name: `${list} ${JSON.stringify(all)}`,
        when: of({ source, field: `${list}.count`, where: all, operator: 'greater_than', value: 0 }),
        isOne: (item) => meets(item, where) && (!isRecent || Number(item[AGE]) < RECENT_MONTHS),
      };
    }),
  );
}

/** Every record that differs in what the words speak of. */
function recordsOf(source: BuiltInCode, list: string, words: readonly FieldWords[]): JsonObject[] {
  const { properties = {} } = (itemSchema(PRODUCTS[source], list) ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown; readonly enum?: readonly Json[] }>>;
  };
  const fields = new Set(words.flatMap(({ items }) => (items?.where ?? []).map(({ field }) => field)));
  return [...fields].reduce<JsonObject[]>(
    (all, field) => {
      const { type, enum: choices } = properties[field] ?? {};
      const values = choices ?? (type === 'boolean' ? [true, false] : [null, '2012-01-01']);
      return all.flatMap((item) => values.map((value) => ({ ...item, [field]: value })));
    },
    AGES.map((age) => ({ [AGE]: age })),
  );
}

const LISTS = PRODUCT_CODES.flatMap((source) => {
  const words = PRODUCTS[source].words.filter(({ items }) => items !== undefined);
  return [...Map.groupBy(words, ({ items }) => items?.list ?? '')]
    .map(([list, own]) => [source, list, own] as const)
    .filter(([, , own]) => own.flatMap((each) => kindsOf(source, each)).length > 2);
});

/**
 * The last one is refused exactly if each record of its kind is one of those before, because everybody with such a
 * record is denied.
 */
function isWrong(kinds: readonly Kind[], records: readonly JsonObject[]): boolean {
  const last = kinds.at(-1);
  const before = kinds.slice(0, -1);
  const refusals = refusalsOf(
    ...kinds.map((kind) => rule(kind === last ? 'review' : 'deny', kind.when, kind.name)),
    rule('approve', null, 'the rest'),
  );
  const isLeft = records.some((item) => last?.isOne(item) === true && !before.some((kind) => kind.isOne(item)));
  return refusals.some((refusal) => refusal.startsWith(last?.name ?? '')) === isLeft;
}

describe.each(LISTS)(
  'a rule for records never decides where each is one of a rule before: %s %s',
  (source, list, words) => {
    const kinds = words.flatMap((each) => kindsOf(source, each));
    const records = recordsOf(source, list, words);
    // Without any there is nothing to choose.
    const narrower = narrowerKindsOf(source, list, words).filter(({ isOne }) => records.some(isOne));
    const names = (those: readonly Kind[]): string => those.map(({ name }) => name).join(' before ');

    test('of two', () => {
      const pairs = kinds.flatMap((first) =>
        kinds.filter((second) => second !== first).map((second) => [first, second]),
      );
      expect(pairs.filter((pair) => isWrong(pair, records)).map(names)).toEqual([]);
    });

    test('of three', () => {
      const draw = fc.shuffledSubarray(kinds, { minLength: 3, maxLength: 3 });
      fc.assert(
        fc.property(draw, (those) => {
          if (isWrong(those, records)) throw new Error(names(those));
        }),
        { numRuns: 100 },
      );
    });

    test('of two that are each of two words, or of a time', () => {
      fc.assert(
        fc.property(fc.shuffledSubarray([...kinds, ...narrower], { minLength: 2, maxLength: 2 }), (those) => {
          if (isWrong(those, records)) throw new Error(names(those));
        }),
        { numRuns: NARROWER_RUNS },
      );
    });
  },
);
