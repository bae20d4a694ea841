import { specFaults } from '../../../core/fields/faults.ts';
import type { JsonSchema } from '../../../core/json.ts';
import { fieldNames, itemSchema, PRODUCTS } from '../../../core/products/index.ts';
import { specOfReport, specsOfReport } from '../../../core/products/specs.ts';
import { describe, expect, test } from '../../support/jest.ts';

const FIELDS = Object.values(PRODUCTS).flatMap((product) =>
  [...specsOfReport(product)].map(([path, spec]) => ({ at: `${product.code}.${path}`, path, spec })),
);

/** Every schema within one, but that of the whole. */
function within(schema: JsonSchema): JsonSchema[] {
  const inner = [schema.items, ...Object.values(schema.properties ?? {})].filter((each) => each !== undefined);
  return (inner as JsonSchema[]).flatMap((each) => [each, ...within(each)]);
}

describe('a field of a report', () => {
  // Rules: 20.5.4
  test('is declared in each schema: what it is called, whose it is, and of what kind', () => {
    expect(FIELDS.length).toBeGreaterThan(100);
    for (const { schema } of Object.values(PRODUCTS)) {
      for (const field of within(schema)) {
        expect(field).toMatchObject({ title: expect.stringMatching(/^\p{Lu}.{2,59}$/u), 'x-person': 'applicant' });
        expect(typeof field['x-kind']).toBe(field.type === 'object' ? 'undefined' : 'string');
      }
    }
  });

  test('has a declaration that an account could make, too', () => {
    const faults = FIELDS.flatMap(({ at, path, spec }) =>
      specFaults(`report.${path}`, spec).map(({ field, message }) => `${at} ${field} ${message}`),
    );
    expect(faults).toEqual([]);
  });

  test('is no fact where it is a name, a number or a score', () => {
    const others = FIELDS.filter(({ spec }) => spec.kind !== 'fact' && spec.type !== 'object');
    expect(Object.fromEntries(others.map(({ at, spec }) => [at, spec.kind]))).toEqual({
      'credit_report.score': 'score',
      'criminal_background.records.case_number': 'identifier',
      'eviction_history.records.case_number': 'identifier',
      'eviction_history.records.plaintiff': 'name',
      'identity_verification.risk_score': 'score',
    });
  });

  test('has all of it where conditions ask for one item, for a figure, or for the months since a date', () => {
    const criminal = PRODUCTS.criminal_background;
    expect(specOfReport(criminal, 'records.0.offense_on')).toMatchObject({ type: 'date', label: 'Offense date' });
    expect(specOfReport(criminal, 'records.count')).toMatchObject({ type: 'integer', unit: 'count', kind: 'fact' });
    expect(specOfReport(criminal, 'records.max.offense_on')).toMatchObject({ type: 'date', kind: 'fact' });
    expect(specOfReport(criminal, 'records.min.months_since_offense')).toMatchObject({
      type: 'integer',
      unit: 'months',
      label: 'Months since the offense date',
      of_person: 'applicant',
    });
    expect(specOfReport(criminal, 'nothing')).toBeUndefined();
  });

  test('that is a list says what its items are called', () => {
    for (const product of Object.values(PRODUCTS)) {
      for (const path of fieldNames(product)) {
        if (itemSchema(product, path) === undefined) continue;
        expect(specOfReport(product, path)).toMatchObject({ type: 'list', item: { one: expect.any(String) } });
      }
    }
  });
});
