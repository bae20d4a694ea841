import { describe, expect, test } from '../../support/jest.ts';
import { isKind } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { generate } from '../../../core/policies/generation.ts';
import { plenty } from '../../support/work.ts';

/** Letters of "everyone else is denied": which of several ways to be approved they speak of, and how. */

const NOW = Date.UTC(2026, 10, 28);

function denied(prompt: string, reports: Readonly<Record<string, JsonObject>>) {
  const made = generate({ prompt, useCase: 'tenant_screening', now: NOW });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const choices = made.definition.filter((node) => isKind(node, 'IfElse'));
  const run = simulate(
    made.definition,
    {
      payload: { applicant: { name: 'Kim Ray', email: 'kim@example.com' } },
      reports,
      decisions: Object.fromEntries(choices.map(({ id }) => [id, 'denied' as const])),
      workflow: { name: 'w', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
      now: NOW,
      completesLetters: true,
    },
    plenty(),
  );
  const [notice] = run.notices;
  if (notice === undefined) throw new Error(`no notice: ${String(run.outcome)}`);
  const { would_have_changed: changed } = explainNotice(run.recorded, notice, plenty()) as unknown as {
    would_have_changed: { values: { field: string; value: unknown }[] };
  };
  return {
    reasons: notice.reasons,
    fields: notice.decided.choices.flatMap(({ conditions }) => conditions.map(({ field }) => field)),
    scores: notice.decided.scores.map(({ product_code: code }) => code),
    changed: changed.values.map(({ field, value }) => `${field} ${String(value)}`),
  };
}

const income = (ratio: number): JsonObject => ({ income_to_rent_ratio: ratio });
const ELSE = 'Otherwise deny.';

describe('of several ways to be approved', () => {
  const THREE_OR_TWO =
    'Approve if the credit score is at least 740 and the utilization is at most 30% and there are no late payments. ' +
    'Approve if the income is at least 5 times the rent and there are no evictions. ';
  const REPORTS = {
    credit_report: { score: 700, utilization_percent: 45, late_payments_count: 2, late_payments_12m: 2 },
    income_verification: income(2),
    eviction_history: { eviction_count: 1, filings: [{ filed_on: '2026-01-01' }] },
  };

  // Rules: 10.26.1
  test('all that the nearest one lacks is said first, never one of each', () => {
    const { fields } = denied(THREE_OR_TWO + ELSE, REPORTS);
    const own = new Set(['income_to_rent_ratio', 'eviction_count', 'filings.count']);
    const places = fields.map((field) => own.has(field));
    expect(places.lastIndexOf(true)).toBe(places.filter(Boolean).length - 1);
    expect(places.filter(Boolean).length).toBeGreaterThan(0);
  });

  // Rules: 10.26.7
  test('that stand one after the other, the one that lacks the fewest comes first with all of it', () => {
    const prompt =
      'Approve on conditions if the income is at least 5 times the rent. ' +
      'Approve if the credit score is at least 740 and the utilization is at most 30%. ';
    const credit_report = { score: 700, utilization_percent: 45 };
    const { reasons } = denied(prompt + ELSE, { credit_report, income_verification: income(2) });
    expect(reasons[0]).toBe('Income insufficient in relation to the rent');
  });

  // Rules: 10.20.15
  test('a score is disclosed that one of them read, though it was high enough', () => {
    const prompt = 'Approve if the credit score is at least 650 and the income is at least 3 times the rent. ';
    const found = denied(prompt + ELSE, { credit_report: { score: 700 }, income_verification: income(2) });
    expect(found).toMatchObject({
      reasons: ['Income insufficient in relation to the rent'],
      scores: ['credit_report'],
    });
  });
});

describe('a letter asks for no more of what is bad', () => {
  const FELONIES = { criminal_background: { felony_count: 0, misdemeanor_count: 0, records: [] } };

  // Rules: 10.20.14
  test.each([
    ['the number of felonies is more than 0', FELONIES],
    ['there are at least 2 late payments', { credit_report: { late_payments_count: 0, tradelines: [] } }],
    ['the utilization is more than 20%', { credit_report: { utilization_percent: 5 } }],
  ])('nor does the counterfactual: %s', (condition, reports) => {
    const found = denied(`Approve if ${condition}. Deny everyone else.`, reports);
    expect(found).toMatchObject({ reasons: [], changed: [] });
  });

  // Rules: 10.20.14
  test('and says what else was lacking', () => {
    const prompt = 'Approve if the number of felonies is more than 0 and the income is at least 3 times the rent. ';
    const found = denied(prompt + ELSE, { ...FELONIES, income_verification: income(2) });
    expect(found).toMatchObject({ reasons: ['Income insufficient in relation to the rent'], changed: [] });
  });
});
