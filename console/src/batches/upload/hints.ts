import { ROW_TEXTS } from '../../../../core/batches/matches.ts';
import { nearest } from '../../../../core/nearest.ts';
import type { Schemas } from '../../../../clients/typescript/src/types.ts';
import type { CheckedColumn } from './checked.ts';

export type TestCase = Schemas['TestCase'];

const OWN = 'external_reference';
const NAMED = /\b(?:applicant|property)(?:\.[A-Za-z0-9_]+)+/g;

/**
 * Paths below `applicant` and `property` that the texts and conditions of a cascade name, or that its test cases
 * contain. Other columns are sent as well: a letter may use an address that no step names.
 */
export function knownPaths(definition: unknown, testCases: readonly TestCase[]): ReadonlySet<string> {
  const known = new Set((JSON.stringify(definition) ?? '').match(NAMED) ?? []);
  for (const { payload } of testCases) for (const path of leavesOf(payload).keys()) known.add(path);
  return known;
}

/** The values of a payload by dotted path. Lists are left out, because they cannot be columns. */
function leavesOf(payload: object): ReadonlyMap<string, string | number | boolean> {
  const leaves = new Map<string, string | number | boolean>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') leaves.set(path, value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [key, member] of Object.entries(value)) walk(member, path === '' ? key : `${path}.${key}`);
  };
  walk(payload, '');
  return leaves;
}

export interface ColumnHint {
  readonly path: string;
  /** `; did you mean …?`, or empty. */
  readonly meant: string;
}

/** Columns that neither the cascade nor any of its test cases contains. */
export function unknownColumns(columns: readonly CheckedColumn[], known: ReadonlySet<string>): readonly ColumnHint[] {
  const given = new Set(columns.map(({ path }) => path));
  const missing = [...known].filter((path) => !given.has(path));
  return columns
    .filter(({ path }) => !ROW_TEXTS.has(path) && !known.has(path))
    .map(({ path }) => {
      // Only the last member may differ: `property.unit` is no typo of `property.name`.
      const [outer, name] = splitPath(path);
      const besides = missing.map(splitPath).flatMap(([other, own]) => (other === outer ? [own] : []));
      const near = nearest(name, besides);
      return { path, meant: near === undefined ? '' : `; did you mean ${outer}.${near}?` };
    });
}

function splitPath(path: string): readonly [outer: string, name: string] {
  const at = path.lastIndexOf('.');
  return [path.slice(0, at), path.slice(at + 1)];
}

/** A sample file: the subjects of test mode, with a column for each of their values. */
export function sampleFile(testCases: readonly TestCase[]): string {
  const subjects = testCases.map(({ payload }) => leavesOf(payload));
  const types = new Map<string, string>();
  for (const subject of subjects) for (const [path, value] of subject) types.set(path, typeof value);
  const header = [OWN, ...[...types].map(([path, type]) => (type === 'string' ? path : `${path}:${type}`))];
  const lines = subjects.map((subject, index) => [
    `sample-${index + 1}`,
    ...[...types.keys()].map((path) => String(subject.get(path) ?? '')),
  ]);
  return `\uFEFF${[header, ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
