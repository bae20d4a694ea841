import fc from 'fast-check';
import { compareDecimals } from '../../core/decimal.ts';
import { describe, expect, test } from '../support/jest.ts';

/** A decimal as it may be written, and the same times 10^60 as a whole number. */
const WRITTEN = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.stringMatching(/^0{0,3}\d{1,25}$/),
    fc.stringMatching(/^\d{0,25}$/),
    fc.integer({ min: -9, max: 9 }),
    fc.boolean(),
  )
  .map(([sign, whole, fraction, exponent, hasExponent]) => {
    const power = hasExponent ? exponent : 0;
    const size = BigInt(whole + fraction) * 10n ** BigInt(60 - fraction.length + power);
    const text = `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${hasExponent ? `e${exponent}` : ''}`;
    return { text, value: sign === '-' ? -size : size };
  });

describe('decimals as they are written', () => {
  test('have the order of their values', () => {
    fc.assert(
      fc.property(WRITTEN, WRITTEN, (left, right) => {
        const expected = left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
        expect(Math.sign(compareDecimals(left.text, right.text)) + 0).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test('are equal however they are written', () => {
    fc.assert(
      fc.property(WRITTEN, ({ text }) => {
        const [mantissa = '', exponent] = text.split('e');
        const padded = mantissa.includes('.') ? `${mantissa}00` : `${mantissa}.0`;
        const order = compareDecimals(text, `${padded}${exponent === undefined ? '' : `E${exponent}`}`);
        expect(Math.abs(order)).toBe(0);
      }),
    );
  });

  test('cost nothing for a great exponent', () => {
    expect(compareDecimals('1e999999999', '-1e999999999')).toBeGreaterThan(0);
    expect(compareDecimals('1e-999999999', '0')).toBeGreaterThan(0);
    expect(compareDecimals('9e999999998', '1e999999999')).toBeLessThan(0);
  });
});
