import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { statementText } from '../../../core/notices/decided/index.ts';
import { documentOf, letterOf, oneChoice, wordsOf } from './letter-of.ts';

/** A condition compares with another value, and the letter says so in the words of its purpose. */
const INCOME: JsonObject = {
  status: 'verified',
  monthly_income_usd: 2000,
  annual_income_usd: 24_000,
  stated_monthly_income_usd: 2100,
  income_to_rent_ratio: null,
  confidence_percent: 95,
};
const CREDIT: JsonObject = {
  score: 701,
  scored_on: '2026-11-20',
  score_range: { minimum: 300, maximum: 850 },
  score_model: 'Model 8',
  key_factors: [],
  utilization_percent: 20,
};

const PAYMENT = { source_node_id: 'context', field: 'context.loan.monthly_payment' };

function carLoan(condition: object, more: readonly object[] = []): readonly object[] {
  return oneChoice(
    { income: 'income_verification', credit: 'credit_report' },
    { branches: { pass: { condition_groups: [{ conditions: [condition, ...more] }] } } },
    { purpose: 'credit', applicant: 'applicant' },
  );
}

const THREE_TIMES = {
  source_node_id: 'income',
  field: 'monthly_income_usd',
  operator: 'greater_than_or_equal',
  value_from: { ...PAYMENT, times: 3 },
};

const reasonsOf = (definition: readonly object[], loan: JsonObject, income: JsonObject = INCOME, credit = CREDIT) =>
  letterOf({ definition, payload: { loan }, reports: { income, credit } }).request?.reasons;

describe('a car loan: income at least three times the payment', () => {
  // Rules: 10.23.33
  test('its letter says that the income is insufficient for the credit, and nothing of a rent (12 CFR 1002, Form C-1)', () => {
    const loan = {
      definition: carLoan(THREE_TIMES),
      payload: { loan: { monthly_payment: 800 } },
      reports: { income: INCOME, credit: CREDIT },
    };
    const { request } = letterOf(loan);
    expect(request?.decided.choices[0]?.conditions.map(({ field, cure }) => [field, cure])).toEqual([
      ['monthly_income_usd', 2400],
      ['context.loan.monthly_payment', 666.66],
    ]);
    const words = wordsOf(documentOf(loan));
    expect(words).toContain('Income insufficient for amount of credit requested');
    expect(words).not.toMatch(/\brent\b|Information in your application|666/);
    // The credit report was not used: no agency of it, no score.
    expect(request?.decided.reports.map(({ product_code }) => product_code)).toEqual(['income_verification']);
    expect(words).not.toContain('701');
  });

  // Rules: 10.25.2
  test.each([
    [800, 2400, 'approved'],
    [800, 2399.99, 'denied'],
    [666.67, 2000, 'denied'],
    [666.66, 2000, 'approved'],
    // In binary numbers 3 × 1.1 is more than 3.3.
    [1.1, 3.3, 'approved'],
    ['800', 2400, 'approved'],
    [null, 1_000_000, 'denied'],
    ['much', 1_000_000, null],
  ])('payment %j, income %j: %s', (payment, income, outcome) => {
    const { outcome: found } = letterOf({
      definition: carLoan(THREE_TIMES),
      payload: { loan: { monthly_payment: payment } },
      reports: { income: { ...INCOME, monthly_income_usd: income }, credit: CREDIT },
    });
    expect(found).toBe(outcome);
  });

  // Rules: 10.25.5
  test('of a payment that is not there only that is said, and not that the income were too low', () => {
    expect(reasonsOf(carLoan(THREE_TIMES), {})).toEqual([
      'Information in your application: loan monthly payment, not provided (required)',
    ]);
    expect(
      reasonsOf(carLoan(THREE_TIMES), {}, { ...INCOME, monthly_income_usd: null, status: 'not_verified' }),
    ).toEqual([
      'Unable to verify income',
      'Information in your application: loan monthly payment, not provided (required)',
    ]);
  });
});

