import type { ListPath } from '../../quantifiers.ts';
import { wordsOfField } from '../../personal-fields.ts';
import { dateLabel } from './date-labels.ts';

/*
 * What a field of the application is called where the account has given it no label: the words of its name, as people
 * write names. No word is printed that says more than the name does, and none of it is taken for a unit that is part of
 * its meaning (`late_payments_last_24_months` is a number of payments).
 */

/** Whether the value, or what it is compared with, is a date: of a name alone `add_on` may be anything. */
export interface Named {
  readonly isDated: boolean;
}

export function ownLabel(field: string, { isDated }: Named): string {
  const words = wordsIn(field);
  const unit = unitInName(field);
  const named = unit === null || PART_OF_NAME.includes(unit) ? words : withoutUnit(words);
  const label = inFull(named)
    .replace(/ ratio ratio$/, ' ratio')
    // `loan.ltv`, `employment.employment_status`.
    .replaceAll(/\b([a-z]+) (?=\1(?:-| |$))/g, '')
    // `membership.member_since`, `loans.loan_amount`.
    .replace(/^([a-z]{4,})(?:ship|s) (?=\1 )/, '')
    // `loan.aviary_loan`.
    .replace(/^([a-z]+) (?=(?:[a-z]+ )+\1$)/, '')
    .replaceAll(/\b(min|max) (?=[a-z])/g, '$1imum ')
    // `app.req_amount`.
    .replace(/^app (?=[a-z])/, '')
    .replaceAll(/\bco (?=[a-z])/g, 'co-');
  return withMeasure(
    dateLabel(inTheLast(asNumber(label)), isDated)
      .replace(/\bmoved? (in|out) date$/, 'move-$1 date')
      .replace(/\bmove (in|out) by$/, 'latest move-$1 date'),
  );
}

/**
 * A label whose figure is not printed, with the unit that it left for the figure to say: `dispatch_years` is "dispatch
 * years". Of amounts, shares and ages the label says enough.
 */
export function labelWithoutFigure(label: string, field: string): string {
  const unit = unitInName(field);
  const isLeftOut = unit === 'years' || unit === 'months' || unit === 'days';
  const isOwn = label === ownLabel(field, { isDated: false });
  return isLeftOut && isOwn && !/\bage$/.test(label) ? `${label} ${unit}` : label;
}

/** "Earliest opening date of the accounts", "total amount of the debts of the kind considered". `called`: by the account. */
export function figureOfApplication(
  { list, quantifier, item }: ListPath,
  kind: string,
  { isDated, called }: Named & { readonly called: (path: string) => string | undefined },
): string {
  const items = `${called(list) ?? ownLabel(list, { isDated: false })}${kind}`;
  const member =
    item === '' ? 'value' : (called(`${list}.${item}`) ?? withoutOwner(ownLabel(item, { isDated }), items));
  switch (quantifier) {
    case 'count':
      return `number of ${items}`;
    case 'sum':
      return `total ${member.replace(/^(?:owed|due|paid|lost|spent)$/, 'amount $&')} of the ${items}`;
    case 'max':
      return `${isDated ? 'latest' : 'highest'} ${member} of the ${items}`;
    case 'min':
      return `${isDated ? 'earliest' : 'lowest'} ${member} of the ${items}`;
    case 'any':
    case 'all':
      return `${member} of the ${items}`;
  }
}

/** `dogs.min.dog_hours` are hours of the dogs. */
function withoutOwner(member: string, items: string): string {
  const [first = '', ...rest] = member.split(' ');
  return rest.length > 0 && items.split(' ').includes(`${first}s`) ? rest.join(' ') : member;
}

/** An item that is named by its place (`references.0.rating`) is one of them. */
function wordsIn(field: string): string[] {
  const named = field.split('.').filter((segment) => !/^\d+$/.test(segment));
  return wordsOfField(named.join('.')).trim().split(' ');
}

