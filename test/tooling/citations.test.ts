import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['core', 'platform', 'services', 'cli', 'dev', 'clients', 'data', 'console/src'];
/** A document that the repository does not have. */
const MISSING = /(?<!")\b[Rr]eference, "|addition to the\s+reference|\bthe reference's\b/;

function sources(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|tsx|mjs|py|json)$/.test(path) && !/node_modules|citations\.test/.test(path))
      .map((path) => `${folder}/${path}`),
  );
}

test('comments and descriptions cite what a reader can open', () => {
  const paths = sources(FOLDERS);
  expect(paths.length).toBeGreaterThan(400);
  const citing = paths.filter((path) =>
    MISSING.test(readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+\*?\s*/g, ' ')),
  );
  expect(citing).toEqual([]);
});

test('no comment and no title names the number of an issue, which no reader can open', () => {
  const paths = sources([...FOLDERS, 'test', 'bench']);
  const citing = paths.filter((path) => /\b[Ii]ssues? \d/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(citing).toEqual([]);
});
