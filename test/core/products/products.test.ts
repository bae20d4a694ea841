import { identityOf } from '../../../core/products/seeded.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { scoreDisclosure } from '../../../core/products/credit-report.ts';
import {
  fieldSchema,
  PRODUCT_CODES,
  productByCode,
  PRODUCTS,
  factorsOf,
  fieldNames,
  missingReasonOf,
  reasonCatalogue,
  reasonOf,
  type Product,
} from '../../../core/products/index.ts';
import { compileValidator } from '../../../platform/validation/index.ts';

const AS_OF = '2026-03-01';
const products = PRODUCT_CODES.map((code): [string, Product] => [code, PRODUCTS[code]]);

/** People of all sorts: with much, little and nothing known of them. */
const people: JsonObject[] = Array.from({ length: 200 }, (_, index) => {
  const whole: JsonObject = {
    first_name: `First${index}`,
    last_name: 'Example',
    date_of_birth: index % 7 === 0 ? 'unknown' : `${1940 + (index % 68)}-0${1 + (index % 9)}-1${index % 10}`,
    ssn: `900-00-${1000 + index}`,
    email: `person${index}@example.com`,
    phone: '+1 512 555 0100',
    address: { line1: '1 Example Plaza', city: 'Austin', state: 'TX', postal_code: '78701' },
    monthly_income: index % 3 === 0 ? '4200.50' : 1_000 + index * 50,
  };
  if (index % 5 === 0) return { name: `Person ${index}` };
  if (index % 11 === 0) return { reference: index };
  return whole;
});
const PROPERTY = { monthly_rent: 1_500 };

