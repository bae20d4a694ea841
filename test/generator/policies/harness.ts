import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { World } from '../../core/interpreter/world.ts';

/** The keys of an applicant in the corpus, and the fields of the reports that they set. */
const APPLICANT_KEYS: Readonly<Record<string, readonly [product: string, field: string]>> = {
  score: ['credit_report', 'score'],
  util: ['credit_report', 'utilization_percent'],
  coll: ['credit_report', 'collections_count'],
  collUsd: ['credit_report', 'collections_balance_usd'],
  late: ['credit_report', 'late_payments_last_24_months'],
  pastdue: ['credit_report', 'past_due_accounts_count'],
  chargeoffs: ['credit_report', 'charge_offs_count'],
  inq6: ['credit_report', 'inquiries_last_6_months'],
  bankr: ['credit_report', 'bankruptcies_count'],
  bankrMonths: ['credit_report', 'months_since_bankruptcy'],
  public: ['credit_report', 'public_records_count'],
  oldest: ['credit_report', 'oldest_tradeline_months'],
  open: ['credit_report', 'open_tradelines_count'],
  felonies: ['criminal_background', 'felony_count'],
  misd: ['criminal_background', 'misdemeanor_count'],
  violent: ['criminal_background', 'violent_count'],
  convictions: ['criminal_background', 'convictions_count'],
  pending: ['criminal_background', 'pending_count'],
  records: ['criminal_background', 'records_count'],
  offYears: ['criminal_background', 'years_since_most_recent_offense'],
  sexreg: ['criminal_background', 'sex_offender_registry_match'],
  evictions: ['eviction_history', 'filings_count'],
  evMonths: ['eviction_history', 'months_since_most_recent_filing'],
  judgments: ['eviction_history', 'judgments_count'],
  owed: ['eviction_history', 'judgment_balance_usd'],
  id: ['identity_verification', 'overall_result'],
  ssn: ['identity_verification', 'ssn_match'],
  addr: ['identity_verification', 'address_match'],
  doc: ['identity_verification', 'document.status'],
  watch: ['identity_verification', 'watchlist_match'],
  deceased: ['identity_verification', 'deceased_indicator'],
  risk: ['identity_verification', 'risk_score'],
  income: ['income_verification', 'monthly_income_usd'],
  annual: ['income_verification', 'annual_income_usd'],
  ratio: ['income_verification', 'income_to_rent_ratio'],
  incStatus: ['income_verification', 'status'],
  job: ['income_verification', 'employer.status'],
  jobMonths: ['income_verification', 'employer.months_employed'],
};

type Reports = Record<string, JsonObject>;

export interface Applicant {
  readonly payload: JsonObject;
  readonly reports: Reports;
}

/** `score=700 evictions=1` on top of a file without a blemish. */
export function applicantOf(text: string): Applicant {
  const reports = cleanReports();
  const set = new Map<string, Json>();
  let state = 'TX';
  for (const pair of text.split(' ').filter(Boolean)) {
    const [key = '', raw = ''] = pair.split('=');
    if (key === 'state') {
      state = raw;
      continue;
    }
    if (key === 'rec') {
      addRecord(reports, raw);
      continue;
    }
    const place = APPLICANT_KEYS[key];
    if (place === undefined) throw new Error(`no such key: ${key}`);
    const value: Json = raw === 'null' ? null : raw === 'true' ? true : Number.isNaN(Number(raw)) ? raw : Number(raw);
    set.set(key, value);
    write(reports, place, value);
  }
  derive(reports, set);
  return {
    payload: { applicant: { first_name: 'Ann', email: 'ann@example.com', address: { state } } },
    reports,
  };
}

const SEARCHED_ON = '2026-01-05';

/** `rec=felony/convicted/60`: a record of an offense so many months ago; with `/violent` of a violent one. */
function addRecord({ criminal_background: report = {} }: Reports, raw: string): void {
  const [severity = '', disposition = '', months = '12', kind] = raw.split('/');
  const total = 2026 * 12 - Number(months);
  const records = [
    ...((report.records ?? []) as JsonObject[]),
    {
      offense: 'An offense',
      severity,
      disposition,
      is_violent: kind === 'violent',
      offense_on: `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}-05`,
    },
  ];
  const count = (of: (record: JsonObject) => boolean): number => records.filter(of).length;
  Object.assign(report, {
    searched_on: SEARCHED_ON,
    records,
    records_count: records.length,
    felony_count: count((record) => record.severity === 'felony'),
    misdemeanor_count: count((record) => record.severity === 'misdemeanor'),
    convictions_count: count((record) => record.disposition === 'convicted'),
    pending_count: count((record) => record.disposition === 'pending'),
    violent_count: count((record) => record.is_violent === true),
  });
}

