import type { JsonSchema } from '../json.ts';
import {
  fieldLabel,
  fieldNames,
  fieldSchema,
  listPathOf,
  PRODUCT_CODES,
  PRODUCTS,
  type BuiltInCode,
} from '../products/index.ts';
import type { ListPath } from '../quantifiers.ts';

/** The name of a field in a reading, with its article. Policies understand the same words. */
export function fieldPhrase(source: BuiltInCode | 'context', field: string): string {
  if (source === 'context') return BUILT_IN[field] ?? `the field ${field}`;
  const name = nameOf(source, field);
  if (name === undefined) return `the field ${source}.${field}`;
  const isShared = PRODUCT_CODES.some((code) => code !== source && allNames(code).has(name));
  return isShared ? `the ${PRODUCTS[source].name.toLowerCase()}'s ${name}` : `the ${name}`;
}

const BUILT_IN: Readonly<Record<string, string>> = {
  user_approved: 'the approval by a person before',
};

/** Fields of lists and fields without a schema have no name but their path. */
function nameOf(source: BuiltInCode, field: string): string | undefined {
  const schema = fieldSchema(PRODUCTS[source], field);
  const list = listPathOf(PRODUCTS[source], field);
  if (schema !== undefined && list !== undefined)
    return listName(list, fieldSchema(PRODUCTS[source], list.list), schema);
  if (schema === undefined || isInList(source, field)) return undefined;
  const own = wordsOf(source, field, schema);
  if (own !== undefined) return own;
  const label = fieldLabel(field);
  const words = /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
  return asNoun(words.replace(/^(months|years) since /, 'number of $1 since the '));
}

/** The product's own words for a count or a measure; states keep the label of their field. */
function wordsOf(source: BuiltInCode, field: string, schema: JsonSchema): string | undefined {
  for (const { field: named, nouns, since, on, windows = {}, perYear, isThing, isShareOfIncome, unsaid } of PRODUCTS[
    source
  ].words) {
    const noun = nouns?.[0];
    if (noun === undefined || isThing === true || isShareOfIncome === true || unsaid !== undefined) continue;
    const months = Object.entries(windows).find(([, each]) => each === field)?.[0];
    if (months !== undefined) return `number of ${many(noun)} in the last ${months} months`;
    if (since?.field === field) return `number of ${since.unit} since the most recent ${noun}`;
    if (on === field) return `date of the most recent ${noun}`;
    if (perYear === field) return `annual ${noun}`;
    if (named !== field || schema['x-unit'] === undefined) continue;
    if (perYear !== undefined) return `monthly ${noun}`;
    return schema['x-unit'] === 'count' ? `number of ${many(noun)}` : noun;
  }
  return undefined;
}

/** Turns a label into a noun: `expires on` becomes the expiry date, `is violent` becomes violent. */
function asNoun(label: string): string {
  return label
    .replace(/^is /, '')
    .replace(/\bexpires on$/, 'expiry date')
    .replace(/ on$/, ' date')
    .replace(/ last (\d+) months$/, ' in the last $1 months');
}

const many = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** The name of a member of list items, without its article. Without a schema, its path. */
export function itemPhrase(member: string, schema: JsonSchema | null): string {
  if (schema === null) return `field ${member}`;
  return asNoun(fieldLabel(member).toLowerCase());
}

function listName({ quantifier, item }: ListPath, list: JsonSchema | undefined, schema: JsonSchema): string {
  const words = list?.['x-item'] as { readonly many: string } | undefined;
  const items = words?.many ?? 'items';
  const member = item === '' ? '' : `${itemPhrase(item, schema)} of `;
  switch (quantifier) {
    case 'any':
      return `${member}any of the ${items}`;
    case 'all':
      return `${member}each of the ${items}`;
    case 'count':
      return `number of ${items} listed`;
    case 'sum':
      return `sum of the ${member}the ${items}`;
    case 'max':
      return `${schema.format === 'date' ? 'latest' : 'highest'} ${member}the ${items}`;
    case 'min':
      return `${schema.format === 'date' ? 'earliest' : 'lowest'} ${member}the ${items}`;
  }
}

function isInList(source: BuiltInCode, field: string): boolean {
  const names = field.split('.');
  return names.some((_, index) => {
    const outer = index === 0 ? undefined : fieldSchema(PRODUCTS[source], names.slice(0, index).join('.'));
    return outer !== undefined && outer.items !== undefined;
  });
}

/** True if a field of some report has this name. */
export function isNameInReports(name: string): boolean {
  return PRODUCT_CODES.some((code) => allNames(code).has(name));
}

const NAMES = new Map<BuiltInCode, ReadonlySet<string>>();

function allNames(code: BuiltInCode): ReadonlySet<string> {
  const known = NAMES.get(code);
  if (known !== undefined) return known;
  const names = new Set(fieldNames(PRODUCTS[code]).flatMap((field) => nameOf(code, field) ?? []));
  NAMES.set(code, names);
  return names;
}
