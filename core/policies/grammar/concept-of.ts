import {
  fieldSchema,
  PRODUCT_CODES,
  PRODUCTS,
  type FieldWords,
  type ItemWords,
  type ProductCode,
} from '../../products/index.ts';
import { testsOf, type Expr } from '../model.ts';
import type { Concept } from './kinds.ts';

export function conceptOf(source: ProductCode, words: FieldWords): Concept {
  const schema = fieldSchema(PRODUCTS[source], words.field) ?? {};
  const unit = typeof schema['x-unit'] === 'string' ? schema['x-unit'] : null;
  const types = [schema.type].flat();
  const shape =
    words.isThing === true
      ? 'count'
      : types.includes('boolean')
        ? 'flag'
        : unit === 'count'
          ? 'count'
          : unit === null
            ? 'state'
            : 'number';
  const per = words.perYear === undefined && unit === 'USD' && /monthly|rent/.test(words.field) ? 'month' : null;
  return { source, words, shape, unit, per };
}

/** What a text says that it is: no report knows it. */
export const DTI: Concept = {
  source: 'credit_report',
  words: {
    field: '?dti',
    nouns: [
      'dti',
      'dti ratio',
      'debt to income',
      'debt to income ratio',
      'debt ratio',
      'back end ratio',
      'back end dti',
    ],
  },
  shape: 'number',
  unit: 'percent',
  per: null,
};

export const nameOf = ({ words }: Concept): string => words.nouns?.[0] ?? words.field;

/** What can be measured, by field. */
const MEASURES: ReadonlyMap<string, Concept> = new Map([
  [`${DTI.source} ${DTI.words.field}`, DTI] as const,
  ...PRODUCT_CODES.flatMap((code) =>
    PRODUCTS[code].words
      .filter(({ field }) => !field.endsWith('.count'))
      .toReversed()
      .map((words) => conceptOf(code, words))
      .filter(({ shape, words }) => shape === 'number' || shape === 'count' || words.states !== undefined)
      .map(
        (concept) =>
          [`${code} ${concept.words.field}${concept.words.isShareOfIncome === true ? ' share' : ''}`, concept] as const,
      ),
  ),
]);
/** The same measure under the other fields that hold it. */
const OWNERS: ReadonlyMap<string, Concept> = new Map(
  [...MEASURES.values()].flatMap((concept) =>
    [concept.words.perYear, concept.words.timesRent, concept.words.stateField].flatMap((field) =>
      field === undefined ? [] : [[`${concept.source} ${field}`, concept]],
    ),
  ),
);

export function measuresIn(expr: Expr | null): Concept[] {
  return testsOf(expr).flatMap(({ source, field, where }) => {
    if (where !== undefined && source !== 'context')
      return [
        conceptOf(source, {
          field,
          items: { list: field.replace(/\.count$/, ''), where: where as readonly ItemWords[] },
        }),
      ];
    const key = `${source} ${field}`;
    return [...new Set([MEASURES.get(key), OWNERS.get(key)])].filter((concept) => concept !== undefined);
  });
}

/** What a report measures first of all: a credit report the score. */
export const mainOf = (product: ProductCode): Concept[] =>
  PRODUCTS[product].words
    .slice(0, 1)
    .map((words) => conceptOf(product, words))
    .filter(({ shape }) => shape === 'number');
