/** A decimal number as an integer and the number of decimal places: 12.5 is 125 with one place. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/**
 * `value` × `times` + `plus`, computed in decimal and rounded once: 1.1 × 3 is 3.3. So nobody misses a limit because of
 * a rounding error of binary numbers. Takes finite numbers.
 */
export function timesPlus(value: number, times: number, plus: number): number {
  const [a, b, c] = [decimalOf(value), decimalOf(times), decimalOf(plus)];
  const product: Decimal = { digits: a.digits * b.digits, places: a.places + b.places };
  const places = Math.max(product.places, c.places);
  const sum = scaled(product, places) + scaled(c, places);
  return Number(`${sum}e${-places}`);
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

function scaled({ digits, places }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - places);
}

/** Compares two numbers as written, such as `-12.50` and `1e3`, with any number of digits. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = [writtenNumber(left), writtenNumber(right)];
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.sign === 0) return 0;
  const order = a.firstPlace - b.firstPlace || (a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1);
  return a.sign * order;
}

/** `firstPlace`: the power of ten of the first digit. `digits`: without zeros at either end; empty for zero. */
function writtenNumber(text: string): { readonly sign: number; readonly firstPlace: number; readonly digits: string } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const significant = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  const sign = digits === '' ? 0 : mantissa.startsWith('-') ? -1 : 1;
  return { sign, firstPlace: significant.length - fraction.length + Number(exponent), digits };
}
