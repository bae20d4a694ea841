import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { isOwnScore } from '../../../core/notices/decided/own-scores.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { branch, documentOf, group, letterOf, oneChoice, type Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/* What a model made of a person is no reason of a creditor: r025, r026 of the held-out sets. 12 CFR 1002.9(b)(2). */

const SCORES = [
  'context.risk.internal_score',
  'context.ml.pd_12m',
  'ml.approved',
  'context.model.probability_of_default',
  'context.risk_model.output',
  'applicant.credit_score',
  'applicant.fico',
  'applicant.fico_score',
  'applicant.vantageScore',
  'applicant.riskScore',
  'applicant.risk_tier',
  'applicant.creditGrade',
  'applicant.credit_rating',
  'context.fraud.score',
  'context.fraud_score_percent',
  'context.scorecard.points',
  'context.bureau.score',
  'context.propensity',
  'context.default_probability',
  'context.behavior_score_12_months',
  'context.device_risk',
];
const FACTS = [
  'applicant.typing_test_score',
  'applicant.safety_quiz_score',
  'applicant.interview_score',
  'applicant.open_loans_with_us',
  'vehicle.model.year',
  'vehicle.model_year',
  'vehicle.model',
  'applicant.dti',
  'applicant.risk_free_assets',
  'property.flood_risk_zone',
  'property.rating',
  'applicant.grade_point_average',
  'loan.scorecards_returned',
  'context.landlord_reference.rating',
];
test.each(SCORES)('%s is what a model made of somebody', (field) => expect(isOwnScore(field)).toBe(true));
test.each(FACTS)('%s is a fact', (field) => expect(isOwnScore(field)).toBe(false));

const place = (field: string, value: number): JsonObject => {
  const names = field.replace(/^context\./, '').split('.');
  return names.reduceRight<JsonObject | number>((held, name) => ({ [name]: held }), value) as JsonObject;
};
const cascade = (purpose: string, rules: readonly Rule[], notice: JsonObject = {}) => {
  const definition = oneChoice({}, { branches: { pass: branch(group('and', ...rules)) } }, { purpose, ...notice });
  const payload = rules.reduce<JsonObject>((held, [, field]) => {
    const [[root = '', value = null] = []] = Object.entries(place(field, 1));
    return { ...held, [root]: { ...(held[root] as JsonObject), ...(value as JsonObject) } };
  }, {});
  const { applicant = {}, ...rest } = payload;
  return { definition, applicant: applicant as JsonObject, payload: rest };
};
const asks = (field: string): Rule => ['start', field, 'greater_than', 600];

describe('of a creditor', () => {
  // Rules: 10.21.1, 10.21.2
  test.each(SCORES.filter((field) => field.split('.').length > 2 || field.startsWith('applicant.')))(
    '%s alone waits for the reasons of a person, whose letter does not name it',
    (field) => {
      expect(letterOf(cascade('credit', [asks(field)])).result).toMatchObject({ ok: false, needs: 'reasons' });
    },
  );

  // Rules: 10.21.2
  test('beside a fact it is left out, and the fact stands', () => {
    const { reasons } = documentOf(cascade('credit', [asks('ml.pd_12m'), asks('applicant.open_loans_with_us')]));
    expect(reasons).toEqual(['Information in your application: open loans with us, 1 (required: more than 600)']);
  });

  // Rules: 10.21.4
  test('it takes no place from one of four facts', () => {
    const facts = ['a', 'b', 'c', 'd'].map((name) => asks(`applicant.${name}_savings`));
    const { reasons } = documentOf(cascade('credit', [asks('ml.pd_12m'), ...facts]));
    expect(reasons).toHaveLength(4);
    expect(reasons.join()).not.toContain('pd');
  });

  // Rules: 10.21.1
  test('by what the account calls it, too', () => {
    expect(isOwnScore('applicant.x1', 'Internal score')).toBe(true);
  });

  // Rules: 2.9.22, 10.21.2
  test('it is warned of', () => {
    const warned = (purpose: string, field: string) =>
      lintDefinition(cascade(purpose, [asks(field)]).definition as never, plenty(), noticeRules(null)).filter(
        ({ code }) => code === 'own_score_decides',
      );
    expect(warned('credit', 'ml.pd_12m')).toEqual([
      expect.objectContaining({ node_id: 'decide', message: expect.stringContaining('"ml.pd_12m"') }),
    ]);
    expect(warned('tenant', 'ml.pd_12m')).toEqual([]);
    expect(warned('credit', 'applicant.savings')).toEqual([]);
  });
});

// Rules: 10.21.3
test.each(['tenant', 'employment'])('of purpose %s it is stated as any other figure', (purpose) => {
  const notice: JsonObject = purpose === 'employment' ? { action_taken: 'adverse_employment' } : {};
  expect(documentOf(cascade(purpose, [asks('ml.pd_12m')], notice)).reasons).toHaveLength(1);
});