describe('which side of a comparison speaks', () => {
  const stated = { source_node_id: 'income', field: 'stated_monthly_income_usd', operator: 'less_than_or_equal' };
  const verified = { source_node_id: 'income', field: 'monthly_income_usd' };
  const say = (condition: object, payload: JsonObject) =>
    letterOf({
      definition: carLoan(condition),
      payload,
      reports: { income: { ...INCOME, stated_monthly_income_usd: 6000 }, credit: CREDIT_WITH_FACTORS },
    }).request;
  const CREDIT_WITH_FACTORS = { ...CREDIT, score: 640, key_factors: [{ code: '1', text: 'Accounts past due' }] };
  const MINIMUM = { source_node_id: 'context', field: 'context.product.minimum_score' };
  const SCORE = { source_node_id: 'credit', field: 'score' };

  // Rules: 10.25.1
  test('the report, whichever side the condition is written from', () => {
    const share = { ...PAYMENT, operator: 'less_than_or_equal', value_from: { ...verified, times: 0.3 } };
    expect(say(share, { loan: { monthly_payment: 800 } })?.reasons).toEqual(['Insufficient income']);
  });

  // Rules: 10.25.1
  test('the field of the condition, of two of a report: too much was stated, and not too little earned', () => {
    expect(say({ ...stated, value_from: { ...verified, times: 1.5 } }, {})?.reasons).toEqual([
      'Stated monthly income: $6,000 (required: at most 1.5 times the monthly income, $3,000)',
    ]);
  });

  // Rules: 10.25.1
  test.each([
    [{ ...SCORE, operator: 'greater_than_or_equal', value_from: MINIMUM }],
    [{ ...MINIMUM, operator: 'less_than_or_equal', value_from: SCORE }],
  ])('the factors of a score, which is disclosed: %j', (condition) => {
    const request = say(condition, { product: { minimum_score: 680 } });
    expect(request?.reasons).toEqual(['Accounts past due']);
    expect(request?.decided.scores).toHaveLength(1);
  });

  // Rules: 10.20.5
  test('a field that alone would do speaks for itself, of the strictest limit on it', () => {
    const cap = { ...PAYMENT, operator: 'less_than_or_equal', value: 700 };
    expect(reasonsOf(carLoan(THREE_TIMES, [cap]), { monthly_payment: 800 })).toEqual([
      'Information in your application: loan monthly payment, $800 (required: at most $666.66)',
    ]);
    const floor = { ...verified, operator: 'greater_than_or_equal', value: 3000 };
    expect(reasonsOf(carLoan(THREE_TIMES, [cap, floor]), { monthly_payment: 800 })).toEqual([
      'Insufficient income',
      'Information in your application: loan monthly payment, $800 (required: at most $700)',
    ]);
  });
});

// Rules: 10.20.5
test('a value that has to follow one that changes is asked for too, with the limit that it then has', () => {
  const amount = { source_node_id: 'context', field: 'context.loan.amount' };
  const fees = { source_node_id: 'context', field: 'context.loan.fees' };
  const definition = carLoan({ ...amount, operator: 'less_than_or_equal', value: 10_000 }, [
    { ...fees, operator: 'less_than_or_equal', value_from: { ...amount, times: 0.1 } },
  ]);
  expect(reasonsOf(definition, { amount: 20_000, fees: 1500 })).toEqual([
    'Information in your application: loan amount, $20,000 (required: at most $10,000)',
    'Information in your application: loan fees, $1,500 (required: at most 10% of the loan amount, $1,000)',
  ]);
});

