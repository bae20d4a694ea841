import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { readNoticeDocument } from '../../../services/artifacts/notices/stored.ts';
import { branch, documentOf, group, letterOf, oneChoice, wordsOf, type LetterCase } from './letter-of.ts';

/* The text of the page, as the person who gets it reads it. */
const SCORED: JsonObject = {
  score: 720,
  score_minimum: 300,
  score_maximum: 850,
  scored_on: '2026-11-19',
  key_factors: [{ code: '1', text: 'Short account history' }],
  collections_count: 0,
};
const CLEAN: JsonObject = { records_count: 0, felony_count: 0 };
const USED = 'used it in making our decision';
const AVAILABLE = 'It was available to the person who made our decision.';

/** A score that suffices opens the way to the choice that declines. */
function scoreGateThenCollections(purpose: string): LetterCase {
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['gate'] },
    {
      id: 'gate',
      type: 'IfElse',
      branches: { pass: branch(group('and', ['credit', 'score', 'greater_than_or_equal', 600])) },
      pass_steps: ['decide'],
      fail_steps: ['decline'],
    },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: branch(group('and', ['credit', 'collections_count', 'equals', 0])) },
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose },
    },
  ];
  return { definition, reports: { credit: { ...SCORED, collections_count: 2 } } };
}

const REVIEWED = oneChoice(
  { credit: 'credit_report', criminal: 'criminal_background' },
  {
    branches: { human_review: branch(group('and', ['criminal', 'records_count', 'greater_than_or_equal', 0])) },
    human_review_steps: ['approve'],
  },
  { purpose: 'tenant' },
);

describe('a score that did not decide', () => {
  // Rules: 10.27.2
  test('is disclosed if a condition of an earlier choice read it', () => {
    const document = documentOf(scoreGateThenCollections('credit'));
    expect(document.score?.value).toBe(720);
    expect(wordsOf(document)).toContain(USED);
  });

  // Rules: 10.27.3
  test('is said to have been at hand if no condition read it and a person denied', () => {
    const words = wordsOf(documentOf({ definition: REVIEWED, reports: { credit: SCORED, criminal: CLEAN } }));
    expect(words).toContain(AVAILABLE);
    expect(words).not.toContain(USED);
  });

  test('nor is its report said to have been used, beside one that a condition read', () => {
    const words = wordsOf(documentOf({ definition: REVIEWED, reports: { credit: SCORED, criminal: CLEAN } }));
    expect(words).not.toContain('Consumer reports that we used');
    const [credit, criminal] = ['Report: Credit report', 'Report: Criminal background'].map((report) =>
      words.slice(words.indexOf(report)).split('\n').slice(0, 2),
    );
    expect(credit?.[1]).toBe('Available to the person who made our decision');
    expect(criminal?.[1]).not.toBe('Available to the person who made our decision');
    expect(words).toContain('based in whole or in part on information in a consumer report. We obtained');
  });
});

describe('a report that no condition read', () => {
  const definition = oneChoice(
    { credit: 'credit_report' },
    {
      branches: { human_review: branch(group('and', ['start', 'applicant.pets', 'greater_than', 0])) },
      human_review_steps: ['approve'],
    },
    { purpose: 'tenant' },
  );
  const words = () => wordsOf(documentOf({ definition, reports: { credit: SCORED }, applicant: { pets: 2 } }));

  // Rules: 10.27.5
  test('is said to have been available, and the decision to have been based on it perhaps', () => {
    expect(words()).toContain(
      'It was available to the person who made our decision, so our decision may have been based',
    );
    expect(words()).not.toContain('Our decision was based in whole or in part');
    expect(words()).not.toContain(USED);
  });

  test.each([[{ pets: 2 }], [undefined]])('is in a document that is read as it was stored', (applicant) => {
    const given = applicant === undefined ? scoreGateThenCollections('credit') : { definition, applicant };
    const document = documentOf({ reports: { credit: SCORED }, ...given });
    expect(readNoticeDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });

  // Rules: 10.27.5
  test('has all that 15 USC 1681m(a) wants said of it', () => {
    for (const item of [
      'in whole or in part on information in',
      'did not make the decision to take this action and is unable to provide you with the specific reasons',
      'free copy of your consumer report',
      'no later than 60 days',
      'accuracy or completeness',
      'Scores range from a low of 300 to a high of 850.',
      'Created on November 19, 2026',
    ]) {
      expect(words()).toContain(item);
    }
    expect(words()).toMatch(/Toll-free:|Telephone:/);
  });
});

describe('reasons', () => {
  // Rules: 10.26.3
  test('a person denies a tenant without giving any: the notice goes out, without a heading for them', () => {
    const { result } = letterOf({ definition: REVIEWED, reports: { credit: SCORED, criminal: CLEAN } });
    expect(result?.ok).toBe(true);
    const words = wordsOf(documentOf({ definition: REVIEWED, reports: { credit: SCORED, criminal: CLEAN } }));
    expect(words).not.toMatch(/reasons? for our decision/i);
    expect(words).toContain('free copy of your consumer report');
  });

  // Rules: 10.26.4
  test("the cascade's own sentence stands under no heading of reasons, beside them or alone", () => {
    const own = 'We rent to non-smokers only.';
    const choice = { branches: { pass: branch(group('and', ['start', 'applicant.pets', 'equals', 0])) } };
    const [first, ...others] = wordsOf(
      documentOf({ definition: oneChoice({}, choice, { purpose: 'tenant', reason: own }), applicant: { pets: 2 } }),
    ).split('Principal reasons for our decision');
    expect(first).toContain(own);
    expect(others.join()).not.toContain(own);
    expect(others.join()).toContain('Information in your application: pets, 2 (required: 0)');
  });
});

describe('a report that is read through a variable', () => {
  const low = { ...SCORED, score: 500 };

  // Rules: 4.12.2
  test.each(['steps.credit.score', 'bureau.score'])('(%s) is the report: its agency, score and factors', (field) => {
    const definition = oneChoice(
      { credit: 'credit_report' },
      { branches: { pass: branch(group('and', ['start', field, 'greater_than', 600])) } },
      { purpose: 'credit' },
    ).map((node) => ('billing_product_code' in node ? { ...node, config: { store_result_as: 'bureau' } } : node));
    const document = documentOf({ definition, reports: { credit: low } });
    expect(document.reasons).toEqual(['Short account history']);
    expect(document.agencies).toHaveLength(1);
    expect(document.score?.value).toBe(500);
  });
});
