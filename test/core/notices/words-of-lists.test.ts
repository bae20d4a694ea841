import { describe, expect, test } from '../../support/jest.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { QUANTIFIERS } from '../../../core/quantifiers.ts';
import { labelOf } from '../../../core/notices/decided/labels.ts';
import { fieldNames, fieldSchema, productByCode, PRODUCTS } from '../../../core/products/index.ts';
import { letterOf, oneChoice } from './letter-of.ts';

/*
 * For every result of a `where` or of a figure of a list, words of the catalogue are printed only if they are true.
 * They must be true of the items that count, or of the whole list if they are about it. The truths are written here by
 * hand, from the words alone.
 */

interface Looked {
  /** The items that the condition tests. */
  readonly counted: readonly JsonObject[];
  readonly all: readonly JsonObject[];
  readonly member: string;
  readonly quantifier: string;
  readonly where: Condition | undefined;
}

const some = (holds: (item: JsonObject) => boolean) => (looked: Looked) => looked.counted.some(holds);
const number = (value: Json | undefined) => (typeof value === 'number' ? value : 0);
/** A date decided, and not how many items have it. */
const isDated = ({ member, quantifier }: Looked) => member.endsWith('_on') && ['max', 'min'].includes(quantifier);
const isWhole = ({ counted, all }: Looked) => counted.length === all.length;
const isTotal = (looked: Looked) => isWhole(looked) && looked.quantifier === 'sum';

/** When the words are true of what decided. */
const TRUE: Readonly<Record<string, (looked: Looked) => boolean>> = {
  'Limited credit experience': ({ all }) => all.length === 0,
  // About the file, so about its oldest account.
  'Length of time accounts have been established': (looked) =>
    isWhole(looked) && looked.member === 'opened_on' && looked.quantifier === 'min',
  'Amount owed on accounts is too high': (looked) => isWhole(looked) && looked.member === 'balance_usd',
  'Monthly payments on existing debts are too high': isTotal,
  'Delinquent past or present credit obligations with others': some(
    (item) => number(item.days_past_due) > 0 || number(item.late_payments_last_24_months) > 0,
  ),
  'Account charged off as a bad debt': ({ counted }) =>
    counted.length > 0 && counted.every(({ status }) => status === 'charged_off'),
  'Collection action reported by a creditor or collection agency': (looked) =>
    looked.counted.length > 0 && !isDated(looked),
  'Judgment, lien or garnishment of public record': (looked) => looked.counted.length > 0 && !isDated(looked),
  Bankruptcy: (looked) => looked.counted.length > 0 && !isDated(looked),
  'Criminal charge or conviction in the background report': (looked) => looked.counted.length > 0 && !isDated(looked),
  'Record of a violent offense in the background report': some((item) => item.is_violent === true),
  'Time since the most recent offense in the background report': (looked) =>
    isWhole(looked) && looked.member === 'offense_on' && looked.quantifier === 'max',
  'Eviction filing in the rental history report': (looked) => looked.counted.length > 0 && !isDated(looked),
  'Eviction judgment in the rental history report': some(
    (item) => item.disposition === 'judgment_for_landlord' || number(item.judgment_usd) > 0,
  ),
  'Time since the most recent eviction filing in the rental history report': (looked) =>
    isWhole(looked) && looked.member === 'filed_on' && looked.quantifier === 'max',
  'Unpaid judgment owed to a previous landlord': some((item) => item.satisfied === false),
  'Insufficient income': isTotal,
  'Source of income': (looked) => looked.member === 'kind' || looked.where?.field === 'kind',
  'Unable to verify income': ({ all }) => all.length === 0,
};

interface List {
  readonly product: string;
  readonly list: string;
  /** Values of members, bad ones and good ones. */
  readonly members: Readonly<Record<string, readonly (string | number | boolean | null)[]>>;
  /** The report's counts of such items. */
  readonly summary: (items: readonly JsonObject[]) => JsonObject;
}

const countOf = (items: readonly JsonObject[], holds: (item: JsonObject) => boolean) => items.filter(holds).length;

