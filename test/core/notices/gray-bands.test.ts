import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import { all, any, approve, choice, decline, goTo, info, pull, scored, start, TENANT } from './foreign.ts';
import { documentOf, letterOf, type LetterCase } from './letter-of.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { compiled } from '../rows/support.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { plenty } from '../../support/work.ts';

/*
 * If a person denied, the reason for asking that person counts after the person's own reasons. No letter names a value
 * with which an earlier choice would have decided as badly.
 */
const ASKED = { id: 'ask', type: 'IfElse', human_review_steps: ['approve'], fail_steps: ['decline'] };
const ask = {
  ...ASKED,
  branches: { human_review: all(['context', 'execution.id', 'is_not_empty']) },
};
const FIELDS = {
  'applicant.points': { type: 'number', label: 'Points', kind: 'fact' },
  'applicant.monthly_income': { type: 'number', label: 'Monthly income', unit: 'USD', kind: 'fact' },
  'applicant.self_employed': { type: 'yes_no', label: 'Self-employed', kind: 'fact' },
} as const;
const DENIED = { decision: 'denied' } as const;
const person = (reasons: readonly string[] = []) => ({ ask: { ...DENIED, reasons } });

/** "Self-employed people go to review. Approve from $4,000 a month. Deny everyone else." */
const ROWS = [
  start('self'),
  choice('self', all(['start', 'applicant.self_employed', 'is_true']), { pass: ['ask'], fail: ['earns'] }),
  ask,
  choice('earns', all(['start', 'applicant.monthly_income', 'greater_than_or_equal', 4000])),
  approve(),
  decline(TENANT),
];

const linesOf = (of: LetterCase) => documentOf({ fields: FIELDS, ...of }).reasons;

describe("a letter about a person's denial", () => {
  // Rules: 10.20.9
  test('gives the condition that sent the case to the person, even if it would have been denied without it', () => {
    const of = { definition: ROWS, applicant: { self_employed: true, monthly_income: 3000 } };
    expect(linesOf({ ...of, reviews: person() })).toEqual([info('self-employed, yes (required: no)')]);
  });

  // Rules: 10.20.9
  test("gives it after the person's own reasons", () => {
    const of = { definition: ROWS, applicant: { self_employed: true, monthly_income: 3000 } };
    expect(linesOf({ ...of, reviews: person(['The employer does not exist']) })).toEqual([
      'The employer does not exist',
      info('self-employed, yes (required: no)'),
    ]);
  });

  // Rules: 10.20.9
  test('gives each of several that hold, and nothing of those that do not', () => {
    const rows = any(
      ['start', 'applicant.self_employed', 'is_true'],
      ['start', 'applicant.points', 'less_than', 40],
      ['start', 'applicant.monthly_income', 'less_than', 1000],
    );
    const definition = [start('rows'), choice('rows', rows, { pass: ['ask'], fail: ['earns'] }), ...ROWS.slice(2)];
    const applicant = { self_employed: true, points: 30, monthly_income: 3000 };
    expect(linesOf({ definition, applicant, reviews: person() })).toEqual([
      info('self-employed, yes (required: no)'),
      info('points, 30 (required: at least 40)'),
    ]);
  });

  // Rules: 10.20.9
  test('gives what an approving rule lacked, where everyone else is reviewed', () => {
    const definition = [
      start('earns'),
      choice(
        'earns',
        all(
          ['start', 'applicant.monthly_income', 'greater_than_or_equal', 4000],
          ['start', 'applicant.points', 'greater_than', 40],
        ),
        { fail: ['ask'] },
      ),
      ask,
      approve(),
      decline(TENANT),
    ];
    expect(linesOf({ definition, applicant: { monthly_income: 3000, points: 30 }, reviews: person() })).toEqual([
      info('monthly income, $3,000 (required: at least $4,000)'),
      info('points, 30 (required: more than 40)'),
    ]);
  });

  // Rules: 10.20.9
  test('gives nothing of a rule that came after the person', () => {
    const of = { definition: ROWS, applicant: { self_employed: true, monthly_income: 3000 } };
    expect(linesOf({ ...of, reviews: person() }).join(' ')).not.toContain('income');
  });
});

