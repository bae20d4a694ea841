import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');
const importsOf = (name: string): string[] =>
  sourcePaths(ROOT)
    .filter((path) => path.startsWith('console/src/'))
    .filter((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^import \{([^}]*)\}/gm)].some(([, names = '']) =>
        new RegExp(`\\b${name}\\b`).test(names),
      ),
    )
    .map((path) => path.slice('console/src/'.length))
    .toSorted();

test('whatever the console changes is sent in one way: with a key, its curl, and an error that names the request', () => {
  expect(importsOf('useAct')).toEqual(['ui/act.tsx']);
  expect(importsOf('useMutation')).toEqual([
    // These three change nothing: a policy is read, an applicant is tried, and the sentence of a rule is read.
    'policy/policy-text.tsx',
    'policy/use-try.ts',
    'rules/add-rule.tsx',
    // Signing out is no request of the API.
    'shell.tsx',
    'ui/use-act.ts',
  ]);
  expect(importsOf('newKey')).toEqual([
    // A file is sent in many requests, whose keys outlast the page.
    'batches/upload/use-upload.ts',
    // A decision waits behind its question, and is refused on whatever page its person is by then.
    'held.ts',
    // The next case is asked for again if the service returned one that is decided here.
    'inbox/next-case.tsx',
    'ui/use-act.ts',
  ]);
});