const LISTS: readonly List[] = [
  {
    product: 'credit_report',
    list: 'tradelines',
    members: {
      status: ['open', 'closed', 'charged_off'],
      account_type: ['auto', 'revolving'],
      opened_on: ['2015-06-20', '2024-02-01'],
      balance_usd: [0, 9000],
      monthly_payment_usd: [0, 300],
      days_past_due: [0, 60],
      late_payments_last_24_months: [0, 3],
    },
    summary: (items) => ({
      score: 700,
      tradelines_count: items.length,
      charge_offs_count: countOf(items, ({ status }) => status === 'charged_off'),
      past_due_accounts_count: countOf(items, (item) => number(item.days_past_due) > 0),
      late_payments_last_24_months: items.reduce((sum, item) => sum + number(item.late_payments_last_24_months), 0),
    }),
  },
  {
    product: 'credit_report',
    list: 'collections',
    members: { agency: ['a', 'b'], balance_usd: [0, 400], reported_on: ['2019-01-01', '2026-01-01'] },
    summary: (items) => ({ score: 700, collections_count: items.length }),
  },
  {
    product: 'credit_report',
    list: 'bankruptcies',
    members: {
      chapter: ['7', '13'],
      filed_on: ['2012-01-01', '2023-01-01'],
      discharged_on: ['2013-01-01', '2024-06-01'],
    },
    summary: (items) => ({ score: 700, bankruptcies_count: items.length }),
  },
  {
    product: 'credit_report',
    list: 'public_records',
    members: {
      kind: ['tax_lien', 'civil_judgment'],
      filed_on: ['2014-01-01', '2025-01-01'],
      amount_usd: [10, 5000],
      satisfied: [true, false],
    },
    summary: (items) => ({ score: 700, public_records_count: items.length }),
  },
  {
    product: 'criminal_background',
    list: 'records',
    members: {
      severity: ['misdemeanor', 'felony'],
      is_violent: [false, true],
      disposition: ['dismissed', 'convicted'],
      offense_on: ['2010-04-02', '2024-04-02'],
      disposed_on: ['2011-04-02', '2025-04-02'],
    },
    summary: (items) => ({
      records_count: items.length,
      violent_count: countOf(items, (item) => item.is_violent === true),
    }),
  },
  {
    product: 'eviction_history',
    list: 'records',
    members: {
      disposition: ['dismissed', 'judgment_for_landlord'],
      filed_on: ['2016-02-03', '2025-02-03'],
      judgment_usd: [null, 1500],
      satisfied: [true, false],
    },
    summary: (items) => ({
      filings_count: items.length,
      judgments_count: countOf(items, ({ disposition }) => disposition === 'judgment_for_landlord'),
      judgment_balance_usd: countOf(items, (item) => item.satisfied === false && number(item.judgment_usd) > 0),
    }),
  },
  {
    product: 'income_verification',
    list: 'sources',
    members: { kind: ['wages', 'benefits'], monthly_usd: [400, 3000] },
    summary: () => ({ status: 'partially_verified', monthly_income_usd: 3400 }),
  },
];

/** Every pair of items: of each member the first value or another one, so that the members differ in many ways. */
function itemsOf({ members }: List, pattern: number): readonly JsonObject[] {
  const item = (shift: number) =>
    Object.fromEntries(
      Object.entries(members).map(([name, values], index) => [
        name,
        values[((pattern >> index) + shift * (index % 2 === 0 ? 1 : pattern & 1)) % values.length] ?? null,
      ]),
    );
  return [item(0), item(1), item(2)];
}

type Condition = { readonly field: string; readonly operator: string; readonly value?: string | number | boolean };

function meets(item: JsonObject, condition: Condition): boolean {
  const { field, operator } = condition;
  const value = condition.value ?? null;
  const actual = item[field] ?? null;
  if (actual === null) return false;
  switch (operator) {
    case 'equals':
      return actual === value;
    case 'not_equals':
      return actual !== value;
    case 'greater_than':
      return value !== null && actual > value;
    default:
      return value !== null && actual < value;
  }
}

type Asked = Condition & { readonly member: string; readonly quantifier: string };

function conditionsOf({ list, members }: List): readonly Asked[] {
  return Object.entries(members).flatMap(([member, values]) => {
    const value = values.at(-1) ?? true;
    const isOrdered = typeof value === 'number' || /_on$/.test(member);
    return QUANTIFIERS.flatMap((quantifier): Asked[] => {
      if (quantifier === 'count') return [];
      const field = `${list}.${quantifier}.${member}`;
      if (quantifier === 'any' || quantifier === 'all')
        return ['equals', 'not_equals'].map((operator) => ({ field, operator, value, member, quantifier }));
      if (!isOrdered || (quantifier === 'sum' && typeof value !== 'number')) return [];
      const limits = typeof value === 'number' ? [value / 2, value * 4] : ['2018-01-01', '2027-01-01'];
      return limits.flatMap((limit) =>
        ['greater_than', 'less_than'].map((operator) => ({ field, operator, value: limit, member, quantifier })),
      );
    });
  });
}

