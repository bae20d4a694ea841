import { PRODUCTS, type FieldWords, type ItemWords, type ProductCode, type RecordWords } from '../../products/index.ts';
import type { Test } from '../model.ts';
import { conceptOf } from './concept-of.ts';
import type { Concept, Range, Window } from './kinds.ts';

/** Of a field that counts those records of a list of which something holds. */
export const whereOf = ({ words }: Concept): Pick<Test, 'where'> =>
  words.field.endsWith('.count') && words.items !== undefined ? { where: words.items.where } : {};

export const recordsOf = ({ source, words }: Concept): RecordWords | undefined =>
  PRODUCTS[source].records?.find(({ list }) => list === words.items?.list);

/** Those of them of which this holds too; null where no list has the single ones, or the two cannot both hold. */
export function refined(concept: Concept, more: readonly ItemWords[]): Concept | null {
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
  };
}

const keyOf = (where: readonly ItemWords[]): string =>
  where
    .map((each) => JSON.stringify(each))
    .toSorted()
    .join();

/** The field that counts just those, if the report has one. */
const summaryOf = (source: ProductCode, list: string, where: readonly ItemWords[]): FieldWords | undefined =>
  PRODUCTS[source].words.find(
    ({ field, items, unsaid }) =>
      unsaid === undefined && !field.endsWith('.count') && items?.list === list && keyOf(items.where) === keyOf(where),
  );

const isAge = (field: string): boolean => field.startsWith('months_since_') || field.endsWith('_on');

/** Of one member: "felony misdemeanors" there are none, but a case can be neither dismissed nor settled. */
const isAgainst = (own: ItemWords, other: ItemWords): boolean => {
  const isLoose = ({ operator, field }: ItemWords): boolean =>
    operator === 'not_equals' || operator.includes('than') || isAge(field);
  const { operator, value } = opposed(own);
  return (other.operator === operator && other.value === value) || (!isLoose(own) && !isLoose(other));
};

/** Those but these: null where it takes more than one comparison to say which these are. */
export function barred(concept: Concept, these: Concept): Concept | null {
  const [own, other] = [concept.words.items, these.words.items];
  if (own === undefined || other === undefined || concept.source !== these.source || own.list !== other.list)
    return null;
  const extra = other.where.filter((each) => !own.where.some((one) => JSON.stringify(one) === JSON.stringify(each)));
  const [only] = extra;
  // Felonies are no misdemeanors: that leaves nothing out.
  if (own.where.some((one) => one.field === only?.field && isAgainst(one, only))) return null;
  return only === undefined || extra.length > 1 || these.words.unsaid !== undefined || isAge(only.field)
    ? null
    : refined(concept, [opposed(only)]);
}

export const OPPOSED = {
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

export function opposed(test: ItemWords): ItemWords {
  const { operator } = test;
  return { ...test, operator: OPPOSED[operator] };
}

/** "A conviction for a violent offense": what is both. */
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
  switch (window.is) {
    case 'within':
      return refined(concept, [{ field: age, operator: 'less_than', value: window.months }]);
    case 'before':
      return refined(concept, [{ field: age, operator: 'greater_than_or_equal', value: window.months }]);
    case 'since':
      return refined(concept, [{ field: on, operator: 'greater_than_or_equal', value: window.date }]);
  }
}

/** "A judgment over $5,000": those whose own amount is so. */
export function costly(concept: Concept, range: Range, of: 'amount' | 'each' = 'amount'): Concept | null {
  const items = concept.words.items ?? (of === 'each' ? concept.words.each : undefined);
  const amount = PRODUCTS[concept.source].records?.find(({ list }) => list === items?.list)?.[of];
  if (amount === undefined || range.is !== 'compare' || range.figure.unit !== 'USD' || range.figure.per !== null)
    return null;
  const { operator, figure } = range;
  if (operator === 'equals' || operator === 'not_equals') return null;
  const single = {
    ...concept,
    words: { field: `${items?.list ?? ''}.count`, ...(items === undefined ? {} : { items }) },
  };
  return refined(single, [{ field: amount, operator, value: figure.value }]);
}
