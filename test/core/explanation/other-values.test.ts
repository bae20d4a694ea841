import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import { warnOfFailingBestCases } from '../../../core/notices/warnings/best-case.ts';
import { compareExecutions } from '../../../services/gateway/calculations/compare.ts';
import { World } from '../interpreter/world.ts';
import { oneChoice } from '../notices/letter-of.ts';
import { plenty } from '../../support/work.ts';

/** A comparison with another value is explained with both. */
const INCOME: JsonObject = { status: 'verified', monthly_income_usd: 2000, confidence_percent: 95 };
const THREE_TIMES = {
  source_node_id: 'income',
  field: 'monthly_income_usd',
  operator: 'greater_than_or_equal',
  value_from: { source_node_id: 'context', field: 'context.loan.monthly_payment', times: 3 },
};

function explained(conditions: readonly object[], payload: JsonObject, income = INCOME): JsonObject {
  const branches = { pass: { condition_groups: [{ conditions }] } };
  const notice = { purpose: 'credit' };
  const definition = oneChoice({ income: 'income_verification' }, { branches }, notice) as CascadeDefinition;
  const world = new World(definition, { mode: 'live', payload: { applicant: {}, ...payload }, skipWaits: true });
  world.advance();
  for (const { key, request } of world.openEffects.values()) {
    if (request.kind === 'live_pull') world.finish(key, { report: income });
  }
  const found = world.allEffects.find(({ request }) => request.kind === 'notice');
  if (found === undefined) throw new Error('no notice was issued');
  const { decided, action_taken: actionTaken, reasons } = (found.request as { readonly notice: NoticeRequest }).notice;
  const run = { definition, history: [...world.history.values()], context: world.run };
  return explainNotice(run, { ref: { node_id: 'decline', visit: 1 }, actionTaken, reasons, decided }, plenty());
}

describe('the explanation of a comparison with another value', () => {
  test('says both values, the one that would be needed, and where it leads', () => {
    const explanation = explained([THREE_TIMES], { loan: { monthly_payment: 800 } });
    expect(explanation.choices).toMatchObject([
      {
        conditions: [
          {
            required: 2400,
            value_from: { field: 'context.loan.monthly_payment', times: 3, actual: 800 },
            actual: 2000,
            decided: true,
            text: 'Monthly income: $2,000 (required: at least 3 times the loan monthly payment, $2,400)',
          },
        ],
      },
    ]);
    expect(explanation.would_have_changed).toMatchObject({
      values: [
        {
          field: 'monthly_income_usd',
          value: 2400,
          text: 'Monthly income: at least 3 times the loan monthly payment, $2,400',
        },
      ],
      exact: true,
      leads_to: 'approved',
    });
    expect(explanation.summary).toContain('The application would then have been approved.');
  });

  test('changes both where one alone would not do, and the interpreter agrees', () => {
    const cap = { source_node_id: 'income', field: 'monthly_income_usd', operator: 'less_than_or_equal', value: 1500 };
    const explanation = explained([THREE_TIMES, cap], { loan: { monthly_payment: 800 } });
    expect(explanation.would_have_changed).toMatchObject({
      values: [
        { field: 'monthly_income_usd', value: 1500 },
        { field: 'context.loan.monthly_payment', value: 500 },
      ],
      exact: true,
      leads_to: 'approved',
    });
  });

  test('asks for a payment that was not there', () => {
    const explanation = explained([THREE_TIMES], {});
    expect(explanation.would_have_changed).toMatchObject({
      values: [
        {
          field: 'context.loan.monthly_payment',
          text: 'Information in your application: loan monthly payment, one on record',
        },
      ],
      leads_to: 'approved',
    });
  });
});

test('two executions are compared by what they compared with: another factor is another condition', () => {
  const execution = (payment: number, times: number): JsonObject => {
    const from = { ...THREE_TIMES.value_from, times, actual: payment };
    const trace = { ...THREE_TIMES, branch: 'pass', group: 0, value: payment * times, value_from: from };
    return { step_outputs: { decide: { branch: 'fail', conditions: [{ ...trace, actual: 2000, result: false }] } } };
  };
  const required = (other: JsonObject) =>
    (compareExecutions(execution(800, 3), other).nodes as unknown as readonly { conditions: JsonObject[] }[]).flatMap(
      ({ conditions }) => conditions.map((condition) => condition.required),
    );
  expect(required(execution(800, 3))).toEqual([]);
  expect(required(execution(900, 3))).toEqual([{ left: 2400, right: 2700 }]);
  expect(required(execution(800, 4))).toEqual([
    { left: 2400, right: null },
    { left: null, right: 3200 },
  ]);
});

test('saving warns of a best case that fails as the other value', () => {
  const condition = {
    source_node_id: 'context',
    field: 'context.loan.term_months',
    operator: 'less_than',
    value_from: { source_node_id: 'credit', field: 'months_since_bankruptcy' },
  };
  const definition = oneChoice(
    { credit: 'credit_report' },
    { branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
    { purpose: 'credit' },
  ) as CascadeDefinition;
  expect(lintDefinition(definition, plenty(), [warnOfFailingBestCases]).map(({ code }) => code)).toContain(
    'best_case_fails',
  );
});
