import { PRODUCTS, type FieldWords, type ItemWords, type BuiltInCode, type RecordWords } from '../../products/index.ts';
import type { Test } from '../../rules/model.ts';
import { conceptOf } from './concept-of.ts';
import type { Concept, Quality, Range, Window } from './kinds.ts';

/* Records of a report's list: those of a kind, of a time, over an amount. */

/** The test for a field that counts only those list records for which something holds. */
export const whereOf = ({ words }: Concept): Pick<Test, 'where'> =>
  words.field.endsWith('.count') && words.items !== undefined ? { where: words.items.where } : {};

export const recordsOf = ({ source, words }: Concept): RecordWords | undefined =>
  PRODUCTS[source].records?.find(({ list }) => list === words.items?.list);

/** Those of them of which this holds too; null where no list has the single ones, or the two cannot both hold. */
function refined(concept: Concept, more: readonly ItemWords[]): Concept | null {
  const { items, nouns, unsaid } = concept.words;
  if (items === undefined || unsaid !== undefined || items.where.length + more.length > 8) return null;
  const fresh = more.filter((each) => !items.where.some((own) => JSON.stringify(own) === JSON.stringify(each)));
  if (fresh.some((each) => items.where.some((own) => own.field === each.field && isAgainst(own, each)))) return null;
  const where = [...items.where, ...fresh];
  const summary = summaryOf(concept.source, items.list, where);
  const own = {
    field: `${items.list}.count`,
    items: { list: items.list, where },
    ...(nouns === undefined ? {} : { nouns: nouns.slice(0, 1) }),
  };
  return {
    ...(summary === undefined
      ? { source: concept.source, shape: 'count', unit: 'count', per: null, words: own }
      : conceptOf(concept.source, summary)),
    ...(concept.isEnded === true ? { isEnded: true } : {}),
    ...(concept.isTailed === true ? { isTailed: true } : {}),
    ...(concept.isOne === true ? { isOne: true } : {}),
  };
}

const keyOf = (where: readonly ItemWords[]): string =>
  where
    .map((each) => JSON.stringify(each))
    .toSorted()
    .join();

/** The field that counts just those, if the report has one. */
const summaryOf = (source: BuiltInCode, list: string, where: readonly ItemWords[]): FieldWords | undefined =>
  PRODUCTS[source].words.find(
    ({ field, items, unsaid }) =>
      unsaid === undefined && !field.endsWith('.count') && items?.list === list && keyOf(items.where) === keyOf(where),
  );

const isAge = (field: string): boolean => field.startsWith('months_since_') || field.endsWith('_on');

/**
 * Two tests of one member exclude each other: there are no "felony misdemeanors". A case can, however, be neither
 * dismissed nor settled.
 */
const isAgainst = (own: ItemWords, other: ItemWords): boolean => {
  const isLoose = ({ operator, field }: ItemWords): boolean =>
    operator === 'not_equals' || operator.includes('than') || isAge(field);
  const { operator, value } = opposed(own);
  return (other.operator === operator && other.value === value) || (!isLoose(own) && !isLoose(other));
};

const OPPOSED = {
  equals: 'not_equals',
  not_equals: 'equals',
  is_true: 'is_false',
  is_false: 'is_true',
  is_empty: 'is_not_empty',
  is_not_empty: 'is_empty',
  greater_than_or_equal: 'less_than',
  less_than: 'greater_than_or_equal',
  greater_than: 'less_than_or_equal',
  less_than_or_equal: 'greater_than',
} as const;

const opposed = (test: ItemWords): ItemWords => ({ ...test, operator: OPPOSED[test.operator] });

/** Those alone that are of this kind, or are not. */
export function qualified(concept: Concept, { source, list, tests }: Quality, isNot = false): Concept | null {
  const isOwn = source === concept.source && list === concept.words.items?.list;
  if (!isOwn || (isNot && tests.length > 1)) return null;
  return refined(concept, isNot ? tests.map(opposed) : tests);
}

/** "A felony conviction": what is both. */
export function merged(a: Concept, b: Concept): Concept | null {
  const isSame = a.source === b.source && a.words.items?.list === b.words.items?.list;
  return isSame && b.words.unsaid === undefined ? refined(a, b.words.items?.where ?? []) : null;
}

export const TWO_TIMES =
  'The time could be that of the case or that of its end: a policy can ask how long ago an offense or a filing was.';

/** "Discharged in the last 2 years": since the filing, or since the discharge. */
export function isOfTwoTimes(concept: Concept): boolean {
  const on = recordsOf(concept)?.on;
  const isDated = concept.words.items?.where.some(({ field }) => field.endsWith('_on') && field !== on) === true;
  return concept.isEnded === true || isDated;
}

/** The records of that time; null if the report has no single ones, or no dates of them. */
export function dated(concept: Concept, window: Window): Concept | null {
  const on = recordsOf(concept)?.on;
  if (on === undefined || isOfTwoTimes(concept)) return null;
  const age = `months_since_${on.replace(/_on$/, '')}`;
  return refined(concept, [
    window.is === 'within'
      ? { field: age, operator: 'less_than', value: window.months }
      : { field: on, operator: 'greater_than_or_equal', value: window.date },
  ]);
}

/** "A judgment over $5,000": those whose own amount is so. */
export function costly(concept: Concept, range: Range, isOfEach = concept.isOne === true): Concept | null {
  const { items = concept.words.each, unsaid } = concept.words;
  const each = PRODUCTS[concept.source].records?.find(({ list }) => list === items?.list)?.each;
  // With several things, their sum could be meant.
  const amount = recordsOf(concept)?.amount ?? (isOfEach ? each : undefined);
  const wanted = amount === undefined || unsaid !== undefined ? null : amountIn(amount, range);
  if (wanted === null || items === undefined) return null;
  return refined({ ...concept, isTailed: true, words: { field: `${items.list}.count`, items } }, [wanted]);
}

function amountIn(field: string, range: Range): ItemWords | null {
  if (range.is !== 'compare' || range.figure.unit !== 'USD' || range.figure.per !== null) return null;
  const { operator, figure } = range;
  return operator === 'equals' || operator === 'not_equals' ? null : { field, operator, value: figure.value };
}
