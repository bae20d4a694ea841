import type { Dictionary } from '../fields/dictionary.ts';
import { PERSON_SPECS } from '../fields/person.ts';
import type { FieldSpec, FieldType } from '../fields/spec.ts';
import { composed } from '../same-text.ts';

/*
 * A file with free-text headers: which field each column holds, and how its cells are written. A person decides both;
 * labels and other words of the dictionary are only proposals. Source: semantics 17.10.
 */

/**
 * Forms of cells that differ from the API's. `month_first`: 03/14/1990. `amount`: $1,500.00. `percent`: 12.5% is 12.5,
 * and as a `fraction` 0.125.
 */
export const CELL_FORMS = ['month_first', 'day_first', 'amount', 'amount_comma', 'percent', 'fraction'] as const;
export type CellForm = (typeof CELL_FORMS)[number];

export interface ColumnMatch {
  /** Path as in a header, without a type; null leaves the column out. */
  readonly path: string | null;
  readonly form?: CellForm;
}

/** By trimmed header. */
export type ColumnMatches = ReadonlyMap<string, ColumnMatch>;

const FORM_OF_TYPE: Readonly<Partial<Record<FieldType, readonly CellForm[]>>> = {
  date: ['month_first', 'day_first'],
  date_time: ['month_first', 'day_first'],
  number: ['amount', 'amount_comma', 'percent', 'fraction'],
  integer: ['amount', 'amount_comma', 'percent'],
};

/** The forms that cells of a field may have besides the API's. */
export function formsOf(type: FieldType | undefined): readonly CellForm[] {
  return FORM_OF_TYPE[type ?? 'text'] ?? [];
}

const ISO = /^\d{4}-\d{2}-\d{2}/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const AMOUNT = /^(-?)\p{Sc}?\s?([1-9]\d{0,2}(?:,\d{3})+|\d+)(\.\d+)?\s?\p{Sc}?$/u;
const AMOUNT_COMMA = /^(-?)\p{Sc}?\s?([1-9]\d{0,2}(?:\.\d{3})+|\d+)(,\d+)?\s?\p{Sc}?$/u;

/** The text in the API's form; undefined if it is not in the given form. An ISO 8601 date is unambiguous. */
export function inForm(text: string, form: CellForm): string | undefined {
  if (form === 'percent' || form === 'fraction') return shareIn(text, form);
  if (form === 'amount' || form === 'amount_comma') return amountIn(text, form);
  if (ISO.test(text)) return text;
  const [, first = '', second = '', year = ''] = DATE.exec(text) ?? [];
  const [month, day] = form === 'month_first' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // `Date` turns a day that the month lacks into one of the next month.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date;
}

const PERCENT = /^(-?\d{1,15}(?:\.\d{1,15})?)\s?%$/;

function shareIn(text: string, form: 'percent' | 'fraction'): string | undefined {
  const [, percent] = PERCENT.exec(text) ?? [];
  if (percent === undefined || form === 'percent') return percent;
  // Divided as a decimal: 7 / 100 is 0.07, not 0.07000000000000001.
  return String(Number(`${percent}e-2`));
}

function amountIn(text: string, form: 'amount' | 'amount_comma'): string | undefined {
  const found = (form === 'amount' ? AMOUNT : AMOUNT_COMMA).exec(text);
  if (found === null) return undefined;
  const [, sign = '', digits = '', fraction = ''] = found;
  return `${sign}${digits.replaceAll(/[.,]/g, '')}${fraction.replace(',', '.')}`;
}

/** Members of a row outside its payload. */
export const ROW_TEXTS: ReadonlyMap<string, FieldSpec> = new Map([
  ['external_reference', { type: 'text', kind: 'fact', label: 'Your reference' }],
  ['applicant_key', { type: 'text', kind: 'fact', label: 'Your key of the applicant' }],
]);

/** The header of a field in a template: its label and its path. */
export const labelledHeader = ({ label, path }: Candidate): string => `${label} (${path})`;

const LABELLED = /\(([^()\s]+)\)$/;

/** The path of a template's header. A header whose label differs from the field's is free text. */
export function pathOfLabelled(header: string, dictionary: Dictionary): string | undefined {
  const [, path = ''] = LABELLED.exec(header) ?? [];
  const spec = ROW_TEXTS.get(path) ?? dictionary.at(path);
  if (path === '' || spec === undefined) return undefined;
  return composed(labelledHeader(named(path, spec, dictionary))) === header ? path : undefined;
}