function withoutUnit(words: readonly string[]): string[] {
  // `price_in_usd`, `price_usd_cents`.
  const rest = words.slice(0, -1);
  return rest.at(-1) === 'in' || rest.at(-1) === 'usd' ? rest.slice(0, -1) : rest;
}

function inFull(words: readonly string[]): string {
  return words
    .map((word, index) =>
      Object.hasOwn(AFTER_NUMBER, word) && /^\d+$/.test(words[index - 1] ?? '')
        ? AFTER_NUMBER[word]
        : ACRONYMS.has(word)
          ? word.toUpperCase()
          : Object.hasOwn(ABBREVIATIONS, word)
            ? ABBREVIATIONS[word]
            : word,
    )
    .join(' ');
}

/** `evictions_count`, `num_pets`. */
function asNumber(label: string): string {
  return label
    .replace(/\bexp date$/, 'expiry date')
    .replace(/\breq (?=amount)/, 'requested ')
    .replace(/^(.*s) count$/, 'number of $1')
    .replace(/\b(?:num|nbr) (?:of )?(?=[a-z])/, 'number of ');
}

/** `late_payments_last_24_months`. */
function inTheLast(label: string): string {
  return label.replace(/(?<! in| in the) last (?=\d+ (?:days|weeks|months|years)$)/, ' in the last ');
}

/** `monthly_usd` is an amount. */
function withAmount(label: string): string {
  return label.replace(AFTER_NOUN, '$2 $1').replace(ADJECTIVE, (rate) => `${rate} amount`);
}

/** `weight_lb` is the weight in lb: no unit of ours, but no word of the name either. */
function withMeasure(label: string): string {
  return withAmount(
    label
      .replace(/ sq ?ft$/, ' square feet')
      .replace(MEASURE, (_, measure: string) => ` in ${MEASURES[measure] ?? measure}`),
  );
}

const MEASURE = / (lbs?|oz|kg|mg|km|cm|mm|ft|sqm|sq m|mph|kwh|eur|gbp|cad|mi|miles|minutes|mbps)$/;
const MEASURES: Readonly<Record<string, string>> = {
  eur: 'EUR',
  gbp: 'GBP',
  cad: 'CAD',
  mi: 'miles',
  mbps: 'Mbps',
  kwh: 'kWh',
};
const ADJECTIVE = /(?:^|(?<= ))(?:hourly|daily|weekly|monthly|quarterly|yearly|annual|gross|net)$/;

/** `income_monthly`. */
const AFTER_NOUN =
  /\b(income|payments?|premium|rent|salary|wages|revenue|expenses|debts?|fees?|pay) (hourly|daily|weekly|monthly|quarterly|yearly|annual|gross|net)$/;

/** `overdrafts_12mo`, `latePayments90d`. */
const AFTER_NUMBER: Readonly<Record<string, string>> = {
  d: 'days',
  h: 'hours',
  hr: 'hours',
  hrs: 'hours',
  m: 'months',
  mo: 'months',
  mos: 'months',
  mth: 'months',
  mths: 'months',
  wk: 'weeks',
  wks: 'weeks',
  y: 'years',
  yr: 'years',
  yrs: 'years',
};

