import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { PRODUCT_CODES, type BuiltInCode } from '../../../core/products/contract.ts';
import { PRODUCTS } from '../../../core/products/index.ts';
import { daysBefore, daysBetween } from '../../../core/products/seeded.ts';
import { isoTime } from '../../../core/time.ts';
import { testAnswer } from '../../../core/products/test-report.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';

/**
 * No report of test mode contradicts itself, the person that it is about or the day of its pull.
 * Generated ones and those of registered subjects, for random people on random days.
 */
const { sandbox } = loadReferenceData();

type Row = Readonly<Record<string, Json>> & JsonObject;
type Report = Row;

const rows = (report: Report, list: string): readonly Row[] => report[list] as unknown as readonly Row[];
const num = (value: Json | undefined): number => Number(value);
const day = (value: Json | undefined): string => String(value);
const sum = (values: readonly (Json | undefined)[]): number =>
  values.reduce<number>((total, each) => total + num(each), 0);
const countOf = (list: readonly Row[], key: string, value: Json): number =>
  list.filter((row) => row[key] === value).length;
/** Counts months: the last one whose day, or whose end, has come. */
function months(from: string, to: string): number {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number);
  const fullOn = (count: number) =>
    isoTime(Date.UTC(year, month - 1 + count, Math.min(date, new Date(Date.UTC(year, month + count, 0)).getUTCDate())));
  let count = 0;
  while (fullOn(count + 1).slice(0, 10) <= to) count += 1;
  return count;
}
const latest = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null;

/** Values that must be equal, by name. */
type Rule = (
  report: Report,
  madeOn: string,
) => readonly (readonly [what: string, is: Json | undefined, should: Json])[];

