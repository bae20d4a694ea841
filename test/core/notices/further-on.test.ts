import { expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { all, approve, choice, CREDIT, decline, factors, pull, start } from './foreign.ts';
import type { Rule } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/*
 * F.3, 2b: one field that two choices read, one after the other. On the present data the first choice's other outcome
 * leads to the same notice. One value on both avoids it, and the letter names that value.
 */
const lending = (first: Rule, second: Rule) =>
  [
    start('credit', 'income'),
    pull('credit', 'credit_report', 'first'),
    pull('income', 'income_verification', 'first'),
    choice('first', all(first), { pass: ['second'], fail: ['works'] }),
    choice('second', all(second)),
    choice('works', all(['income', 'employer.months_employed', 'greater_than_or_equal', 12])),
    approve(),
    decline(CREDIT),
  ] as unknown as CascadeDefinition;

function run(definition: CascadeDefinition, credit: JsonObject, applicant: JsonObject = {}) {
  return simulate(
    definition,
    {
      payload: { applicant },
      reports: {
        credit_report: { key_factors: factors('Short account history'), collections_count: 0, ...credit },
        income_verification: { employer: { status: 'employed', months_employed: 2 } },
      },
      decisions: {},
      workflow: { name: 'Test', useCase: null },
      sandbox: { find: () => undefined },
      now: 0,
    },
    plenty(),
  );
}

const cures = (definition: CascadeDefinition, credit: JsonObject) =>
  run(definition, credit).notices[0]?.decided.choices.map(({ node_id: id, conditions }) => [
    id,
    ...conditions.map(({ field, cure }) => `${field} ${String(cure)}`),
  ]);

const AT_640: Rule = ['credit', 'score', 'greater_than_or_equal', 640];
const AT_660: Rule = ['credit', 'score', 'greater_than_or_equal', 660];
const THIN = { score: null, file_status: 'thin', key_factors: [] };

// Rules: 10.19.2
test.each([
  ['is there one?, at least 640', [['credit', 'score', 'is_not_empty'], AT_640], THIN, 640],
  ['at least 640, at least 660', [AT_640, AT_660], { score: 600 }, 660],
  ['at least 660, at least 640', [AT_660, AT_640], { score: 600 }, 660],
] as const)('of two choices on a score (%s) the first one names what turns both', (_name, rules, credit, score) => {
  const [first, second] = rules as readonly [Rule, Rule];
  const definition = lending(first, second);
  expect(cures(definition, credit)).toEqual([
    ['works', 'employer.months_employed 12'],
    ['first', `score ${score}`],
  ]);
  expect(run(definition, { ...credit, score }).outcome).toBe('approved');
  expect(run(definition, { ...credit, score: score - 1 }).outcome).toBe('denied');
});

test('of two names of one value of the payload it is one', () => {
  const definition = lending(
    ['start', 'applicant.savings', 'greater_than_or_equal', 500],
    ['credit', 'applicant.savings', 'greater_than_or_equal', 900],
  ).map((node) =>
    node.id === 'second'
      ? choice('second', all(['start', 'context.applicant.savings', 'greater_than_or_equal', 900]))
      : node,
  ) as unknown as CascadeDefinition;
  const [, first] = run(definition, {}, { savings: 1 }).notices[0]?.decided.choices ?? [];
  expect(first?.conditions.map(({ field, cure }) => [field, cure])).toEqual([['applicant.savings', 900]]);
});

test('one field of two reports is two', () => {
  const pulls = (node: { readonly id: string }) => node.id !== 'first' && node.id !== 'second';
  const definition = [
    ...lending(AT_640, AT_660).filter(pulls),
    choice('first', all(AT_640), { pass: ['second'], fail: ['works'] }),
    choice('second', all(['income', 'score', 'greater_than_or_equal', 660])),
  ] as unknown as CascadeDefinition;
  expect(cures(definition, { score: 600 })).toEqual([['works', 'employer.months_employed 12']]);
});

// Rules: 10.19.2
test('a choice behind which another field declines anyway is silent', () => {
  const definition = lending(AT_640, ['credit', 'collections_count', 'greater_than', 0]);
  expect(cures(definition, { score: 600 })).toEqual([['works', 'employer.months_employed 12']]);
});

// Rules: 10.19.3
test('the search spends nothing of the work of the step, however long what the choices read', () => {
  const count = 12;
  const definition = [
    start('c0'),
    ...Array.from({ length: count }, (_, index) =>
      choice(
        `c${index}`,
        all(
          ['start', 'applicant.x', 'greater_than', 1000 - 20 * index],
          ['start', 'applicant.note', 'not_contains', 'zzz'],
        ),
        {
          pass: [index % 2 === 0 ? `c${Math.min(index + 1, count - 1)}` : 'works'],
          fail: [index === count - 1 ? 'decline' : `c${index + 1}`],
        },
      ),
    ),
    choice('works', all(['start', 'applicant.y', 'greater_than', 5])),
    approve(),
    decline(CREDIT),
  ] as unknown as CascadeDefinition;
  const { status, firstErrorMessage, notices } = run(
    definition,
    {},
    { x: 1, y: 1, note: 'n'.repeat(LONG), name: 'Pat Doe' },
  );
  expect([status, firstErrorMessage, notices.length]).toEqual(['completed', null, 1]);
});
/** A comparison of it takes two hundred units. */
const LONG = 6_400;

// Rules: 10.23.30
test('a figure of a list is changed, and not the list that it is of', () => {
  const atLeast = (value: number): Rule => ['credit', 'tradelines.count', 'greater_than_or_equal', value];
  const accounts = (howMany: number) => ({ tradelines: Array.from({ length: howMany }, () => ({ status: 'open' })) });
  const definition = lending(atLeast(1), atLeast(3));
  expect(cures(definition, accounts(0))).toEqual([
    ['works', 'employer.months_employed 12'],
    ['first', 'tradelines.count 3'],
  ]);
  expect(run(definition, accounts(3)).outcome).toBe('approved');
  expect(run(definition, accounts(2)).outcome).toBe('denied');
});

// Rules: 10.19.2
test('of a list and of some of its items the figures are two', () => {
  const felonies = { where: [{ field: 'severity', operator: 'equals', value: 'felony' }] };
  const count = (operator: string, value: number, more: object = {}) => ({
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'criminal', field: 'records.count', operator, value, ...more }] },
        ],
      },
    },
  });
  const both = {
    pass: {
      condition_groups: [
        {
          conditions: [
            { source_node_id: 'criminal', field: 'records.count', operator: 'less_than', value: 1, ...felonies },
            { source_node_id: 'criminal', field: 'records.count', operator: 'less_than', value: 5 },
          ],
        },
      ],
    },
  };
  const definition = [
    start('criminal'),
    pull('criminal', 'criminal_background', 'first'),
    { id: 'first', type: 'IfElse', branches: both, pass_steps: ['second'], fail_steps: ['decline'] },
    { id: 'second', type: 'IfElse', ...count('less_than', 3), pass_steps: ['approve'], fail_steps: ['decline'] },
    approve(),
    decline(CREDIT),
  ] as unknown as CascadeDefinition;
  const records = (felony: number, other: number) => [
    ...Array.from({ length: felony }, () => ({ severity: 'felony', description: 'Theft' })),
    ...Array.from({ length: other }, () => ({ severity: 'misdemeanor', description: 'Noise' })),
  ];
  const run = simulate(
    definition,
    {
      payload: { applicant: {} },
      reports: { criminal_background: { records: records(0, 6) } as unknown as JsonObject },
      decisions: {},
      workflow: { name: 'Test', useCase: null },
      sandbox: { find: () => undefined },
      now: 0,
    },
    plenty(),
  );
  expect(run.notices[0]?.reasons).toEqual(['Number of criminal records: 6 (would have met the requirement: 2)']);
});