describe('statements', () => {
  const stated = {
    source_node_id: 'context',
    field: 'applicant.monthly_income_usd',
    operator: 'greater_than_or_equal',
  };
  const say = (condition: object, loan: JsonObject = { monthly_payment: 800, term_months: 60 }) => {
    const definition = carLoan(condition);
    return letterOf({
      definition,
      applicant: { monthly_income_usd: 2000, age: 25 },
      payload: { loan },
      reports: { income: INCOME, credit: CREDIT },
    }).request?.reasons;
  };

  test.each([
    [
      { ...stated, value_from: { ...PAYMENT, times: 3 } },
      'Information in your application: monthly income, $2,000 (required: at least 3 times the loan monthly payment, $2,400)',
    ],
    [
      { ...stated, value_from: { ...PAYMENT, times: 3, plus: 500 } },
      'Information in your application: monthly income, $2,000 (required: at least 3 times the loan monthly payment plus $500, $2,900)',
    ],
    [
      { ...stated, value_from: { ...PAYMENT, plus: 1500.5 } },
      'Information in your application: monthly income, $2,000 (required: at least the loan monthly payment plus $1,500.50, $2,300.50)',
    ],
    [
      { ...stated, value_from: { ...PAYMENT, times: -1, plus: 5000 } },
      'Information in your application: monthly income, $2,000 (required: at least $5,000 less the loan monthly payment, $4,200)',
    ],
    [
      {
        source_node_id: 'context',
        field: 'context.loan.monthly_payment',
        operator: 'less_than_or_equal',
        value_from: { source_node_id: 'context', field: 'applicant.monthly_income_usd', times: 0.28 },
      },
      'Information in your application: loan monthly payment, $800 (required: at most 28% of the monthly income, $560)',
    ],
    [
      {
        source_node_id: 'context',
        field: 'context.loan.monthly_payment',
        operator: 'less_than',
        value_from: { source_node_id: 'context', field: 'applicant.monthly_income_usd', times: 0.3333 },
      },
      'Information in your application: loan monthly payment, $800 (required: less than 33.33% of the monthly income, $666.60)',
    ],
    // A value that tells the age is not printed, on either side.
    [
      {
        source_node_id: 'context',
        field: 'context.loan.term_months',
        operator: 'less_than',
        value_from: { source_node_id: 'context', field: 'applicant.age', times: 2 },
      },
      'Information in your application: loan term, 60 months',
    ],
    [
      {
        source_node_id: 'context',
        field: 'applicant.age',
        operator: 'greater_than_or_equal',
        value_from: { source_node_id: 'context', field: 'context.loan.term_months', times: 0.5 },
      },
      'Information in your application: age',
    ],
  ])('%j', (condition, statement) => {
    expect(say(condition)).toEqual([statement]);
  });
});

