import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { seenInReview, trueReasons, type StepsOfRun } from '../../../core/explanation/seen.ts';
import { catalogueReason, codeFault, trueCodes } from '../../../core/notices/decided/index.ts';
import { PRODUCT_CODES, PRODUCTS } from '../../../core/products/index.ts';
import { expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

/** Every product is pulled, and a person is asked with all of the reports at hand. */
const DEFINITION = PRODUCT_CODES.map((code) => ({
  id: code,
  type: 'BillingProduct',
  billing_product_code: code,
})) as unknown as CascadeDefinition;
const ROUND = { kind: 'decision', nodeId: 'decide', deciding: [] };

const runOf = (applicant: number): StepsOfRun => ({
  definition: DEFINITION,
  steps: PRODUCT_CODES.map((code) => ({
    node_id: code,
    visit: 1,
    output: PRODUCTS[code].synthetic({ first_name: 'Ann', last_name: `Other ${applicant}` }, '2026-03-01', {}) as never,
  })),
});

// Rules: 9.6.5
test('a reviewer is offered each fact once, and whatever code stands for it is true', () => {
  let merged = 0;
  for (let applicant = 0; applicant < 60; applicant += 1) {
    const run = runOf(applicant);
    const { seen, reports } = seenInReview(run, ROUND, plenty());
    const offered = trueReasons(run, ROUND, plenty());
    const texts = offered.map(({ text }) => text);
    expect(texts).toEqual([...new Set(texts)]);
    expect(offered.flatMap(({ codes }) => codes).toSorted()).toEqual(trueCodes(seen, reports).toSorted());
    for (const { code, text, codes } of offered) {
      expect(codes[0]).toBe(code);
      for (const each of codes) {
        expect([each, catalogueReason(each)?.text, codeFault(each, seen, reports)]).toEqual([each, text, null]);
      }
      if (codes.length > 1) merged += 1;
    }
  }
  expect(merged).toBeGreaterThan(0);
});
