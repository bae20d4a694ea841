import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Product } from './contract.ts';
import {
  ABOVE,
  BELOW,
  curedByMore,
  date,
  differs,
  dollars,
  equals,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  state,
  text,
} from './schema.ts';
import {
  amountOf,
  daysBefore,
  daysSinceAge,
  identityOf,
  seededRandom,
  standingOf,
  type SeededRandom,
} from './seeded.ts';
import { fullMonths } from '../time.ts';

const REASON = {
  income: 'Insufficient income',
  unverified: 'Unable to verify income',
  employment: 'Unable to verify employment',
  length: 'Length of employment',
  irregular: 'Temporary or irregular employment',
  source: 'Source of income',
} as const;

/** Only a lender is asked for an amount, so the words about the amount requested are for credit. */
const INCOME = {
  reason: REASON.income,
  byPurpose: { credit: 'Income insufficient for amount of credit requested' },
  compared: { request: REASON.income },
} as const;

const UNVERIFIED = state(differs('status', 'verified'));

const schema = object(
  'Income verification',
  'Income and employment of one person.',
  {
    status: oneOf(
      'Verification of the income',
      'How far the income could be confirmed.',
      ['verified', 'partially_verified', 'not_verified'],
      {
        reason: REASON.unverified,
        when: UNVERIFIED,
      },
    ),
    checked_on: date('Check date', 'Date of the check.'),
    monthly_income_usd: nullable(
      dollars('Monthly income', 'Gross income a month that could be confirmed; null where none could.', {
        ...INCOME,
        when: BELOW,
        missing: REASON.unverified,
      }),
    ),
    annual_income_usd: nullable(
      dollars('Annual income', 'Gross income a year that could be confirmed; null where none could.', {
        ...INCOME,
        when: BELOW,
        missing: REASON.unverified,
      }),
    ),
    stated_monthly_income_usd: nullable(
      dollars('Stated monthly income', 'Income that the applicant stated; null without a statement.', {
        ...INCOME,
        when: BELOW,
      }),
    ),
    rent_usd: nullable(dollars('Rent', 'Monthly rent asked for; null where the payload names none.')),
    income_to_rent_ratio: nullable(
      number(
        'Income to rent ratio',
        'Monthly income divided by monthly rent; null where either is unknown.',
        { unit: 'ratio', minimum: 0 },
        {
          reason: 'Income insufficient in relation to the rent',
          byPurpose: { credit: 'Income insufficient in relation to the monthly payment' },
          when: BELOW,
          missing: REASON.unverified,
          missingWhen: [{ field: 'monthly_income_usd', operator: 'is_empty' }],
        },
      ),
    ),
    confidence_percent: integer(
      'Confidence',
      'Confidence in the figures.',
      { unit: 'percent', minimum: 0, maximum: 100 },
      { reason: REASON.unverified, when: curedByMore(UNVERIFIED) },
    ),
    pay_frequency: nullable(
      oneOf(
        'Frequency of pay',
        'How often pay arrives; null without employment.',
        ['weekly', 'biweekly', 'semimonthly', 'monthly', 'irregular'],
        { reason: REASON.irregular, when: state(equals('pay_frequency', 'irregular')) },
      ),
    ),
    employer: object(
      'Employer',
      'The present employer.',
      {
        status: oneOf('Employment status', 'Employment.', ['employed', 'self_employed', 'unemployed', 'unknown'], {
          reason: REASON.employment,
          when: state(equals('employer.status', 'unknown')),
        }),
        name: nullable(
          text('Name of the employer', 'Name of the employer; null without one.', {
            missing: REASON.employment,
            missingWhen: [equals('employer.status', 'unknown')],
          }),
        ),
        title: nullable(text('Position at the employer', 'Position; null without one.')),
        started_on: nullable(
          date('Employer start date', 'First day; null without one.', { reason: REASON.length, when: ABOVE }),
        ),
        months_employed: nullable(
          integer(
            'Time with the employer',
            'Whole months since then; null without one.',
            { unit: 'months', minimum: 0 },
            { reason: REASON.length, when: BELOW },
          ),
        ),
      },
      ['status'],
    ),
    sources: list(
      'Sources of income',
      'Sources of the income.',
      object(
        'Source of income',
        'One source.',
        {
          // Has words of its own: the list's would present a decision about the kind of income as one about its proof.
          kind: oneOf('Kind', 'Kind of income.', ['wages', 'self_employment', 'benefits', 'retirement'], {
            reason: REASON.source,
            when: { ...state({ field: 'sources', operator: 'is_not_empty' }), cure: 'either' },
          }),
          monthly_usd: dollars('Monthly amount', 'Gross amount a month.', { ...INCOME, when: BELOW, figures: ['sum'] }),
        },
        ['kind', 'monthly_usd'],
      ),
      { one: 'source of income', many: 'sources of income', empty: 'worst' },
      { reason: REASON.unverified, when: curedByMore(state({ field: 'sources', operator: 'is_empty' })) },
    ),
  },
  ['monthly_income_usd'],
);