const ACRONYMS: ReadonlySet<string> = new Set(
  'ach ami apr atm bnpl cdl cpo cpr dmv dui dwi ein fha fico gpa heloc hoa hsa hvac id ip ira kba kyc mvr naics noi nsf ofac osha otp pdf piti sic ssn url va vin vpn wpm'.split(
    ' ',
  ),
);

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  '401k': '401(k)',
  acct: 'account',
  accts: 'accounts',
  addr: 'address',
  amt: 'amount',
  ann: 'annual',
  appl: 'application',
  asmt: 'assessment',
  auth: 'authorization',
  avg: 'average',
  bal: 'balance',
  biz: 'business',
  bk: 'bankruptcy',
  cand: 'candidate',
  cert: 'certificate',
  certs: 'certificates',
  cltv: 'combined loan-to-value ratio',
  cnt: 'count',
  cust: 'customer',
  desc: 'description',
  dscr: 'debt service coverage ratio',
  dt: 'date',
  dti: 'debt-to-income ratio',
  emp: 'employment',
  emps: 'employees',
  freq: 'frequency',
  hh: 'household',
  hist: 'history',
  hr: 'hour',
  hrs: 'hours',
  i9: 'I-9',
  inc: 'income',
  inq: 'inquiries',
  inqs: 'inquiries',
  intvw: 'interview',
  k1: 'K-1',
  len: 'length',
  liab: 'liability',
  liabs: 'liabilities',
  lic: 'license',
  lics: 'licenses',
  lim: 'limit',
  ln: 'loan',
  lns: 'loans',
  ltv: 'loan-to-value ratio',
  mbr: 'member',
  mgr: 'manager',
  mins: 'minutes',
  mo: 'monthly',
  mos: 'months',
  mtg: 'mortgage',
  pct: 'percent',
  pdl: 'payday loan',
  pmt: 'payment',
  pmts: 'payments',
  pref: 'preference',
  prev: 'previous',
  prin: 'principal',
  prog: 'program',
  pti: 'payment-to-income ratio',
  pts: 'points',
  purch: 'purchase',
  qty: 'quantity',
  refs: 'references',
  reno: 'renovation',
  reqd: 'required',
  rev: 'revenue',
  rti: 'rent-to-income ratio',
  sal: 'salary',
  sched: 'scheduled',
  svc: 'service',
  tib: 'time in business',
  tot: 'total',
  ttm: 'trailing twelve months',
  txn: 'transaction',
  txns: 'transactions',
  util: 'utilization',
  uw: 'underwriting',
  veh: 'vehicle',
  viol: 'violation',
  viols: 'violations',
  w2: 'W-2',
  w9: 'W-9',
  wt: 'weight',
  xp: 'experience',
  yr: 'year',
  yrs: 'years',
  ytd: 'year-to-date',
};

type NamedUnit = 'USD' | 'cents' | 'percent' | 'months' | 'years' | 'days' | 'calendar_year' | 'code' | 'count';

const UNITS: Readonly<Record<string, NamedUnit>> = {
  percent: 'percent',
  pct: 'percent',
  usd: 'USD',
  dollars: 'USD',
  cents: 'cents',
  months: 'months',
  mos: 'months',
  mo: 'months',
  mths: 'months',
  mth: 'months',
  years: 'years',
  yrs: 'years',
  days: 'days',
  year: 'calendar_year',
  yr: 'calendar_year',
  built: 'calendar_year',
  founded: 'calendar_year',
  established: 'calendar_year',
  since: 'calendar_year',
  code: 'code',
  count: 'count',
  zip: 'code',
  zipcode: 'code',
  postcode: 'code',
  naics: 'code',
  sic: 'code',
};

/** A span that says of when the value is, and not how much it is: `in_the_last_24_months`, `hours_per_day`, `number_of_days`. */
const OF_SPAN = /^(?:\d+|last|past|per|of|in|previous|prior|next|within|each|every|this|a)$/;
/** Units that are no words of a value, but of the name. */
const PART_OF_NAME: readonly string[] = ['calendar_year', 'code', 'count'] satisfies readonly NamedUnit[];

const SPANS: readonly string[] = ['months', 'years', 'days', 'calendar_year'] satisfies readonly NamedUnit[];

/** `ltv_percent` says its unit, and `model_year` that its number is none of anything. */
export function unitInName(field: string): string | null {
  const words = wordsIn(field);
  const [before, last = ''] = [words.at(-2), words.at(-1)];
  const unit = Object.hasOwn(UNITS, last) ? UNITS[last] : undefined;
  if (before === undefined || unit === undefined) return null;
  // Thousands of dollars.
  if (/^(?:k|thousand|mm|million|millions)$/.test(before)) return null;
  return SPANS.includes(unit) && OF_SPAN.test(before) ? null : unit;
}
