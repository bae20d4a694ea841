import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';
import { moduleOf, unusedExports } from './exports.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Temporal calls a workflow by its name, and one line is part of the code that is generated. */
const EXPECTED = [
  'clients/generate/client-calls.ts CLIENT_CALLS',
  'clients/generate/typescript-types.ts IDEMPOTENT_OPERATIONS',
  // What a test sees of the script of that name.
  'services/gateway/docs/site/assets/search.d.ts createSearch',
  'test/platform/fixtures/workflow.ts trivial',
];

describe('exported values', () => {
  test('are imported by another file of the project', () => {
    const modules = sourcePaths(ROOT).map((path) => moduleOf(path, readFileSync(join(ROOT, path), 'utf8')));
    const unused = unusedExports(modules).filter((key) => !key.includes('.test.ts '));
    expect(unused.toSorted()).toEqual(EXPECTED);
  });

  test.each([
    ['a constant', 'export const one = 1;', "import { two } from './a.ts';"],
    ['a function', 'export async function one() {}', "import type { Other } from './a.ts';"],
    ['a class', 'export class one {}', "import {\n  two,\n} from './a.ts';"],
    ['what the file itself uses', 'export const one = 1;\nconst two = one;', "import './a.ts';"],
  ])('that nobody imports are found: %s', (_, text, user) => {
    expect(unusedExports([moduleOf('core/a.ts', text), moduleOf('core/b.ts', user)])).toEqual(['core/a.ts one']);
  });

  test.each([
    ["import { one as two } from '../core/a.ts';"],
    ["import {\n  type Other,\n  one,\n} from '../core/a.ts';"],
    ["import * as a from '../core/a.ts';"],
    ["export { one } from '../core/a.ts';"],
    ["export * from '../core/a.ts';"],
    ["const a = await import('../core/a.ts');"],
    ["type A = typeof import('../core/a.ts');"],
  ])('count as imported by %s', (user) => {
    const modules = [moduleOf('core/a.ts', 'export const one = 1;'), moduleOf('test/b.ts', user)];
    expect(unusedExports(modules)).toEqual([]);
  });
});
