import { isKind } from '../../../core/cascade/registry.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { nameOfRows } from '../../../core/rules/rows.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { plenty } from '../../support/work.ts';
import { scored } from '../notices/foreign.ts';
import { documentOf } from '../notices/letter-of.ts';

function compiled(prompt: string) {
  const made = compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' });
  if (!made.ok) throw new Error(JSON.stringify(made.details));
  return made.definition;
}

const choicesOf = (prompt: string) => compiled(prompt).filter((node) => isKind(node, 'IfElse'));
const groupsOf = (prompt: string) =>
  choicesOf(prompt).map(({ id, branches, block }) => ({
    id,
    ...(block === undefined ? {} : { block }),
    logic: branches.pass?.group_logic,
    says: branches.pass?.condition_groups?.map(({ id: rule, text, conditions }) => [
      rule,
      text,
      ...conditions.map(({ field, operator, value }) =>
        [field, operator, value].filter((each) => each !== undefined).join(' '),
      ),
    ]),
  }));

describe('the nodes of a policy', () => {
  const BANDS = 'Deny if the credit score is below 600. Review scores from 600 to 679. Approve everyone else.';

  // Rules: 2.6.22, 2.6.25
  test('are one row a rule, each with its sentence and its figure, once', () => {
    expect(choicesOf(BANDS)).toMatchObject([
      {
        id: 'deny_if_1',
        pass_steps: ['deny'],
        fail_steps: ['review_if_1'],
        branches: { pass: { condition_groups: [{ id: 'r1', text: 'Deny if the credit score is below 600' }] } },
      },
      {
        id: 'review_if_1',
        pass_steps: ['ask'],
        fail_steps: ['approve'],
        branches: { pass: { condition_groups: [{ id: 'r2', text: 'Review scores from 600 to 679' }] } },
        everyone_else: { id: 'r3', text: 'Approve everyone else' },
      },
      { id: 'ask' },
    ]);
  });

  // Rules: 2.6.23
  test('have a node of its own that asks, whose denial comes to no further row', () => {
    expect(choicesOf(BANDS).at(-1)).toMatchObject({
      id: 'ask',
      branches: { human_review: { condition_groups: [{ conditions: [{ field: 'execution.id' }] }] } },
      human_review_steps: ['approve'],
      fail_steps: ['deny'],
    });
  });

  // Rules: 2.6.23, 2.6.24
  test.each(['approved', 'denied'] as const)(
    'ask one person once, however many reviews hold, and what that person says stands: %s',
    (person) => {
      const definition = compiled(
        'Review scores below 680. Deny if there is a felony. Review if there is an eviction. Approve everyone else.',
      );
      const asked = [650, 700].flatMap((score) =>
        [0, 1].map((filings_count) => {
          const run = simulate(
            definition,
            {
              payload: { applicant: { name: 'Kim Ray', email: 'kim@example.com' } },
              reports: { credit_report: { score }, eviction_history: { filings_count } },
              decisions: { ask: person },
              ...{ completesLetters: true, workflow: { name: '', useCase: null }, now: Date.UTC(2026, 0, 5) },
              sandbox: { find: () => undefined },
            },
            plenty(),
          );
          return [run.path.filter((id) => id === 'ask').length, run.outcome];
        }),
      );
      expect(asked).toEqual([
        [1, person],
        [1, person],
        [0, 'approved'],
        [1, person],
      ]);
    },
  );

  // Rules: 2.6.26
  test('show nowhere in a reading or a letter what the node that asks compares', () => {
    const letter = documentOf({
      ...{ definition: compiled(BANDS), reports: { credit: scored(640) }, applicant: { email: 'dana@example.com' } },
      reviews: { ask: { decision: 'denied' } },
    });
    expect(letter.reasons).not.toEqual([]);
    for (const shown of [readingOf(compiled(BANDS), plenty()), letter])
      expect(JSON.stringify(shown)).not.toMatch(/execution\.id|is_not_empty/);
  });

  // Rules: 2.6.24
  test('are one node for rules of which no order is said, a group each', () => {
    expect(
      groupsOf('Deny if there is an eviction. Deny if the credit score is below 600. Approve everyone else.'),
    ).toEqual([
      {
        id: 'deny_if_1',
        logic: 'or',
        says: [
          ['r1', 'Deny if there is an eviction', expect.stringMatching(/ greater_than 0$/)],
          ['r2', 'Deny if the credit score is below 600', 'score less_than 600'],
        ],
      },
    ]);
  });

  const MIXED =
    'The credit score must be at least 600. Deny if there is an eviction. The income must be at least 3 times the rent.';

  // Rules: 2.6.22, 2.6.24
  test('are two nodes of one block for requirements beside denials, whose conditions stand as they were written', () => {
    const [first, second, ...others] = groupsOf(MIXED);
    expect(others).toEqual([]);
    expect([first?.block, second?.block]).toEqual(['b1', 'b1']);
    expect(first).toMatchObject({
      id: 'required_1',
      logic: 'and',
      says: [
        ['r1', 'credit score must be at least 600', 'score greater_than_or_equal 600'],
        ['r3', 'income must be at least 3 times the rent', expect.stringContaining('greater_than_or_equal')],
      ],
    });
    expect(second).toMatchObject({
      id: 'deny_if_1',
      logic: 'or',
      says: [['r2', 'Deny if there is an eviction', expect.any(String)]],
    });
    expect(choicesOf(MIXED)).toMatchObject([
      { pass_steps: ['deny_if_1'], fail_steps: ['deny'] },
      { pass_steps: ['deny'], fail_steps: ['approve'] },
    ]);
  });

  // Rules: 2.6.26
  test('are called by their sentences, cut at 120 characters and in no half character, and keep the sentences whole', () => {
    const prompt =
      'Deny if the credit score is below 600 and there are more than 2 late payments in the last 24 months and more than 3 collections. ' +
      'Deny if there is an eviction. Approve everyone else.';
    const names = choicesOf(prompt).map(({ name = '' }) => name);
    expect(names.map((name) => [name.length, name.endsWith('…')])).toEqual([[120, true]]);
    expect(prompt.startsWith(String(names[0]).slice(0, -1))).toBe(true);
    expect(groupsOf(prompt)[0]?.says?.map(([, text]) => text)).toEqual(
      prompt
        .split('. ')
        .slice(0, 2)
        .map((text) => expect.stringContaining(text)),
    );
    const rows = (text: string) => [{ sentence: { text } }];
    expect(nameOfRows(rows(`${'x'.repeat(118)}😀 more`))).toBe(`${'x'.repeat(118)}…`);
    expect(nameOfRows(rows('y'.repeat(120)))).toBe('y'.repeat(120));
  });

  const PERSON = {
    applicant: { email: 'dana@example.com', first_name: 'Dana', last_name: 'Reyes' },
    reviews: { deny: { decision: 'approved' } },
  } as const;
  const REPORTS = { credit: scored(550), eviction: { filings_count: 2 } };

  const TURNED = 'Deny if there is an eviction. The credit score must be at least 600.';

  // Rules: 10.20.12
  test.each([
    ['of two nodes', MIXED, 550, 2, 2, ['Short account history', 'Eviction filing', 'Income']],
    ['of two nodes, the other way round', TURNED, 550, 4, 2, ['Short account history', 'Eviction filing']],
    ['of the second node alone', MIXED, 700, 4, 2, ['Eviction filing']],
    ['of the first node alone', MIXED, 700, 2, 0, ['Income']],
  ])('give each reason of one block in a letter: %s', (_which, prompt, score, ratio, filings, said) => {
    const letter = documentOf({
      definition: compiled(prompt),
      reports: { credit: scored(score), income: { income_to_rent_ratio: ratio }, eviction: { filings_count: filings } },
      ...PERSON,
    });
    for (const words of said) expect(letter.reasons.join('; ')).toContain(words);
    expect(letter.score !== null).toBe(score < 600);
  });

  // Rules: 10.20.12
  test('give the first reason alone where the order is said', () => {
    const first =
      'First deny if there is an eviction. Then deny if the credit score is below 600. Then approve everyone else.';
    const letter = documentOf({ definition: compiled(first), reports: REPORTS, ...PERSON });
    expect(letter.reasons).toHaveLength(1);
  });
});
