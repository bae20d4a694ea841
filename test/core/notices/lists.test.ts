import { describe, expect, test } from '../../support/jest.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { World } from '../interpreter/world.ts';
import { documentOf, oneChoice } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/*
 * Letters of policies about lists. Each letter's text was written down from the policy and the person's case before it
 * was compiled.
 */
const ACCOUNT = { creditor: 'Bank', account_type: 'revolving', status: 'open', balance_usd: 0, days_past_due: 0 };
const account = (more: JsonObject): JsonObject => ({ ...ACCOUNT, ...more });
const felony = (on: string, more: JsonObject = {}): JsonObject => ({
  offense: 'Burglary',
  severity: 'felony',
  disposition: 'convicted',
  offense_on: on,
  ...more,
});
const info = (words: string) => `Information in your application: ${words}`;

interface Policy {
  readonly says: string;
  readonly reports?: Readonly<Record<string, string>>;
  readonly purpose: 'tenant' | 'credit';
  /** Conditions of `pass`, unless the rule declines. */
  readonly conditions: readonly object[];
  readonly logic?: 'or';
  readonly declines?: true;
  readonly people: readonly {
    readonly who: string;
    readonly of: Readonly<Record<string, JsonObject>>;
    readonly payload?: JsonObject;
    /** Null: let in. */
    readonly letter: readonly string[] | null;
  }[];
}

const condition = (
  source: string,
  field: string,
  operator: string,
  value?: string | number,
  where?: readonly object[],
) => ({
  source_node_id: source,
  field,
  ...(where === undefined ? {} : { where }),
  operator,
  ...(value === undefined ? {} : { value }),
});

