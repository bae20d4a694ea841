import fc from 'fast-check';
import { operatorOf } from '../../../core/cascade/operators/index.ts';
import { payloadTypesOf } from '../../../core/fields/payload-types.ts';
import { payloadSchema } from '../../../core/fields/payload-schema.ts';
import { FIELD_TYPES, type FieldSpec, type FieldSpecs } from '../../../core/fields/spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { checkSchema } from '../../../core/schema/check.ts';
import { PLAIN_FORMATS } from '../../../core/schema/formats.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { randomDictionaries } from './random-dictionaries.ts';

const SPECS = new Map<string, FieldSpec>([
  ['applicant', { type: 'person' }],
  ['applicant.dti', { type: 'number', required: true }],
  ['applicant.pets', { type: 'integer' }],
  ['applicant.zip', { type: 'text', values: ['02134'] }],
  ['applicant.since', { type: 'date' }],
  ['applicant.seen_at', { type: 'date_time' }],
  ['applicant.smokes', { type: 'yes_no' }],
  ['applicant.car', { type: 'object' }],
  ['applicant.jobs', { type: 'list' }],
  ['applicant.jobs.pay', { type: 'number' }],
  ['applicant.tags', { type: 'list', item_type: 'text' }],
  ['guests', { type: 'list', of_person: 'each' }],
  ['applicant.é', { type: 'number' }],
  ['homes.2024.rent', { type: 'number' }],
]);
const faultsOf = (payload: JsonObject, specs: FieldSpecs = SPECS, at = ''): string[] => {
  const faults: string[] = [];
  payloadTypesOf(specs)(payload, at, (field, message) => faults.push(`${field} ${String(message)}`));
  return faults;
};

// Rules: 1.10.1
describe('a value of the declared type', () => {
  test.each<Record<string, Json>>([
    { dti: 0.4 },
    { dti: '0.4' },
    { dti: ' +4e-1 ' },
    { pets: 3, zip: '02134' },
    { pets: '3.0', zip: 2134 },
    { pets: '1e3' },
    { since: '2026-03-02' },
    { since: '2026-03-02T10:00:00Z', seen_at: '2026-03-02' },
    { smokes: false },
    { smokes: 'true' },
    { car: {}, tags: ['a', 7], jobs: [{ pay: '12' }, {}] },
  ])('is accepted, as conditions read it: %j', (applicant) => expect(faultsOf({ applicant })).toEqual([]));

  // Rules: 1.10.2
  test.each<Record<string, Json>>([
    {},
    { dti: null, pets: null, zip: null, since: null, smokes: null, car: null, jobs: null, tags: null },
    { dti: '', pets: '', zip: '', since: '', seen_at: '', smokes: '' },
    { jobs: [], tags: [null], other: [{}] },
    { jobs: [null, { pay: null }] },
    { zip: 'a value that is new' },
  ])('can be missing, null, an empty text or another than those declared: %j', (applicant) =>
    expect(faultsOf({ applicant })).toEqual([]),
  );
});

// Rules: 1.10.1
describe('a value of another type', () => {
  test.each<[Record<string, Json>, string]>([
    [{ dti: 'n/a' }, 'applicant.dti must be a number: so it is declared'],
    [{ dti: '40%' }, 'applicant.dti must be a number: so it is declared'],
    [{ dti: [0.4] }, 'applicant.dti must be a number: so it is declared'],
    [{ dti: true }, 'applicant.dti must be a number: so it is declared'],
    [{ dti: '   ' }, 'applicant.dti must be a number: so it is declared'],
    [{ pets: 2.5 }, 'applicant.pets must be a whole number: so it is declared'],
    [{ pets: '12345678901234567890.5' }, 'applicant.pets must be a whole number: so it is declared'],
    [{ zip: { code: 1 } }, 'applicant.zip must be a text: so it is declared'],
    [{ zip: true }, 'applicant.zip must be a text: so it is declared'],
    [{ since: '03/02/2026' }, 'applicant.since must be an ISO 8601 date, such as 2026-03-02: so it is declared'],
    [{ since: '2026-02-30' }, 'applicant.since must be an ISO 8601 date, such as 2026-03-02: so it is declared'],
    [{ smokes: 'yes' }, 'applicant.smokes must be true or false: so it is declared'],
    [{ smokes: 0 }, 'applicant.smokes must be true or false: so it is declared'],
    [{ car: 'a Ford' }, 'applicant.car must be an object: so it is declared'],
    [{ jobs: { pay: 1 } }, 'applicant.jobs must be a list: so it is declared'],
    [{ jobs: [{ pay: 1 }, 7] }, 'applicant.jobs[1] must be an object: so it is declared'],
    [{ jobs: [{ pay: 1 }, { pay: 'lots' }] }, 'applicant.jobs[1].pay must be a number: so it is declared'],
    [{ tags: ['a', ['b']] }, 'applicant.tags[1] must be a text: so it is declared'],
    // Another spelling of the same name.
    [{ 'e\u0301': 'x' }, 'applicant.e\u0301 must be a number: so it is declared'],
  ])('is refused by its path: %j', (applicant, fault) => expect(faultsOf({ applicant })).toEqual([fault]));

  test('is found in lists that nobody declared, in people and under names that are numbers', () => {
    expect(faultsOf({ applicant: [1], guests: [{}, 'Ada'], homes: [{ 2024: { rent: 'x' } }] })).toEqual([
      'applicant must be an object: so it is declared',
      'guests[1] must be an object: so it is declared',
      'homes[0].2024.rent must be a number: so it is declared',
    ]);
    expect(faultsOf({ homes: { 2024: { rent: 'x' } } }, SPECS, 'rows[17].')).toEqual([
      'rows[17].homes.2024.rent must be a number: so it is declared',
    ]);
  });

  test('is never that of a name which an object has anyhow', () => {
    expect(faultsOf({ applicant: { 'jobs.pay': 'x', dtI: 'x' } })).toEqual([]);
    expect(faultsOf({}, new Map([['constructor.name', { type: 'number' }]]))).toEqual([]);
  });
});