describe('what the letter says where two values were compared', () => {
  const payments = { source_node_id: 'credit', field: 'monthly_payments_usd' };
  const income = { source_node_id: 'income', field: 'monthly_income_usd' };
  const atLeast = (other: object) => ({ ...income, operator: 'greater_than_or_equal', value_from: other });
  const atMost = (own: object, other: object) => ({ ...own, operator: 'less_than_or_equal', value_from: other });
  const BUREAU = { ...CREDIT, monthly_payments_usd: 900, collections_count: 1, collections_balance_usd: 5000 };
  const loanOf = (condition: object, payload: JsonObject = {}, verified: JsonObject = INCOME) => ({
    definition: carLoan(condition),
    payload,
    reports: { income: verified, credit: BUREAU },
  });
  const usedBy = (of: Parameters<typeof letterOf>[0]) =>
    letterOf(of).request?.decided.reports.map(({ product_code }) => product_code);

  test('an agency is not named whose report decided nothing: the payment that it was compared with was not sent', () => {
    const of = loanOf(atLeast({ ...PAYMENT, times: 3 }), {}, { ...INCOME, monthly_income_usd: 5000 });
    expect(usedBy(of)).toEqual([]);
    expect(documentOf(of).agencies).toEqual([]);
    expect(wordsOf(documentOf(of))).not.toMatch(/Income verification|based/);
  });

  // Rules: 10.27.1
  test('the report of the other value is used if the letter says that value, although it need not have been other', () => {
    const floor = { ...income, operator: 'greater_than_or_equal', value: 2500 };
    const of = {
      definition: carLoan(atLeast({ ...payments, times: 2 }), [floor]),
      reports: { income: INCOME, credit: { ...BUREAU, monthly_payments_usd: 2000 } },
    };
    expect(letterOf(of).request?.reasons).toEqual([
      'Monthly income: $2,000 (required: at least 2 times the monthly payments, $4,000)',
    ]);
    expect(usedBy(of)?.toSorted()).toEqual(['credit_report', 'income_verification']);
  });

  // Rules: 10.27.1
  test('the report of the other value is not used if the income was unknown, whatever that value', () => {
    const unknown = { ...INCOME, monthly_income_usd: null, status: 'not_verified' };
    const of = loanOf(atLeast({ ...payments, times: 2 }), {}, unknown);
    expect(letterOf(of).request?.reasons).toEqual(['Unable to verify income']);
    expect(usedBy(of)).toEqual(['income_verification']);
  });

  // Rules: 10.23.35, 11.4.2
  test.each([
    [
      'income against payments of the credit report',
      atLeast({ ...payments, times: 2, plus: 500 }),
      'Monthly income: $2,000 (required: at least 2 times the monthly payments plus $500, $2,300)',
      'Monthly income: $2,000 (compared with the monthly payments)',
    ],
    [
      'payments against income, in the words of Regulation B',
      atMost(payments, { ...income, times: 0.4 }),
      'Excessive obligations in relation to income',
      'Excessive obligations in relation to income',
    ],
    [
      'collections against income',
      atMost({ source_node_id: 'credit', field: 'collections_balance_usd' }, { ...income, times: 0.5 }),
      'Collections balance: $5,000 (required: at most 50% of the monthly income, $1,000)',
      'Collections balance: $5,000 (compared with the monthly income)',
    ],
  ])('both values are named: %s', (_, condition, reason, withoutThreshold) => {
    const of = loanOf(condition);
    expect(documentOf(of).reasons).toEqual([reason]);
    expect(usedBy(of)?.toSorted()).toEqual(['credit_report', 'income_verification']);
    const [first] = letterOf(of).request?.decided.reasons ?? [];
    expect(first?.kind === 'statement' ? statementText(first, false) : first?.text).toBe(withoutThreshold);
  });

  // Rules: 10.23.33
  test.each([
    ['context.loan.amount', true],
    ['context.loan.monthly_payment', true],
    ['context.requested_amount', false],
    ['applicant.requested_amount', false],
    ['context.product.minimum_income', false],
    ['context.loan.existing_payments', false],
    ['applicant.monthly_debt_payments', false],
    ['applicant.other_loan_payment', false],
    ['property.monthly_rent', false],
  ])('no amount requested is spoken of unless it was compared: %s', (path, isRequested) => {
    const [last = '', ...above] = path.replace('context.', '').split('.').toReversed();
    const own: JsonObject = above.includes('applicant') ? { [last]: 3000 } : {};
    const payload: JsonObject = above.length === 0 ? { [last]: 3000 } : { [above[0] ?? '']: { [last]: 3000 } };
    const of = { ...loanOf(atLeast({ source_node_id: 'context', field: path }), payload), applicant: own };
    const said = documentOf(of).reasons;
    if (isRequested) expect(said).toEqual(['Income insufficient for amount of credit requested']);
    else
      expect(said).toEqual([expect.stringMatching(/^Monthly income: \$2,000 \(required: at least the .+, \$3,000\)$/)]);
  });

  // Rules: 10.23.33
  test.each([
    ['a fixed figure', [], ['Monthly income: $2,000 (required: at least $3,000)']],
    [
      'a fixed figure, beside an amount that was too high',
      [{ source_node_id: 'context', field: 'context.loan.amount', operator: 'less_than', value: 9000 }],
      [
        'Income insufficient for amount of credit requested',
        'Information in your application: loan amount, $12,000 (required: less than $9,000)',
      ],
    ],
    [
      'a fixed figure, beside an amount that was not',
      [{ source_node_id: 'context', field: 'context.loan.amount', operator: 'less_than', value: 20000 }],
      ['Monthly income: $2,000 (required: at least $3,000)'],
    ],
  ])('of %s no amount is said to have been requested, unless it decided, too', (_, beside, reasons) => {
    const income = { source_node_id: 'income', field: 'monthly_income_usd', operator: 'greater_than_or_equal' };
    const conditions = [{ ...income, value: 3000 }, ...beside];
    const of = loanOf({ ...income, value: 3000 }, { loan: { amount: 12000 } });
    const definition = of.definition.map((node) =>
      'branches' in node ? { ...node, branches: { pass: { condition_groups: [{ conditions }] } } } : node,
    );
    expect(documentOf({ ...of, definition }).reasons).toEqual(reasons);
  });

  // Rules: 10.23.34
  test('a fixed cap on payments speaks of payments, and too few open accounts of accounts', () => {
    const said = (field: string, operator: string, value: number) =>
      letterOf({
        ...loanOf({ source_node_id: 'credit', field, operator, value }),
        reports: { income: INCOME, credit: { ...BUREAU, open_tradelines_count: 1, tradelines_count: 1 } },
      }).request?.reasons;
    expect(said('monthly_payments_usd', 'less_than_or_equal', 500)).toEqual([
      'Monthly payments on existing debts are too high',
    ]);
    const limit = {
      operator: 'less_than_or_equal',
      value_from: { source_node_id: 'context', field: 'context.product.cap' },
    };
    const capped = loanOf(
      { source_node_id: 'credit', field: 'monthly_payments_usd', ...limit },
      { product: { cap: 500 } },
    );
    expect(letterOf(capped).request?.reasons).toEqual([
      'Monthly payments: $900 (required: at most the product cap, $500)',
    ]);
    expect(said('open_tradelines_count', 'greater_than_or_equal', 3)).toEqual([
      'Too few open accounts in the credit file',
    ]);
    expect(said('tradelines_count', 'greater_than_or_equal', 3)).toEqual(['Limited credit experience']);
  });

  // Rules: 10.23.36
  test('what a report does not have is not available, and not something that the applicant did not provide', () => {
    const said = (field: string, verified: JsonObject) =>
      letterOf(loanOf({ ...income, field, operator: 'greater_than_or_equal', value: 3 }, {}, verified)).request
        ?.reasons;
    const unemployed = { status: 'unemployed', name: null, title: null, started_on: null, months_employed: null };
    expect(said('employer.months_employed', { ...INCOME, employer: unemployed })).toEqual([
      'Time with the employer: not available (required: at least 3 months)',
    ]);
    expect(said('income_to_rent_ratio', INCOME)).toEqual([
      'Income to rent ratio: not available (required: at least 3)',
    ]);
  });
});

