import { isJsonObject, type Json } from '../../../core/json.ts';
import { labelOf, valueText } from './words.ts';

/*
 * A report as lines of a page. Each value has the label and the unit that its product declares. No value is shown as
 * JSON or under its path.
 */

export interface ReportField {
  readonly field: string;
  readonly label: string | null;
  readonly type: string;
  readonly unit: string | null;
}

export interface ReportOfCase {
  readonly node_id: string;
  readonly product_code: string | null;
  readonly name?: string | null;
  readonly fields?: readonly ReportField[];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Line {
  readonly field: string;
  readonly label: string;
  readonly text: string;
}

export interface ReportLines {
  readonly title: string;
  /** Values read by the rules on the way. */
  readonly read: readonly Line[];
  readonly all: readonly Line[];
}

/** An evaluated condition, with the names of what it read. */
export type ReadBy = Readonly<Record<string, unknown>>;

export function reportLines(report: ReportOfCase, conditions: readonly ReadBy[]): ReportLines {
  const { node_id: node, product_code: code, name, fields = [], values } = report;
  const declared = fields.map(({ field, label, ...measured }) => ({
    field,
    label: label ?? labelOf(field.split('.').at(-1) ?? field),
    text: valueIn(at(values, field), measured),
  }));
  const known = new Set(fields.map(({ field }) => field));
  const others = leavesOf(values).filter(({ field }) => !known.has(field));
  const all = [...declared, ...others];
  const asked = new Set(conditions.flatMap(({ source_node_id: id, field }) => (id === node ? [field] : [])));
  return { title: name ?? labelOf(code ?? node), read: all.filter(({ field }) => asked.has(field)), all };
}

function at(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isJsonObject(value as Json) ? (value as Record<string, unknown>)[name] : undefined),
      values,
    );
}

/** Values that no product declares. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly Line[] {
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
  return [
    { field: path.join('.'), label: path.map(labelOf).join(', '), text: valueIn(value, { type: 'text', unit: null }) },
  ];
}

type Measured = Pick<ReportField, 'type' | 'unit'>;

/** A value formatted for people: `$1,450`, `96 %`, `29 November 2026`, `56 months`. Masked text stays as it is. */
export function valueIn(value: unknown, { type, unit }: Measured): string {
  if (typeof value === 'number') return numberIn(value, unit);
  if (typeof value !== 'string') return valueText(value);
  const isDay = type === 'date' && DAY.test(value) && !Number.isNaN(Date.parse(value));
  if (isDay) return DAYS.format(new Date(`${value}T00:00:00Z`));
  return WORD.test(value) ? value.replaceAll('_', ' ') : value;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A value of an enumeration: `partially_verified`. */
const WORD = /^[a-z]+(?:_[a-z]+)+$/;
const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function numberIn(value: number, unit: string | null): string {
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 20 });
  switch (unit) {
    case 'USD':
    case 'cents':
      return moneyIn(unit === 'USD' ? value : value / CENTS);
    case 'percent':
      return `${text} %`;
    case 'calendar_year':
    case 'code':
      return String(value);
    case null:
    case 'count':
    case 'points':
    case 'ratio':
    case 'fraction':
      return text;
    default:
      return value === 1 ? `${text} ${unit.replace(/s$/, '')}` : `${text} ${unit}`;
  }
}

const CENTS = 100;

function moneyIn(dollars: number): string {
  const digits = Number.isInteger(dollars) ? 0 : 2;
  return dollars.toLocaleString('en-US', {
    ...{ style: 'currency', currency: 'USD' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
}
