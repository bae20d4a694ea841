import { describe, expect, test } from '../support/jest.ts';
import {
  checkCount,
  checkNumbers,
  cleanText,
  compileQueryValidator,
  compileValidator,
} from '../../platform/validation/index.ts';

const body = compileValidator({
  type: 'object',
  required: ['rows'],
  properties: {
    rows: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['external_reference'],
        properties: { external_reference: { type: ['string', 'null'], maxLength: 5 } },
      },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    mode: { enum: ['test', 'live'] },
    at: { type: 'string', format: 'date-time', 'x-unit': 'UTC' },
    value: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
});
const rows = [{ external_reference: 'a' }];

describe('compileValidator', () => {
  test('a valid value has no errors', () => {
    expect(body({ rows, mode: 'live', at: '2026-03-01T12:00:00.000Z', unknown: 1 })).toEqual([]);
  });

  // Rules: 15.1.3
  test('all that is wrong is listed, each with its dotted path', () => {
    const errors = body({
      rows: [{ external_reference: 'a' }, { external_reference: 'too long' }, {}],
      mode: 'x',
      at: 'noon',
    });
    expect(errors).toEqual([
      { field: 'rows[1].external_reference', message: 'must have at most 5 characters' },
      { field: 'rows[2].external_reference', message: 'is required' },
      { field: 'mode', message: 'must be one of: test, live' },
      { field: 'at', message: 'must be a time of RFC 3339 with an offset, such as 2026-03-02T15:04:05Z' },
    ]);
  });

  test('the nearest choice is named, and a misspelt key in the place of a required one', () => {
    expect(body({ rows, mode: 'lvie' })).toEqual([
      { field: 'mode', message: 'must be one of: test, live; did you mean "live"?' },
    ]);
    expect(body({ rows: [{ external_refrence: 'a' }] })).toEqual([
      { field: 'rows[0].external_reference', message: 'is required; did you mean it by "external_refrence"?' },
    ]);
  });

  test('a key that looks like an index is a key', () => {
    expect(body({ rows, labels: { '0': 1 } })).toEqual([{ field: 'labels.0', message: 'must be a string' }]);
  });

  test('a key with a slash or a tilde is told as it is', () => {
    expect(body({ rows, labels: { 'a/b~c': 1 } })[0]?.field).toBe('labels.a/b~c');
  });

  test('nothing is coerced', () => {
    expect(body({ rows: [{ external_reference: 5 }] })).toEqual([
      { field: 'rows[0].external_reference', message: 'must be a string or null' },
    ]);
  });

  test('an alternative that fails is one error', () => {
    expect(body({ rows, value: {} })).toEqual([{ field: 'value', message: 'must be a string or a number' }]);
  });

  test('the value itself has the empty path', () => {
    expect(body([])).toEqual([{ field: '', message: 'must be an object' }]);
  });

  test('what an object inherits is not there', () => {
    const validate = compileValidator({ type: 'object', required: ['constructor', 'toString'] });
    expect(validate({}).map(({ field }) => field)).toEqual(['constructor', 'toString']);
  });

  test('an unknown keyword is a mistake in the schema', () => {
    expect(() => compileValidator({ type: 'string', maxLenght: 5 })).toThrow(/maxLenght/);
  });

  test('the value is left as it was', () => {
    const value = { rows: [{ external_reference: 'a', extra: 1 }] };
    compileValidator({ properties: { rows: { default: [] }, other: { default: 1 } } })(value);
    expect(value).toEqual({ rows: [{ external_reference: 'a', extra: 1 }] });
  });
});

describe('compileQueryValidator', () => {
  const query = compileQueryValidator({
    type: 'object',
    additionalProperties: false,
    properties: {
      page: { type: 'integer', minimum: 1 },
      'filter[overdue]': { type: 'boolean' },
      'filter[name]': { type: 'string' },
    },
  });

  test('numbers and booleans are read, texts stay texts', () => {
    expect(query({ page: '2', 'filter[overdue]': 'true', 'filter[name]': '7' })).toEqual({
      value: { page: 2, 'filter[overdue]': true, 'filter[name]': '7' },
      errors: [],
    });
  });

  // Rules: 15.2.4
  test.each(['9007199254740993', '99999999999999999999', '9'.repeat(400)])(
    'page=%j counts as the largest whole number that is exact',
    (page) => {
      expect(query({ page })).toEqual({ value: { page: Number.MAX_SAFE_INTEGER }, errors: [] });
    },
  );

  test.each(['0', '-1', '1.5', '0x10', '1e2', ' 1', '', 'true', '9'.repeat(400) + '.0'])(
    'page=%j is refused',
    (page) => {
      expect(query({ page }).errors).toEqual([expect.objectContaining({ field: 'page' })]);
    },
  );

  test('a parameter that is given twice is refused', () => {
    expect(query({ page: ['1', '2'] }).errors).toEqual([{ field: 'page', message: 'must be sent once' }]);
  });

  test('an unknown parameter is named', () => {
    expect(query({ 'filter[colour]': 'red' }).errors).toEqual([
      { field: 'filter[colour]', message: expect.stringMatching(/^is not known here; known are: page, /) },
    ]);
  });

  test('the nearest parameter is named', () => {
    expect(query({ 'filter[nmae]': 'red' }).errors).toEqual([
      { field: 'filter[nmae]', message: 'is not known here; did you mean "filter[name]"?' },
    ]);
  });

  test('a filter without its brackets is named with them', () => {
    expect(query({ name: 'red' }).errors).toEqual([
      { field: 'name', message: 'is not known here; did you mean "filter[name]"?' },
    ]);
  });

  test('a parameter named __proto__ is an unknown one', () => {
    const given: Record<string, string> = JSON.parse('{"__proto__":"x"}');
    expect(query(given).errors).toEqual([
      { field: '__proto__', message: expect.stringMatching(/^is not known here; known are: page, /) },
    ]);
  });
});