const POLICIES: readonly Policy[] = [
  {
    says: '1 A furniture lease: every account at most 30 days late.',
    reports: { credit: 'credit_report' },
    purpose: 'credit',
    conditions: [condition('credit', 'tradelines.all.days_past_due', 'less_than_or_equal', 30)],
    people: [
      {
        who: 'one account 60 days late, and the bureau counts no late payment: no words of the catalogue are true',
        of: { credit: { score: 700, tradelines: [account({}), account({ days_past_due: 60 })] } },
        letter: ['Most days past due on an account: 60 days (required: at most 30 days)'],
      },
      {
        who: 'the same, and the bureau says so',
        of: { credit: { score: 700, past_due_accounts_count: 1, tradelines: [account({ days_past_due: 60 })] } },
        letter: ['Delinquent past or present credit obligations with others'],
      },
      { who: 'nobody late', of: { credit: { score: 700, tradelines: [account({})] } }, letter: null },
      { who: 'no account at all', of: { credit: { score: 700, tradelines: [] } }, letter: null },
    ],
  },
  {
    says: '2 A boat loan: declined who owes more than $20,000 in all, or has fewer than two accounts.',
    reports: { credit: 'credit_report' },
    purpose: 'credit',
    logic: 'or',
    declines: true,
    conditions: [
      condition('credit', 'tradelines.sum.balance_usd', 'greater_than', 20_000),
      condition('credit', 'tradelines.count', 'less_than', 2),
    ],
    people: [
      {
        who: 'one account with $25,000',
        of: { credit: { score: 700, tradelines_count: 1, tradelines: [account({ balance_usd: 25_000 })] } },
        letter: [
          // The words of Regulation B's sample form for what the sum says.
          'Amount owed on accounts is too high',
          'Number of accounts: 1 (required: at least 2)',
        ],
      },
    ],
  },
  {
    says: '3 A co-operative: no felony since 2020.',
    reports: { criminal: 'criminal_background' },
    purpose: 'tenant',
    conditions: [
      condition('criminal', 'records.count', 'less_than', 1, [
        { field: 'severity', operator: 'equals', value: 'felony' },
        { field: 'offense_on', operator: 'greater_than_or_equal', value: '2020-01-01' },
      ]),
    ],
    people: [
      {
        who: 'a felony in 2023',
        of: { criminal: { records_count: 2, felony_count: 2, records: [felony('2023-05-01'), felony('2012-05-01')] } },
        letter: ['Felony charge or conviction in the background report'],
      },
      {
        who: 'the same, of whom the report counts no record: the words are not borne out',
        of: { criminal: { records_count: 0, felony_count: 0, records: [felony('2023-05-01')] } },
        letter: ['Number of criminal records of the kind considered: 1 (required: none)'],
      },
      {
        who: 'a felony of 2012 alone',
        of: { criminal: { records_count: 1, felony_count: 1, records: [felony('2012-05-01')] } },
        letter: null,
      },
    ],
  },
  {
    says: '4 A landlord: any eviction case that the tenant lost.',
    reports: { eviction: 'eviction_history' },
    purpose: 'tenant',
    declines: true,
    conditions: [condition('eviction', 'records.any.disposition', 'equals', 'judgment_for_landlord')],
    people: [
      {
        who: 'lost one',
        of: {
          eviction: {
            judgments_count: 1,
            filings_count: 1,
            records: [{ filed_on: '2025-01-01', disposition: 'judgment_for_landlord' }],
          },
        },
        letter: ['Eviction judgment in the rental history report'],
      },
    ],
  },
  {
    says: '5 An account that is charged off.',
    reports: { credit: 'credit_report' },
    purpose: 'credit',
    declines: true,
    conditions: [condition('credit', 'tradelines.any.status', 'equals', 'charged_off')],
    people: [
      {
        who: 'has one',
        of: { credit: { score: 700, charge_offs_count: 1, tradelines: [account({ status: 'charged_off' })] } },
        letter: ['Account charged off as a bad debt'],
      },
    ],
  },
  {
    says: '6 A fuel card: three accounts that are open, each a mortgage or not.',
    reports: { credit: 'credit_report' },
    purpose: 'credit',
    conditions: [
      condition('credit', 'tradelines.count', 'greater_than_or_equal', 3, [
        { field: 'status', operator: 'equals', value: 'open' },
      ]),
    ],
    people: [
      {
        who: 'has two, and one that is charged off: the words of that are not those of too few',
        of: {
          credit: {
            score: 700,
            charge_offs_count: 1,
            tradelines: [account({}), account({}), account({ status: 'charged_off' })],
          },
        },
        letter: ['Number of accounts of the kind considered: 2 (required: at least 3)'],
      },
    ],
  },
  {
    says: '7 A hall for hire: the debts that the applicant names, none above $5,000, three at the most.',
    purpose: 'tenant',
    conditions: [
      condition('start', 'applicant.debts.max.amount_usd', 'less_than_or_equal', 5_000),
      condition('start', 'applicant.debts.count', 'less_than_or_equal', 3),
    ],
    people: [
      {
        who: 'one of $9,000, four in all',
        of: {},
        payload: { debts: [{ amount_usd: 9_000 }, { amount_usd: 1 }, { amount_usd: 2 }, { amount_usd: 3 }] },
        letter: [
          info('highest amount of the debts, $9,000 (required: at most $5,000)'),
          info('number of debts, 4 (required: at most 3)'),
        ],
      },
      {
        who: 'none named',
        of: {},
        payload: {},
        letter: [info('highest amount of the debts, not provided (required: at most $5,000)')],
      },
    ],
  },
  {
    says: '8 No case within the last years: the latest one before 2022.',
    reports: { eviction: 'eviction_history' },
    purpose: 'tenant',
    conditions: [condition('eviction', 'records.max.filed_on', 'less_than', '2022-01-01')],
    people: [
      {
        who: 'one of 2025, which the report does not count',
        of: {
          eviction: {
            filings_count: 0,
            judgments_count: 0,
            records: [{ filed_on: '2025-02-03', disposition: 'settled' }],
          },
        },
        letter: ['Latest filing date of an eviction case: February 3, 2025 (required: before January 1, 2022)'],
      },
      {
        who: 'nothing on record, which this policy declines',
        of: { eviction: { filings_count: 0, judgments_count: 0, records: [] } },
        letter: ['Latest filing date of an eviction case: none on record (required: before January 1, 2022)'],
      },
    ],
  },
  {
    says: '9 A dormitory: no felony within seven years, as of the day of the report.',
    reports: { criminal: 'criminal_background' },
    purpose: 'tenant',
    conditions: [
      condition('criminal', 'records.count', 'equals', 0, [
        { field: 'severity', operator: 'equals', value: 'felony' },
        { field: 'months_since_offense', operator: 'less_than', value: 84 },
      ]),
    ],
    people: [
      {
        who: 'one six years and eleven months old',
        of: { criminal: { searched_on: '2026-11-20', records: [felony('2019-11-21')] } },
        letter: ['Number of criminal records of the kind considered: 1 (required: none)'],
      },
      {
        who: 'seven years old to the day',
        of: { criminal: { searched_on: '2026-11-20', records: [felony('2019-11-20')] } },
        letter: null,
      },
    ],
  },
  {
    says: '10 A roommate service: at least two years since each offense.',
    reports: { criminal: 'criminal_background' },
    purpose: 'tenant',
    conditions: [condition('criminal', 'records.all.months_since_offense', 'greater_than_or_equal', 24)],
    people: [
      {
        who: 'one a year ago, which the report counts',
        of: { criminal: { searched_on: '2026-11-20', records_count: 1, records: [felony('2025-11-01')] } },
        letter: ['Time since the most recent offense in the background report'],
      },
      {
        who: 'one a year ago, which the report does not count',
        of: { criminal: { searched_on: '2026-11-20', records_count: 0, records: [felony('2025-11-01')] } },
        letter: ['Time since the latest offense date of a criminal record: 12 months (required: at least 24 months)'],
      },
      { who: 'none', of: { criminal: { searched_on: '2026-11-20', records: [] } }, letter: null },
    ],
  },
];