describe('a review that asks for what is good', () => {
  const PERSON = { first_name: 'Pat', last_name: 'Example', email: 'pat@example.com' };
  const linesFor = (policy: string, reports: Readonly<Record<string, JsonObject>>) =>
    documentOf({ applicant: PERSON, definition: compiled(policy), reports, reviews: person() });

  // Rules: 10.20.14
  test('gives what the next approving rule asks for, and no worse score', () => {
    const policy =
      'Approve if the credit score is at least 700. Review if the credit score is at least 640 and the number of bankruptcies ' +
      'is 0. Deny everyone else.';
    const report = { ...scored(655), bankruptcies_count: 0 };
    const { reasons, score } = linesFor(policy, { credit: report });
    expect(reasons).toEqual(score?.key_factors);
    const { request } = letterOf({
      applicant: PERSON,
      definition: compiled(policy),
      reports: { credit: report },
      reviews: person(),
    });
    const said = request?.decided.choices.flatMap(({ conditions }) => conditions);
    expect(said?.map(({ field, value }) => [field, value])).toEqual([['score', 700]]);
  });

  // Rules: 10.20.14
  test('gives nothing that would only have led to a denial, where no rule behind it approves', () => {
    const policy = 'Review if the credit score is at least 640. Deny everyone else.';
    const { request } = letterOf({
      applicant: PERSON,
      definition: compiled(policy),
      reports: { credit: scored(655) },
      reviews: person(['The employer does not exist']),
    });
    expect(request?.decided.choices.flatMap(({ conditions }) => conditions)).toEqual([]);
  });

  // Rules: 10.20.14
  test('still gives too much of what is good, where less of it is approved', () => {
    const policy = 'Review if the monthly income is more than $6,000. Approve everyone else.';
    const { request } = letterOf({
      applicant: PERSON,
      definition: compiled(policy),
      reports: { income: { monthly_income_usd: 7_000, status: 'verified' } },
      reviews: person(),
    });
    expect(request?.decided.choices.flatMap(({ conditions }) => conditions.map(({ field }) => field))).toEqual([
      'monthly_income_usd',
    ]);
  });
});

/** "Deny below 60 points. Review from 60 to 67. Approve everyone else." */
const GRAY = [
  start('low'),
  choice('low', all(['start', 'applicant.points', 'less_than', 60]), { pass: ['decline'], fail: ['band'] }),
  choice(
    'band',
    all(['start', 'applicant.points', 'greater_than_or_equal', 60], ['start', 'applicant.points', 'less_than', 68]),
    { pass: ['ask'], fail: ['approve'] },
  ),
  ask,
  approve(),
  decline(TENANT),
];

