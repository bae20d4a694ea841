import type { NodeBase } from '../../../core/cascade/definition.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { generate } from '../../../core/policies/generation.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';

interface Said {
  /** Warnings that its author reads before it is saved. */
  readonly before: readonly string[];
  /** Warnings that everybody reads about the workflow afterwards. */
  readonly after: readonly string[];
}

function warned(prompt: string): Said {
  const made = generate({ prompt, useCase: 'tenant_screening', now: Date.UTC(2026, 0, 5) });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  const nodesOf = (found: readonly { code: string; node_id: string }[]): string[] =>
    found.filter(({ code }) => code === 'jurisdiction_review').map(({ node_id: id }) => id);
  const saved = lintDefinition(made.definition, plenty(), noticeRules('tenant_screening'));
  return { before: nodesOf(made.warnings), after: nodesOf(saved) };
}

describe('what the law of a place limits', () => {
  // Rules: 2.9.24
  test.each([
    'Deny felonies. Approve the rest.',
    'Deny anyone with an eviction in the last 5 years. Approve the rest.',
    'Review anyone on the sex offender registry. Approve scores of at least 650. Deny the rest.',
    'Applicants who live in California go to human review. Approve the rest.',
  ])('is said of the saved workflow at the nodes at which the preview said it: %s', (prompt) => {
    const { before, after } = warned(prompt);
    expect(before).not.toEqual([]);
    expect(after).toEqual(before);
  });

  /** The definition of a policy, and what is warned of it. */
  const saved = (definition: readonly NodeBase[]) =>
    lintDefinition(definition, plenty(), noticeRules('tenant_screening')).filter(
      ({ code }) => code === 'jurisdiction_review',
    );
  const madeOf = (prompt: string): readonly NodeBase[] => {
    const made = generate({ prompt, useCase: 'tenant_screening', now: Date.UTC(2026, 0, 5) });
    if (!made.ok) throw new Error(JSON.stringify(made.errors));
    return made.definition;
  };
  /** Changes the cascade as the warning advises. */
  const acknowledged = (definition: readonly NodeBase[], note = 'Counsel, May 2026'): readonly NodeBase[] => {
    const asked = new Map(saved(definition).map(({ node_id: id, acknowledge_as: of }) => [id, of]));
    return definition.map((node) =>
      asked.has(node.id) ? { ...node, jurisdiction_review: { of: asked.get(node.id), note } } : node,
    );
  };

  test('is said no more once somebody says in each node that it was looked at', () => {
    const made = madeOf('Deny felonies. Deny anyone with an eviction in the last 5 years. Approve the rest.');
    expect(saved(made).length).toBeGreaterThan(0);
    expect(saved(acknowledged(made))).toEqual([]);
    // Nothing else is wrong with it for that.
    const others = (all: readonly NodeBase[]) =>
      lintDefinition(all, plenty(), noticeRules(null)).map(({ code }) => code);
    expect(others(acknowledged(made))).toEqual(others(made).filter((code) => code !== 'jurisdiction_review'));
    expect(saved(acknowledged(made, '  '))).toEqual(saved(made));
  });

  // Rules: 2.9.25
  test('is said again of a choice that is another one by now, and not of one with another name or order', () => {
    const reviewed = acknowledged(madeOf('Deny felonies. Approve the rest.'));
    const [id] = saved(madeOf('Deny felonies. Approve the rest.')).map(({ node_id: node }) => node);
    const changed = (change: (node: NodeBase) => object) =>
      saved(reviewed.map((node) => (node.id === id ? ({ ...node, ...change(node) } as NodeBase) : node)));
    expect(changed(() => ({ name: 'Records' }))).toEqual([]);
    expect(saved(reviewed.map((node) => Object.fromEntries(Object.entries(node).toReversed()) as never))).toEqual([]);
    for (const change of [
      () => ({ pass_steps: [] }),
      () => ({ review: { approvals: 2 } }),
      (node: NodeBase) => ({
        branches: JSON.parse(JSON.stringify(node).replace(/"value":[^,}]+/, '"value":7')).branches,
      }),
    ]) {
      const again = changed(change);
      expect(again.map(({ node_id: node }) => node)).toContain(id);
      expect(again[0]?.message).toContain('It was reviewed as it was before.');
    }
    // The node is the same; what it reads is not.
    const other = reviewed.map((node) =>
      'billing_product_code' in node && node.billing_product_code === 'criminal_background'
        ? { ...node, billing_product_code: 'eviction_history' }
        : node,
    );
    expect(saved(other as readonly NodeBase[])).not.toEqual([]);
  });

  test('is said of no choice on other reports', () => {
    expect(warned('Approve if the credit score is at least 650, otherwise deny.')).toEqual({ before: [], after: [] });
  });

  const byState = (field: string, fields: FieldSpecsJson = {}) => {
    const conditions = [{ source_node_id: 'start', field, operator: 'equals', value: 'OH' }];
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      { id: 'decide', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } },
    ] as unknown as readonly NodeBase[];
    const rules = noticeRules('tenant_screening', dictionaryIn(fields).dictionary);
    return lintDefinition(definition, plenty(), rules).some(({ code }) => code === 'jurisdiction_review');
  };
  const TEXT = { type: 'text', kind: 'fact' } as const;

  // Rules: 2.9.33
  test.each<[string, FieldSpecsJson?]>([
    ['applicant.address.state'],
    ['applicant.addressState'],
    ['co_applicant.address.state'],
    ['property.state'],
    ['job.state', { 'job.state': { ...TEXT, label: 'Where it is' } }],
    ['guarantor.address.state', { guarantor: { type: 'person', label: 'Guarantor' } }],
    ['guarantors.any.address.state', { guarantors: { type: 'list', of_person: 'each' } }],
    ['branch.zone', { 'branch.zone': { ...TEXT, values: ['OH', 'KY', 'PR'] } }],
  ])('is asked of a choice by %s, which is a state', (field, fields = {}) => expect(byState(field, fields)).toBe(true));

  // Rules: 2.9.33
  test.each<[string, FieldSpecsJson?]>([
    ['account.state'],
    ['account.state', { 'account.state': TEXT }],
    ['account.state', { 'account.state': { ...TEXT, values: ['OH', 'ON_HOLD'] } }],
    ['guarantor.address.state'],
    ['order_state'],
  ])('is not asked of a choice by %s, which nobody declared to be one', (field, fields = {}) =>
    expect(byState(field, fields)).toBe(false),
  );
});