const values = fc.oneof(
  fc.constantFrom<Json>(...['12', '1e3', 'x', '', ' 7 ', '2026-03-02', '2026-03-02T10:00:00', 'true', 'false', 'TRUE']),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

// Rules: 1.10.1
test('a value is of a type if and only if conditions can compare it as one', () => {
  const holds = (operator: 'equals' | 'greater_than' | 'contains', value: Json, other: string | number | boolean) =>
    value === null || operatorOf(operator).holds(value, other) !== null;
  const compared: Readonly<Record<string, (value: Json) => boolean>> = {
    number: (value) => holds('equals', value, 1),
    date: (value) => holds('greater_than', value, '2026-01-01') && holds('equals', value, '2026-01-01'),
    date_time: (value) => holds('equals', value, '2026-01-01T00:00:00Z'),
    yes_no: (value) => holds('equals', value, true),
    text: (value) => !Array.isArray(value) && holds('contains', value, 'a'),
  };
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(compared)), values, (type, value) => {
      const specs = new Map([['x', { type } as FieldSpec]]);
      expect(faultsOf({ x: value }, specs).length === 0).toBe(value === null || compared[type]?.(value) === true);
    }),
  );
});

const schemaFaults = (payload: JsonObject, specs: FieldSpecs): number => {
  const schema = payloadSchema(specs);
  let found = 0;
  checkSchema(payload, schema, { root: schema, formats: PLAIN_FORMATS, report: () => void (found += 1) });
  return found;
};

// Rules: 20.5.3
describe('the schema for integrators accepts a payload if and only if a trigger does', () => {
  const numbers = ['1.', '.5', '+1e-3', '1.50', '1e3', '15e-1', '  7', '7 7', '0x1f', '1_000', `1${'0'.repeat(400)}`];
  const dates = [
    ...['2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29', '2026-04-31', '2026-13-01', '0000-01-01', '0001-01-01'],
    ...['9999-12-31', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-05:00', '2026-03-02T24:00', '2026-03-02T10:00'],
    ...[
      '2026-03-02t10:00:60.123456789z',
      '2026-03-02T10:00:00.1234567890Z',
      '2026-03-02T10:00:00+16:00',
      '2026-03-02 10:00',
    ],
  ];
  const each = fc.oneof(values, fc.constantFrom<Json>(...numbers, ...dates, null, [[{ pay: 'x' }]], [null], {}));

  test('for whatever value of whatever type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_TYPES), each, (type, value) => {
        const specs = new Map<string, FieldSpec>([['x', { type }]]);
        expect(schemaFaults({ x: value }, specs) === 0).toBe(faultsOf({ x: value }, specs).length === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test('for the payloads of random dictionaries', () => {
    const payloads = randomDictionaries.chain((specs) =>
      fc
        .tuple(...[...specs.keys()].map(() => fc.tuple(each, fc.nat({ max: 3 }))))
        .map((drawn) => ({ specs, payload: payloadWith([...specs.keys()], drawn) })),
    );
    fc.assert(
      fc.property(payloads, ({ specs, payload }) => {
        expect(schemaFaults(payload, specs) === 0).toBe(faultsOf(payload, specs).length === 0);
      }),
      { numRuns: 500 },
    );
  });
});

/** A value at each path; some of what they stand in are lists, or lists of lists. */
function payloadWith(paths: readonly string[], drawn: readonly (readonly [Json, number])[]): JsonObject {
  const payload: JsonObject = {};
  for (const [index, path] of paths.entries()) {
    const [value = null, shape = 0] = drawn[index] ?? [];
    let at = payload;
    const names = path.split('.');
    for (const [depth, name] of names.entries()) {
      const held = Object.hasOwn(at, name) ? at[name] : undefined;
      if (depth === names.length - 1) {
        if (held === undefined) at[name] = value;
      } else {
        const inner: JsonObject = {};
        const [only] = [held].flat(2);
        if (held === undefined)
          at[name] = shape === 0 ? inner : shape === 1 ? [inner] : shape === 2 ? [[inner]] : inner;
        else if (!isJsonObject(only)) break;
        at = held === undefined ? inner : isJsonObject(only) ? only : inner;
      }
    }
  }
  return payload;
}
