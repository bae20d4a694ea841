import type { Example } from '../../core/examples/example.ts';
import { tryExample } from '../../core/examples/try.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import { Work } from '../../core/work.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { expect, test } from '../support/jest.ts';

const PERSON = { first_name: 'Ann', last_name: 'Made-Up', email: 'ann@example.com' };

/** Choices in sequence, each of which denies below its limit. */
function choices(count: number): CascadeDefinition {
  const condition = (n: number) => ({
    source_node_id: 'credit',
    field: 'score',
    operator: 'less_than',
    value: 400 + n,
  });
  const { definition } = validateDefinition([
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['c0'] },
    ...Array.from({ length: count }, (_, n) => ({
      ...{ id: `c${n}`, type: 'IfElse', pass_steps: ['deny'], fail_steps: [n === count - 1 ? 'approve' : `c${n + 1}`] },
      branches: { pass: { condition_groups: [{ conditions: [condition(n)] }] } },
    })),
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', purpose: 'tenant' },
    },
  ]);
  return definition ?? [];
}

/** The units that an example costs that the last choice denies, or none. */
function unitsOf(count: number, score: number): number {
  const work = new Work(10_000_000);
  const example: Example = {
    ...{ name: 'A', payload: { applicant: PERSON }, reports: { credit_report: { score } }, decisions: {} },
    ...{ as_of: '2026-03-01', expected: { outcome: 'denied' } },
  };
  const options = { workflow: { name: 'W', useCase: null }, sandbox: loadReferenceData().sandbox, now: 0 };
  const tried = tryExample(choices(count), example, { ...options, onNotComparable: 'fail', rowIds: new Map() }, work);
  expect(tried.outcome).toBe(score < 700 ? 'denied' : 'approved');
  return work.spent;
}

test('an example whose letter gives reasons is charged for finding them, which grows with the choices before', () => {
  const [approved, denied, more] = [unitsOf(20, 800), unitsOf(20, 418), unitsOf(40, 438)];
  expect(denied).toBeGreaterThan(2 * approved);
  expect(more).toBeGreaterThan(2 * denied);
});
