import { readdirSync, readFileSync } from 'node:fs';
import { compilePolicy } from '../../../core/policies/compile.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { cleanReports, run, type Applicant } from './harness.ts';

/**
 * A policy in the words of somebody who has not seen the grammar, with what becomes of applicants. See
 * foreign/FORMAT.md.
 */
export interface ForeignPolicy {
  readonly id: string;
  readonly domain: 'renting' | 'lending' | 'hiring';
  readonly text: string;
  readonly expect: 'clear' | 'refuse';
  readonly why: string;
  readonly kind?: string;
  readonly tags?: readonly string[];
  readonly applicants: readonly { readonly facts: JsonObject; readonly outcome: 'approved' | 'denied' | 'review' }[];
}

export type Verdict = 'read rightly' | 'refused' | 'wrong' | 'refused rightly' | 'not refused';

export interface Judged {
  readonly policy: ForeignPolicy;
  readonly verdict: Verdict;
  /** The message of a refusal, or the applicant of a wrong reading. */
  readonly what: string;
}

export const USE_CASES = {
  renting: 'tenant_screening',
  lending: 'consumer_credit',
  hiring: 'employment_screening',
} as const;
const AS_OF = '2026-11-25';

/** The policies of the committed files, or of the one that is named. */
export function foreignPolicies(path?: string): ForeignPolicy[] {
  const folder = new URL('./foreign/', import.meta.url);
  const files =
    path === undefined
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => new URL(name, folder))
      : [path];
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ForeignPolicy),
  );
}

export function judge(policy: ForeignPolicy): Judged {
  const compiled = compilePolicy(policy.text, { useCase: USE_CASES[policy.domain], asOf: AS_OF });
  if (!compiled.ok) {
    const what = compiled.details.map(({ message }) => message).join('\n');
    return { policy, verdict: policy.expect === 'refuse' ? 'refused rightly' : 'refused', what };
  }
  if (policy.expect === 'refuse') return { policy, verdict: 'not refused', what: policy.why };
  for (const { facts, outcome } of policy.applicants) {
    const came = outcomeOf(compiled.definition, facts);
    if (came !== outcome)
      return { policy, verdict: 'wrong', what: `${JSON.stringify(facts)}: ${came}, not ${outcome}` };
  }
  return { policy, verdict: 'read rightly', what: '' };
}

/** The definition's outcome for the applicant, on the day of the corpus. */
export function outcomeOf(definition: CascadeDefinition, facts: JsonObject): string {
  const { decision } = run(definition, applicantOf(facts), 'approved', AS_OF);
  return decision.startsWith('review') ? 'review' : decision === 'conditional' ? 'approved' : decision;
}

/** Spotless but for the facts. */
function applicantOf(facts: JsonObject): Applicant {
  const reports = spotless();
  const property: JsonObject = { monthly_rent: 1_500 };
  const applicant: JsonObject = { first_name: 'Ann', email: 'ann@example.com', address: { state: 'TX' } };
  for (const [path, value] of Object.entries(facts)) {
    const [head = '', ...rest] = path.split('.');
    const into = { ...reports, property, applicant }[head];
    if (into === undefined) throw new Error(`no report ${head}`);
    const [name = '', inner] = rest;
    const held = into[name];
    if (inner === undefined) into[name] = value;
    else
      into[name] = {
        ...(typeof held === 'object' && held !== null && !Array.isArray(held) ? held : {}),
        [inner]: value,
      };
  }
  return {
    payload: { applicant, property },
    reports,
  };
}

/** As FORMAT.md says, of its day: the harness's reports, with more of a file, and a better one. */
function spotless(): Record<string, JsonObject> {
  const reports = cleanReports();
  const more: Readonly<Record<string, JsonObject>> = {
    credit_report: {
      reported_on: AS_OF,
      ...{ score: 780, score_model: 'Synthetic 1', file_status: 'scored', tradelines: [] },
      ...{
        inquiries_last_6_months: 0,
        inquiries_last_24_months: 0,
        collections: [],
        public_records: [],
        bankruptcies: [],
      },
    },
    criminal_background: { searched_on: AS_OF, most_recent_offense_on: null, records: [] },
    eviction_history: { searched_on: AS_OF, most_recent_filing_on: null, records: [] },
    identity_verification: {
      checked_on: AS_OF,
      document: { status: 'verified', type: 'drivers_license', country: 'US', expires_on: '2030-01-01' },
      ...{ watchlists: [], risk_signals: [] },
    },
    income_verification: {
      checked_on: AS_OF,
      ...{ monthly_income_usd: 9_000, annual_income_usd: 108_000, stated_monthly_income_usd: 9_000 },
      ...{ rent_usd: 1_500, income_to_rent_ratio: 6, sources: [] },
      employer: { status: 'employed', months_employed: 60 },
    },
  };
  return Object.fromEntries(Object.entries(reports).map(([code, report]) => [code, { ...report, ...more[code] }]));
}
