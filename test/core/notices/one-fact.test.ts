import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { all, approve, choice, CREDIT, decline, factors, pull, start, TENANT } from './foreign.ts';
import { documentOf, oneChoice } from './letter-of.ts';

/*
 * A.6: a fact is one line, in whichever words a report, a bureau and a reviewer give it. Words that differ only in
 * case, spaces and a full stop are one fact, too.
 */
function reasonsOf(texts: readonly string[], credit: JsonObject, reasons: readonly string[] = []): readonly string[] {
  const definition = [
    start('credit'),
    pull('credit', 'credit_report', 'decide'),
    choice(
      'decide',
      all(
        ['credit', 'score', 'greater_than', 600],
        ['credit', 'collections_count', 'equals', 0],
        ['credit', 'utilization_percent', 'less_than', 50],
      ),
      reasons.length === 0 ? {} : { review: all(['credit', 'score', 'greater_than', 0]), reviewed: ['approve'] },
    ),
    approve(),
    decline(CREDIT),
  ];
  const report = { score: 500, score_minimum: 300, score_maximum: 850, scored_on: '2026-11-19', ...credit };
  return documentOf({
    definition,
    reports: { credit: { ...report, file_status: 'scored', key_factors: factors(...texts) } },
    reviews: { decide: { decision: 'denied', reasons } },
  }).reasons;
}

const GOOD = { collections_count: 0, utilization_percent: 10 };

describe('one line', () => {
  // Rules: 10.25.7
  test('for a collection that the report has and the bureau names', () => {
    expect(
      reasonsOf(['Account placed for collection.', 'Short account history'], { ...GOOD, collections_count: 1 }),
    ).toEqual(['Account placed for collection.', 'Short account history']);
  });

  test('for balances near the limits, in two wordings', () => {
    const factor = 'Proportion of balances to credit limits is too high on revolving accounts';
    expect(reasonsOf([factor], { ...GOOD, utilization_percent: 80 })).toEqual([factor]);
  });

  // Rules: 10.25.7
  test('for words that differ in case, spaces and a full stop', () => {
    expect(reasonsOf(['SHORT  account history', 'Recent inquiries'], GOOD, ['Short account history.'])).toEqual([
      'Short account history.',
      'Recent inquiries',
    ]);
  });

  test('for a document that could not be read, and could not be verified', () => {
    const definition = [
      start('identity'),
      pull('identity', 'identity_verification', 'decide'),
      choice(
        'decide',
        all(['identity', 'risk_score', 'less_than', 50], ['identity', 'document.status', 'equals', 'verified']),
      ),
      approve(),
      decline(TENANT),
    ];
    const identity = {
      risk_score: 80,
      risk_signals: ['Document could not be read', 'New telephone number'],
      document: { status: 'unreadable' },
    };
    expect(documentOf({ definition, reports: { identity } }).reasons).toEqual([
      'Document could not be read',
      'New telephone number',
    ]);
  });

  describe('for a list', () => {
    const kind = { where: [{ field: 'account_type', operator: 'equals', value: 'auto' }] };
    const debts = (figure: string, operator: string, value: number) => ({
      ...{ source_node_id: 'start', field: `applicant.debts.${figure}`, operator, value },
    });
    const accounts = (figure: string, operator: string, value: number, of: object = kind) => ({
      ...{ source_node_id: 'credit', field: `tradelines.${figure}`, operator, value, ...of },
    });
    const saidOf = (conditions: readonly object[], applicant: JsonObject, tradelines: readonly JsonObject[]) =>
      documentOf({
        definition: oneChoice(
          { credit: 'credit_report' },
          { branches: { pass: { group_logic: 'and', condition_groups: [{ logic: 'and', conditions }] } } },
          TENANT,
        ),
        applicant,
        reports: { credit: { tradelines: [...tradelines] } },
      }).reasons;
    const NONE_OF_KIND = 'Number of accounts of the kind considered: 0 (required: more than 0)';
    const LATE = { account_type: 'auto', days_past_due: 45 };

    // Rules: 10.25.6
    test('that was not sent, whatever was asked of it', () => {
      const asked = [
        debts('count', 'greater_than', 1),
        debts('sum.owed', 'less_than', 500),
        debts('max.owed', 'less_than', 9),
      ];
      expect(saidOf(asked, {}, [])).toEqual([
        'Information in your application: number of debts, not provided (required: more than 1)',
      ]);
      expect(saidOf(asked, { debts: [{ owed: 700 }] }, [])).toHaveLength(3);
    });

    // Rules: 10.25.6
    test('that has no items of a kind: of none there is no highest value', () => {
      const asked = [accounts('count', 'greater_than', 0), accounts('max.days_past_due', 'less_than', 31)];
      expect(saidOf(asked, {}, [])).toEqual([NONE_OF_KIND]);
      expect(saidOf(asked.slice(1), {}, [])).toHaveLength(1);
      // For others there is none either.
      const others = [accounts('count', 'greater_than', 0), accounts('max.days_past_due', 'less_than', 31, {})];
      expect(saidOf(others, {}, [])).toHaveLength(2);
      expect(saidOf(asked.slice(1), {}, [LATE])).toHaveLength(1);
    });
  });
});

// Rules: 10.25.7
test('two facts stay two lines', () => {
  expect(reasonsOf(['Short account history'], { ...GOOD, collections_count: 1 })).toEqual([
    'Short account history',
    'Collection action reported by a creditor or collection agency',
  ]);
});

// Rules: 10.25.8
test.each([
  ['are all felonies, one line', 1, ['Felony charge or conviction in the background report']],
  [
    'are felonies and others, two lines',
    2,
    ['Felony charge or conviction in the background report', 'Criminal charge or conviction in the background report'],
  ],
])('of criminal records that %s', (_, records, lines) => {
  const definition = oneChoice(
    { criminal: 'criminal_background' },
    { branches: { pass: all(['criminal', 'felony_count', 'equals', 0], ['criminal', 'records_count', 'equals', 0]) } },
    TENANT,
  );
  const criminal = { status: 'records_found', felony_count: 1, records_count: records };
  expect(documentOf({ definition, reports: { criminal } }).reasons).toEqual(lines);
});

// Rules: 10.20.8
test('of a choice that asks whether a person approved: the denial, and the fields for which nobody had been asked', () => {
  const definition = [
    start('eviction'),
    pull('eviction', 'eviction_history', 'look'),
    choice('look', all(['eviction', 'filings_count', 'equals', 0]), {
      review: all(['eviction', 'filings_count', 'greater_than', 0]),
      reviewed: ['decide'],
      fail: ['decide'],
    }),
    choice('decide', all(['context', 'user_approved', 'is_true'])),
    approve(),
    decline(TENANT),
  ];
  const reviews = { look: { decision: 'denied', reasons: ['The last landlord was not paid.'] } } as const;
  expect(documentOf({ definition, reports: { eviction: { filings_count: 1 } }, reviews }).reasons).toEqual([
    'The last landlord was not paid.',
    'Eviction filing in the rental history report',
  ]);
});