/** Every so many of the runs, which are more than a test has time for; no divisor of what is crossed. */
const EVERY = 13;

describe.each(LISTS.map((each) => [`${each.product} ${each.list}`, each] as const))('%s', (_, list) => {
  // Rules: 10.23.27, 10.23.31
  test('its words are true of what decided, whichever items count', () => {
    const wheres: readonly (Condition | undefined)[] = [
      undefined,
      ...Object.entries(list.members).flatMap(([field, values]) =>
        values
          .filter((value) => value !== null)
          .flatMap((value) => ['equals', 'not_equals'].map((operator) => ({ field, operator, value }))),
      ),
    ];
    const counts = ['greater_than', 'less_than'].flatMap((operator) =>
      [1, 3].map((value) => ({ field: `${list.list}.count`, operator, value, member: '', quantifier: 'count' })),
    );
    const runs = [...conditionsOf(list), ...counts].flatMap((asked) =>
      wheres.flatMap((where) => PATTERNS.map((pattern) => ({ ...asked, where, pattern }))),
    );
    const said = runs
      .filter((_run, index) => index % EVERY === 0)
      .flatMap((run) =>
        wordsFor(list, run).map((words) => ({ words, run, isTrue: TRUE[words]?.(lookedAt(list, run)) })),
      );
    expect(said.filter(({ isTrue }) => isTrue !== true)).toEqual([]);
    expect(said.length).toBeGreaterThan(0);
  });
});

const PATTERNS = [0, 1, 2, 5, 6, 11, 21, 42];

interface Run extends Condition {
  readonly member: string;
  readonly quantifier: string;
  readonly where: Condition | undefined;
  readonly pattern: number;
}

