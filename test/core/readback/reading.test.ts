import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CascadeBranch } from '../../../core/cascade/definition.ts';
import { NOT_COMPARABLE } from '../../../core/cascade/on-not-comparable.ts';
import { isKind, NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { fieldPhrase } from '../../../core/readback/names.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { compiled } from '../rows/support.ts';
import { anyGraph, FIELDS, listLike, someApplicant } from './definitions.ts';
import { outcomeBy } from './english.ts';
import { IS_WHOLE } from '../../support/sample.ts';
import { plenty } from '../../support/work.ts';

/** Random graphs, and a list for each twelve of them: 5,000 in the night. */
const GRAPHS = Number(process.env.CASES ?? (IS_WHOLE ? 5_000 : 600));
const LISTS = Math.ceil(GRAPHS / 12);

const PEOPLE = [null, 'approved', 'denied'] as const;

/** The interpreter's decision about an applicant. */
function outcomeOf(definition: CascadeDefinition, seed: number, person: (typeof PEOPLE)[number]) {
  const { payload, reports } = someApplicant(seed);
  const choices = definition.filter((node) => isKind(node, 'IfElse')).map(({ id }) => id);
  const run = simulate(
    definition,
    {
      payload,
      reports,
      decisions: person === null ? {} : Object.fromEntries(choices.map((id) => [id, person])),
      workflow: { name: 'x', useCase: 'tenant_screening' },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 0, 5),
    },
    plenty(),
  );
  // A text that is compared with a date decides nothing; a reading says nothing of it.
  if (run.steps.some(({ error }) => error?.code === NOT_COMPARABLE)) return undefined;
  // A letter that finds no reason to give is not issued; what was decided stays.
  if (run.status === 'failed' && !run.firstErrorMessage?.startsWith('The notice lacks'))
    throw new Error(run.firstErrorMessage ?? 'failed');
  return run.status === 'awaiting_review' ? 'review' : run.outcome;
}

function valuesOf(seed: number) {
  const { values } = someApplicant(seed);
  return new Map(FIELDS.map(({ code, field }) => [fieldPhrase(code, field), values.get(`${code} ${field}`) ?? null]));
}

