import type { JsonObject } from '../json.ts';
import { daysBefore, daysSinceAge, identityOf, seededRandom, standingOf, type SeededRandom } from './seeded.ts';
import { fullMonths } from '../time.ts';

const MODEL = 'Fieldstone Synthetic Score 2';

/** Standing (0 is worst) with the score at it: about the distribution in the United States. */
const SCORE_BY_STANDING = [
  [0, 430],
  [0.1, 560],
  [0.25, 635],
  [0.4, 690],
  [0.55, 735],
  [0.75, 790],
  [1, 845],
] as const;

/** Lenders commonly object to cards used beyond this. */
const HIGH_UTILIZATION_PERCENT = 30;
const FEW_ACCOUNTS = 5;
const RECENT_MONTHS = 12;

/** About five people in a hundred have too little history for a score. */
const THIN_FILE_SHARE = 0.05;

/** How long an account is past due before it is charged off. */
const CHARGE_OFF_DAYS = 180;

/**
 * A report whose totals match its accounts, and whose accounts match its score. Nothing in it is from before the person
 * came of age, so a minor has no file.
 */
export function syntheticCreditReport(applicant: JsonObject, asOf: string): JsonObject {
  const identity = identityOf(applicant);
  const random = seededRandom(identity, 'credit_report');
  const adultDays = daysSinceAge(18, applicant, asOf);
  const isThin = random.chance(THIN_FILE_SHARE) || adultDays <= 0;
  const score = isThin ? null : scoreAt(standingOf(applicant), random);
  // 0 for a spotless history, 1 for a wrecked one.
  const strain = score === null ? 0.2 : Math.min(1, Math.max(0, (760 - score) / 330));

  const past = { strain, asOf, adultDays };
  const tradelines = makeTradelines(random, past, isThin);
  const collections = makeCollections(random, past);
  const publicRecords = makePublicRecords(random, past);
  const bankruptcies = makeBankruptcies(random, past);
  const isKnown = tradelines.length + collections.length + publicRecords.length + bankruptcies.length > 0;
  const recentInquiries = Math.round(strain * random.integer(1, 6)) + random.integer(0, 1);
  const olderInquiries = random.integer(0, 4);
  const summary = {
    ...totals(tradelines, asOf),
    inquiries_last_6_months: isKnown ? recentInquiries : 0,
    inquiries_last_24_months: isKnown ? recentInquiries + olderInquiries : 0,
    collections_count: collections.length,
    collections_balance_usd: sum(collections.map(({ balance_usd }) => balance_usd)),
    public_records_count: publicRecords.length,
    bankruptcies_count: bankruptcies.length,
    months_since_bankruptcy: youngestMonths(bankruptcies, asOf),
  };
  return {
    score,
    score_model: score === null ? null : MODEL,
    score_minimum: score === null ? null : 300,
    score_maximum: score === null ? null : 850,
    scored_on: score === null ? null : asOf.slice(0, 10),
    key_factors: score === null ? [] : keyFactors(summary, newestMonths(tradelines, asOf)),
    file_status: score !== null ? 'scored' : isKnown ? 'thin' : 'no_record',
    reported_on: asOf.slice(0, 10),
    ...summary,
    tradelines,
    collections,
    public_records: publicRecords,
    bankruptcies,
  };
}

function scoreAt(standing: number, random: SeededRandom): number {
  const above = Math.max(
    1,
    SCORE_BY_STANDING.findIndex(([share]) => share >= standing),
  );
  const [[lowShare, low], [highShare, high]] = [
    SCORE_BY_STANDING[above - 1] ?? [0, 430],
    SCORE_BY_STANDING[above] ?? [1, 845],
  ];
  const score = low + ((standing - lowShare) / (highShare - lowShare)) * (high - low);
  return Math.min(850, Math.max(300, Math.round(score) + random.integer(-8, 8)));
}

type Tradeline = {
  creditor: string;
  account_type: 'revolving' | 'installment' | 'auto' | 'student' | 'mortgage';
  status: 'open' | 'closed' | 'charged_off';
  opened_on: string;
  balance_usd: number;
  credit_limit_usd: number | null;
  monthly_payment_usd: number;
  days_past_due: number;
  late_payments_last_24_months: number;
};

const CREDITORS = {
  revolving: [
    'Alder Bank Card',
    'Blue Harbor Card Services',
    'Copperline Store Card',
    'Union Prairie Bank',
    'Westmark Rewards Card',
  ],
  installment: ['Granite Personal Finance', 'Lakeside Credit Union', 'Northfork Lending'],
  auto: ['Redbud Auto Finance', 'Summit Motor Credit'],
  student: ['Beacon Education Servicing', 'Meridian Student Loans'],
  mortgage: ['Cedar Valley Mortgage', 'Hearthstone Home Loans'],
} as const;

const USUAL_ACCOUNTS = ['revolving', 'revolving', 'installment', 'auto', 'student', 'mortgage'] as const;

