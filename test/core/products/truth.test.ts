import { fullMonths } from '../../../core/time.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { PRODUCTS } from '../../../core/products/index.ts';
import { PRODUCT_CODES } from '../../../core/products/contract.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { credit, results, source } from '../interpreter/cascades.ts';
import { World } from '../interpreter/world.ts';

const { sandbox } = loadReferenceData();
const PEOPLE = 1_500;
const TODAY = '2027-08-09';

interface Tradeline {
  readonly opened_on: string;
}
type Credit = Readonly<Record<string, number>> & { readonly tradelines: readonly Tradeline[] };

const monthsSince = (day: string, today: string): number => (Date.parse(today) - Date.parse(day)) / 86_400_000 / 30.44;

/** The meaning that a reader takes from a factor. */
const SAYS: Readonly<Record<string, (report: Credit, today: string) => boolean>> = {
  'Bankruptcy on the credit report': (r) => Number(r.bankruptcies_count) > 0,
  'Account charged off as a bad debt': (r) => Number(r.charge_offs_count) > 0,
  'Account or accounts past due': (r) => Number(r.past_due_accounts_count) > 0,
  'Judgment, lien or garnishment of public record': (r) => Number(r.public_records_count) > 0,
  'Account placed for collection': (r) => Number(r.collections_count) > 0,
  'Payments made late in the last 24 months': (r) => Number(r.late_payments_last_24_months) > 0,
  'Balances on revolving accounts too high in relation to credit limits': (r) => Number(r.utilization_percent) > 30,
  'Length of time accounts have been established': () => true,
  'Few accounts paid as agreed': (r) =>
    Number(r.late_payments_last_24_months) + Number(r.past_due_accounts_count) + Number(r.charge_offs_count) > 0,
  'Time since the most recent account opening is short': (r, today) =>
    r.tradelines.some(({ opened_on: opened }) => monthsSince(opened, today) < 12),
  'Too many inquiries in the last 12 months': (r) => Number(r.inquiries_last_6_months) >= 2,
};

/** The factors that the report does not bear out, or that nobody knows. */
function untrue(report: JsonObject, today: string): string[] {
  const texts = (report.key_factors as unknown as readonly { readonly text: string }[]).map(({ text }) => text);
  return texts.filter((text) => SAYS[text]?.(report as unknown as Credit, today) !== true);
}

const people = Array.from({ length: PEOPLE }, (_, n) => ({ first_name: 'Ada', last_name: `Person ${n}` }));

function datesIn(value: Json): string[] {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === 'expires_on' ? [] : datesIn(member)));
}

describe('a generated credit report', () => {
  // Rules: 6.1.4
  test('names no factor that it does not bear out', () => {
    const lies = people.flatMap((person) => untrue(PRODUCTS.credit_report.synthetic(person, TODAY, {}), TODAY));
    expect(lies).toEqual([]);
  });

  test('names a factor wherever it has a score', () => {
    const reports = people.map((person) => PRODUCTS.credit_report.synthetic(person, TODAY, {}));
    const silent = reports.filter(({ score, key_factors: factors }) => score !== null && (factors as []).length === 0);
    expect(silent).toEqual([]);
  });
});

describe.each(sandbox.subjects.map((subject) => [subject.id, subject] as const))('subject %d', (_id, subject) => {
  const reports = [...subject.answers.values()].flatMap((answer) => (answer.kind === 'report' ? [answer] : []));

  test('has reports whose factors are true and that know nothing of later days', () => {
    for (const { output } of reports) {
      const madeOn = String(output.reported_on ?? output.searched_on ?? output.checked_on);
      expect(datesIn(output).filter((day) => day > madeOn)).toEqual([]);
      if (Array.isArray(output.key_factors)) expect(untrue(output, madeOn)).toEqual([]);
    }
    expect(subject.answers.size).toBeGreaterThan(0);
  });
});

describe('a registered report', () => {
  const clear = sandbox.subjects.find(
    ({ case_name: name, product_code: code }) => name === 'clear' && code === 'credit_report',
  );
  const pulledOn = (now: string): JsonObject => {
    const world = new World([source('pull'), credit('pull', 'end'), results('end')], {
      payload: clear?.payload ?? {},
      sandbox,
    });
    world.now = Date.parse(now);
    world.advance();
    return world.outputs.get('pull') as JsonObject;
  };

  test('is of the day of its pull', () => {
    expect(pulledOn('2027-08-09T12:00:00Z')).toMatchObject({ scored_on: '2027-08-09', reported_on: '2027-08-09' });
  });

  // Rules: 6.1.3
  test('says the same on every day: what is in it is as many whole months ago', () => {
    const [early, late] = ['2026-01-15T00:00:00Z', '2031-02-28T23:59:59Z'].map((now) => pulledOn(now));
    const age = (report: JsonObject | undefined) =>
      datesIn(report ?? {}).map((day) => fullMonths(day, String(report?.reported_on)));
    expect(age(late)).toEqual(age(early));
    expect(untrue(late ?? {}, '2031-02-28')).toEqual([]);
  });
});

test('every generated report of any product is of the day of its pull, and knows nothing of later days', () => {
  for (const code of PRODUCT_CODES) {
    for (const person of people.slice(0, 200)) {
      const report = PRODUCTS[code].synthetic(person, TODAY, {});
      expect([code, datesIn(report).filter((day) => day > TODAY)]).toEqual([code, []]);
      expect([code, report.reported_on ?? report.searched_on ?? report.checked_on]).toEqual([code, TODAY]);
    }
  }
});
