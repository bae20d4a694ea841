import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../../support/jest.ts';
import {
  CONDITION_OPERATORS,
  holds,
  nearestValue,
  operatorOf,
  oppositeOf,
  rangeOf,
  UNARY_OPERATORS,
  type Scalar,
} from '../../../core/cascade/operators/index.ts';
import type { Json } from '../../../core/json.ts';
import { Work } from '../../../core/work.ts';

const VALUES: readonly Scalar[] = [3, 0, -1.5, '7', 'felony', 'fel', '2026-03-01', true, false];
const ACTUAL: readonly Exclude<Json, null>[] = [
  3,
  2,
  4,
  0,
  -1.5,
  '7',
  'felony',
  'ony',
  '2026-03-01',
  true,
  false,
  [],
  [3, 'felony'],
];
const does = (...[name, actual, value]: [(typeof CONDITION_OPERATORS)[number], Json, Scalar]) =>
  holds(name, actual, value, new Work());

describe.each(CONDITION_OPERATORS)('the operator %s', (name) => {
  const values = operatorOf(name).takesValue ? VALUES : [null];

  test('has an opposite that has it as its own, and holds of a value exactly where it does not', () => {
    const opposite = oppositeOf(name);
    expect(opposite === undefined).toBe(operatorOf(name).opposite === null);
    if (opposite === undefined) return;
    expect(oppositeOf(opposite)).toBe(name);
    let compared = 0;
    for (const actual of ACTUAL) {
      for (const value of values) {
        const both = [does(name, actual, value), does(opposite, actual, value)];
        // An empty text has no order, and is neither yes nor no.
        const isLeftOut = actual === '' && ['order', 'yes_or_no', 'equality'].includes(operatorOf(name).asks);
        if (both.includes(null)) expect(both).toEqual([null, null]);
        else if (!isLeftOut || both.includes(true)) expect(both.filter(Boolean)).toHaveLength(1);
        if (both.includes(true)) compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1);
  });

  test('holds of its nearest value, and of the nearest one that it is not to hold of it does not', () => {
    const actual = operatorOf(name).asks === 'part' ? [] : 'x';
    // With a value of another kind it holds of nothing.
    for (const value of values.filter((each) => ACTUAL.some((other) => does(name, other, each)))) {
      const [met, unmet] = [true, false].map((isRequired) => nearestValue(name, isRequired, value, actual));
      if (met !== undefined) expect(does(name, met, value)).toBe(true);
      if (unmet !== undefined) expect(does(name, unmet, value)).toBe(false);
    }
  });

  test('has a range of exactly the numbers of which it holds', () => {
    const range = rangeOf(name, 3);
    if (range === undefined) return;
    for (const number of [2, 3, 4]) {
      const isIn =
        (number > range.low || (range.lowIncluded && number === range.low)) &&
        (number < range.high || (range.highIncluded && number === range.high));
      expect(does(name, number, 3)).toBe(isIn);
    }
  });

  test('holds of nothing only if it says so', () => {
    for (const value of values) expect(does(name, null, value)).toBe(operatorOf(name).holdsOfNothing === true);
  });
});

test('those that take no value are known by the registry', () => {
  expect(UNARY_OPERATORS).toEqual(['is_empty', 'is_not_empty', 'is_true', 'is_false']);
});

/**
 * Code that turns authors' texts into conditions, and tests on reports, name single operators. Code that puts operators
 * into English (`readback/words.ts`, `rules/say.ts`) does not compile without the new one.
 */
const NAMES_SOME = /^(?:drafts|policies|products|readback|rules)\/|^notices\/decided\/codes\.ts$/;

test('a new operator is one object and its words in letters: nothing else in core lists them', () => {
  const root = join(import.meta.dirname, '../../../core');
  const quoted = new RegExp(`'(?:${CONDITION_OPERATORS.join('|')})'`);
  const naming = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.startsWith('cascade/operators/') &&
      !NAMES_SOME.test(path) &&
      quoted.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(naming).toEqual([]);
});

describe('numbers that are written as texts', () => {
  // Rules: 4.4.6
  test.each([
    ['greater_than', '9007199254740993', '9007199254740992', true],
    ['less_than', '9007199254740993', '9007199254740992', false],
    ['equals', '9007199254740993', 9007199254740991, false],
    ['greater_than', '0.10000000000000000001', 0.1, true],
    ['greater_than', 0.1, '0.10000000000000000001', false],
    ['less_than_or_equal', '0.10', 0.1, true],
    ['equals', '1e2', 100, true],
    ['greater_than', '-12345678901234567891', '-12345678901234567890', false],
    ['equals', 9007199254740991, ' 9007199254740991.000 ', true],
  ] as const)('compare by all their digits: %s(%j, %j)', (name, actual, value, expected) => {
    expect(does(name, actual, value)).toBe(expected);
  });

  // Rules: 4.4.7
  test('compare as rounded with a whole number that JSON has rounded', () => {
    const rounded = JSON.parse('12345678901234567890') as number;
    expect(does('equals', '12345678901234567890', rounded)).toBe(true);
    expect(does('greater_than_or_equal', '12345678901234567890', rounded)).toBe(true);
  });
});