describe('the rules of a reading', () => {
  // Rules: 2.8.2
  test('decide as the interpreter does, for applicants at and beside each threshold', () => {
    let compared = 0;
    for (let seed = 1; seed <= LISTS; seed += 1) {
      const definition = listLike(seed);
      const { rules } = readingOf(definition, plenty());
      if (rules === null) continue;
      for (let person = 1; person <= 6; person += 1) {
        const [applicant, decision] = [seed * 100 + person, PEOPLE[person % 3] ?? null];
        const said = outcomeBy(rules, { values: valuesOf(applicant), person: decision });
        const done = outcomeOf(definition, applicant, decision);
        if (done === undefined) continue;
        if (said !== done) {
          throw new Error(
            `seed ${seed}/${applicant} ${String(decision)}: said ${said}, done ${done}\n${JSON.stringify(rules, null, 1)}`,
          );
        }
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(LISTS * 3);
  });
});

describe('what a reading says of missing values', () => {
  // Rules: 2.8.6
  test('is what the interpreter does with an applicant without the value', () => {
    let compared = 0;
    const words = {
      approved: 'is approved',
      denied: 'is denied',
      review: 'goes to human review',
      null: 'is left without a decision',
    };
    for (let seed = 1; seed <= LISTS / 2; seed += 1) {
      const definition = listLike(seed);
      const { rules, missing_values: missing } = readingOf(definition, plenty());
      if (rules === null || rules.some(({ details }) => details.join(' ').includes('goes on to'))) continue;
      for (const { code, field } of FIELDS) {
        const found = missing.find((each) => each.field === fieldPhrase(code, field));
        if (found === undefined) continue;
        const { payload, reports } = someApplicant(seed * 7, { code, field });
        const run = simulate(
          definition,
          {
            payload,
            reports,
            decisions: {},
            workflow: { name: 'x', useCase: 'tenant_screening' },
            sandbox: { find: () => undefined },
            now: Date.UTC(2026, 0, 5),
          },
          plenty(),
        );
        const done = run.status === 'awaiting_review' ? 'review' : run.outcome;
        const [ends = ''] = /is not known (.*?)[.:]/.exec(found.text)?.slice(1) ?? [];
        const isAnything = found.text.includes(': what happens depends on the other values.');
        expect([seed, field, isAnything ? Object.values(words) : ends.split(' or ')]).toEqual([
          seed,
          field,
          expect.arrayContaining([words[String(done) as keyof typeof words]]),
        ]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(LISTS / 2);
  });

  // Rules: 2.8.16
  test.each([
    [
      'the income to rent ratio',
      'An applicant whose income to rent ratio is not known: what happens depends on the other values. Rule 3 does not hold.',
    ],
    [
      'the credit score',
      'An applicant whose credit score is not known is denied or is approved. Rules 1 and 4 do not hold.',
    ],
  ])('lists what is possible without %s only where that leaves something out', (field, text) => {
    const policy = compiled(
      'Deny if the credit score is below 600. Deny if there is an eviction. Deny if the income is less than 3 times the ' +
        'rent. Review scores from 600 to 679. Approve everyone else.',
    );
    const { missing_values: missing } = readingOf(policy, plenty());
    expect(missing.find((each) => each.field === field)?.text).toBe(text);
  });

  test.each([
    ['Deny if the credit score is below 600. Approve everyone else.', 'is approved'],
    [
      'Deny if there is an eviction. Deny if the credit score is below 600. Approve everyone else.',
      'is denied or is approved',
    ],
  ])('keeps lists of one or two: %s', (policy, words) => {
    const { missing_values: missing } = readingOf(compiled(policy), plenty());
    expect(missing.find(({ field }) => field === 'the credit score')?.text).toContain(` is not known ${words}.`);
  });
});

describe('the steps of a reading', () => {
  const said: Readonly<Record<string, string>> = {
    equals: 'is',
    not_equals: 'is other than',
    greater_than: 'is more than',
    greater_than_or_equal: 'is at least',
    less_than: 'is less than',
    less_than_or_equal: 'is at most',
    contains: 'contains',
    not_contains: 'is known and does not contain',
    starts_with: 'begins with',
    ends_with: 'ends with',
    is_true: 'is yes',
    is_false: 'is no',
  };

  // Rules: 2.8.2
  test('of random graphs leave out no node, edge, jump, condition, operator or value', () => {
    for (let seed = 1; seed <= GRAPHS; seed += 1) {
      const definition = anyGraph(seed);
      const { steps } = readingOf(definition, plenty());
      expect(steps.map(({ node_id: id }) => id)).toEqual(definition.map(({ id }) => id));
      const text = new Map(steps.map((step) => [step.node_id, step.text]));
      for (const node of definition) {
        const own = text.get(node.id) ?? '';
        const lacks = [node.id, ...targetsOf(node)].filter((id) => !own.includes(JSON.stringify(id)));
        expect([seed, node.id, lacks]).toEqual([seed, node.id, []]);
        if (!isKind(node, 'IfElse')) continue;
        for (const { phrase, words } of comparisonsOf([node.branches.pass, node.branches.human_review])) {
          if (!own.includes(`${phrase} ${words}`)) throw new Error(`seed ${seed}: ${phrase} ${words} is not in ${own}`);
        }
      }
    }
  });

  const targetsOf = (node: CascadeDefinition[number]) => [
    ...['next_step', 'pass_steps', 'human_review_steps', 'fail_steps'].flatMap(
      (key) => (node as unknown as Record<string, string[]>)[key] ?? [],
    ),
    ...NODES.jumpsOf(node),
  ];

  const DATED: Readonly<Record<string, string>> = {
    greater_than: 'is after',
    greater_than_or_equal: 'is on or after',
    less_than: 'is before',
    less_than_or_equal: 'is on or before',
  };

  function comparisonsOf(branches: readonly (CascadeBranch | undefined)[]) {
    return branches.flatMap((branch) =>
      (branch?.condition_groups ?? []).flatMap(({ conditions }) =>
        conditions.map(({ field, operator, value, value_from: from, source_node_id: node }) => {
          const code = FIELDS.find((each) => each.node === node)?.code ?? 'context';
          const isDate = typeof value === 'string' && /^\d{4}-/.test(value);
          const order = {
            greater_than: 'is after',
            greater_than_or_equal: 'is on or after',
            less_than: 'is before',
            less_than_or_equal: 'is on or before',
            equals: 'is exactly',
          };
          const isNone = operator === 'less_than_or_equal' && value === 0;
          const exact =
            operator === 'equals' && typeof value === 'number' ? 'is exactly' : isNone ? 'is 0' : said[operator];
          const words = isDate ? ((order as Record<string, string>)[operator] ?? said[operator]) : exact;
          if (from !== undefined) {
            const other = fieldPhrase(
              FIELDS.find((each) => each.node === from.source_node_id)?.code ?? 'context',
              from.field,
            );
            const much = from.times === undefined ? other : `${from.times} times ${other}`;
            const dated = field === 'most_recent_filing_on' ? DATED[operator] : undefined;
            const exactly = operator === 'equals' ? 'is exactly' : (dated ?? said[operator]);
            return { phrase: fieldPhrase(code, field), words: `${exactly} ${much}` };
          }
          return { phrase: fieldPhrase(code, field), words: words ?? (operator === 'is_empty' ? 'is' : 'is known') };
        }),
      ),
    );
  }
});

describe('a reading', () => {
  test('of each template is a list of rules', () => {
    const folder = join(import.meta.dirname, '../../../data/templates');
    for (const file of readdirSync(folder)) {
      const { definition } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { definition: CascadeDefinition };
      expect([
        file,
        validateDefinition(definition as never).total,
        readingOf(definition, plenty()).rules?.length ?? 0,
      ]).toEqual([file, 0, expect.any(Number)]);
      expect(readingOf(definition, plenty()).rules).not.toBe(null);
    }
  });

  test('calls a value that has two names by one', () => {
    const condition = (source: string, field: string) => ({
      source_node_id: source,
      field,
      operator: 'greater_than' as const,
      value: 600,
    });
    const conditions = [
      condition('credit', 'score'),
      condition('context', 'steps.credit.score'),
      condition('context', 'bureau.score'),
    ];
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
      {
        id: 'credit',
        type: 'BillingProduct',
        billing_product_code: 'credit_report',
        config: { store_result_as: 'bureau' },
        next_step: ['decide'],
      },
      {
        id: 'decide',
        type: 'IfElse',
        branches: { pass: { condition_groups: [{ conditions }] } },
        pass_steps: ['yes'],
        fail_steps: [],
      },
      { id: 'yes', type: 'Action', action_type: 'Approve' },
    ] as unknown as CascadeDefinition;
    expect(readingOf(definition, plenty()).rules?.map(({ text }) => text)).toEqual([
      'Approve if the credit score is more than 600.',
      'Otherwise, end without a decision.',
    ]);
  });

  test('of an empty definition says that it cannot be run', () => {
    expect(readingOf([], plenty())).toEqual({
      rules: null,
      no_rules: null,
      missing_values: [],
      steps: [],
      always: ['The cascade has no steps and cannot be run.'],
    });
  });
});
