import { PRODUCT_CODES, PRODUCTS, type ItemWords } from '../products/index.ts';
import type { Concept, Quality } from '../policies/language/kinds.ts';
import { stem } from '../policies/text.ts';
import { NEGATIVE, type Leaf } from './leaves.ts';
import type { Part } from './parts.ts';

/*
 * Whether words name what a comparison of a draft is about: by the lexicon of the grammar, by the words of the field's
 * name, or by what the product calls records of a kind.
 */

/** Of a measure every field that holds it. */
export function isNamedBy(
  { place, other, list, member }: Leaf,
  { source, words }: Pick<Concept, 'source' | 'words'>,
): boolean {
  const { field, since, on, windows = {}, dollars, perYear, timesRent, stateField, items } = words;
  const own = [field, since?.field, on, ...Object.values(windows), dollars, perYear, timesRent, stateField];
  const isOwn = own.some(
    (each) => each !== undefined && (place === `${source} ${each}` || other === `${source} ${each}`),
  );
  // The rent is in the ratio to it.
  const isRent = field === RENT && place === RATIO;
  const isOfList = items !== undefined && list === `${source} ${items.list}`;
  return isRent || (member === null && isOwn) || isOfList || (words.isThing === true && place.startsWith(`${source} `));
}

const RENT = 'rent_usd';
const RATIO = 'income_verification income_to_rent_ratio';

/** Whether it is compared as it is named: of records of a kind those of that kind. */
export function isComparedAs(leaf: Leaf, concept: Concept): boolean {
  if (!isNamedBy(leaf, concept)) return false;
  const { items } = concept.words;
  if (items === undefined || leaf.list !== `${concept.source} ${items.list}`) return true;
  return items.where.every((test) => hasTest(leaf, test));
}

/** Whether the comparison chooses records of that kind. */
export const hasQuality = (leaf: Leaf, { source, list, tests }: Quality): boolean =>
  (leaf.list === `${source} ${list}` && tests.every((test) => hasTest(leaf, test))) ||
  (leaf.place.startsWith(`${source} `) && leaf.unit === 'USD' && tests.some(({ field }) => /_usd$/.test(field))) ||
  // What is owed is not paid.
  (leaf.place.startsWith(`${source} `) && leaf.place.endsWith('_balance_usd') && tests.every(isOfPaying));

const isOfPaying = ({ field, operator }: ItemWords): boolean =>
  /balance/.test(field) || (field === 'satisfied' && operator === 'is_false');

/** It is chosen so, or left out so. */
const hasTest = ({ tests }: Leaf, { field, value }: ItemWords): boolean =>
  tests.some(
    (test) =>
      test.field === field.replace(/^(.*)_on$/, 'months_since_$1') ||
      (test.field === field &&
        (value === undefined || test.value === undefined || test.value === value || NEGATIVE.has(test.operator))),
  );

/** Whether one of the words is one of the parts: as it is, or in another form. */
export const isAmong = (words: readonly string[], { stems }: Part): boolean =>
  stems.some((own) => words.some((word) => isAlike(own, word)));

function isAlike(a: string, b: string): boolean {
  return a === b || (a.length > 4 && b.length > 4 && a.slice(0, 5) === b.slice(0, 5));
}

/** Words in which a product speaks of a member of its records: `unpaid` of whether they are satisfied. */
export function wordsOfMember(list: string, member: string): readonly string[] {
  const key = `${list} ${member}`;
  const known = MEMBERS.get(key);
  if (known !== undefined) return known;
  const found = PRODUCT_CODES.flatMap((code) => {
    const { records = [], words } = PRODUCTS[code];
    const phrases = records
      .filter((each) => `${code} ${each.list}` === list)
      .flatMap(({ qualities }) => Object.entries(qualities))
      .flatMap(([phrase, tests]) => (tests.some(({ field }) => field === member) ? phrase.split('|') : []));
    const nouns = words
      .filter(
        ({ items }) =>
          `${code} ${items?.list ?? ''}` === list && items?.where.some(({ field }) => field === member) === true,
      )
      .flatMap((each) => each.nouns ?? []);
    return [...phrases, ...nouns];
  });
  const stems = [...new Set(found.flatMap((phrase) => phrase.split(' ')).map((word) => stem(word)))];
  const own = stems.filter((word) => word.length > 3 && !COMMON.has(word));
  MEMBERS.set(key, own);
  return own;
}

const MEMBERS = new Map<string, readonly string[]>();
const COMMON = new Set('with still balance account item record'.split(' '));
