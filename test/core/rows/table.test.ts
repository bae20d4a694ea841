import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { accepted, compiled } from './support.ts';

const listOf = (definition: CascadeDefinition) => rowListOf(definition, plenty());
const shortOf = (definition: CascadeDefinition) =>
  listOf(definition).rules.map(({ id, text, then, is_requirement: isNeed, block }) =>
    [id, text, then.decision, ...(isNeed ? ['requirement'] : []), ...(block === null ? [] : [block])].join(' | '),
  );

const POLICY =
  'Deny if the credit score is below 600. If the identity is not verified, send to human review. Review scores from 600 ' +
  'to 679. Approve everyone else.';

describe('the rows of a cascade', () => {
  // Rules: 2.12.1, 2.12.2
  test('are the rules of its policy, by their ids, with what is left for everyone else', () => {
    const { rules, everyone_else: rest, no_rules: because } = listOf(compiled(POLICY));
    expect(shortOf(compiled(POLICY))).toEqual([
      'r1 | Deny if the credit score is below 600. | deny',
      'r2 | If the identity is not verified, send to human review. | review | review_if_1',
      'r3 | Review scores from 600 to 679. | review | review_if_1',
    ]);
    expect(rules[0]).toMatchObject({
      when: {
        condition_groups: [{ conditions: [{ field: 'score', operator: 'less_than', value: 600 }] }],
        read_as: 'Deny if the credit score is less than 600.',
      },
      then: { terms: { is_automatic: false, is_employment: false } },
      reason: null,
      review: null,
      node_ids: ['deny_if_1', 'deny', 'results'],
    });
    expect(rules[1]?.review).toMatchObject({
      approvals: 1,
      approved: { then: { decision: 'approve' } },
      denied: { then: { decision: 'deny' } },
    });
    expect(rest).toMatchObject({ text: 'Approve everyone else.', then: { decision: 'approve' } });
    expect(because).toBeNull();
  });

  // Rules: 2.12.3
  test('say of a requirement what is asked for, and stand in a block with denials of no order', () => {
    const policy = 'The credit score must be at least 600. Deny if there is an eviction. Approve everyone else.';
    const { rules } = listOf(compiled(policy));
    expect(rules.map(({ is_requirement: isNeed, block }) => [isNeed, block])).toEqual([
      [true, 'b1'],
      [false, 'b1'],
    ]);
    expect(rules[0]).toMatchObject({
      when: { condition_groups: [{ conditions: [{ operator: 'greater_than_or_equal', value: 600 }] }] },
      then: { decision: 'deny' },
    });
  });

  // Rules: 2.12.4
  test('say in words of the author what keeps a template from being rows', () => {
    const file = join(import.meta.dirname, '../../../data/templates/consumer-credit.json');
    const { definition } = JSON.parse(readFileSync(file, 'utf8')) as { definition: unknown };
    expect(listOf(validateDefinition(definition).definition ?? []).no_rules).toEqual({
      node_id: 'known',
      text: 'Further rules follow for those whom a person approves here. In a row the decision of that person is the end.',
    });
  });

  // Rules: 2.12.4
  test('are those of a choice between three ways, in every template but one', () => {
    const folder = join(import.meta.dirname, '../../../data/templates');
    const read = readdirSync(folder).map((file) => {
      const { definition } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { definition: unknown };
      const { rules, no_rules: because } = listOf(validateDefinition(definition).definition ?? []);
      return [file, rules.map(({ then }) => then.decision).join(), because?.node_id ?? null];
    });
    expect(read).toEqual([
      ['consumer-credit.json', '', 'known'],
      ['employment-background.json', 'approve,review', null],
      ['identity-check.json', 'approve,review', null],
      ['income-to-rent.json', 'approve,review', null],
      ['tenant-screening-strict.json', 'approve,review', null],
      ['tenant-screening.json', 'approve,review', null],
    ]);
  });

  // Rules: 2.12.5
  test('end where both ways of a choice lead on, and are given up to there', () => {
    const at = (value: number) => ({
      pass: {
        condition_groups: [{ conditions: [{ source_node_id: 'a', field: 'x', operator: 'greater_than', value }] }],
      },
    });
    const definition = accepted([
      { id: 'a', type: 'ApplicantSource', next_step: ['one'] },
      { id: 'one', type: 'IfElse', branches: at(1), pass_steps: ['approve'], fail_steps: ['two'] },
      { id: 'two', type: 'IfElse', branches: at(2), pass_steps: ['three'], fail_steps: ['four'] },
      { id: 'three', type: 'IfElse', branches: at(3), pass_steps: ['approve'], fail_steps: ['deny'] },
      { id: 'four', type: 'IfElse', branches: at(4), pass_steps: ['approve'], fail_steps: ['deny'] },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      { id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    ]);
    const { rules, everyone_else: rest, no_rules: because } = listOf(definition);
    expect(rules.map(({ id }) => id)).toEqual(['one']);
    const text = 'Further rules follow on both of its ways. A row has to end one of them with a decision.';
    expect([rest, because]).toEqual([null, { node_id: 'two', text }]);
  });

  test('end where a jump or another way leads into the middle of them', () => {
    const on = (id: string, pass: string, fail: string) => ({
      id,
      type: 'IfElse',
      branches: {
        pass: { condition_groups: [{ conditions: [{ source_node_id: 'a', field: id, operator: 'is_true' }] }] },
      },
      pass_steps: [pass],
      fail_steps: [fail],
    });
    const definition = accepted([
      { id: 'a', type: 'ApplicantSource', next_step: ['one'] },
      on('one', 'approve', 'two'),
      on('two', 'jump', 'three'),
      on('three', 'approve', 'deny'),
      { id: 'jump', type: 'GoTo', target_step: 'three' },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      { id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    ]);
    const { rules, no_rules: because } = listOf(definition);
    expect(rules.map(({ id }) => id)).toEqual(['one']);
    expect(because?.node_id).toBe('two');
  });
});
