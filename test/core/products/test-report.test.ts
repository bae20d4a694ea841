import { describe, expect, test } from '../../support/jest.ts';
import { PRODUCTS, productByCode } from '../../../core/products/index.ts';
import { filledReport, testAnswer } from '../../../core/products/test-report.ts';
import type { JsonObject } from '../../../core/json.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { compileValidator } from '../../../platform/validation/index.ts';

const { sandbox } = loadReferenceData();
const asOf = '2026-03-01';
const income = PRODUCTS.income_verification;
const valid = compileValidator(income.schema);
const subjects = sandbox.subjects.filter(({ product_code: code }) => code === 'income_verification');
const reportOf = (payload: JsonObject) => {
  const answer = testAnswer(income, payload, { sandbox, asOf });
  return answer.kind === 'report' ? answer.output : null;
};
const withAmounts = (payload: JsonObject, monthlyIncome: number, rent: number): JsonObject => ({
  ...payload,
  applicant: { ...(payload.applicant as JsonObject), monthly_income: monthlyIncome },
  property: { ...(payload.property as JsonObject | undefined), monthly_rent: rent },
});
const sumOf = (sources: unknown) =>
  (sources as { monthly_usd: number }[]).reduce((sum, { monthly_usd: amount }) => sum + amount, 0);

describe('the report of a registered subject', () => {
  // Rules: 6.1.2
  test.each(subjects.map(({ id, payload }) => [id, payload] as const))(
    '%i is as registered with its own payload, on the day of which it is',
    (_id, payload) => {
      const { applicant } = payload;
      const registered = sandbox.find('income_verification', applicant);
      const ofDay = registered?.kind === 'report' ? String(registered.output.checked_on) : asOf;
      expect(testAnswer(income, payload, { sandbox, asOf: ofDay })).toEqual(registered);
    },
  );

  // Rules: 6.1.9
  test('takes the amounts that the payload names, and what follows from them', () => {
    const [first] = subjects;
    const report = reportOf(withAmounts(first?.payload ?? {}, 3_100, 2_000));
    expect(report).toMatchObject({
      stated_monthly_income_usd: 3_100,
      monthly_income_usd: 3_120,
      annual_income_usd: 37_440,
      rent_usd: 2_000,
      income_to_rent_ratio: 1.56,
      sources: [{ kind: 'wages', monthly_usd: 3_120 }],
    });
  });

  test.each(subjects.map(({ id, payload }) => [id, payload] as const))(
    '%i fits its schema, adds up and proves no more than before, whatever amounts are named',
    (_id, payload) => {
      const before = reportOf(payload);
      for (const [stated, rent] of [
        [1, 1],
        [999, 3_333],
        [1_234.56, 800],
        [250_000, 12_000],
      ] as const) {
        const report = reportOf(withAmounts(payload, stated, rent));
        if (report === null || before === null) {
          expect(report).toBe(before);
          continue;
        }
        const { monthly_income_usd: monthly, annual_income_usd: annual, income_to_rent_ratio: ratio } = report;
        expect(valid(report)).toEqual([]);
        expect([report.status, monthly === null]).toEqual([before.status, before.monthly_income_usd === null]);
        if (typeof monthly !== 'number') continue;
        expect([annual, ratio]).toEqual([monthly * 12, Math.round((monthly / rent) * 100) / 100]);
        expect(sumOf(report.sources)).toBeCloseTo(monthly, 6);
      }
    },
  );

  test('that a caller gave is not changed by the payload', () => {
    const output = income.synthetic({}, asOf, {});
    const given = { find: () => ({ kind: 'report', output, isGiven: true }) as const };
    const answer = testAnswer(income, { applicant: { monthly_income: 1 } }, { sandbox: given, asOf });
    expect(answer).toMatchObject({ output });
  });
});

describe('a part of a report', () => {
  test('is filled with the rest, objects member by member and lists as a whole', () => {
    const rest = { a: 1, b: { c: 1, d: 2 }, e: [1, 2], f: null };
    expect(filledReport({ a: 2, b: { c: 3 }, e: [3], f: { g: 1 } }, rest)).toEqual({
      a: 2,
      b: { c: 3, d: 2 },
      e: [3],
      f: { g: 1 },
    });
  });

  test.each(Object.keys(PRODUCTS))('of %s is the whole report if it is empty, and itself if it is whole', (code) => {
    const product = productByCode(code);
    const report = product?.synthetic({ first_name: 'Ann' }, asOf, {}) ?? {};
    expect(filledReport({}, report)).toEqual(report);
    expect(filledReport(report, product?.synthetic({}, asOf, {}) ?? {})).toMatchObject(report);
  });
});