/** Adds consequences of the given facts: a felony is a record, an eviction has a date. */
function derive(reports: Reports, set: ReadonlyMap<string, Json>): void {
  const count = (key: string): number => Number(set.get(key) ?? 0);
  const records = Math.max(...['felonies', 'misd', 'violent', 'convictions', 'pending', 'records'].map(count));
  if (records > 0) write(reports, ['criminal_background', 'records_count'], records);
  if (records > 0 && !set.has('offYears'))
    write(reports, ['criminal_background', 'years_since_most_recent_offense'], 1);
  const evictions = Math.max(count('evictions'), count('judgments'));
  write(reports, ['eviction_history', 'filings_count'], evictions);
  if (evictions > 0) {
    const months = Number(set.get('evMonths') ?? 12);
    write(reports, ['eviction_history', 'months_since_most_recent_filing'], months);
    write(reports, ['eviction_history', 'filings_last_24_months'], months < 24 ? evictions : 0);
  }
  const income = Number(set.get('income') ?? 6_000);
  const ratio = set.has('ratio') ? set.get('ratio') : 4;
  const rent = typeof ratio === 'number' ? income / ratio : null;
  write(reports, ['income_verification', 'rent_usd'], rent);
  if (!set.has('annual')) write(reports, ['income_verification', 'annual_income_usd'], income * 12);
  if (count('bankr') > 0 && !set.has('bankrMonths')) write(reports, ['credit_report', 'months_since_bankruptcy'], 24);
}

function write(reports: Reports, [product, field]: readonly [string, string], value: Json): void {
  const [head = '', tail] = field.split('.');
  const report = reports[product];
  if (report === undefined) throw new Error(`no report ${product}`);
  if (tail === undefined) report[head] = value;
  else report[head] = { ...(report[head] as JsonObject), [tail]: value };
}

/** Reports without a blemish, each time new ones. */
export function cleanReports(): Reports {
  return {
    credit_report: {
      score: 760,
      utilization_percent: 10,
      collections_count: 0,
      collections_balance_usd: 0,
      late_payments_last_24_months: 0,
      past_due_accounts_count: 0,
      charge_offs_count: 0,
      inquiries_last_6_months: 0,
      inquiries_last_24_months: 0,
      bankruptcies_count: 0,
      months_since_bankruptcy: null,
      public_records_count: 0,
      oldest_tradeline_months: 120,
      open_tradelines_count: 6,
      tradelines_count: 8,
      total_balance_usd: 1_000,
      monthly_payments_usd: 100,
    },
    criminal_background: {
      status: 'clear',
      records_count: 0,
      convictions_count: 0,
      felony_count: 0,
      misdemeanor_count: 0,
      pending_count: 0,
      violent_count: 0,
      highest_severity: 'none',
      years_since_most_recent_offense: null,
      sex_offender_registry_match: false,
      records: [],
    },
    eviction_history: {
      status: 'clear',
      filings_count: 0,
      filings_last_24_months: 0,
      judgments_count: 0,
      months_since_most_recent_filing: null,
      judgment_balance_usd: 0,
    },
    identity_verification: {
      overall_result: 'verified',
      name_match: 'full',
      date_of_birth_match: 'full',
      ssn_match: 'full',
      address_match: 'full',
      phone_match: 'full',
      document: { status: 'verified' },
      watchlist_match: false,
      deceased_indicator: false,
      risk_score: 5,
    },
    income_verification: {
      status: 'verified',
      monthly_income_usd: 6_000,
      annual_income_usd: 72_000,
      income_to_rent_ratio: 4,
      confidence_percent: 95,
      employer: { status: 'employed', months_employed: 40 },
    },
  };
}

export interface Ran {
  readonly decision: string;
  readonly mails: readonly string[];
  readonly staff: readonly string[];
  readonly notices: readonly string[];
  readonly hours: number;
  readonly path: readonly string[];
}

/**
 * Runs the definition for the applicant to its end. Reviews of a person are decided as `verdict` says. `asOf`: an ISO date
 * on which it begins.
 */
export function run(
  definition: CascadeDefinition,
  applicant: Applicant,
  verdict: 'approved' | 'denied',
  asOf?: string,
): Ran {
  const sandbox: SandboxRegistry = {
    find: (code) => ({ kind: 'report', output: applicant.reports[code] ?? {} }),
  };
  const world = new World(definition, { payload: applicant.payload, sandbox });
  if (asOf !== undefined) world.now = Date.parse(asOf);
  let reviewed = false;
  let hours = 0;
  world.advance();
  for (let turn = 0; turn < 60 && world.last?.status !== 'completed' && world.last?.status !== 'failed'; turn += 1) {
    const [round] = world.openRounds;
    const [effect] = world.openEffects.values();
    if (effect !== undefined)
      world.finish(effect.key, { artifact_id: 1, message_id: 'm', sent_at: '', status: 'sent' });
    else if (round !== undefined) {
      const node = round.split('#')[0] ?? '';
      const isNotice = definition.find(({ id }) => id === node)?.type === 'Action';
      if (!isNotice) reviewed = true;
      world.decide(node, isNotice ? 'approved' : verdict);
    } else {
      const before = world.now;
      // The waiting period between two notices is not a wait of the policy.
      const isPolicys = !world.path.includes('deny');
      world.wake();
      if (isPolicys) hours += (world.now - before) / 3_600_000;
    }
  }
  const outcome =
    world.last?.status === 'completed' ? (world.last.outcome ?? 'none') : `failed: ${world.last?.firstErrorMessage}`;
  const requests = world.allEffects.map(({ request }) => request);
  return {
    decision: reviewed ? `review:${outcome}` : outcome,
    mails: requests.flatMap((request) => (request.kind === 'mail' ? [request.to] : [])),
    staff: requests.flatMap((request) => (request.kind === 'notification' ? [request.target] : [])),
    notices: [
      ...new Set(
        requests.flatMap((request) =>
          request.kind === 'notice' && request.operation === 'prepare' ? [request.notice.action_taken] : [],
        ),
      ),
    ],
    hours,
    path: world.path,
  };
}