/** A field that a column may hold. */
export interface Candidate {
  readonly path: string;
  readonly label: string;
  readonly type: FieldType;
}

interface Named extends Candidate {
  readonly names: ReadonlySet<string>;
}

/** Fields that fit into one cell, in dictionary order, the applicant's first because the file is about applicants. */
export function candidatesOf(dictionary: Dictionary): readonly Candidate[] {
  return namedFields(dictionary).map(({ path, label, type }) => ({ path, label, type }));
}

function namedFields(dictionary: Dictionary): readonly Named[] {
  const people = [...dictionary.specs].flatMap(([path, spec]) => (spec.type === 'person' ? [path] : []));
  const paths = new Set([
    ...ROW_TEXTS.keys(),
    ...['applicant', ...people].flatMap((person) => [...PERSON_SPECS.keys()].map((member) => `${person}.${member}`)),
    ...dictionary.specs.keys(),
  ]);
  return [...paths].flatMap((path) => {
    const spec = ROW_TEXTS.get(path) ?? dictionary.at(path);
    return spec === undefined || !isOfACell(spec) || isInAList(path, dictionary) ? [] : [named(path, spec, dictionary)];
  });
}

const isOfACell = ({ type }: FieldSpec): boolean => type !== 'list' && type !== 'object' && type !== 'person';

function isInAList(path: string, dictionary: Dictionary): boolean {
  const names = path.split('.');
  return names.some((_, index) => dictionary.at(names.slice(0, index).join('.'))?.type === 'list');
}

/** A name without a person means the applicant's; other people's fields are named with their person. */
function named(path: string, { type, label: own, also = [] }: FieldSpec, dictionary: Dictionary): Named {
  const names = path.split('.');
  const last = names.at(-1) ?? '';
  const outer = names
    .slice(0, -1)
    .findLast((_, index) => dictionary.at(names.slice(0, index + 1).join('.'))?.type === 'person');
  const owner = outer === undefined ? undefined : names.slice(0, names.indexOf(outer) + 1).join('.');
  const whose = owner === undefined || owner === 'applicant' ? null : (dictionary.at(owner)?.label ?? outer ?? '');
  const words = [own ?? last, last, ...also];
  const label = whose === null ? (own ?? last) : `${whose}: ${own ?? last}`;
  const said = whose === null ? words : words.map((word) => `${whose} ${word}`);
  return { path, label, type, names: new Set([path, ...said].map(plain)) };
}

/** Lower-case letters and digits only. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The only field whose name is the header; among several, the one that the workflow reads. Undefined if there is none
 * or it is ambiguous. `isRead`: true for a payload path that the workflow reads.
 */
export function proposedFor(
  headers: readonly string[],
  dictionary: Dictionary,
  isRead: (path: readonly string[]) => boolean,
): ReadonlyMap<string, Candidate> {
  const fields = namedFields(dictionary);
  const found = headers.flatMap((header) => {
    const name = plain(header);
    const all = name === '' ? [] : fields.filter(({ names }) => names.has(name));
    const read = all.filter(({ path }) => isRead(path.split('.')));
    const [field, ...others] = read.length > 0 ? read : all;
    return field === undefined || others.length > 0 ? [] : [[header, field] as const];
  });
  // Two columns of one name hold two things, so a person has to tell them apart.
  const count = Map.groupBy(found, ([, { path }]) => path);
  return new Map(found.filter(([, { path }]) => count.get(path)?.length === 1));
}

/**
 * The form of a column's cells: undefined for the API's, null if ambiguous. Cells that no form can read are ignored.
 */
export function proposedForm(cells: readonly string[], type: FieldType): CellForm | undefined | null {
  const forms = formsOf(type);
  const asIs = type === 'number' || type === 'integer' ? NUMBER : ISO;
  const readings = cells
    .map((cell) => [asIs.test(cell) ? cell : undefined, ...forms.map((form) => inForm(cell, form))])
    .filter((each) => each.some((value) => value !== undefined));
  const fitting = [undefined, ...forms].flatMap((form, index) => {
    const values = readings.map((each) => each[index]);
    return values.includes(undefined) ? [] : [{ form, values: JSON.stringify(values) }];
  });
  const [first, ...others] = fitting;
  if (readings.length === 0) return undefined;
  return first === undefined || others.some(({ values }) => values !== first.values) ? null : first.form;
}
