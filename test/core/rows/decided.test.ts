import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { Subjects } from '../../../core/readback/subject.ts';
import { decidingRules, type ComparedRule } from '../../../core/rows/decided.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { compiled } from './support.ts';

function decidedBy(definition: CascadeDefinition, reports: Readonly<Record<string, JsonObject>>) {
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  const { steps } = simulate(
    definition,
    {
      payload: { applicant: { first_name: 'X', last_name: 'Y', email: 'x@example.com' } },
      ...{ reports, completesLetters: true, now: Date.UTC(2026, 0, 5) },
      decisions: Object.fromEntries(choices.map(({ id }) => [id, 'denied'])),
      workflow: { name: '', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
    },
    plenty(),
  );
  const history = steps.map(({ nodeId, output }) => ({ nodeId, output }));
  const rules = decidingRules(definition, history, new Subjects(definition), plenty());
  const said = ({ number, id, text, decision, conditions }: ComparedRule) => [
    ...[number, id, text, decision],
    ...conditions.map((each) => each.text),
  ];
  return rules.map(({ nearest, ...rule }) => [...said(rule), ...(nearest === null ? [] : [said(nearest)])]);
}

describe('the rules that decided', () => {
  const POLICY = compiled(
    'The credit score must be at least 600. Deny if there is an eviction. Review scores from 600 to 679. Review if there is ' +
      'a bankruptcy. Approve everyone else.',
  );
  const run = (score: number, evictions = 0, bankruptcies = 0) =>
    decidedBy(POLICY, {
      credit_report: { score, public_records: { bankruptcies }, bankruptcies },
      eviction_history: { eviction_count: evictions },
      tenant_screening: { eviction_count: evictions },
    });

  // Rules: 2.12.15
  test('are named with their number, their sentence and the value that was found', () => {
    expect(run(641)).toEqual([
      [
        3,
        'r3',
        'Review scores from 600 to 679.',
        'review',
        'The credit score is at least 600: it is 641',
        'The credit score is at most 679: it is 641',
      ],
    ]);
  });

  // Rules: 2.12.15
  test('say of a requirement what was not met, and of everyone else that no rule decided', () => {
    expect(run(580)).toEqual([
      [1, 'r1', 'Credit score must be at least 600.', 'deny', 'The credit score is at least 600: it is 580'],
    ]);
    expect(run(720)).toEqual([[null, 'r5', 'Approve everyone else.', 'approve']]);
  });
});

// Rules: 2.12.20
describe('everyone else who is not approved', () => {
  const run = (policy: string, score: number | null, evictions = 0) =>
    decidedBy(compiled(policy), {
      credit_report: { score, utilization_percent: 50 },
      eviction_history: { filings_count: evictions },
    });
  const TWO_WAYS =
    'Approve if the credit score is at least 680. Approve if the credit score is at least 640, there are no evictions and ' +
    'the utilization is below 30%. Deny everyone else.';

  test.each([
    [641, 0, 'Approve if the credit score is at least 680.', 'The credit score is at least 680: it is 641'],
    [null, 0, 'Approve if the credit score is at least 680.', 'The credit score is at least 680: it is not known'],
  ])('is told the rule that lacked fewest conditions, and what it lacked: %s', (score, evictions, text, lacked) => {
    expect(run(TWO_WAYS, score, evictions)).toEqual([
      [null, 'r3', 'Deny everyone else.', 'deny', [1, 'r1', text, 'approve', lacked]],
    ]);
  });

  test('is told the later rule if that lacked fewer', () => {
    const policy =
      'Approve if the credit score is at least 680 and the utilization is below 30%. Approve if there are no evictions and the ' +
      'credit score is at least 640. Review everyone else.';
    expect(run(policy, 641, 1)).toEqual([
      [
        ...[null, 'r3', 'Review everyone else.', 'review'],
        [
          ...[2, 'r2', 'Approve if there are no evictions and the credit score is at least 640.', 'approve'],
          'The number of evictions is 0: it is 1',
        ],
      ],
    ]);
  });

  test('is told of no rule where none approves', () => {
    expect(run('Deny if the credit score is below 600. Review everyone else.', 641)).toEqual([
      [null, 'r2', 'Review everyone else.', 'review'],
    ]);
  });
});
