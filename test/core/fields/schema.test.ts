import fc from 'fast-check';
import person from '../../../data/fields/person.json' with { type: 'json' };
import standard from '../../../data/fields/standard.json' with { type: 'json' };
import { payloadSchema } from '../../../core/fields/payload-schema.ts';
import { readSchema, schemaOf } from '../../../core/fields/schema.ts';
import type { FieldSpec } from '../../../core/fields/spec.ts';
import { checkSchema } from '../../../core/schema/check.ts';
import { PLAIN_FORMATS } from '../../../core/schema/formats.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { randomDictionaries } from './random-dictionaries.ts';

// Rules: 20.5.1
test('a dictionary that is exported and imported is the same, and so is its next export', () => {
  let declared = 0;
  fc.assert(
    fc.property(randomDictionaries, (specs) => {
      declared += specs.size;
      const json = JSON.stringify(schemaOf(specs));
      const read = readSchema(JSON.parse(json));
      expect(read.faults).toEqual([]);
      expect(new Map(read.specs)).toEqual(new Map(specs));
      expect(JSON.stringify(schemaOf(read.specs))).toBe(json);
    }),
    { numRuns: 500 },
  );
  expect(declared).toBeGreaterThan(1_000);
});

test.each([
  ['person', person],
  ['standard', standard],
])('the %s dictionary is written in the same language', (_name, json) => {
  const { specs, faults } = readSchema(json);
  expect(faults).toEqual([]);
  expect(schemaOf(specs)).toEqual(json);
});

const dti = (schema: object) => ({
  type: 'object',
  properties: { applicant: { properties: { 'debt/income~1': { type: 'number', ...schema } } } },
});
const AT = '/properties/applicant/properties/debt~1income~01';

// Rules: 20.5.2
describe('a fault of a schema names its place', () => {
  test.each([
    [dti({ minimum: 0 }), `${AT}/minimum`],
    [dti({ description: 'Share of debts.' }), `${AT}/description`],
    [dti({ 'x-uint': 'percent' }), `${AT}/x-uint`],
    [dti({ properties: {} }), `${AT}/properties`],
    [dti({ type: ['number', 'null'] }), `${AT}/type`],
    [dti({ type: 'string', format: 'email' }), `${AT}/type`],
    [dti({ 'x-kind': 'secret' }), `${AT}/x-kind`],
    [dti({ 'x-unit': 'dollars' }), `${AT}/x-unit`],
    [dti({ title: '' }), `${AT}/title`],
    [dti({ 'x-reason-above': 'Score too low' }), `${AT}/x-reason-above`],
    [dti({ 'x-also': ['pay', 7] }), `${AT}/x-also/1`],
    [dti({ 'x-person': true }), `${AT}/x-person`],
    [dti({ type: 'string', enum: ['a', 7] }), `${AT}/enum/1`],
    [dti({ type: 'array', items: { type: 'string', enum: [7] } }), `${AT}/items/enum/0`],
    [dti({ type: 'array', enum: ['a'] }), `${AT}/enum`],
    [dti({ type: 'array', items: { type: 'array' } }), `${AT}/items/type`],
    [dti({ type: 'array', items: { type: 'string', title: 'x' } }), `${AT}/items/title`],
    [dti({ type: 'array', items: { type: 'number' }, 'x-item': { one: 'job', many: '\u0007' } }), `${AT}/x-item/many`],
    [{ type: 'object', properties: { 'a.b': { type: 'text' } } }, '/properties/a.b'],
    [{ type: 'object', properties: { steps: { type: 'object' } } }, '/properties/steps'],
    [{ type: 'object', properties: { x: { title: 'X' } } }, '/properties/x/title'],
    [{ type: 'object', properties: { x: 7 } }, '/properties/x'],
    [{ type: 'object', required: ['x'] }, '/required/0'],
    [{ type: 'object', $schema: 'http://json-schema.org/draft-07/schema#' }, '/$schema'],
    [{ type: 'object', additionalProperties: false }, '/additionalProperties'],
    [{ type: 'array' }, '/type'],
    [[], ''],
    [JSON.parse('{"type":"object","properties":{"__proto__":{"type":"number"}}}'), '/properties/__proto__'],
  ] as [unknown, string][])('%j at %s', (schema, pointer) => {
    const found = readSchema(schema).faults.map((fault) => fault.pointer);
    expect(found).toEqual([pointer]);
  });

  test('whatever is sent, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        readSchema(json);
        readSchema({ type: 'object', properties: { x: json } });
        readSchema({ type: 'object', properties: { x: { type: 'array', items: json } } });
      }),
    );
  });
});

test('items with members are objects, and need no type as other objects need none', () => {
  const jobs = (items: object) =>
    readSchema({ type: 'object', properties: { jobs: { type: 'array', 'x-kind': 'fact', items } } });
  const properties = { pay: { type: 'number', title: 'Pay' } };
  expect(jobs({ properties })).toEqual(jobs({ type: 'object', properties }));
  expect(jobs({ properties, required: ['pay'] }).faults).toEqual([]);
  const refused = jobs({ properties: { pay: { type: 'number', minimum: 0 } } }).faults;
  expect(refused.map(({ pointer }) => pointer)).toEqual(['/properties/jobs/items/properties/pay/minimum']);
  expect(jobs({}).faults.map(({ pointer }) => pointer)).toEqual(['/properties/jobs/items/type']);
});

// Rules: 20.5.3
describe('the schema of payloads', () => {
  const specs = new Map<string, FieldSpec>([
    ['applicant', { type: 'person', label: 'Applicant' }],
    ['applicant.pay', { type: 'number', label: 'Pay', unit: 'USD', required: true }],
    ['applicant.state', { type: 'text', values: ['TX', 'CA'] }],
    ['applicant.jobs', { type: 'list' }],
    ['applicant.jobs.pay', { type: 'number' }],
    ['applicant.tags', { type: 'list', item_type: 'text' }],
    ['applicant.since', { type: 'date' }],
  ]);
  const faultsOf = (payload: unknown): string[] => {
    const schema = payloadSchema(specs);
    const found: string[] = [];
    checkSchema(payload, schema, { root: schema, formats: PLAIN_FORMATS, report: (field) => found.push(field) });
    return found;
  };

  test.each([
    {},
    { other: 1, applicant: null },
    { applicant: { pay: null, state: 'NV', jobs: [], tags: ['a', null], more: {} } },
    { applicant: { pay: 12.5, jobs: [{ pay: 7 }, { pay: null }], since: '2026-01-02' } },
  ])('accepts what a trigger accepts: %j', (payload) => expect(faultsOf(payload)).toEqual([]));

  test.each([
    [{ applicant: { pay: 'a dozen' } }, 'applicant.pay'],
    [{ applicant: { jobs: [{ pay: true }] } }, 'applicant.jobs[0].pay'],
    [{ applicant: { tags: [{}] } }, 'applicant.tags[0]'],
    [{ applicant: { since: 'soon' } }, 'applicant.since'],
    [{ applicant: [] }, 'applicant'],
  ])('refuses a value of another type: %j', (payload, field) => expect(faultsOf(payload)).toEqual([field]));

  test('says what is known of a field, and of whom it decides nothing', () => {
    const { properties } = payloadSchema(specs) as { properties: { applicant: { properties: object } } };
    expect(properties.applicant.properties).toMatchObject({
      pay: { type: ['number', 'string', 'null'], title: 'Pay', 'x-unit': 'USD' },
      state: { examples: ['TX', 'CA'] },
    });
  });
});