describe('cleanText', () => {
  // Rules: 15.11.1
  test('NUL and half surrogate pairs go from texts and keys at any depth', () => {
    const dirty = JSON.parse('{"a\\u0000b":["x\\u0000y",{"k":"\\ud800z"}],"whole":"\\ud83d\\ude00"}');
    expect(cleanText(dirty)).toEqual({ ab: ['xy', { k: '\ufffdz' }], whole: '😀' });
  });

  // Rules: 15.11.1
  test('a key named __proto__ is taken out, even one that cleaning makes', () => {
    const cleaned = cleanText(JSON.parse('{"__proto__":{"admin":true},"__proto\\u0000__":{"admin":true},"a":1}'));
    expect(Object.getOwnPropertyNames(cleaned)).toEqual(['a']);
    expect(Object.getPrototypeOf(cleaned).admin).toBeUndefined();
  });

  test('a clean value is given back as it is', () => {
    const value = { a: ['text', 1, null, true] };
    expect(cleanText(value)).toBe(value);
  });

  test('the order of keys and items stays', () => {
    const cleaned = cleanText(JSON.parse('{"z":"\\u0000","a":[{"y":1,"b":2},3,[4]],"m":1}'));
    expect(JSON.stringify(cleaned)).toBe('{"z":"","a":[{"y":1,"b":2},3,[4]],"m":1}');
  });
});

describe('checkCount', () => {
  test('takes as many values as allowed, itself included, and names the first one beyond', () => {
    const value = { a: [1, null, { b: 'x' }], c: true };
    expect(checkCount(value, 7)).toEqual([]);
    expect(checkCount(value, 6)).toEqual([{ field: 'c', message: expect.stringMatching(/^is beyond the 6 values/) }]);
    expect(checkCount(value, 5)).toMatchObject([{ field: 'a[2].b' }]);
    expect(checkCount(value, 3)).toMatchObject([{ field: 'a[1]' }]);
  });

  test('goes no further than the limit', () => {
    const read: string[] = [];
    const value = new Proxy({ a: 1, b: 2, c: 3 }, { get: (of, key) => (read.push(String(key)), Reflect.get(of, key)) });
    expect(checkCount(value, 2)).toMatchObject([{ field: 'b' }]);
    expect(read).toEqual(['a', 'b']);
  });
});

describe('checkNumbers', () => {
  const fieldsOf = (json: string) => checkNumbers(JSON.parse(json)).details.map(({ field }) => field);

  test.each(['9007199254740992', '-9007199254740992', '12345678901234567890', '1e16', '1e300', '1e999', '-1e999'])(
    'refuses %s, wherever it stands, by its path',
    (number) => {
      expect(fieldsOf(`{"a":[1,{"b c":${number}}],"d":${number}}`)).toEqual(['a[1].b c', 'd']);
    },
  );

  test('lets pass whatever a 64-bit float does not round to another whole number', () => {
    expect(
      fieldsOf('[9007199254740991,-9007199254740991,0,-0,0.1,1.5e-300,123456789.123456789,"12345678901234567890"]'),
    ).toEqual([]);
  });

  test('counts all and lists a hundred', () => {
    const { details, total } = checkNumbers(Array.from({ length: 1_000 }, () => 1e20));
    expect([details.length, total, details[99]?.field]).toEqual([100, 1_000, '[99]']);
  });

  test('finds every whole number that parsing changes', () => {
    // Around powers of two and ten, where rounding begins.
    const numbers = Array.from({ length: 40 }, (_, index) => 2n ** BigInt(45 + index) + BigInt(index % 5) - 2n);
    const changed = numbers.filter((number) => BigInt(JSON.parse(String(number)) as number) !== number);
    const found = numbers.filter((number) => checkNumbers([JSON.parse(String(number))]).total > 0);
    expect(found).toEqual(expect.arrayContaining(changed));
    expect(changed.length).toBeGreaterThan(20);
  });
});
