import { readRows } from '../../core/batches/rows.ts';
import { csvTable } from '../../core/batches/table.ts';
import { holds } from '../../core/cascade/operators/index.ts';
import { readPath } from '../../core/path.ts';
import { composed } from '../../core/same-text.ts';
import { Work } from '../../core/work.ts';
import { describe, expect, test } from '../support/jest.ts';

const COMPOSED = 'San Jos\u00e9';
const DECOMPOSED = 'San Jose\u0301';

describe('texts that are canonically equal', () => {
  // Rules: 4.4.8
  test.each([
    ['equals', DECOMPOSED, COMPOSED, true],
    ['not_equals', COMPOSED, DECOMPOSED, false],
    ['contains', `${DECOMPOSED}, CA`, COMPOSED, true],
    ['not_contains', [COMPOSED], DECOMPOSED, false],
    ['starts_with', `${COMPOSED}, CA`, DECOMPOSED, true],
    ['ends_with', `in ${DECOMPOSED}`, COMPOSED, true],
    // Compatibility forms are other texts.
    ['equals', 'San Jos\u00e9', 'Ｓan Jos\u00e9', false],
    ['equals', 'San Jose', COMPOSED, false],
  ] as const)('are equal in a condition: %s(%j, %j)', (name, actual, value, expected) => {
    expect(holds(name, typeof actual === 'string' ? actual : [...actual], value, new Work())).toBe(expected);
  });

  // Rules: 4.4.8
  test('name the same member, and a member of exactly that name first', () => {
    const payload = { applicant: { ['pre\u0301nom']: 'Zoe' } };
    expect(readPath(payload, 'applicant.pr\u00e9nom', new Work())).toBe('Zoe');
    const both = { ['e\u0301']: 1, ['\u00e9']: 2 };
    expect(readPath(both, '\u00e9', new Work())).toBe(2);
    expect(readPath(both, 'e\u0301', new Work())).toBe(1);
  });

  test('charge for the names that were looked through', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, index]));
    const work = new Work();
    expect(readPath(many, '\u00e9', work)).toBeUndefined();
    expect(work.spent).toBeGreaterThanOrEqual(500);
  });

  // Rules: 4.4.8
  test('are one column of a file', () => {
    const file = (header: string) => new TextEncoder().encode(`${header}\nZoe,Zoe\n`);
    const { errors } = readRows(csvTable(file('applicant.pre\u0301nom,applicant.pr\u00e9nom'), 10), 0);
    expect(errors.map(({ message }) => message)).toContain('the column is there twice');
    expect(readRows(csvTable(file('applicant.pre\u0301nom,applicant.b'), 10), 0).rows).toEqual([
      expect.objectContaining({ applicant: { ['pr\u00e9nom']: 'Zoe', b: 'Zoe' } }),
    ]);
  });

  test('are composed where they are compared', () => {
    expect(composed(DECOMPOSED)).toBe(COMPOSED);
    expect(composed('plain')).toBe('plain');
  });
});
