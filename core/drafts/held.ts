import { readWords } from '../policies/words.ts';
import { fieldSchema, PRODUCTS } from '../products/index.ts';
import { testsOf, type Quote, type Rule, type Test } from '../rules/model.ts';
import { isDate } from '../time.ts';
import type { WrittenCondition } from './form.ts';
import { numbersIn, type NumberIn } from '../policies/numbers.ts';
import { isWithin } from './quoted.ts';
import type { Draft, DraftRule } from './rules.ts';

/** The numbers of a policy that the rule quoting them does not contain. */
export function numbersInNone(prompt: string, { rules }: Pick<Draft, 'rules'>): readonly Quote[] {
  const held = rules.map((rule) => ({ rule, numbers: heldBy(rule) }));
  return numbersIn(readWords(prompt)).flatMap((number) => {
    const isHeld = held.some(
      ({ rule: { spans }, numbers }) => isWithin(number, spans) && meanings(number).some((each) => numbers.has(each)),
    );
    return isHeld ? [] : [{ text: prompt.slice(number.start, number.end), offset: number.start }];
  });
}

const YEAR = /^(?:year|yr|yrs|y)$/;
const PERCENT = /^(?:%|percent|pct)$/;

/** The values that a number can have in a rule: itself, or in another unit. A limit may be the next integer. */
function meanings({ value, unit }: NumberIn): readonly string[] {
  const turned = PERCENT.test(unit)
    ? [value, value / 100, 1 + value / 100, 1 - value / 100, 100 / value]
    : YEAR.test(unit)
      ? [value, value * 12]
      : [value, value * 12, value / 12];
  return turned.map(keyOf);
}

const keyOf = (value: number): string => String(Math.round(value * 1e4) / 1e4);

/** All numbers in a rule: in its comparisons, its groups, the names of its fields and its steps. */
function heldBy({ rule, written }: DraftRule): ReadonlySet<string> {
  const compared = testsOf(rule.when).flatMap(numbersOf);
  const groups = written.when === null ? [] : groupsIn(written.when);
  return new Set([...compared, ...groups, ...waitsOf(rule)].map(keyOf));
}

function numbersOf({ source, field, operator, value, from, where = [] }: Test): number[] {
  const described = source === 'context' ? '' : String(fieldSchema(PRODUCTS[source], field)?.description ?? '');
  const inName = [field, from?.field ?? '', described].flatMap((text) => text.match(/\d+/g) ?? []).map(Number);
  const items = where.flatMap((item) => valuesOf(item.operator, item.value));
  return [...valuesOf(operator, value), ...items, ...inName, ...(from === undefined ? [] : [from.times])];
}

/** "More than 2" equals "3 or more". */
function valuesOf(operator: string, value: unknown): number[] {
  if (typeof value === 'string') return isDate(value) ? value.split('-').map(Number) : [Number(value)];
  if (typeof value !== 'number') return [];
  const isBeside = Number.isInteger(value);
  if (isBeside && /^(?:greater_than_or_equal|less_than)$/.test(operator)) return [value, value - 1];
  return isBeside && /^(?:greater_than|less_than_or_equal)$/.test(operator) ? [value, value + 1] : [value];
}

function groupsIn({ all = [], any = [], of = [], not, at_least: least }: WrittenCondition): number[] {
  const inner = [...all, ...any, ...of, ...(not === undefined ? [] : [not])].flatMap(groupsIn);
  const parts = of.length;
  return least === undefined ? inner : [least, least - 1, parts, parts - least, parts - least + 1, ...inner];
}

const waitsOf = ({ before, after }: Rule): number[] =>
  [...before, ...after].flatMap((action) => (action.kind === 'wait' ? [action.duration] : []));