/** `adultDays`: how long the person has been of age. */
interface Past {
  readonly strain: number;
  readonly asOf: string;
  readonly adultDays: number;
}

function makeTradelines(random: SeededRandom, past: Past, isThin: boolean): Tradeline[] {
  if (past.adultDays <= 0) return [];
  const howMany = isThin ? random.integer(0, 1) : random.integer(4, 12);
  const oldestDays = Math.min(isThin ? 150 : historyDays(random, past.strain), past.adultDays);
  return Array.from({ length: howMany }, (_, index) => {
    // The first account is a card: reports without revolving credit are rare.
    const type = index === 0 ? 'revolving' : random.pick(USUAL_ACCOUNTS);
    const opened = index === 0 ? oldestDays : Math.min(random.integer(60, Math.max(90, oldestDays)), oldestDays);
    return makeTradeline(random, type, past, opened, index > 0);
  });
}

/** Length of the credit history: years, if there is little strain. */
function historyDays(random: SeededRandom, strain: number): number {
  return random.integer(900, 2_500) + Math.round((1 - strain) * random.integer(500, 6_000));
}

function makeTradeline(
  random: SeededRandom,
  type: Tradeline['account_type'],
  { strain, asOf }: Past,
  openedDaysAgo: number,
  mayBeClosed: boolean,
): Tradeline {
  const chargedOff = random.chance(strain * strain * 0.25) && type !== 'mortgage' && openedDaysAgo >= CHARGE_OFF_DAYS;
  const status = chargedOff ? 'charged_off' : mayBeClosed && random.chance(0.25) ? 'closed' : 'open';
  const late = status === 'open' && random.chance(strain * 0.6) ? random.integer(1, 1 + Math.round(strain * 4)) : 0;
  const isLateNow = late > 1 && random.chance(strain * 0.6);
  // Late payments and days past due cannot exceed the age of the account.
  const monthsOpen = Math.floor(openedDaysAgo / 30);
  return {
    creditor: random.pick(CREDITORS[type]),
    account_type: type,
    status,
    opened_on: daysBefore(asOf, openedDaysAgo),
    ...amounts(random, type, status, strain),
    days_past_due: isLateNow ? 30 * Math.min(random.integer(1, 3), monthsOpen) : 0,
    late_payments_last_24_months: Math.min(late, monthsOpen),
  };
}

const LOANS = {
  installment: { from: 2_000, to: 18_000, months: 48 },
  auto: { from: 6_000, to: 42_000, months: 66 },
  student: { from: 5_000, to: 60_000, months: 120 },
  mortgage: { from: 120_000, to: 480_000, months: 360 },
} as const;

function amounts(
  random: SeededRandom,
  type: Tradeline['account_type'],
  status: Tradeline['status'],
  strain: number,
): Pick<Tradeline, 'balance_usd' | 'credit_limit_usd' | 'monthly_payment_usd'> {
  if (type === 'revolving') {
    const limit = 500 * random.integer(2, Math.round(6 + (1 - strain) * 34));
    const used = Math.min(1, 0.03 + strain * 0.75 + random.unit() * 0.2);
    const balance = status === 'closed' ? 0 : Math.round(limit * used);
    const payment = status === 'open' && balance > 0 ? Math.min(balance, Math.max(25, Math.round(balance * 0.03))) : 0;
    return { balance_usd: balance, credit_limit_usd: limit, monthly_payment_usd: payment };
  }
  const { from, to, months } = LOANS[type];
  const principal = random.integer(from, to);
  const balance = status === 'closed' ? 0 : Math.round(principal * (0.15 + random.unit() * 0.8));
  // A factor for roughly the interest over the life of the loan.
  const payment = status === 'open' ? Math.round((principal / months) * (type === 'mortgage' ? 2 : 1.2)) : 0;
  return { balance_usd: balance, credit_limit_usd: null, monthly_payment_usd: payment };
}

function makeCollections(random: SeededRandom, { strain, asOf, adultDays }: Past) {
  if (adultDays <= 0) return [];
  const howMany = random.chance(strain * 0.8) ? random.integer(1, 1 + Math.round(strain * 3)) : 0;
  return Array.from({ length: howMany }, () => ({
    agency: random.pick(['Ironwood Recovery', 'Plainview Collections', 'Stillwater Receivables']),
    original_creditor: random.pick([
      'Bright Mobile',
      'County General Hospital',
      'Metro Power & Light',
      'Vista Fitness',
    ]),
    reported_on: daysBefore(asOf, Math.min(random.integer(45, 1_900), adultDays)),
    balance_usd: random.chance(0.3) ? 0 : random.integer(80, 2_600),
  }));
}

