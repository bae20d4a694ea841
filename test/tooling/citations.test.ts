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

test('comments and descriptions cite what a reader can open', () => {
  const paths = sources();
  expect(paths.length).toBeGreaterThan(400);
  const citing = paths.filter((path) =>
    MISSING.test(readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s+\*?\s*/g, ' ')),
  );
  expect(citing).toEqual([]);
});
