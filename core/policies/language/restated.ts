import type { ConditionOperator } from '../../cascade/operators/index.ts';
import type { ItemCondition } from '../../cascade/definition.ts';
import type { JsonSchema } from '../../json.ts';
import { fieldNames, itemSchema, PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { isWithin } from '../../readback/domains.ts';
import { itemPhrase } from '../../readback/names.ts';
import { subjectOf, type KnownSubject } from '../../readback/subject.ts';
import { test } from '../../rules/model.ts';
import type { Cond, Kinds, ReadItem, ReadMember } from './kinds.ts';
import { condOf } from './meaning.ts';
import { entry, type Entry } from './phrases.ts';
import { rule, type RuleText } from './rule.ts';

/**
 * The comparisons in the words in which definitions are read back (`core/readback`): each has one form, and a field is
 * called by its one name. So what is read back can be given as a policy, and decides the same.
 */
const SIGNS = [
  ['exactly', 'equals'],
  ['other than', 'not_equals'],
  ['more than', 'greater_than'],
  ['at least', 'greater_than_or_equal'],
  ['less than', 'less_than'],
  ['at most', 'less_than_or_equal'],
] as const;

const DATED = [
  ['exactly', 'equals'],
  ['other than', 'not_equals'],
  ['after', 'greater_than'],
  ['on or after', 'greater_than_or_equal'],
  ['before', 'less_than'],
  ['on or before', 'less_than_or_equal'],
] as const;

const ALONE = [
  ['is not known', 'is_empty'],
  ['is missing', 'is_empty'],
  ['is empty or not known', 'is_empty'],
  ['is known', 'is_not_empty'],
  ['is known and not empty', 'is_not_empty'],
  ['is yes', 'is_true'],
  ['is no', 'is_false'],
] as const;

const TEXTS = [
  ['is', 'equals'],
  ['is other than', 'not_equals'],
  ['contains', 'contains'],
  ['is known and does not contain', 'not_contains'],
  ['begins with', 'starts_with'],
  ['ends with', 'ends_with'],
] as const;

const about = (
  { source, field, where }: KnownSubject,
  more: { operator: ConditionOperator; value?: string | number | boolean },
): Cond => condOf(test({ source, field, ...(where.length === 0 ? {} : { where }), ...more }));

const itemOf = ({ of, member }: ReadMember, more: Omit<ItemCondition, 'field'>): ReadItem => ({
  of,
  test: { field: member, ...more },
});
const listOf = ({ source, field }: KnownSubject): string => `${source} ${field.replace(/\.count$/, '')}`;
const choose = (subject: KnownSubject, more: ItemCondition): KnownSubject => ({
  ...subject,
  where: [...subject.where, more],
});

/** The figure in the unit in which the field is read back; null in another one. */
const isUnit = ({ schema, phrase }: KnownSubject, unit: string | null): boolean => {
  const own = phrase.includes('months') ? null : String(schema?.['x-unit'] ?? '');
  return unit === (own === 'USD' || own === 'percent' || own === 'months' ? own : null);
};

/** True if the value can be compared with this kind; payload fields have no known kind. */
const isOf = ({ schema, source }: KnownSubject, kind: 'date' | 'text' | 'flag' | 'number'): boolean => {
  if (schema === null) return source === 'context';
  const types = [schema.type].flat();
  if (kind === 'flag') return types.includes('boolean');
  if (kind === 'number') return types.includes('number') || types.includes('integer');
  return types.includes('string') && (schema.format === 'date') === (kind === 'date');
};

/** A figure that the field never has is refused, and not compared. */
const canBe = ({ schema }: KnownSubject, value: number): boolean => schema === null || isWithin({ schema }, value);

/** Where the report says one of some words, it is one of those. */
const isChoice = ({ schema }: KnownSubject, operator: ConditionOperator, value: string): boolean =>
  !Array.isArray(schema?.enum) || !operator.endsWith('equals') || schema.enum.includes(value);

const two = (value: number): string => String(value).padStart(2, '0');

export const READ_TESTS: readonly RuleText[] = [
  ...SIGNS.flatMap(([words, operator]) => [
    rule('ReadTest', `ReadCounted is ${words} ReadNumber` as const, (field, { value, unit }) =>
      isUnit(field, unit) && isOf(field, 'number') ? about(field, { operator, value }) : null,
    ),
    rule('ReadTest', `ReadField is ${words} ReadOther` as const, (field, { subject, times }) =>
      otherOf(field, operator, subject, times),
    ),
  ]),
  rule('ReadTest', 'ReadField is Op ReadNumber', (field, operator, { value, unit }) =>
    isUnit(field, unit) && isOf(field, 'number') && canBe(field, value) ? about(field, { operator, value }) : null,
  ),
  rule('ReadTest', 'ReadCounted is ReadNumber', noneOf),
  rule('ReadCounted', 'ReadField | ReadSome', (subject) => subject),
  rule('ReadItem', 'ReadMember is ReadNumber', (member, { value, unit }) =>
    value === 0 && unit === null ? itemOf(member, { operator: 'less_than_or_equal', value }) : null,
  ),
  ...DATED.map(([words, operator]) =>
    rule('ReadTest', `ReadField is ${words} ReadDate` as const, (field, value) =>
      isOf(field, 'date') ? about(field, { operator, value }) : null,
    ),
  ),
  ...TEXTS.map(([words, operator]) =>
    rule('ReadTest', `ReadField ${words} Quoted` as const, (field, value) =>
      isOf(field, 'text') && isChoice(field, operator, value) ? about(field, { operator, value }) : null,
    ),
  ),
  rule('ReadSome', 'ReadField whose ReadItem | ReadSome and whose ReadItem', (field, one) =>
    one.of.has(listOf(field)) ? choose(field, one.test) : null,
  ),
  ...SIGNS.flatMap(([words, operator]) => [
    rule('ReadItem', `ReadMember is ${words} ReadNumber` as const, (member, { value }) =>
      itemOf(member, { operator, value }),
    ),
  ]),
  ...DATED.map(([words, operator]) =>
    rule('ReadItem', `ReadMember is ${words} ReadDate` as const, (member, value) =>
      itemOf(member, { operator, value }),
    ),
  ),
  ...TEXTS.map(([words, operator]) =>
    rule('ReadItem', `ReadMember ${words} Quoted` as const, (member, value) => itemOf(member, { operator, value })),
  ),
  ...ALONE.flatMap(([words, operator]) => [
    rule('ReadItem', `ReadMember ${words}` as const, (member) => itemOf(member, { operator })),
    rule('ReadTest', `ReadCounted ${words}` as const, (field) =>
      /_empty$/.test(operator) || isOf(field, 'flag') ? about(field, { operator }) : null,
    ),
  ]),
  rule('ReadNumber', 'Money', (value) => ({ value, unit: 'USD' })),
  rule('ReadNumber', 'Num %', (value) => ({ value, unit: 'percent' })),
  rule('ReadNumber', 'Num month', (value) => ({ value, unit: 'months' })),
  rule('ReadNumber', 'Num', (value) => ({ value, unit: null })),
  rule('ReadOther', 'ReadField', (subject) => ({ subject, times: 1 })),
  rule('ReadOther', 'Num time ReadField', (times, subject) => ({ subject, times })),
  rule('ReadDate', 'Num – Num – Num', (year, month, day) =>
    month >= 1 && month <= 12 && day >= 1 && day <= 31 ? `${year}-${two(month)}-${two(day)}` : null,
  ),
];

/** Both fields must be of one kind, and only a number can have a factor. */
function otherOf(field: KnownSubject, operator: ConditionOperator, from: KnownSubject, times: number): Cond | null {
  const kinds = times === 1 ? (['number', 'date', 'text', 'flag'] as const) : (['number'] as const);
  if (!kinds.some((kind) => isOf(field, kind) && isOf(from, kind))) return null;
  const other = { source: from.source, field: from.field, times };
  return condOf(test({ source: field.source, field: field.field, operator, from: other }));
}

/** A number that is 0 is at most 0. */
function noneOf(subject: KnownSubject, { value, unit }: Kinds['ReadNumber']): Cond | null {
  const isCounted = subject.schema?.['x-unit'] === 'count';
  return isCounted && value === 0 && unit === null ? about(subject, { operator: 'less_than_or_equal', value }) : null;
}

/** The lists that have a member, by the member's phrase. */
function membersOf(): ReadonlyMap<string, ReadMember> {
  const found = new Map<string, { of: Set<string>; member: string }>();
  for (const code of PRODUCT_CODES)
    for (const { list } of PRODUCTS[code].records ?? []) {
      const { properties = {} } = itemSchema(PRODUCTS[code], list) ?? {};
      for (const [member, schema] of Object.entries(properties as Readonly<Record<string, JsonSchema>>)) {
        const phrase = itemPhrase(member, schema).toLowerCase();
        const known = found.get(phrase) ?? { of: new Set(), member };
        known.of.add(`${code} ${list}`);
        found.set(phrase, known);
      }
    }
  return found;
}

const wordsOf = (field: string): string => field.replace(/_(?:usd|percent)$/, '').replaceAll('_', ' ');

/** The names by which fields are read back. */
export const READ_NAMES: readonly Entry[] = [
  ...[
    ...PRODUCT_CODES.flatMap((code) => fieldNames(PRODUCTS[code]).map((field) => subjectOf(code, field))),
    ...PRODUCT_CODES.flatMap((code) =>
      (PRODUCTS[code].records ?? []).map(({ list }) => subjectOf(code, `${list}.count`)),
    ),
    subjectOf('context', 'applicant.address.state'),
    subjectOf('context', 'applicant.monthly_payment'),
  ].map((subject) => entry(subject.phrase, 'ReadField', subject)),
  // Names from the schema, for fields without words in their product.
  ...PRODUCT_CODES.flatMap((code) =>
    fieldNames(PRODUCTS[code])
      .filter(
        (field) =>
          !/\.|_(?:minimum|maximum|model)$/.test(field) && !PRODUCTS[code].words.some((each) => each.field === field),
      )
      .map((field) => entry(wordsOf(field), 'ReadField', subjectOf(code, field))),
  ),
  ...[...membersOf()].map(([phrase, member]) => entry(phrase, 'ReadMember', member)),
];
