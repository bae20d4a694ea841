import { describe, expect, test } from '../../support/jest.ts';
import { compileNotice, type NoticeDocument } from '../../../core/notices/index.ts';
import { loadNoticeData } from '../../../platform/reference-data/index.ts';
import { PRODUCTS } from '../../../core/products/index.ts';
import { DECLARED, letterOf } from './letter-of.ts';

/** Letters about values that were corrected before they decided. */
const DATA = loadNoticeData();
const REPORT = { ...PRODUCTS.credit_report.synthetic({}, '2026-11-20'), score: 500, inquiries_last_6_months: 9 };

const decide = (branches: object, more: object = {}) => [
  { id: 'source', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  { id: 'decide', type: 'IfElse', branches, pass_steps: ['approve'], fail_steps: ['deny'], ...more },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    adverse_action: {
      purpose: 'tenant',
      action_taken: 'denied',
      send_strategy: 'auto_send',
      recipient: 'ada@example.com',
    },
  },
];
const all = (...conditions: object[]) => ({ pass: { condition_groups: [{ operator: 'and', conditions }] } });
const INCOME = { source_node_id: 'context', field: 'applicant.monthly_income', operator: 'greater_than', value: 3000 };
const AMOUNTS = {
  source_node_id: 'context',
  field: 'applicant.incomes.sum.amount',
  operator: 'greater_than',
  value: 3000,
};
const SCORE = { source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 600 };
const RENT = {
  source_node_id: 'context',
  field: 'property.rent',
  operator: 'less_than',
  value_from: { ...INCOME, value: undefined, operator: undefined, times: 0.3 },
};

const at = (product_code: string | null, field: string) => ({ product_code, field, date: '2026-11-20' });
const ALL = [
  at(null, 'applicant.monthly_income'),
  at(null, 'applicant.incomes.1.amount'),
  at(null, 'applicant.pets'),
  at('credit_report', 'score'),
  at('credit_report', 'tradelines.0.balance_usd'),
  at('credit_report', 'tradelines.1.balance_usd'),
  at('eviction_history', 'filings_count'),
];

function documentOf(definition: readonly object[], reviews = {}): NoticeDocument {
  const payload = {
    applicant: { first_name: 'Ada', monthly_income: 100, incomes: [{ amount: 1 }, { amount: 2 }], pets: 1 },
    property: { rent: 900 },
  };
  const { request } = letterOf({ definition, reports: { credit: REPORT }, reviews, ...payload, payload });
  if (request === undefined) throw new Error('no notice');
  const result = compileNotice({
    request,
    account: { legal_name: 'Harbor Ltd', address: '12 Quay Street\nPortland, ME 04101', phone: '(207) 555-0100' },
    agencies: new Map(Object.entries(DATA.testAgencies)),
    federalAgency: DATA.federalAgencies.agencies.federal_trade_commission ?? null,
    mode: 'live',
    date: '2026-11-22',
    reference: '4711-12',
    addressee: { name: 'Ada', address_lines: [], address_lacks: [] },
    delivery: 'email',
    decideAfter: null,
    firstLetter: null,
    statementWords: DATA.letter.statements,
    hidesThresholds: false,
    corrections: ALL,
    ...DECLARED,
  });
  if (!result.ok) throw new Error(result.missing.join('; '));
  return result.document;
}
const told = ({ corrections = [] }: NoticeDocument) => corrections.map(({ report, label }) => `${report}: ${label}`);

describe('a letter names', () => {
  // Rules: 13.5.4
  test('a corrected value of the application that decided, and none that did not', () => {
    expect(told(documentOf(decide(all(INCOME))))).toEqual(['null: monthly income']);
  });

  test('an item of a list whose sum decided, and a value that another one was compared with', () => {
    expect(told(documentOf(decide(all(AMOUNTS))))).toEqual(['null: amount']);
    expect(told(documentOf(decide(all(RENT))))).toEqual(['null: monthly income']);
  });

  test('each corrected value of a report that was used, once, and that the score is not the one that was given', () => {
    const document = documentOf(decide(all(SCORE)));
    expect(told(document)).toEqual(['Credit report: Score', expect.stringMatching(/Credit report: .*balance/i)]);
    expect(document.score?.corrected_on).toBe('2026-11-20');
    expect(document.sections).toContain('corrections');
    expect(document.corrections?.[0]?.agency).toBe(DATA.testAgencies.credit_report.name);
  });

  // Rules: 13.5.4
  test('all of the application where a person denied', () => {
    const definition = decide(
      { human_review: { condition_groups: [{ conditions: [{ ...SCORE, operator: 'less_than' }] }] } },
      { human_review_steps: ['approve'] },
    );
    const reviews = { decide: { decision: 'denied', reasons: ['The income could not be confirmed by the employer.'] } };
    const lines = told(documentOf(definition, reviews));
    expect(lines).toContain('null: monthly income');
    expect(lines).toContain('null: pets');
  });
});