const RULES: Readonly<Record<BuiltInCode, Rule>> = {
  credit_report: (report, madeOn) => {
    if (report.file_status === 'frozen' || report.file_status === 'withheld') {
      const members = Object.keys(report).toSorted().join();
      return [
        ['reported_on', report.reported_on, madeOn],
        ['members of a file that was not released', members, 'file_status,reported_on,score'],
        ['score', report.score ?? null, null],
      ];
    }
    const [lines, collections] = [rows(report, 'tradelines'), rows(report, 'collections')];
    const [records, bankruptcies] = [rows(report, 'public_records'), rows(report, 'bankruptcies')];
    const open = lines.filter(({ status }) => status === 'open');
    const cards = open.filter(({ account_type: type }) => type === 'revolving');
    const limits = sum(cards.map((line) => line.credit_limit_usd));
    const used = sum(cards.map((line) => line.balance_usd));
    const isScored = report.score !== null;
    const oldest = lines.map(({ opened_on: opened }) => day(opened)).toSorted()[0];
    const filed = latest(bankruptcies.map((one) => day(one.filed_on)));
    const isKnown = lines.length + collections.length + records.length + bankruptcies.length > 0;
    return [
      ['reported_on', report.reported_on, madeOn],
      ['scored_on', report.scored_on, isScored ? madeOn : null],
      ['file_status', report.file_status, isScored ? 'scored' : isKnown ? 'thin' : 'no_record'],
      [
        'inquiries of a person who is unknown',
        !isScored && !isKnown && num(report.inquiries_last_24_months) > 0,
        false,
      ],
      ['inquiries', num(report.inquiries_last_6_months) <= num(report.inquiries_last_24_months), true],
      ['tradelines_count', report.tradelines_count, lines.length],
      ['open_tradelines_count', report.open_tradelines_count, open.length],
      ['oldest_tradeline_months', report.oldest_tradeline_months, oldest === undefined ? null : months(oldest, madeOn)],
      [
        'utilization_percent',
        report.utilization_percent,
        limits === 0 ? null : Math.round((used / limits) * 1_000) / 10,
      ],
      ['total_balance_usd', report.total_balance_usd, sum(lines.map((line) => line.balance_usd))],
      ['monthly_payments_usd', report.monthly_payments_usd, sum(lines.map((line) => line.monthly_payment_usd))],
      [
        'late payments',
        report.late_payments_last_24_months,
        sum(lines.map((line) => line.late_payments_last_24_months)),
      ],
      [
        'past_due_accounts_count',
        report.past_due_accounts_count,
        lines.filter((line) => num(line.days_past_due) > 0).length,
      ],
      ['charge_offs_count', report.charge_offs_count, countOf(lines, 'status', 'charged_off')],
      ['collections_count', report.collections_count, collections.length],
      ['collections_balance_usd', report.collections_balance_usd, sum(collections.map((one) => one.balance_usd))],
      ['public_records_count', report.public_records_count, records.length],
      ['bankruptcies_count', report.bankruptcies_count, bankruptcies.length],
      ['months_since_bankruptcy', report.months_since_bankruptcy, filed === null ? null : months(filed, madeOn)],
      ...bankruptcies.map(
        (one) =>
          [
            'discharged after filing',
            one.discharged_on === null || day(one.discharged_on) > day(one.filed_on),
            true,
          ] as const,
      ),
      ...lines.flatMap((line) => {
        const age = daysBetween(day(line.opened_on), madeOn);
        return [
          ['an account as late as it is old at most', num(line.days_past_due) <= age, true],
          ['no more late payments than months', num(line.late_payments_last_24_months) * 30 <= age, true],
          [
            'an account that is late now was late',
            num(line.days_past_due) > 0 && num(line.late_payments_last_24_months) === 0,
            false,
          ],
        ] as const;
      }),
    ];
  },
  criminal_background: (report, madeOn) => {
    const records = rows(report, 'records');
    const recent = latest(records.map((one) => day(one.offense_on)));
    const gravity = ['none', 'infraction', 'misdemeanor', 'felony'];
    const gravest = Math.max(0, ...records.map(({ severity }) => gravity.indexOf(day(severity))));
    return [
      ['searched_on', report.searched_on, madeOn],
      ['status', report.status, records.length === 0 ? 'clear' : 'records_found'],
      ['records_count', report.records_count, records.length],
      ['convictions_count', report.convictions_count, countOf(records, 'disposition', 'convicted')],
      ['felony_count', report.felony_count, countOf(records, 'severity', 'felony')],
      ['misdemeanor_count', report.misdemeanor_count, countOf(records, 'severity', 'misdemeanor')],
      ['pending_count', report.pending_count, countOf(records, 'disposition', 'pending')],
      ['violent_count', report.violent_count, countOf(records, 'is_violent', true)],
      ['highest_severity', report.highest_severity, gravity[gravest] ?? ''],
      ['most_recent_offense_on', report.most_recent_offense_on, recent],
      [
        'years_since_most_recent_offense',
        report.years_since_most_recent_offense,
        recent === null ? null : Math.floor(months(recent, madeOn) / 12),
      ],
      ...records.flatMap(
        (one) =>
          [
            [
              'disposed after the offense',
              one.disposed_on === null || day(one.disposed_on) > day(one.offense_on),
              true,
            ],
            ['disposed unless pending', one.disposed_on === null, one.disposition === 'pending'],
            [
              'searched where it was found',
              (report.jurisdictions_searched as Json[]).includes(one.jurisdiction ?? ''),
              true,
            ],
          ] as const,
      ),
    ];
  },
  eviction_history: (report, madeOn) => {
    const records = rows(report, 'records');
    const recent = latest(records.map((one) => day(one.filed_on)));
    const judgments = records.filter(({ disposition }) => disposition === 'judgment_for_landlord');
    const owed = judgments.filter(({ satisfied }) => satisfied !== true);
    return [
      ['searched_on', report.searched_on, madeOn],
      ['status', report.status, records.length === 0 ? 'clear' : 'records_found'],
      ['filings_count', report.filings_count, records.length],
      [
        'filings_last_24_months',
        report.filings_last_24_months,
        records.filter(({ filed_on: filed }) => months(day(filed), madeOn) < 24).length,
      ],
      ['judgments_count', report.judgments_count, judgments.length],
      ['judgment_balance_usd', report.judgment_balance_usd, sum(owed.map((one) => one.judgment_usd))],
      ['most_recent_filing_on', report.most_recent_filing_on, recent],
      [
        'months_since_most_recent_filing',
        report.months_since_most_recent_filing,
        recent === null ? null : months(recent, madeOn),
      ],
      ...records.map(
        (one) => ['an amount if there is a judgment', one.judgment_usd !== null, judgments.includes(one)] as const,
      ),
      ...records.map(
        (one) =>
          ['no judgment is satisfied without one', one.satisfied === true && !judgments.includes(one), false] as const,
      ),
    ];
  },
  identity_verification: (report, madeOn) => {
    const { status, expires_on: expires } = report.document as Row;
    const signals = report.risk_signals as readonly string[];
    const wherever = (text: string, is: boolean) => [text, signals.includes(text), is] as const;
    return [
      ['checked_on', report.checked_on, madeOn],
      ...(typeof expires === 'string' && status !== 'unreadable'
        ? [['expired', status === 'expired', expires < madeOn] as const]
        : []),
      wherever('Social security number belongs to another name', report.ssn_match === 'none'),
      wherever('No record of the person at the address', report.address_match === 'none'),
      wherever('Telephone number is registered to somebody else', report.phone_match === 'none'),
      wherever('Document could not be read', status === 'unreadable'),
      ['watchlist_match', report.watchlist_match, (report.watchlists as Json[]).length > 0],
      [
        'verified without a doubt',
        report.overall_result === 'verified' && (report.deceased_indicator === true || report.ssn_match === 'none'),
        false,
      ],
    ];
  },
  income_verification: (report, madeOn) => {
    const { monthly_income_usd: monthly, rent_usd: rent } = report;
    const employer = report.employer as Row;
    const started = employer.started_on;
    return [
      ['checked_on', report.checked_on, madeOn],
      ['not_verified', report.status === 'not_verified', monthly === null],
      ['annual_income_usd', report.annual_income_usd, monthly === null ? null : num(monthly) * 12],
      [
        'income_to_rent_ratio',
        report.income_to_rent_ratio,
        monthly === null || rent === null ? null : Math.round((num(monthly) / num(rent)) * 100) / 100,
      ],
      ['sources', sum(rows(report, 'sources').map((one) => one.monthly_usd)), monthly === null ? 0 : num(monthly)],
      ['months_employed', employer.months_employed, started === null ? null : months(day(started), madeOn)],
    ];
  },
};

