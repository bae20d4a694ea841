import { readJson } from '../read-json.ts';
import type { CascadeCondition } from '../cascade/definition.ts';
import { CELL_SIGNS, CELL_WORDS } from '../cascade/operators/cells.ts';
import { AT_LEAST, AT_MOST } from '../cascade/operators/index.ts';

/*
 * Conditions on one field as a cell of a table: `>= 680`, `600..679`, `yes`, `= verified`; several with `; ` between them.
 */

type Asked = Pick<CascadeCondition, 'operator'> & { readonly value?: string | number | boolean };

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const PLAIN = /^[A-Za-z][\w-]*(?: [\w-]+)*$/;

/** The cell of these conditions on one field; null if no cell says them. */
export function cellOf(conditions: readonly CascadeCondition[]): string | null {
  const [low, high, ...others] = conditions;
  if (conditions.some((each) => each.where !== undefined || each.value_from !== undefined)) return null;
  const isRange = others.length === 0 && low?.operator === AT_LEAST && high?.operator === AT_MOST;
  const [from, to] = [low, high].map((each) => (typeof each?.value === 'number' ? written(each.value) : null));
  if (isRange && from != null && to != null) return `${from}..${to}`;
  const parts = conditions.map(part);
  return parts.includes(null) ? null : parts.join('; ');
}

function part({ operator, value }: CascadeCondition): string | null {
  const word = CELL_WORDS.find(([, of]) => of === operator)?.[0];
  if (word !== undefined) return value == null ? word : null;
  const sign = CELL_SIGNS.find(([, of]) => of === operator)?.[0];
  const text = value == null ? null : written(value);
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

/** What a cell asks; a text is why it cannot be read. */
export function readCell(cell: string): readonly Asked[] | string {
  const made: Asked[] = [];
  for (const text of splitParts(cell)) {
    const found = readPart(text);
    if (typeof found === 'string') return found;
    made.push(...found);
  }
  return made;
}

/** Between the semicolons that stand in no quotation marks. */
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
  const value = readValue(text.slice(sign[0].length).trim());
  return value === null ? `has no value: ${FORMS}` : [{ operator: sign[1], value }];
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
