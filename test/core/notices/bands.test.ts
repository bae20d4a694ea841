import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { World } from '../interpreter/world.ts';

/*
 * The letters of people whom a review band leaves out at its upper end, and about values that a reason does not usually
 * describe. Each expected reason is the deciding fact, taken from the policy in words.
 */
const CREDIT: JsonObject = {
  score: 700,
  file_status: 'scored',
  key_factors: [
    { code: '1', text: 'Too many accounts with balances' },
    { code: '2', text: 'Short account history' },
  ],
  collections_count: 0,
};
const NODES: Readonly<Record<string, string>> = {
  credit: 'credit_report',
  eviction: 'eviction_history',
  income: 'income_verification',
  identity: 'identity_verification',
};
const FACTORS = ['Too many accounts with balances', 'Short account history'];
const COLLECTION = 'Collection action reported by a creditor or collection agency';
const FILING = 'Eviction filing in the rental history report';

function where(node: string, field: string, operator: string, value?: string | number): CascadeCondition {
  return { source_node_id: node, field, operator, ...(value === undefined ? {} : { value }) } as CascadeCondition;
}

function branch(...conditions: readonly CascadeCondition[]) {
  return { condition_groups: [{ conditions }] };
}

type Step = Readonly<Record<string, unknown>>;

/** One decision on reports that are pulled side by side, or the steps that are given. */
function cascade(reports: readonly string[], branches: Step, steps: readonly Step[] = []): CascadeDefinition {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: reports },
    ...reports.map((id) => ({
      id,
      type: 'BillingProduct',
      billing_product_code: NODES[id],
      next_step: ['decide'],
    })),
    {
      id: 'decide',
      type: 'IfElse',
      branches,
      pass_steps: [steps.length === 0 ? 'approve' : 'then'],
      human_review_steps: ['approve'],
      fail_steps: ['decline'],
    },
    ...steps,
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ] as unknown as CascadeDefinition;
}

function noticeOf(definition: CascadeDefinition, reports: Readonly<Record<string, JsonObject>>): NoticeRequest {
  const world = new World(definition, { mode: 'live' });
  world.advance();
  for (const [id, report] of Object.entries(reports)) world.finish(id, { report });
  const asked = world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  );
  expect(asked).toHaveLength(1);
  return asked[0] as NoticeRequest;
}

function reasonsOf(definition: CascadeDefinition, reports: Readonly<Record<string, JsonObject>>): readonly string[] {
  return noticeOf(definition, reports).reasons;
}

describe('a score that is better than the band of the review', () => {
  const band = branch(
    where('credit', 'score', 'greater_than_or_equal', 600),
    where('credit', 'score', 'less_than_or_equal', 679),
  );
  const score = where('credit', 'score', 'greater_than_or_equal', 680);

  // Rules: 10.22.1
  test('is no reason: what else the approval wanted is one, of the same report too', () => {
    const definition = cascade(['credit'], {
      pass: branch(score, where('credit', 'collections_count', 'equals', 0)),
      human_review: band,
    });
    expect(reasonsOf(definition, { credit: { ...CREDIT, collections_count: 2 } })).toEqual([COLLECTION]);
    expect(reasonsOf(definition, { credit: { ...CREDIT, score: 550 } })).toEqual(FACTORS);
  });

  test('is no reason beside another report, and that report alone was used', () => {
    const definition = cascade(['credit', 'eviction'], {
      pass: branch(score, where('eviction', 'filings_count', 'equals', 0)),
      human_review: band,
    });
    const notice = noticeOf(definition, { credit: CREDIT, eviction: { filings_count: 1, judgments_count: 0 } });
    expect(notice.reasons).toEqual([FILING]);
    expect(notice.product_codes).toEqual(['eviction_history']);
  });

  test.each([
    ['with an upper end', band],
    ['without one', branch(where('credit', 'score', 'greater_than_or_equal', 600))],
  ])('is no reason if a later step declines: a band %s', (_name, human_review) => {
    const definition = cascade(['credit', 'eviction'], { pass: branch(score), human_review }, [
      {
        id: 'then',
        type: 'IfElse',
        branches: { pass: branch(where('eviction', 'filings_count', 'equals', 0)) },
        pass_steps: ['approve'],
        fail_steps: ['decline'],
      },
    ]);
    const eviction = { filings_count: 1, judgments_count: 0 };
    expect(reasonsOf(definition, { credit: CREDIT, eviction })).toEqual([FILING]);
  });

  test('of a ratio as well', () => {
    const ratio = (operator: string, value: number) => where('income', 'income_to_rent_ratio', operator, value);
    const definition = cascade(['income', 'eviction'], {
      pass: branch(ratio('greater_than_or_equal', 3), where('eviction', 'filings_count', 'equals', 0)),
      human_review: branch(ratio('greater_than_or_equal', 2.5), ratio('less_than', 3)),
    });
    const eviction = { filings_count: 1, judgments_count: 0 };
    const income = { monthly_income_usd: 6000, income_to_rent_ratio: 4 };
    expect(reasonsOf(definition, { income, eviction })).toEqual([FILING]);
  });
});