/** The ratio uses `property.monthly_rent` (or `rent`, or the applicant's `monthly_rent`). */
function synthetic(applicant: JsonObject, asOf: string, property: JsonObject = {}): JsonObject {
  const random = seededRandom(identityOf(applicant), 'income_verification');
  const stated = amountOf(applicant, 'monthly_income');
  const rent = rentOf(applicant, property);
  // Nobody younger than 16 works.
  const workingDays = daysSinceAge(16, applicant, asOf);
  const isVerified = random.chance(0.92) && workingDays > 0;
  const monthly = isVerified ? confirmedIncome(random, standingOf(applicant), stated) : null;
  const isFull = monthly !== null && (stated === undefined || monthly >= stated * 0.9);
  const isSelfEmployed = random.chance(0.12);
  const benefits = monthly !== null && random.chance(0.1) ? Math.round(monthly * 0.15) : 0;
  return {
    status: monthly === null ? 'not_verified' : isFull ? 'verified' : 'partially_verified',
    checked_on: asOf.slice(0, 10),
    monthly_income_usd: monthly,
    annual_income_usd: monthly === null ? null : monthly * 12,
    stated_monthly_income_usd: stated ?? null,
    rent_usd: rent ?? null,
    income_to_rent_ratio: ratioOf(monthly, rent),
    confidence_percent:
      monthly === null ? random.integer(5, 35) : isFull ? random.integer(82, 99) : random.integer(50, 80),
    pay_frequency:
      monthly === null
        ? null
        : isSelfEmployed
          ? 'irregular'
          : random.pick(['weekly', 'biweekly', 'biweekly', 'semimonthly', 'monthly']),
    employer: monthly === null ? UNKNOWN_EMPLOYER : makeEmployer(random, isSelfEmployed, asOf, workingDays),
    sources:
      monthly === null
        ? []
        : [
            { kind: isSelfEmployed ? 'self_employment' : 'wages', monthly_usd: monthly - benefits },
            ...(benefits > 0 ? [{ kind: 'benefits', monthly_usd: benefits }] : []),
          ],
  };
}

/**
 * A payload's income is confirmed in the same proportion as the registered one. A payload's rent replaces the
 * registered one. Anything unverified stays unverified.
 */
function restated(report: JsonObject, applicant: JsonObject, property: JsonObject = {}): JsonObject {
  const stated = amountOf(applicant, 'monthly_income');
  const rent = rentOf(applicant, property);
  const { monthly_income_usd: confirmed, stated_monthly_income_usd: before, rent_usd: rentBefore } = report;
  const isOtherIncome = stated !== undefined && stated !== before;
  if (!isOtherIncome && (rent === undefined || rent === rentBefore)) return report;
  const factor = isOtherIncome && typeof before === 'number' && before > 0 ? stated / before : 1;
  const registered = typeof confirmed === 'number' ? Math.round(confirmed * factor) : null;
  // If the registered subject had stated no income, the payload's is taken as confirmed.
  const monthly = registered !== null && isOtherIncome && typeof before !== 'number' ? stated : registered;
  const monthlyRent = rent ?? (typeof rentBefore === 'number' ? rentBefore : undefined);
  return {
    ...report,
    monthly_income_usd: monthly,
    annual_income_usd: monthly === null ? null : monthly * 12,
    stated_monthly_income_usd: stated ?? before ?? null,
    rent_usd: monthlyRent ?? null,
    income_to_rent_ratio: ratioOf(monthly, monthlyRent),
    ...(monthly === null || monthly === confirmed ? {} : { sources: scaledSources(report.sources ?? [], monthly) }),
  };
}

/** Scales the sources of income in proportion; the first one absorbs the rounding difference. */
function scaledSources(sources: Json, monthly: number): Json {
  if (!Array.isArray(sources)) return sources;
  const amounts = sources.map((source) =>
    isJsonObject(source) && typeof source.monthly_usd === 'number' ? source.monthly_usd : 0,
  );
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total === 0) return sources;
  const scaled = amounts.map((amount) => Math.round((amount / total) * monthly));
  const left = monthly - scaled.reduce((sum, amount) => sum + amount, 0);
  return sources.map((source, index) =>
    isJsonObject(source) ? { ...source, monthly_usd: (scaled[index] ?? 0) + (index === 0 ? left : 0) } : source,
  );
}

