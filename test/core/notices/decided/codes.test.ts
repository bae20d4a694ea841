import { describe, expect, test } from '../../../support/jest.ts';
import type { ConditionTrace } from '../../../../core/cascade/conditions.ts';
import { catalogueReason, codeFault, trueCodes, type Seen } from '../../../../core/notices/decided/index.ts';
import { PRODUCT_CODES, productByCode, PRODUCTS, reasonCatalogue } from '../../../../core/products/index.ts';
import { Work } from '../../../../core/work.ts';

const READ = { node_id: 'pull', visit: 1 };
const income = { ...PRODUCTS.income_verification.synthetic({}, '2026-03-01', {}), income_to_rent_ratio: 1.4 };
const reports = (productCode: string, output: object) => () => ({
  productCode,
  product: productByCode(productCode),
  output: output as never,
  work: new Work(1e9),
});
const trace = (field: string, actual: number, value: number): ConditionTrace =>
  ({
    ...{ branch: 'pass', group: 0, source_node_id: 'pull', field, operator: 'greater_than_or_equal', value, actual },
    ...{ result: actual >= value, missing: false, read: READ },
  }) as ConditionTrace;
const seenWith = (...traces: ConditionTrace[]): Seen => ({ traces, reportsHeld: [READ] });
const faultOf = (code: string, seen: Seen) => codeFault(code, seen, reports('income_verification', income));

// Rules: 9.6.4
describe('a code of the reason catalogue that is not true', () => {
  const RATIO = 'income_verification.income_to_rent_ratio';

  test('says that no such report is at hand', () => {
    expect(faultOf(reasonCatalogue(PRODUCTS.credit_report)[0]?.code ?? '', seenWith())).toBe(
      'no credit_report is at hand here',
    );
  });

  test('says that no condition read the field, and its value', () => {
    expect(faultOf(RATIO, seenWith())).toBe('no condition that counts here read income_to_rent_ratio, which is 1.4');
  });

  test('says that the condition was met, and what it asks', () => {
    expect(faultOf(RATIO, seenWith(trace('income_to_rent_ratio', 1.4, 1)))).toBe(
      'income_to_rent_ratio is 1.4, as the condition asks (greater than or equal 1)',
    );
  });

  test('is true if the condition was not met', () => {
    expect(faultOf(RATIO, seenWith(trace('income_to_rent_ratio', 1.4, 2.5)))).toBeNull();
  });

  test('and is of no code is no code', () => {
    expect(faultOf('Gap in references', seenWith())).toBeNull();
  });

  // Rules: 10.20.1
  test.each(PRODUCT_CODES)(
    'is told apart of all codes of %s: each is either true or has a fault with words',
    (code) => {
      const product = PRODUCTS[code];
      const output = product.synthetic({ first_name: 'Ann', last_name: 'Other' }, '2026-03-01', {});
      const seen = seenWith();
      const read = reports(code, output);
      const holding = trueCodes(seen, read);
      for (const { code: each } of reasonCatalogue(product)) {
        const fault = codeFault(each, seen, read);
        expect([each, fault === null]).toEqual([each, holding.includes(each)]);
        expect(fault ?? 'it is true').toMatch(/ (is|read|be) /);
        expect(catalogueReason(each)?.text).toEqual(expect.any(String));
      }
    },
  );
});