describe('a value that a letter names', () => {
  // Rules: 10.20.10
  test.each([60, 61, 64, 66, 67])('is none with which an earlier rule would have denied %i points', (points) => {
    const { request } = letterOf({ definition: GRAY, fields: FIELDS, applicant: { points }, reviews: person() });
    const cures = request?.decided.choices.flatMap(({ conditions }) => conditions.map(({ cure }) => cure));
    expect(cures).toEqual([68]);
    expect(request?.reasons).toEqual([info(`points, ${points} (would have met the requirement: 68)`)]);
  });

  const band = (...conditions: readonly object[]) => ({ group_logic: 'and', condition_groups: [{ conditions }] });
  const RENT = { source_node_id: 'start', field: 'applicant.rent' };
  const income = (operator: string, times: number) => ({
    ...{ source_node_id: 'start', field: 'applicant.monthly_income', operator, value_from: { ...RENT, times } },
  });
  const felonies = (operator: string, value: number) => ({
    ...{ source_node_id: 'criminal', field: 'records.count', operator, value },
    where: [{ field: 'severity', operator: 'equals', value: 'felony' }],
  });
  const records = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ severity: 'felony', description: `Theft ${index}` }));

  // Rules: 10.20.10
  test.each([
    [
      'of a field that is compared with another one',
      [income('less_than', 2)],
      [income('greater_than_or_equal', 2), income('less_than', 3)],
      { applicant: { monthly_income: 2100, rent: 1000 } },
      [3000, 700],
    ],
    [
      'of a number of items',
      [felonies('greater_than', 3)],
      [felonies('greater_than', 0), felonies('less_than_or_equal', 3)],
      { reports: { criminal: { records: records(3) } } },
      [0],
    ],
  ])('is none with which an earlier rule would have denied: %s', (_what, below, within, person, cures) => {
    const { request } = letterOf({
      definition: [
        start('criminal'),
        pull('criminal', 'criminal_background', 'low'),
        choice('low', band(...below), { pass: ['decline'], fail: ['band'] }),
        choice('band', band(...within), { pass: ['ask'], fail: ['approve'] }),
        ...GRAY.slice(3),
      ],
      fields: FIELDS,
      reviews: { ask: DENIED },
      ...person,
    });
    const named = request?.decided.choices.flatMap(({ conditions }) => conditions.map(({ cure }) => cure));
    expect(named).toEqual(cures);
  });

  // Rules: 10.20.10
  test('lets the person past every rule before the one that decided', () => {
    const limit = fc.integer({ min: 10, max: 90 });
    fc.assert(
      fc.property(fc.array(limit, { minLength: 2, maxLength: 4 }), limit, limit, (denials, from, points) => {
        const ids = denials.map((_, index) => `low${index}`);
        const rows = denials.map((below, index) =>
          choice(`low${index}`, all(['start', 'applicant.points', 'less_than', below]), {
            pass: ['decline'],
            fail: [ids[index + 1] ?? 'band'],
          }),
        );
        const band = all(
          ['start', 'applicant.points', 'greater_than_or_equal', from],
          ['start', 'applicant.points', 'less_than', from + 8],
        );
        const definition = [
          start('low0'),
          ...rows,
          choice('band', band, { pass: ['ask'], fail: ['approve'] }),
          ...GRAY.slice(3),
        ];
        const { request } = letterOf({ definition, fields: FIELDS, applicant: { points }, reviews: person() });
        for (const reason of request?.reasons ?? []) {
          const named = Number(/(?:at least|met the requirement:) (\d+)/.exec(reason)?.[1]);
          if (denials.some((below) => !(named >= below)))
            throw new Error(JSON.stringify([denials, from, points, reason]));
        }
      }),
      { numRuns: 50, seed: 48 },
    );
  });

  // Rules: 10.20.11
  test('says what a value that is missing would have to meet', () => {
    const definition = [
      start('credit'),
      pull('credit', 'credit_report', 'low'),
      choice('low', any(['credit', 'score', 'less_than', 600], ['credit', 'score', 'is_empty']), {
        pass: ['decline'],
        fail: ['approve'],
      }),
      approve(),
      decline(TENANT),
    ];
    const { score: _, ...none } = scored(0, { file_status: 'no_score' });
    expect(linesOf({ definition, reports: { credit: none } })).toEqual([
      'Score: not available (required: at least 600)',
    ]);
  });
});

/** "Review from 60 to 67 points. Approve from 68. Deny everyone else." */
const BANDED = (from: number, below: number) => [
  start('band'),
  choice(
    'band',
    all(
      ['start', 'applicant.points', 'greater_than_or_equal', from],
      ['start', 'applicant.points', 'less_than', below],
    ),
    { pass: ['ask'], fail: ['high'] },
  ),
  ask,
  choice('high', all(['start', 'applicant.points', 'greater_than_or_equal', below])),
  approve(),
  decline(TENANT),
];

