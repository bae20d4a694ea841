import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Each is one more place where the compiler believes what nobody has checked. */
const MOST = 5;

describe('casts over unknown', () => {
  test(`are ${MOST} in all that is shipped, and no more`, () => {
    const shipped = sourcePaths(ROOT).filter((path) => !/^(test|bench)\//.test(path));
    const found = shipped.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('as unknown as'));
    expect(shipped.length).toBeGreaterThan(500);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length <= MOST ? [] : found).toEqual([]);
  });
});
