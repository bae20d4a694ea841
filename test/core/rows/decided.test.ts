import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { Subjects } from '../../../core/readback/subject.ts';
import { decidingRules } from '../../../core/rows/decided.ts';
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
  return decidingRules(definition, history, new Subjects(definition), plenty()).map(
    ({ number, id, text, decision, conditions }) => [
      number,
      id,
      text,
      decision,
      ...conditions.map((each) => each.text),
    ],
  );
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