function wordsFor(list: List, { field, operator, value, where, pattern }: Run): string[] {
  const items = itemsOf(list, pattern);
  const condition = {
    source_node_id: 'report',
    field,
    operator,
    value,
    ...(where === undefined ? {} : { where: [where] }),
  };
  const { request } = letterOf({
    definition: oneChoice(
      { report: list.product },
      { branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
      { purpose: 'tenant' },
    ),
    reports: { report: { reported_on: '2026-11-25', ...list.summary(items), [list.list]: [...items] } },
  });
  return (request?.decided.reasons ?? []).flatMap((reason) => (reason.kind === 'field' ? [reason.text] : []));
}

function lookedAt(list: List, { operator, value, member, quantifier, where, pattern }: Run): Looked {
  const all = itemsOf(list, pattern);
  const counted = where === undefined ? all : all.filter((item) => meets(item, where));
  const holds = (item: JsonObject) =>
    meets(item, { field: member, operator, ...(value === undefined ? {} : { value }) });
  // Too many items meet the condition of `any`, or fail that of `all`.
  const own = quantifier === 'any' ? counted.filter(holds) : counted;
  return {
    all,
    counted: quantifier === 'all' ? counted.filter((item) => !holds(item)) : own,
    member,
    quantifier,
    where,
  };
}

/* Words for people who never saw a report: every label of every field and figure was read aloud. */
// Rules: 10.23.26
test.each([
  ['credit_report', 'inquiries_last_6_months', 'Inquiries in the last 6 months'],
  ['credit_report', 'oldest_tradeline_months', 'Age of the oldest account'],
  ['credit_report', 'tradelines_count', 'Number of accounts'],
  ['credit_report', 'past_due_accounts_count', 'Number of past due accounts'],
  ['credit_report', 'bankruptcies.min.months_since_discharged', 'Time since the latest discharge date of a bankruptcy'],
  ['credit_report', 'tradelines.max.months_since_opened', 'Time since the earliest opening date of an account'],
  ['criminal_background', 'pending_count', 'Number of pending charges'],
  [
    'criminal_background',
    'records.min.months_since_offense',
    'Time since the latest offense date of a criminal record',
  ],
  ['eviction_history', 'filings_last_24_months', 'Eviction filings in the last 24 months'],
  ['income_verification', 'sources.max.monthly_usd', 'Highest monthly amount on a source of income'],
  ['income_verification', 'employer.months_employed', 'Time with the employer'],
])('%s %s', (code, field, label) => {
  expect(labelOf({ field }, productByCode(code))).toEqual({ label });
});

test('no label of a report says "count", or a span without "in the"', () => {
  for (const product of Object.values(PRODUCTS)) {
    for (const name of fieldNames(product)) {
      const { label } = labelOf({ field: name }, product);
      expect(label).not.toMatch(/ count$|(?<! in the) last \d+ months$|tradeline/i);
    }
  }
});

/* s006 of the held-out sets: "Phone match" was the reason of somebody whose telephone did not match. */
test('no text of a report whose label alone is printed reads as if all were well', () => {
  for (const product of Object.values(PRODUCTS)) {
    for (const name of fieldNames(product)) {
      const types = [fieldSchema(product, name)?.type].flat();
      if (fieldSchema(product, name)?.format === 'date' || !types.some((type) => type === 'string')) continue;
      const { label } = labelOf({ field: name.replace(/^(records|tradelines|collections)\./, '$1.0.') }, product);
      expect(label).not.toMatch(/\bmatch$|^(?:status|overall result|verified|clear)$/i);
      // Each says of what it is: two reports of one letter have a status.
      expect(label.split(' ').length).toBeGreaterThan(1);
    }
  }
});

/* s019 and q017: records of a kind that a field counts have the words of that field, and of each that counted. */
describe('records of the kind that was asked for have its words', () => {
  const felony = { severity: 'felony', disposition: 'convicted', is_violent: false, offense_on: '2023-01-01' };
  const theft = { severity: 'misdemeanor', disposition: 'convicted', is_violent: false, offense_on: '2024-01-01' };
  const assault = { severity: 'misdemeanor', disposition: 'pending', is_violent: true, offense_on: '2026-01-01' };
  const report: JsonObject = {
    ...{ searched_on: '2026-11-25', records_count: 3, convictions_count: 2, felony_count: 1, misdemeanor_count: 2 },
    ...{ pending_count: 1, violent_count: 1, records: [felony, theft, assault] },
  };
  const FELONY = { field: 'severity', operator: 'equals', value: 'felony' };
  const CONVICTED = { field: 'disposition', operator: 'equals', value: 'convicted' };
  const RECENT = { field: 'months_since_offense', operator: 'less_than', value: 84 };
  // Rules: 10.23.28
  test.each([
    ['a felony', [FELONY], 'Felony charge or conviction in the background report'],
    ['a felony conviction', [CONVICTED, RECENT, FELONY], 'Felony charge or conviction in the background report'],
    ['a conviction', [CONVICTED, RECENT], 'Criminal conviction in the background report'],
    ['violent', [{ field: 'is_violent', operator: 'is_true' }], 'Record of a violent offense in the background report'],
    [
      'violent',
      [{ field: 'is_violent', operator: 'equals', value: true }],
      'Record of a violent offense in the background report',
    ],
    ['pending', [{ ...CONVICTED, value: 'pending' }], 'Criminal charge pending in the background report'],
    ['recent', [RECENT], 'Criminal charge or conviction in the background report'],
    ['no felony', [{ ...FELONY, not: true }], 'Criminal charge or conviction in the background report'],
    [
      'other than a felony',
      [{ ...FELONY, operator: 'not_equals' }],
      'Criminal charge or conviction in the background report',
    ],
  ])('%s', (_, where, words) => {
    const condition = { source_node_id: 'r', field: 'records.count', operator: 'equals', value: 0, where };
    const definition = oneChoice(
      { r: 'criminal_background' },
      { branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
      { purpose: 'tenant' },
    );
    const { request } = letterOf({ definition, reports: { r: report } });
    expect(request?.decided.reasons.map(({ text }) => text)).toEqual([words]);
  });

  test('and too few of them none', () => {
    const condition = {
      source_node_id: 'r',
      field: 'records.count',
      operator: 'greater_than',
      value: 1,
      where: [FELONY],
    };
    const definition = oneChoice(
      { r: 'criminal_background' },
      { branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
      { purpose: 'tenant' },
    );
    const { request } = letterOf({ definition, reports: { r: report } });
    expect(request?.decided.reasons.map(({ text }) => text)).toEqual([
      'Number of criminal records of the kind considered: 1 (required: more than 1)',
    ]);
  });
});