function rentOf(applicant: JsonObject, property: JsonObject): number | undefined {
  return amountOf(property, 'monthly_rent', 'rent') ?? amountOf(applicant, 'monthly_rent');
}

function ratioOf(monthly: number | null, rent: number | undefined): number | null {
  return monthly === null || rent === undefined || rent === 0 ? null : Math.round((monthly / rent) * 100) / 100;
}

/** Most people state their true income; some round up. Without a statement it follows the person's standing. */
function confirmedIncome(random: SeededRandom, standing: number, stated: number | undefined): number {
  const drawn = random.unit();
  if (stated !== undefined) return Math.round(stated * (drawn < 0.8 ? 0.97 + drawn * 0.06 : 0.6 + (drawn - 0.8) * 1.4));
  return Math.round(1_900 + standing * 5_200 + drawn * 1_800);
}

const UNKNOWN_EMPLOYER = { status: 'unknown', name: null, title: null, started_on: null, months_employed: null };

function makeEmployer(random: SeededRandom, isSelfEmployed: boolean, asOf: string, workingDays: number): JsonObject {
  const drawn = random.integer(40, 4_200);
  const startedOn = daysBefore(asOf, Math.min(drawn, workingDays));
  return {
    status: isSelfEmployed ? 'self_employed' : 'employed',
    name: isSelfEmployed
      ? null
      : random.pick([
          'Brightwater Logistics',
          'Juniper Health Group',
          'Oakline Foods',
          'Pioneer Municipal Schools',
          'Tessera Software',
        ]),
    title: isSelfEmployed
      ? null
      : random.pick(['Analyst', 'Driver', 'Nurse', 'Technician', 'Teacher', 'Shift manager']),
    started_on: startedOn,
    months_employed: fullMonths(startedOn, asOf),
  };
}

export const incomeVerification: Product = {
  code: 'income_verification',
  name: 'Income verification',
  called: ['income check', 'income report'],
  description: 'Monthly and annual income, employer, ratio to rent, and the confidence in the figures.',
  schema,
  synthetic,
  restated,
  hasLocalRules: false,
  words: [
    {
      field: 'monthly_income_usd',
      nouns: ['income', 'gross income'],
      verbs: ['earn', 'make', 'bring in', 'gross'],
      perYear: 'annual_income_usd',
      timesRent: 'income_to_rent_ratio',
      states: { verified: 'verified', partial: 'partially_verified' },
      stateField: 'status',
    },
    {
      field: 'income_to_rent_ratio',
      nouns: ['income to rent ratio', 'income to rent', 'rent coverage', 'income rent ratio'],
    },
    {
      field: 'stated_monthly_income_usd',
      nouns: ['stated monthly income', 'stated monthly gross income'],
    },
    {
      field: 'rent_usd',
      nouns: [
        'rent',
        'monthly rent',
        'rental amount',
        'rent amount',
        'monthly rental amount',
        'monthly rental',
        'rent per month',
      ],
    },
    {
      field: 'rent_usd',
      nouns: ['rent to income ratio', 'rent to income', 'rent to income percentage'],
      isShareOfIncome: true,
    },
    {
      field: 'confidence_percent',
      nouns: ['confidence', 'income confidence', 'confidence in income', 'income verification confidence'],
    },
    {
      field: 'employer.months_employed',
      nouns: [
        'employment length',
        'length of employment',
        'job tenure',
        'time on job',
        'time at current job',
        'time at current employer',
        'time in current job',
        'job time',
      ],
      lasting: [
        'employed',
        'at current job',
        'at same job',
        'at current employer',
        'at present employer',
        'at same employer',
        'with current employer',
        'with same employer',
        'with present employer',
        'in current job',
        'in same job',
        'on job',
        'at job',
        'on same job',
        'on current job',
        'working for current employer',
        'work for current employer',
      ],
    },
    {
      field: 'employer.status',
      nouns: ['employment status'],
      person: {
        unemployed: 'unemployed',
        jobless: 'unemployed',
        'self employed': 'self_employed',
        freelance: 'self_employed',
        'a freelancer': 'self_employed',
        'without a job': 'unemployed',
      },
    },
  ],
};