/** Days that no report may hold: those after its own, and events of a person's life before they were possible. */
function impossibleDays(report: Json, madeOn: string, earliest: string, path = ''): string[] {
  if (typeof report === 'string') {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(report) && !path.endsWith('.expires_on');
    return isDay && (report > madeOn || report < earliest) ? [`${path} ${report}`] : [];
  }
  if (typeof report !== 'object' || report === null) return [];
  return Object.entries(report).flatMap(([key, value]) => impossibleDays(value, madeOn, earliest, `${path}.${key}`));
}

function faults(code: BuiltInCode, report: JsonObject, madeOn: string, earliest: string): string[] {
  const broken = RULES[code](report as Report, madeOn).filter(([, is, should]) => is !== should);
  return [
    ...broken.map(([what, is, should]) => `${what}: ${String(is)} instead of ${String(should)}`),
    ...impossibleDays(report, madeOn, earliest),
  ];
}

const FIRST_DAY = '2026-01-01';
const days = fc.integer({ min: 0, max: 75 * 365 }).map((after) => daysBefore(FIRST_DAY, -after));
interface Person {
  readonly name: string;
  readonly ageDays: number | undefined;
  readonly income: number | undefined;
  readonly rent: number | undefined;
  readonly has: readonly ('ssn' | 'phone' | 'address')[];
}
const people: fc.Arbitrary<Person> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 12 }),
  ageDays: fc.option(fc.integer({ min: 0, max: 90 * 365 }), { nil: undefined }),
  income: fc.option(fc.integer({ min: 1, max: 30_000 }), { nil: undefined }),
  rent: fc.option(fc.integer({ min: 1, max: 9_000 }), { nil: undefined }),
  has: fc.subarray(['ssn', 'phone', 'address'] as const),
});
/** Nothing but the report itself is of an earlier day: work begins at 16, everything else with full age. */
function earliestDay(code: BuiltInCode, ageDays: number | undefined, today: string): string {
  if (ageDays === undefined) return '';
  const years = code === 'income_verification' ? 16 : 18;
  return daysBefore(today, Math.max(0, Math.ceil(ageDays - years * 365.25)));
}