/** The schema with every object closed, so that an output can hold nothing that is not described. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null) return inner;
  return { ...inner, additionalProperties: false, required: Object.keys(schema.properties) };
}

function leaves(schema: JsonSchema, path = ''): { path: string; schema: JsonSchema }[] {
  const { items, properties } = schema;
  // A list of plain values is described as a whole.
  if (isSchema(items)) return 'properties' in items ? leaves(items, path) : [{ path, schema }];
  if (!isSchema(properties)) return [{ path, schema }];
  return Object.entries(properties).flatMap(([name, inner]) =>
    isSchema(inner) ? leaves(inner, path === '' ? name : `${path}.${name}`) : [],
  );
}
function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

describe.each(products)('%s', (code, product) => {
  test('answers to its code', () => {
    expect(productByCode(code)).toBe(product);
    expect(product.code).toBe(code);
  });

  test('makes reports within its schema, with no more and no less than the schema describes', () => {
    const validate = compileValidator(closed(product.schema) as JsonSchema);
    for (const [index, applicant] of people.entries()) {
      const report = product.synthetic(applicant, AS_OF, index % 2 === 0 ? PROPERTY : undefined);
      expect(validate(report)).toEqual([]);
    }
  });

  // Rules: 6.1.1
  test('makes the same report of the same person, whatever the spelling or the telephone number', () => {
    const person = people[1] ?? {};
    const again = { ...person, first_name: ' FIRST1 ', phone: '+1 512 555 0199' };
    expect(product.synthetic(again, AS_OF, PROPERTY)).toEqual(product.synthetic(person, AS_OF, PROPERTY));
  });

  test('makes different reports of different people', () => {
    const reports = new Set(people.map((person) => JSON.stringify(product.synthetic(person, AS_OF))));
    expect(reports.size).toBeGreaterThan(8);
  });

  test('has no date after the day of the report, but for expiries', () => {
    for (const person of people) {
      const text = JSON.stringify(product.synthetic(person, AS_OF)).replaceAll(/"expires_on":"[^"]*"/g, '');
      for (const [day] of text.matchAll(/\d{4}-\d{2}-\d{2}(?=")/g)) expect(day <= AS_OF).toBe(true);
    }
  });

  test('moves its dates with the day of the report and nothing else', () => {
    const shape = (asOf: string): string =>
      JSON.stringify(product.synthetic({ name: 'Ann Example' }, asOf)).replaceAll(/\d{4}-\d{2}-\d{2}/g, 'day');
    expect(shape('2027-03-01')).toBe(shape(AS_OF));
  });

  test('describes every field, and gives the words of a reason for most of what decides', () => {
    for (const { path, schema } of leaves(product.schema)) {
      expect(`${path}: ${String(schema.description)}`).toMatch(/: .{3,}/);
      expect(fieldSchema(product, path)).toBe(schema);
    }
    const decisive = Object.entries(product.schema.properties as Record<string, JsonSchema>).filter(([, schema]) =>
      ['integer', 'boolean', 'number'].includes(String([schema.type].flat()[0])),
    );
    for (const [name] of decisive) {
      if (['score_minimum', 'score_maximum', 'rent_usd'].includes(name)) continue;
      expect([name, reasonOf(product, name)?.text ?? factorsOf(product, name)?.path]).toEqual([
        name,
        expect.any(String),
      ]);
    }
  });

  // Rules: 10.23.8
  test('every reason has a predicate on fields that the report has', () => {
    for (const { code, text, when } of reasonCatalogue(product)) {
      expect(text).toMatch(/\w+ \w+|Bankruptcy/);
      expect([code, when?.is]).toEqual([code, expect.stringMatching(/^(?:state|above|below|missing)$/)]);
      if (when.is === 'state') expect(when.any).not.toEqual([]);
      const tests = when.is === 'state' || when.is === 'missing' ? when.any : [];
      for (const { field } of tests) expect([code, fieldNames(product).includes(field)]).toEqual([code, true]);
    }
  });

  test('survives whatever is sent as a person', () => {
    const odd: Json[] = [null, '', 0, [], {}, 'NaN', '9999-99-99', Number.MAX_VALUE, '\ud800'];
    for (const value of odd) {
      const keys = ['first_name', 'date_of_birth', 'ssn', 'address', 'monthly_income', '__proto__'];
      const applicant = Object.fromEntries(keys.map((key) => [key, value]));
      expect(isJsonObject(product.synthetic(applicant, AS_OF, { monthly_rent: value }))).toBe(true);
    }
    expect(isJsonObject(product.synthetic({ x: Number.POSITIVE_INFINITY }, AS_OF))).toBe(true);
  });
});

describe('synthetic credit reports', () => {
  const reports = Array.from({ length: 600 }, (_, index) =>
    PRODUCTS.credit_report.synthetic({ name: `P${index}` }, AS_OF),
  );
  const scores = reports.map(({ score }) => score).filter((score) => typeof score === 'number');

  test('have scores spread as among people, some thin files among them', () => {
    const below = (limit: number): number => scores.filter((score) => score < limit).length / scores.length;
    expect(below(580)).toBeGreaterThan(0.06);
    expect(below(580)).toBeLessThan(0.22);
    expect(below(700)).toBeGreaterThan(0.3);
    expect(below(700)).toBeLessThan(0.55);
    const thin = reports.length - scores.length;
    expect(thin).toBeGreaterThan(600 * 0.02);
    expect(thin).toBeLessThan(600 * 0.1);
  });

  test('add up', () => {
    for (const report of reports) {
      const lines = (report.tradelines as JsonObject[]) ?? [];
      const total = lines.reduce((sum, { balance_usd }) => sum + Number(balance_usd), 0);
      expect(report.total_balance_usd).toBe(total);
      expect(report.tradelines_count).toBe(lines.length);
      expect(report.collections_count).toBe((report.collections as Json[]).length);
    }
  });

  test('name at most four key factors, and a fifth only for inquiries', () => {
    for (const report of reports) {
      const factors = report.key_factors as { text: string }[];
      expect(factors.length).toBeLessThanOrEqual(5);
      if (factors.length === 5) expect(factors[4]?.text).toContain('inquiries');
    }
  });
});

describe('fields and reasons', () => {
  const credit = PRODUCTS.credit_report;

  test.each(['', 'nothing', 'score.x', 'constructor', '__proto__', 'tradelines.length', 'tradelines.0.0.status', '0'])(
    '%j is no field',
    (path) => {
      expect(fieldSchema(credit, path)).toBeUndefined();
      expect(reasonOf(credit, path)).toBeUndefined();
      expect(missingReasonOf(credit, path)).toBeUndefined();
    },
  );

  test.each([
    ['tradelines', 'array'],
    ['tradelines.3', 'object'],
    ['tradelines.3.status', 'string'],
    ['tradelines.status', 'string'],
  ])('%j is a field', (path, type) => {
    expect(fieldSchema(credit, path)?.type).toBe(type);
  });

  test('a field without words of its own has those of what holds it, with their predicate', () => {
    expect(reasonOf(credit, 'collections.0.agency')).toEqual(reasonOf(credit, 'collections'));
  });

  test('a missing value has words of its own', () => {
    expect(missingReasonOf(credit, 'score')?.text).toContain('Too little credit history');
    expect(missingReasonOf(credit, 'score')?.code).toBe('credit_report.score.missing');
  });

  test('a score has factors, and no words of its own', () => {
    expect(factorsOf(credit, 'score')).toEqual({ path: 'key_factors', when: { is: 'below' } });
    expect(reasonOf(credit, 'score')).toBeUndefined();
    expect(factorsOf(PRODUCTS.identity_verification, 'risk_score')).toEqual({
      path: 'risk_signals',
      when: { is: 'above' },
    });
  });

  test('no words of a reason speak of failing a score or of internal standards', () => {
    for (const product of Object.values(PRODUCTS)) {
      expect(JSON.stringify(product.schema)).not.toMatch(/"x-reason[^"]*":"[^"]*(internal|fail|standard)/i);
    }
  });
});

describe('scoreDisclosure', () => {
  const factors = (...texts: string[]) => texts.map((text) => ({ code: 'X', text }));

  // Rules: 11.1.4
  test('gives what the bureau gave', () => {
    const report = PRODUCTS.credit_report.synthetic({ name: 'Ann Example' }, AS_OF);
    expect(scoreDisclosure(report)).toEqual({
      score: report.score,
      range: { minimum: 300, maximum: 850 },
      keyFactors: report.key_factors,
      scoredOn: AS_OF,
      model: report.score_model,
    });
  });

  test('has a fifth factor only if it is inquiries', () => {
    const output = (fifth: string) => ({ score: 500, key_factors: factors('a', 'b', 'c', 'd', fifth) });
    expect(scoreDisclosure(output('Too many inquiries'))?.keyFactors).toHaveLength(5);
    expect(scoreDisclosure(output('Few accounts'))?.keyFactors).toHaveLength(4);
  });

  test('is null without a score, and says what is unknown', () => {
    expect(scoreDisclosure({ score: null })).toBeNull();
    expect(scoreDisclosure({})).toBeNull();
    expect(scoreDisclosure({ score: 700 })).toMatchObject({ range: null, scoredOn: null, model: null, keyFactors: [] });
  });

  // Rules: 11.1.4
  test.each([
    ['half a range', { score_minimum: 300 }],
    ['the day of the report', { reported_on: '2026-02-02' }],
  ])('assumes nothing from %s', (_, given) => {
    expect(scoreDisclosure({ score: 700, ...given })).toMatchObject({ range: null, scoredOn: null });
  });
});

test('who somebody is is read once, however many reports are drawn of a large payload', () => {
  const applicant = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n]));
  let reads = 0;
  const watched = new Proxy(applicant, {
    ownKeys(target) {
      reads += 1;
      return Reflect.ownKeys(target);
    },
  });
  identityOf(watched);
  const once = reads;
  for (let pulled = 0; pulled < 50; pulled += 1) identityOf(watched);
  expect([once > 0, reads]).toEqual([true, once]);
});
