import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { RULES } from '../support/rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['core', 'platform', 'services', 'cli', 'dev', 'clients', 'data'];
/** A document that the repository does not have. */
const MISSING = /(?<!")\b[Rr]eference, "|addition to the\s+reference|\bthe reference's\b/;
/** `semantics 9.4.2, 9.5 and 10`, also over the end of a line of a comment. */
const CITATION = /\bsemantics(?:,?(?: to| and)?[\s*/]+\d+(?:\.\d+)*)+/g;

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs|py|json)$/.test(path) && !path.includes('node_modules'))
      .map((path) => `${folder}/${path}`),
  );
}

test('comments and descriptions cite what a reader can open (issue 28, 7)', () => {
  const paths = sources();
  expect(paths.length).toBeGreaterThan(400);
  const citing = paths.filter((path) =>
    MISSING.test(readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+\*?\s*/g, ' ')),
  );
  expect(citing).toEqual([]);
});

test('every section, topic and rule of docs/semantics that a comment cites exists', () => {
  const numbers = new Set([...RULES.keys()].flatMap(upwards));
  const cited = sources().flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(CITATION)].flatMap(([text]) =>
      [...text.matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => ({ path, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(150);
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

/** Of 9.4.2 also 9.4 and 9. */
function upwards(number: string): string[] {
  const parts = number.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
