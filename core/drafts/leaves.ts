import type { ConditionOperator } from '../cascade/operators/index.ts';
import type { JsonSchema } from '../json.ts';
import { fieldSchema, PRODUCT_CODES, PRODUCTS, type FieldWords } from '../products/index.ts';
import type { Figure } from '../policies/language/kinds.ts';
import { stem } from '../policies/text.ts';
import {
  DRAFT_LISTS,
  REPORT_FIELDS,
  type SentFields,
  type WrittenCondition,
  type WrittenItem,
  type WrittenRule,
} from './form.ts';

/** One thing that a rule says: a comparison, one of an item of a list, or how many of several have to hold. */
export interface Leaf {
  /** `credit_report score`, as words of the lexicon name it; of an item its list. */
  readonly place: string;
  /** Of an item: the member that is compared. */
  readonly member: string | null;
  /** The value that it is compared with. */
  readonly other: string | null;
  /** The list whose items it counts or sums up, and which of them. */
  readonly list: string | null;
  readonly tests: readonly WrittenItem[];
  readonly operator: ConditionOperator | 'at_least';
  readonly value: string | number | boolean | null;
  /** Of what is compared with another value: how many times that. */
  readonly unit: string | null;
  readonly isWhole: boolean;
  /** The least and the greatest value that there is: "0 to 39" begins where the score does. */
  readonly range: readonly number[];
  /** Figures of its description: a late payment is one of 30 days. */
  readonly described: readonly number[];
  /** Says no more than that there is something, or nothing. */
  readonly isPresence: boolean;
  /** Of how many, where some of several have to hold. */
  readonly of: number;
  /** The words of its names: of the field, and of the value. */
  readonly named: readonly string[];
  readonly valued: readonly string[];
  /** In words, for messages. */
  readonly where: string;
}

/** Operators that hold of what something is not. */
export const NEGATIVE: ReadonlySet<string> = new Set(['not_equals', 'not_contains', 'is_false', 'is_empty']);

/** On which side of a figure an order is. */
export const SIDES: Readonly<Record<string, 'up' | 'down'>> = {
  greater_than: 'up',
  greater_than_or_equal: 'up',
  less_than: 'down',
  less_than_or_equal: 'down',
};

/** Everything that the conditions and the steps of a rule say. */
export function leavesOf({ when, before = [], after = [] }: WrittenRule, sent: SentFields): Leaf[] {
  const waits = [...before, ...after].flatMap(({ wait }): Leaf[] =>
    wait === undefined ? [] : [figureLeaf(wait.duration, `a wait of ${wait.duration} ${wait.unit}`)],
  );
  return [...(when === null ? [] : leavesIn(when, sent)), ...waits];
}

const PLAIN = {
  ...{ member: null, other: null, list: null, tests: [] },
  ...{ unit: null, isWhole: false, isPresence: false, range: [], described: [], of: 0, named: [], valued: [] },
} as const;

const figureLeaf = (value: number, where: string): Leaf => ({ ...PLAIN, place: '', operator: 'equals', value, where });

function leavesIn({ all, any, not, at_least: least, of, ...comparison }: WrittenCondition, sent: SentFields): Leaf[] {
  const turned = (not === undefined ? [] : leavesIn(not, sent)).map((leaf) => ({
    ...leaf,
    operator: missing(leaf.operator),
  }));
  const inner = [...[...(all ?? []), ...(any ?? []), ...(of ?? [])].flatMap((each) => leavesIn(each, sent)), ...turned];
  const group: Leaf[] =
    least === undefined
      ? []
      : [{ ...figureLeaf(least, `at_least ${least}`), operator: 'at_least', of: of?.length ?? 0 }];
  return [...group, ...inner, ...(comparison.field === undefined ? [] : compared(comparison, sent))];
}

/** What a report lacks is no figure with two sides: that it is not so is said in other words. */
function missing(operator: Leaf['operator']): Leaf['operator'] {
  if (operator === 'is_empty') return 'is_not_empty';
  return operator === 'is_not_empty' ? 'is_empty' : operator;
}

function compared(
  { field = '', operator, value, value_from: from, where = [] }: WrittenCondition,
  sent: SentFields,
): Leaf[] {
  if (operator === undefined) return [];
  const list = DRAFT_LISTS.find(({ figures }) => figures.includes(field));
  const schema = schemaOf(field, sent);
  const place = field.replace('.', ' ');
  const chosen = list === undefined ? summed(place) : { list: list.name.replace('.', ' '), tests: where };
  const isWhole = [schema.type].flat().includes('integer');
  const items = where.map(({ field: member, operator: asked, value: wanted }): Leaf => {
    const own = list?.members.find(([name]) => name === member)?.[1] ?? {};
    return {
      ...PLAIN,
      ...chosen,
      place: chosen.list ?? '',
      member,
      operator: asked,
      value: wanted ?? null,
      unit: unitOf(own),
      isWhole: [own.type].flat().includes('integer'),
      named: wordsOf(member),
      valued: typeof wanted === 'string' ? wordsOf(wanted) : [],
      isPresence: typeof wanted === 'number' && isOfPresence(asked, wanted, [own.type].flat().includes('integer')),
      where: `${member} ${asked}${wanted === undefined ? '' : ` ${String(wanted)}`}`,
    };
  });
  const base: Leaf = {
    ...PLAIN,
    ...chosen,
    place,
    operator,
    value: value ?? null,
    unit: unitOf(schema),
    isWhole,
    described: Array.from(String(schema.description ?? '').matchAll(/\b\d+\b/g), ([each]) => Number(each)),
    range: [schema.minimum, schema.maximum].filter((each) => typeof each === 'number'),
    isPresence: typeof value === 'number' && isOfPresence(operator, value, isWhole),
    named: namesOf(field),
    valued: typeof value === 'string' ? wordsOf(value) : [],
    where: `${field} ${operator} ${String(value ?? '')}`.trim(),
  };
  const windows = [field, ...where.map((item) => item.field)].flatMap(windowOf);
  const own: Leaf =
    from === undefined
      ? base
      : {
          ...base,
          other: from.field.replace('.', ' '),
          value: from.times ?? 1,
          unit: 'times',
          isWhole: false,
          isPresence: from.times === undefined,
          where: `${field} ${operator} ${String(from.times ?? 1)} times ${from.field}`,
        };
  return [own, ...items, ...windows];
}

