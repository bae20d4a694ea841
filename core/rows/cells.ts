import { readJson } from '../read-json.ts';
import type { CascadeCondition } from '../cascade/definition.ts';
import { CELL_SIGNS, CELL_WORDS } from '../cascade/operators/cells.ts';
import { asks, AT_LEAST, AT_MOST, orderedKindOf } from '../cascade/operators/index.ts';

/* Conditions on one field as a table cell: `>= 680`, `600..679`, `yes`, `= verified`; several are separated by `; `. */

type Asked = Pick<CascadeCondition, 'operator'> & { readonly value?: string | number | boolean };

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PLAIN = /^[A-Za-z][\w-]*(?: [\w-]+)*$/;

/** The cell for these conditions on one field; null if no cell can express them. */
export function cellOf(conditions: readonly CascadeCondition[]): string | null {
  const [low, high, ...others] = conditions;
  if (conditions.some((each) => each.where !== undefined || each.value_from !== undefined)) return null;
  const isRange = others.length === 0 && low?.operator === AT_LEAST && high?.operator === AT_MOST;
  const [from, to] = [low, high].map((each) => (typeof each?.value === 'number' ? written(each.value) : null));
  // An empty range is not written as a range, because it would be refused when the file is read.
  if (isRange && from != null && to != null && Number(from) <= Number(to)) return `${from}..${to}`;
  const parts = conditions.map(part);
  return parts.includes(null) ? null : parts.join('; ');
}

function part({ operator, value }: CascadeCondition): string | null {
  const word = CELL_WORDS.find(([, of]) => of === operator)?.[0];
  if (word !== undefined) return value == null ? word : null;
  const sign = CELL_SIGNS.find(([, of]) => of === operator)?.[0];
  const plain = value == null ? null : written(value);
  const text = plain !== null && isMisread(plain, operator) ? JSON.stringify(value) : plain;
  return sign === undefined || text === null ? null : `${sign.trim()} ${text}`;
}

function written(value: string | number | boolean): string | null {
  if (typeof value === 'number') return NUMBER.test(String(value)) ? String(value) : null;
  if (typeof value === 'boolean') return String(value);
  return PLAIN.test(value) && !isWord(value) ? value : JSON.stringify(value);
}

const isWord = (text: string): boolean => text === 'true' || text === 'false';

const FORMS =
  'write `>= 680`, `< 3`, `600..679`, `= verified`, `yes`, `no`, `missing` or `known`, several with `;` between';

/** The conditions of a cell, or the reason why it cannot be read. */
export function readCell(cell: string): readonly Asked[] | string {
  const made: Asked[] = [];
  for (const text of splitParts(cell)) {
    const found = readPart(text);
    if (typeof found === 'string') return found;
    made.push(...found);
  }
  return made;
}

/** Splits at semicolons outside quotation marks. */
function splitParts(cell: string): readonly string[] {
  const parts = cell.match(/(?:"(?:[^"\\]|\\.)*"|[^;"]|")+/g) ?? [];
  return parts.map((each) => each.trim()).filter((each) => each !== '');
}

function readPart(text: string): readonly Asked[] | string {
  const [, low, high] = /^(-?\d+(?:\.\d+)?) *(?:\.\.|…|–) *(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    if (Number(low) > Number(high)) return `${low} is more than ${high}`;
    return [
      { operator: AT_LEAST, value: Number(low) },
      { operator: AT_MOST, value: Number(high) },
    ];
  }
  const word = CELL_WORDS.find(([each]) => each === text.toLowerCase());
  if (word !== undefined) return [{ operator: word[1] }];
  const sign = CELL_SIGNS.find(([each]) => text.toLowerCase().startsWith(each));
  if (sign === undefined) return `cannot be read: ${FORMS}`;
  const written = text.slice(sign[0].length).trim();
  if (isMisread(written, sign[1])) return `${JSON.stringify(written)} is no value: ${PLAIN_FIGURES}`;
  const value = readValue(written);
  return value === null ? `has no value: ${FORMS}` : [{ operator: sign[1], value }];
}

const PLAIN_FIGURES = 'write figures as 4500 or 0.3, and texts in straight quotation marks';
/** Numbers as spreadsheets format them: `4,500`, `$4,500`, `30%`, `6E2`. */
const FORMATTED = /^[-+]?[$€£]?[-+]?\d[\d.,'’\s]*(?:[eE][-+]?\d+)?\s*[%$€£]?$/;
/** Another kind of quotation mark, or a second operator. */
const NO_TEXT = /^[“”„«‘’'<>=≤≥≠!]/;

/** True for a number, a quoted text or an operator that would be compared as text, character by character. */
function isMisread(written: string, operator: Asked['operator']): boolean {
  if (written === '' || NUMBER.test(written) || isWord(written) || written.startsWith('"')) return false;
  const isOrdered = asks(operator, 'order') && orderedKindOf(written) === undefined;
  return NO_TEXT.test(written) || FORMATTED.test(written) || isOrdered;
}

function readValue(text: string): string | number | boolean | null {
  if (text === '') return null;
  if (NUMBER.test(text)) return Number(text);
  if (isWord(text)) return text === 'true';
  if (!text.startsWith('"')) return text;
  try {
    const value = readJson(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
