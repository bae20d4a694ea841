import { describe, expect, test } from '../support/jest.ts';
import fc from 'fast-check';
import { canonicalJson } from '../../core/canonical-json.ts';
import { isDeeperThan } from '../../core/json-limits.ts';

describe('canonicalJson', () => {
  test('gives the example of RFC 8785 section 3.2.2 and 3.2.3', () => {
    const value = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('sorts members by UTF-16 code units, as RFC 8785 section 3.2.3 shows', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7);
    expect([...canonicalJson(value).matchAll(/:"([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test.each([
    [0, '0'],
    [-0, '0'],
    [5e-324, '5e-324'],
    [-1.7976931348623157e308, '-1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e23, '1e+23'],
    [0.000001, '0.000001'],
    [333333333.3333332, '333333333.3333332'],
  ])('writes the number %d as RFC 8785 appendix B does', (number, text) => {
    expect(canonicalJson(number)).toBe(text);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udead': 1 }, () => 1, 10n, undefined, [undefined]])(
    'refuses %p, which has no canonical form',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    },
  );

  test('leaves out members that are undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  test('does not depend on the order of members, and parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

describe('isDeeperThan', () => {
  test.each([
    [1, 0, false],
    [[], 0, true],
    [[], 1, false],
    [{ a: [1] }, 1, true],
    [{ a: [1] }, 2, false],
  ])('%j beyond %d levels: %s', (value, levels, expected) => {
    expect(isDeeperThan(value, levels)).toBe(expected);
  });

  test('walks what would overflow the stack', () => {
    expect(isDeeperThan(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)), 64)).toBe(true);
  });
});