function payloadOf({ name, ageDays, income, rent, has }: Person, today: string) {
  const known = { ssn: '900-12-3456', phone: '+1 512 555 0100', address: { state: 'TX' } };
  const applicant: JsonObject = {
    first_name: name,
    ...(ageDays === undefined ? {} : { date_of_birth: daysBefore(today, ageDays) }),
    ...(income === undefined ? {} : { monthly_income: income }),
    ...Object.fromEntries(has.map((key) => [key, known[key]])),
  };
  return { applicant, ...(rent === undefined ? {} : { property: { monthly_rent: rent } }) } satisfies JsonObject;
}

describe.each(PRODUCT_CODES)('a generated report of %s', (code) => {
  // Rules: 6.1.5
  test('agrees with itself, with the person and with the clock', () => {
    fc.assert(
      fc.property(people, days, (person, today) => {
        const answer = testAnswer(PRODUCTS[code], payloadOf(person, today), { sandbox, asOf: today });
        const earliest = earliestDay(code, person.ageDays, today);
        expect(answer.kind === 'report' ? faults(code, answer.output, today, earliest) : []).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });
});

const registered = sandbox.subjects.flatMap((subject) =>
  [...subject.answers].flatMap(([code, answer]) =>
    answer.kind === 'report' ? [[subject.id, code, subject] as const] : [],
  ),
);

describe.each(registered)('the report of subject %i of %s', (_id, code, { payload }) => {
  const { date_of_birth: birth } = payload.applicant;
  const ageOn = (today: string) => (birth === undefined ? undefined : daysBetween(day(birth), today));

  test('agrees with itself, with the person and with the clock, whatever amounts the payload names', () => {
    fc.assert(
      fc.property(people, days, ({ income, rent }, today) => {
        const named = {
          applicant: { ...payload.applicant, ...(income === undefined ? {} : { monthly_income: income }) },
          property: { ...payload.property, ...(rent === undefined ? {} : { monthly_rent: rent }) },
        };
        const answer = testAnswer(PRODUCTS[code], named, { sandbox, asOf: today });
        expect(answer.kind).toBe('report');
        const earliest = earliestDay(code, ageOn(today), today);
        expect(answer.kind === 'report' ? faults(code, answer.output, today, earliest) : []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('a number of a case does not hold a year, which moves with the day of the report', () => {
  const numbers = registered.flatMap(([, code, { payload }]) => {
    const answer = testAnswer(PRODUCTS[code], payload, { sandbox, asOf: FIRST_DAY });
    return answer.kind === 'report' ? [...JSON.stringify(answer.output).matchAll(/"case_number":"([^"]*)"/g)] : [];
  });
  expect(numbers.length).toBeGreaterThan(0);
  for (const [, number] of numbers) expect(number).toMatch(/^[A-Z]{2}-\d{5,}$/);
});
