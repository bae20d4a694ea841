import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['core', 'platform', 'services', 'cli', 'dev', 'clients', 'data'];
/** A document that the repository does not have. */
const MISSING = /(?<!")\b[Rr]eference, "|addition to the\s+reference|\bthe reference's\b/;

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

test('every section of docs/semantics.md that a comment cites exists', () => {
  const semantics = readFileSync(join(ROOT, 'docs/semantics.md'), 'utf8');
  const sections = new Set([...semantics.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number)));
  const cited = sources().flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bsemantics (\d+)(?:(?:, | to | and )(\d+))*/g)].flatMap(
      ([text]) => [...text.matchAll(/\d+/g)].map(([number]) => ({ path, number: Number(number) })),
    ),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ number }) => !sections.has(number))).toEqual([]);
});
