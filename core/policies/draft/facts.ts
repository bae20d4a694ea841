import { fieldSchema, PRODUCTS } from '../../products/index.ts';
import { testsOf, type Rule } from '../model.ts';
import type { Figure } from '../grammar/kinds.ts';
import { DRAFT_FIELDS, type WrittenCondition, type WrittenRule } from './form.ts';

/** A figure that a rule holds, as a text could say it. */
export interface Fact {
  readonly value: number;
  readonly unit: string | null;
  /** More than 0 is at least 1: of whole numbers one either side says the same with another word. */
  readonly isWhole: boolean;
  /** In words, for messages. */
  readonly where: string;
  /** Says no more than that there is something, or nothing. */
  readonly isPresence: boolean;
}

/** Every figure in the conditions and the steps of a rule. */
export function factsOf({ when, before = [], after = [] }: WrittenRule): Fact[] {
  const waits = [...before, ...after].flatMap(({ wait }): Fact[] =>
    wait === undefined
      ? []
      : [{ ...PLAIN, value: wait.duration, unit: null, where: `a wait of ${wait.duration} ${wait.unit}` }],
  );
  return [...(when === null ? [] : factsIn(when)), ...waits];
}

const PLAIN = { isWhole: false, isPresence: false } as const;

function factsIn({ all, any, not, at_least: least, of, ...comparison }: WrittenCondition): Fact[] {
  const counts: Fact[] =
    least === undefined ? [] : [{ ...PLAIN, value: least, unit: null, where: `at_least ${least}` }];
  const parts = [...(all ?? []), ...(any ?? []), ...(of ?? []), ...(not === undefined ? [] : [not])].flatMap(factsIn);
  return [...counts, ...parts, ...(comparison.field === undefined ? [] : compared(comparison))];
}

function compared({ field = '', operator, value, value_from: from }: WrittenCondition): Fact[] {
  const schema = schemaOf(field);
  const unit = typeof schema['x-unit'] === 'string' ? schema['x-unit'] : null;
  const isWhole = [schema.type].flat().includes('integer');
  const where = `${field} ${String(operator)} ${String(value)}`;
  const [, months] = /_last_(\d+)_months$/.exec(field) ?? [];
  const windows: Fact[] =
    months === undefined ? [] : [{ ...PLAIN, value: Number(months), unit: 'months', where: field, isPresence: true }];
  if (typeof value === 'number') {
    const isPresence = isWhole && ((value === 0 && operator !== 'less_than') || value === 1);
    return [{ value, unit, isWhole, where, isPresence }, ...windows];
  }
  const date = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  const dated = (date?.slice(1) ?? []).map((part): Fact => ({
    ...PLAIN,
    value: Number(part),
    unit: null,
    where,
    isPresence: true,
  }));
  const times: Fact[] =
    from === undefined
      ? []
      : [
          {
            ...PLAIN,
            value: from.times ?? 1,
            unit: 'times',
            where: `${field} and ${String(from.times ?? 1)} times ${from.field}`,
            isPresence: from.times === undefined,
          },
        ];
  return [...dated, ...times, ...windows];
}

function schemaOf(name: string): Readonly<Record<string, unknown>> {
  const [code = '', ...path] = name.split('.');
  const product = Object.values(PRODUCTS).find((each) => each.code === code);
  return (
    (product === undefined || !DRAFT_FIELDS.includes(name) ? undefined : fieldSchema(product, path.join('.'))) ?? {}
  );
}

/** Whether the figure, in its unit, is the one that the rule holds. */
export function isSame(figure: Figure, fact: Fact): boolean {
  return valuesOf(figure, fact.unit).some(
    (value) =>
      near(value, fact.value) || (fact.isWhole && Number.isInteger(value) && Math.abs(value - fact.value) === 1),
  );
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a));

type Turn = (value: number) => readonly number[];
const own: Turn = (value) => [value];
const share: Turn = (value) => [value / 100];
const times12: Turn = (value) => [value * 12];
/** Of a month or of a year. */
const ofEither: Turn = (value) => [value, value * 12, value / 12];

/** By the unit of a figure and that of a field: the values that it can be there. */
const TURNS: Readonly<Record<string, Readonly<Record<string, Turn>>>> = {
  USD: { USD: own },
  percent: { percent: own, ratio: share, times: share },
  ratio: { ratio: ofEither, times: ofEither },
  years: { years: own, months: times12 },
  months: { months: own, years: (value) => [value / 12] },
  points: { points: own },
  days: {},
};

/** The figure in the unit; none if it has another one. */
function valuesOf({ value, unit, per }: Figure, wanted: string | null): readonly number[] {
  const turns = TURNS[unit];
  if (turns === undefined) return per === null ? [value] : ofEither(value);
  const turn = turns[wanted ?? ''];
  return turn === undefined ? [] : (unit === 'USD' && per !== null ? ofEither : turn)(value);
}

/** How many parts of the conditions say that something is not so, or the other way round than the words `said` do. */
export function negationsIn(when: WrittenCondition | null, said: ReadonlySet<'up' | 'down'>): number {
  if (when === null) return 0;
  const { all = [], any = [], of = [], not } = when;
  const inner = [...all, ...any, ...of, ...(not === undefined ? [] : [not])];
  const own = (not === undefined ? 0 : 1) + (isNegative(when, said) ? 1 : 0);
  return inner.reduce((sum, part) => sum + negationsIn(part, said), own);
}

function isNegative({ operator, value }: WrittenCondition, said: ReadonlySet<'up' | 'down'>): boolean {
  if (operator === undefined) return false;
  const side = SIDES[operator];
  const isZero = value === 0 && (operator === 'equals' || operator === 'less_than_or_equal');
  const isSome = side === 'up' && (value === 0 || value === 1);
  const isTurned = side !== undefined && !isSome && !said.has(side) && (said.size > 0 || side === 'down');
  return NEGATIVE.has(operator) || isZero || isTurned;
}

const NEGATIVE: ReadonlySet<string> = new Set(['not_equals', 'not_contains', 'is_false', 'is_empty']);
/** On which side of a figure an order is. */
export const SIDES: Readonly<Record<string, 'up' | 'down'>> = {
  greater_than: 'up',
  greater_than_or_equal: 'up',
  less_than: 'down',
  less_than_or_equal: 'down',
};

/** The fields that the rule compares. */
export const fieldsOf = ({ when }: Rule): ReadonlySet<string> =>
  new Set(
    testsOf(when).flatMap(({ source, field, from }) => [
      `${source} ${field}`,
      ...(from === undefined ? [] : [`${from.source} ${from.field}`]),
    ]),
  );