describe('another value of the same name', () => {
  const pull = (id: string, next: string) => ({
    ...{ id, type: 'BillingProduct', billing_product_code: 'income_verification', next_step: [next] },
  });
  const income = (source_node_id: string, field = 'monthly_income_usd') => ({ source_node_id, field });
  const said = (own: object, from: object, starts: readonly string[], next: string) =>
    documentOf({
      definition: [
        { id: 'start', type: 'ApplicantSource', next_step: starts },
        pull('one', next),
        pull('two', 'decide'),
        {
          ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['decline'] },
          branches: {
            pass: {
              condition_groups: [
                { conditions: [{ ...own, operator: 'greater_than_or_equal', value_from: { ...from, times: 0.9 } }] },
              ],
            },
          },
        },
        { id: 'approve', type: 'Action', action_type: 'Approve' },
        {
          ...{ id: 'decline', type: 'Action', action_type: 'AdverseAction' },
          adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
        },
      ],
      applicant: { monthly_income: 4000 },
      reports: { one: { monthly_income_usd: 4000 }, two: { monthly_income_usd: 3000 } },
    }).reasons;

  // Rules: 10.25.3
  test.each([
    ['the earlier report', income('two'), income('one'), ['one'], 'two', '$3,000', '$3,600'],
    ['the other report', income('two'), income('one'), ['one', 'two'], 'decide', '$3,000', '$3,600'],
    [
      'your application',
      income('two'),
      income('start', 'applicant.monthly_income'),
      ['one'],
      'two',
      '$3,000',
      '$3,600',
    ],
  ])('is said to be of %s', (place, own, from, starts, next, value, limit) => {
    expect(said(own, from, starts, next)).toEqual([
      `Monthly income: ${value} (required: at least 90% of the monthly income in ${place}, ${limit})`,
    ]);
  });
});