describe('the smallest change that helps', () => {
  const said = (definition: readonly object[], points: number) => {
    const run = simulate(
      definition as CascadeDefinition,
      {
        payload: { applicant: { name: 'Kim Ray', points } },
        reports: {},
        decisions: { ask: 'denied' },
        workflow: { name: 'w', useCase: null },
        sandbox: { find: () => undefined },
        now: 0,
        completesLetters: true,
        dictionary: dictionaryIn(FIELDS).dictionary,
      },
      plenty(),
    );
    const [notice] = run.notices;
    if (notice === undefined) throw new Error('no notice');
    const { would_have_changed: changed } = explainNotice(run.recorded, notice, plenty()) as unknown as {
      would_have_changed: { values: { value: number }[]; leads_to: string };
    };
    return [...notice.reasons, ...changed.values.map(({ value }) => value), changed.leads_to];
  };

  // Rules: 10.20.13, 10.23.7
  test.each([[0], [50], [59]])('comes to a person, and letter and counterfactual name it: %i points', (points) => {
    expect(said(BANDED(60, 68), points)).toEqual([info(`points, ${points} (required: at least 60)`), 60, 'review']);
  });

  // Rules: 10.20.13
  test('is none in the band itself, of which a person denied', () => {
    expect(said(BANDED(60, 68), 64)).toEqual([info('points, 64 (would have met the requirement: 68)'), 68, 'approved']);
  });

  // Rules: 10.20.13
  test('is no value with which an earlier row denies', () => {
    const definition = [
      start('low'),
      choice('low', all(['start', 'applicant.points', 'less_than', 64]), { pass: ['decline'], fail: ['band'] }),
      ...BANDED(60, 68).slice(1),
    ];
    expect(said(definition, 50)).toEqual([info('points, 50 (required: at least 64)'), 64, 'review']);
  });

  // Rules: 10.20.13
  test('is that of rows and of one choice with three ways alike', () => {
    const limit = fc.integer({ min: 10, max: 50 });
    fc.assert(
      fc.property(limit, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 90 }), (from, width, points) => {
        const below = from + width;
        if (points >= from) return;
        const one = [
          start('high'),
          choice('high', all(['start', 'applicant.points', 'greater_than_or_equal', below]), {
            review: all(
              ['start', 'applicant.points', 'greater_than_or_equal', from],
              ['start', 'applicant.points', 'less_than', below],
            ),
            reviewed: ['approve'],
          }),
          approve(),
          decline(TENANT),
        ];
        expect(said(BANDED(from, below), points)).toEqual(said(one, points));
      }),
      { numRuns: 40, seed: 48 },
    );
  });
});

/** The report is pulled again after a denial. The second one is no longer in the band, and the denial remains. */
const pulledAgain = (...asking: readonly object[]) => [
  start('credit'),
  pull('credit', 'credit_report', 'band'),
  ...asking,
  choice('again', all(['credit', 'score', 'less_than', 620]), { pass: ['final'], fail: ['back'] }),
  goTo('back', 'credit'),
  choice('final', all(['context', 'user_approved', 'is_true'])),
  approve(),
  decline(TENANT),
];
const BAND = all(['credit', 'score', 'greater_than_or_equal', 620], ['credit', 'score', 'less_than', 680]);

describe('a visit that a later one of the same step supersedes', () => {
  // Rules: 10.17.3, 10.20.9
  test.each([
    ['the row', [choice('band', BAND, { pass: ['ask'], fail: ['again'] }), { ...ask, fail_steps: ['again'] }]],
    [
      'the choice that asked',
      [
        choice('band', all(['credit', 'score', 'greater_than_or_equal', 680]), {
          ...{ fail: ['again'], review: BAND, reviewed: ['approve'] },
        }),
      ],
    ],
  ])('says nothing of what sent the case to a person: %s', (_which, asking) => {
    const { request } = letterOf({
      definition: pulledAgain(...asking),
      reports: { credit: [scored(640), scored(500)] },
      reviews: { ask: DENIED, band: DENIED },
    });
    const choices = request?.decided.choices.map(({ node_id: id, visit }) => `${id}#${visit}`);
    expect(choices).toContain('final#1');
    expect(choices).not.toContain('band#1');
  });
});