// Rules: 10.22.1
test('a review of people without a score hides none of the reasons of people who have one', () => {
  const definition = cascade(['credit'], {
    pass: branch(
      where('credit', 'score', 'greater_than_or_equal', 650),
      where('credit', 'collections_count', 'equals', 0),
    ),
    human_review: branch(where('credit', 'score', 'is_empty')),
  });
  expect(reasonsOf(definition, { credit: { ...CREDIT, collections_count: 2 } })).toEqual([COLLECTION]);
  expect(reasonsOf(definition, { credit: { ...CREDIT, score: 600, collections_count: 2 } })).toEqual([
    FACTORS[0],
    COLLECTION,
    FACTORS[1],
  ]);
});

test('an inverted branch that declines gives its reason, whatever band a review has', () => {
  const definition = cascade(['eviction'], {
    pass: branch(where('eviction', 'judgments_count', 'greater_than', 0)),
    human_review: branch(
      where('eviction', 'judgments_count', 'equals', 0),
      where('eviction', 'filings_count', 'greater_than', 0),
    ),
  }).map((node) => (node.id === 'decide' ? { ...node, pass_steps: ['decline'], fail_steps: ['approve'] } : node));
  expect(reasonsOf(definition as CascadeDefinition, { eviction: { filings_count: 1, judgments_count: 1 } })).toEqual([
    'Eviction judgment in the rental history report',
  ]);
});

describe('a value on the other side than words speak of', () => {
  // Rules: 10.23.9, 10.24.3
  test.each([
    ['credit', CREDIT, where('credit', 'score', 'less_than_or_equal', 650), 'Score: 700 (required: at most 650)'],
    [
      'identity',
      {
        overall_result: 'verified',
        watchlist_match: false,
        deceased_indicator: false,
        risk_score: 5,
        risk_signals: ['Signal'],
      },
      where('identity', 'risk_score', 'greater_than', 50),
      'Risk score: 5 (required: more than 50)',
    ],
  ])('%s: what lowered a score is no reason', (node, report, condition, words) => {
    expect(reasonsOf(cascade([node], { pass: branch(condition) }), { [node]: report as JsonObject })).toEqual([words]);
  });
});

describe('words that are true of a report and did not decide', () => {
  test.each([
    [
      'an account that had to be open, beside one that was charged off',
      where('credit', 'tradelines.status', 'contains', 'open'),
      { charge_offs_count: 1, tradelines: [{ status: 'charged_off' }, { status: 'closed' }] },
      'Status of the accounts',
    ],
    [
      'an account that was charged off',
      where('credit', 'tradelines.status', 'not_contains', 'charged_off'),
      { charge_offs_count: 1, tradelines: [{ status: 'charged_off' }] },
      'Account charged off as a bad debt',
    ],
  ])('%s', (_name, condition, report, words) => {
    const definition = cascade(['credit'], { pass: branch(condition) });
    expect(reasonsOf(definition, { credit: { ...CREDIT, ...report } })).toEqual([words]);
  });

  test('a pending case beside a judgment', () => {
    const pending = where('eviction', 'records.disposition', 'not_contains', 'pending');
    const records = [{ disposition: 'pending' }, { disposition: 'judgment_for_landlord' }];
    const eviction = { filings_count: 2, judgments_count: 1, records };
    expect(reasonsOf(cascade(['eviction'], { pass: branch(pending) }), { eviction })).toEqual([
      'Disposition of the eviction cases',
    ]);
  });

  test('a kind of income is not called a lack of proof', () => {
    const benefits = where('income', 'sources.kind', 'not_contains', 'benefits');
    const income = {
      status: 'partially_verified',
      monthly_income_usd: 900,
      sources: [{ kind: 'benefits', monthly_usd: 900 }],
    };
    expect(reasonsOf(cascade(['income'], { pass: branch(benefits) }), { income })).toEqual(['Source of income']);
  });
});

describe('a value that is missing', () => {
  const utilization = cascade(['credit'], { pass: branch(where('credit', 'utilization_percent', 'less_than', 50)) });
  const score = cascade(['credit'], { pass: branch(where('credit', 'score', 'greater_than', 600)) });

  // Rules: 10.23.8
  test('is explained if the report says that there is none', () => {
    expect(reasonsOf(utilization, { credit: { ...CREDIT, utilization_percent: null } })).toEqual([
      'No open revolving accounts with a credit limit in the credit file',
    ]);
    expect(reasonsOf(score, { credit: { ...CREDIT, score: null, file_status: 'thin' } })).toEqual([
      'Too little credit history to be scored',
    ]);
  });

  test('is said once, however many comparisons it fails', () => {
    const band = branch(where('credit', 'score', 'greater_than', 600), where('credit', 'score', 'less_than', 700));
    const credit = { score: null, file_status: 'scored', key_factors: [] };
    expect(reasonsOf(cascade(['credit'], { pass: band }), { credit })).toEqual(['Score: not available (required)']);
  });

  // Rules: 10.23.8
  test('is not explained if the vendor left it out, or does not say why', () => {
    expect(reasonsOf(utilization, { credit: CREDIT })).toEqual([
      'Utilization: not available (required: less than 50%)',
    ]);
    const reports: readonly JsonObject[] = [
      { score: null, file_status: 'scored', key_factors: [] },
      { score: null, key_factors: [] },
    ];
    for (const credit of reports) {
      expect(reasonsOf(score, { credit })).toEqual(['Score: not available (required: more than 600)']);
    }
  });
});