/** The months that the name of a field says. */
function windowOf(field: string): Leaf[] {
  const [, months] = /_last_(\d+)_months$/.exec(field) ?? [];
  return months === undefined ? [] : [{ ...figureLeaf(Number(months), field), unit: 'months', isPresence: true }];
}

const unitOf = (schema: JsonSchema): string | null => (typeof schema['x-unit'] === 'string' ? schema['x-unit'] : null);

function schemaOf(name: string, sent: SentFields): JsonSchema {
  if (Object.hasOwn(sent, name)) return sent[name] ?? {};
  const [code = '', ...path] = name.split('.');
  const product = Object.values(PRODUCTS).find((each) => each.code === code);
  return product === undefined || !REPORT_FIELDS.includes(name) ? {} : (fieldSchema(product, path.join('.')) ?? {});
}

/** Words that are in the names of many fields and tell none of them apart. */
const COMMON = new Set(
  'count usd percent status result last match most since months number records sum on is of overall not'.split(' '),
);

/** The words of a name, as the words of texts are compared. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[_.\s]/)
    .filter((word) => word !== '' && !COMMON.has(word))
    .map((word) => stem(word));

/** What a field of a report sums up: of which list, and which items. */
function summed(place: string): Pick<Leaf, 'list' | 'tests'> {
  const [code = '', field = ''] = place.split(' ');
  const product = PRODUCT_CODES.find((each) => each === code);
  const words = product === undefined ? [] : PRODUCTS[product].words;
  const items = words.find((each) => each.items !== undefined && fieldsOf(each).includes(field))?.items;
  return items === undefined ? { list: null, tests: [] } : { list: `${code} ${items.list}`, tests: [...items.where] };
}

function fieldsOf({ field, since, on, windows = {}, dollars }: FieldWords): string[] {
  return [field, since?.field, on, ...Object.values(windows), dollars].filter((each) => each !== undefined);
}

/** The words of its name, and what the items of its list are called. */
function namesOf(field: string): string[] {
  const [code = '', ...path] = field.split('.');
  const product = PRODUCT_CODES.find((each) => each === code);
  const list = path
    .join('_')
    .replace(/^open_/, '')
    .replace(/_count$|\.count$/, '');
  const schema = product === undefined ? undefined : fieldSchema(PRODUCTS[product], list);
  const item = schema?.['x-item'] as { readonly one: string } | undefined;
  const own = [...wordsOf(path.join('_')), ...(item === undefined ? [] : wordsOf(item.one))];
  // `status` is that of the whole report.
  return own.length === 0 ? wordsOf(code) : own;
}

/** The points at which a comparison parts values: of 650 the score below and the one that is it. */
export function cutsOf(operator: string, value: number, isWhole: boolean): readonly string[] {
  const key = (each: number): string => String(Math.round(each * 1e6) / 1e6);
  const [below, above] = [key(value), isWhole ? key(value + 1) : `${key(value)}+`];
  switch (operator) {
    case 'greater_than_or_equal':
    case 'less_than':
      return [below];
    case 'greater_than':
    case 'less_than_or_equal':
      return [above];
    default:
      return [below, above];
  }
}

/** That there is something, or nothing: one cent, or one record. */
function isOfPresence(operator: string, value: number, isWhole: boolean): boolean {
  const first = isWhole ? '1' : '0+';
  return (operator === 'equals' && value === 0) || cutsOf(operator, value, isWhole).every((point) => point === first);
}

type Turn = (value: number) => readonly number[];
const own: Turn = (value) => [value];
const share: Turn = (value) => [value / 100];
/** Ten percent more, too. */
const factor: Turn = (value) => [value / 100, 1 + value / 100, 1 - value / 100];
const times12: Turn = (value) => [value * 12];
/** Of a month or of a year. */
const ofEither: Turn = (value) => [value, value * 12, value / 12];

/** By the unit of a figure and that of a field: the values that it can be there. */
const TURNS: Readonly<Record<string, Readonly<Record<string, Turn>>>> = {
  USD: { USD: own },
  percent: { percent: own, ratio: share, times: factor },
  ratio: { ratio: ofEither, times: ofEither },
  years: { years: own, months: times12 },
  months: { months: own, years: (value) => [value / 12] },
  points: { points: own },
  days: { days: own },
};

/** The figure in the unit; none if it has another one. */
export function valuesOf({ value, unit, per }: Figure, wanted: string | null): readonly number[] {
  const turns = TURNS[unit];
  if (turns === undefined) return plainValues(value, per, wanted);
  const turn = turns[wanted ?? ''];
  return turn === undefined ? [] : (unit === 'USD' && per !== null ? ofEither : turn)(value);
}

/** "50" below a heading that says percent. */
function plainValues(value: number, per: Figure['per'], wanted: string | null): readonly number[] {
  if (per !== null) return ofEither(value);
  if (wanted === 'times') return [value, value / 100];
  // "5 to under 10 years".
  return wanted === 'months' ? [value, value * 12] : [value];
}