function makePublicRecords(random: SeededRandom, { strain, asOf, adultDays }: Past) {
  if (adultDays <= 0) return [];
  const howMany = random.chance(strain * strain * 0.4) ? random.integer(1, 2) : 0;
  return Array.from({ length: howMany }, () => ({
    kind: random.pick(['civil_judgment', 'tax_lien', 'garnishment']),
    filed_on: daysBefore(asOf, Math.min(random.integer(120, 2_400), adultDays)),
    amount_usd: random.integer(400, 9_000),
    satisfied: random.chance(0.4),
  }));
}

function makeBankruptcies(random: SeededRandom, { strain, asOf, adultDays }: Past) {
  if (adultDays <= 0 || !random.chance(strain * strain * 0.3)) return [];
  const filedDaysAgo = Math.min(random.integer(200, 3_400), adultDays);
  const isDischarged = filedDaysAgo > 500;
  return [
    {
      chapter: random.pick(['7', '7', '13']),
      filed_on: daysBefore(asOf, filedDaysAgo),
      discharged_on: isDischarged ? daysBefore(asOf, filedDaysAgo - random.integer(110, 400)) : null,
    },
  ];
}

function totals(tradelines: readonly Tradeline[], asOf: string) {
  const open = tradelines.filter(({ status }) => status === 'open');
  const cards = open.filter(({ account_type }) => account_type === 'revolving');
  const limits = sum(cards.map(({ credit_limit_usd }) => credit_limit_usd ?? 0));
  const used = sum(cards.map(({ balance_usd }) => balance_usd));
  const ages = tradelines.map(({ opened_on }) => fullMonths(opened_on, asOf));
  return {
    tradelines_count: tradelines.length,
    open_tradelines_count: open.length,
    oldest_tradeline_months: ages.length === 0 ? null : Math.max(...ages),
    utilization_percent: limits === 0 ? null : Math.round((used / limits) * 1_000) / 10,
    total_balance_usd: sum(tradelines.map(({ balance_usd }) => balance_usd)),
    monthly_payments_usd: sum(tradelines.map(({ monthly_payment_usd }) => monthly_payment_usd)),
    late_payments_last_24_months: sum(tradelines.map((line) => line.late_payments_last_24_months)),
    past_due_accounts_count: tradelines.filter(({ days_past_due }) => days_past_due > 0).length,
    charge_offs_count: tradelines.filter(({ status }) => status === 'charged_off').length,
  };
}

function newestMonths(tradelines: readonly Tradeline[], asOf: string): number {
  return Math.min(...tradelines.map(({ opened_on }) => fullMonths(opened_on, asOf)));
}

function youngestMonths(bankruptcies: readonly { readonly filed_on: string }[], asOf: string): number | null {
  const ages = bankruptcies.map(({ filed_on }) => fullMonths(filed_on, asOf));
  return ages.length === 0 ? null : Math.min(...ages);
}

interface Summary extends ReturnType<typeof totals> {
  readonly inquiries_last_6_months: number;
  readonly collections_count: number;
  readonly public_records_count: number;
  readonly bankruptcies_count: number;
}

/**
 * The factors of the made-up bureau's score: up to four by weight, and inquiries as a fifth if they count. The report
 * supports each of them, because letters print them. The length of the history always counts.
 */
function keyFactors(summary: Summary, newestMonths: number): { code: string; text: string }[] {
  const utilization = summary.utilization_percent ?? 0;
  const months = summary.oldest_tradeline_months ?? 0;
  const paidLate = summary.late_payments_last_24_months + summary.past_due_accounts_count + summary.charge_offs_count;
  const weighted: readonly (readonly [weight: number, code: string, text: string])[] = [
    [summary.bankruptcies_count * 90, 'F01', 'Bankruptcy on the credit report'],
    [summary.charge_offs_count * 70, 'F02', 'Account charged off as a bad debt'],
    [summary.past_due_accounts_count * 65, 'F03', 'Account or accounts past due'],
    [summary.public_records_count * 60, 'F04', 'Judgment, lien or garnishment of public record'],
    [summary.collections_count * 40, 'F05', 'Account placed for collection'],
    [summary.late_payments_last_24_months * 15, 'F06', 'Payments made late in the last 24 months'],
    [
      utilization > HIGH_UTILIZATION_PERCENT ? utilization : 0,
      'F07',
      'Balances on revolving accounts too high in relation to credit limits',
    ],
    [Math.max(1, 60 - months / 3), 'F08', 'Length of time accounts have been established'],
    [paidLate > 0 && summary.tradelines_count <= FEW_ACCOUNTS ? 8 : 0, 'F09', 'Few accounts paid as agreed'],
    [newestMonths < RECENT_MONTHS ? 6 : 0, 'F10', 'Time since the most recent account opening is short'],
  ];
  const named = weighted
    .filter(([weight]) => weight > 0)
    .toSorted(([a], [b]) => b - a)
    .slice(0, 4)
    .map(([, code, text]) => ({ code, text }));
  const inquiries = { code: 'F11', text: 'Too many inquiries in the last 12 months' };
  return summary.inquiries_last_6_months >= 2 ? [...named, inquiries] : named;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