function definitionOf({
  reports = {},
  purpose,
  conditions,
  logic = 'and' as 'or',
  declines,
}: Policy): CascadeDefinition {
  const branches = { pass: { condition_groups: [{ logic, conditions }] } };
  const steps = declines === true ? { pass_steps: ['decline'], fail_steps: ['approve'] } : {};
  return oneChoice(reports, { branches, ...steps }, { purpose }) as CascadeDefinition;
}

function runOf(policy: Policy, { of, payload = {} }: Policy['people'][number]) {
  const definition = definitionOf(policy);
  const world = new World(definition, { mode: 'live', payload: { applicant: payload }, skipWaits: true });
  world.advance();
  for (;;) {
    const pull = [...world.openEffects.values()].find(({ request }) => request.kind === 'live_pull');
    if (pull === undefined) break;
    world.finish(pull.key, { report: of[pull.nodeId] ?? {} });
  }
  return { definition, world };
}

function noticeIn(world: World): NoticeRequest {
  const [notice] = world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  );
  if (notice === undefined) throw new Error('no notice was issued');
  return notice;
}

describe.each(POLICIES)('$says', (policy) => {
  // Rules: 10.23.26, 10.23.29
  test.each(policy.people)('$who', (person) => {
    const { definition, world } = runOf(policy, person);
    const found = world.allEffects.find(({ request }) => request.kind === 'notice');
    if (person.letter === null) {
      expect([found, world.last?.outcome]).toEqual([undefined, 'approved']);
      return;
    }
    const document = documentOf({ definition, applicant: person.payload ?? {}, reports: person.of });
    expect(document.reasons).toEqual(person.letter);
    expect(document.agencies.map(({ product_code: code }) => code)).toEqual(Object.values(policy.reports ?? {}));

    // The run with the figure that would have been enough avoids the notice.
    const { decided, action_taken: actionTaken, reasons } = noticeIn(world);
    const run = { definition, history: [...world.history.values()], context: world.run };
    const explanation = explainNotice(
      run,
      { ref: { node_id: 'decline', visit: 1 }, actionTaken, reasons, decided },
      plenty(),
    );
    expect(explanation.would_have_changed).toMatchObject({ exact: true, leads_to: 'approved' });
  });
});

// Rules: 10.23.30
test('the explanation says which items a figure is of, and what it would have had to be', () => {
  const policy = POLICIES[2] as Policy;
  const person = policy.people[0] as Policy['people'][number];
  const { definition, world } = runOf(policy, person);
  const { decided, action_taken: actionTaken, reasons } = noticeIn(world);
  const run = { definition, history: [...world.history.values()], context: world.run };
  const explanation = explainNotice(
    run,
    { ref: { node_id: 'decline', visit: 1 }, actionTaken, reasons, decided },
    plenty(),
  );
  const where = [
    { field: 'severity', operator: 'equals', value: 'felony' },
    { field: 'offense_on', operator: 'greater_than_or_equal', value: '2020-01-01' },
  ];
  expect(explanation.choices).toMatchObject([
    { conditions: [{ field: 'records.count', where, items: 1, actual: 1, decided: true }] },
  ]);
  expect(explanation.would_have_changed).toMatchObject({
    values: [
      {
        field: 'records.count',
        where,
        actual: 1,
        value: 0,
        text: 'Number of criminal records of the kind considered: none',
      },
    ],
  });
});

test('a policy about lists is read in English', () => {
  const rules = (index: number) =>
    (readingOf(definitionOf(POLICIES[index] as Policy), plenty()).rules ?? []).map(({ text }) => text);
  expect(rules(0)).toEqual(['Approve if the days past due of each of the accounts is at most 30.', 'Otherwise, deny.']);
  expect(rules(1)).toEqual([
    'Deny if the sum of the balance of the accounts is more than $20,000 or the number of accounts listed is less than 2.',
    'Otherwise, approve.',
  ]);
  expect(rules(2)).toEqual([
    'Approve if the number of criminal records listed whose severity is "felony" and whose offense date is on or after 2020-01-01 is less than 1.',
    'Otherwise, deny.',
  ]);
  expect(rules(7)).toEqual([
    'Approve if the latest filed date of the eviction cases is before 2022-01-01.',
    'Otherwise, deny.',
  ]);
});
