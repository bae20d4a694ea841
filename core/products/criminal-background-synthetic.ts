import type { JsonObject } from '../json.ts';
import {
  daysBefore,
  daysSinceAge,
  identityOf,
  seededRandom,
  standingOf,
  stateOf,
  type SeededRandom,
} from './seeded.ts';
import { fullMonths } from '../time.ts';

/** From none to the most serious. */
export const SEVERITIES = ['none', 'infraction', 'misdemeanor', 'felony'] as const;
type Severity = Exclude<(typeof SEVERITIES)[number], 'none'>;

const OFFENSES: Readonly<Record<Severity, readonly [readonly [string, boolean], ...(readonly [string, boolean])[]]>> = {
  infraction: [
    ['Disorderly conduct', false],
    ['Open container', false],
  ],
  misdemeanor: [
    ['Driving under the influence, first offense', false],
    ['Petty theft', false],
    ['Criminal trespass', false],
    ['Simple assault', true],
  ],
  felony: [
    ['Burglary of a dwelling', false],
    ['Possession of a controlled substance with intent to distribute', false],
    ['Fraudulent use of identifying information', false],
    ['Aggravated assault', true],
  ],
};

/** About four people in five have no record within the seven years that most states allow to be reported. */
const CLEAR_SHARE = 0.8;
const REPORTABLE_DAYS = 7 * 365;

/** A made-up report. A person always gets the same one. */
export function synthetic(applicant: JsonObject, asOf: string): JsonObject {
  const random = seededRandom(identityOf(applicant), 'criminal_background');
  const state = `US-${stateOf(applicant)}`;
  const likelyClear = CLEAR_SHARE + (standingOf(applicant) - 0.5) * 0.3;
  // Records of minors are sealed, so they are left out.
  const adultDays = daysSinceAge(18, applicant, asOf);
  const howMany = random.chance(likelyClear) || adultDays <= 0 ? 0 : random.pick([1, 1, 1, 2, 3]);
  const records = Array.from({ length: howMany }, () => makeRecord(random, state, asOf, adultDays)).toSorted((a, b) =>
    b.offense_on.localeCompare(a.offense_on),
  );
  return summarize(records, [...new Set([state, random.pick(['US-CA', 'US-FL', 'US-NY', 'US-OH'])])], asOf);
}

type CriminalRecord = ReturnType<typeof makeRecord>;

function makeRecord(random: SeededRandom, jurisdiction: string, asOf: string, adultDays: number) {
  const severity = random.pick(['infraction', 'misdemeanor', 'misdemeanor', 'misdemeanor', 'felony'] as const);
  const [offense, isViolent] = random.pick(OFFENSES[severity]);
  const offenseDaysAgo = Math.min(random.integer(60, REPORTABLE_DAYS), adultDays);
  const disposition =
    offenseDaysAgo < 300 ? 'pending' : random.pick(['convicted', 'convicted', 'deferred', 'dismissed'] as const);
  const disposedDaysAgo = offenseDaysAgo - random.integer(60, 280);
  return {
    offense,
    severity,
    is_violent: isViolent,
    disposition,
    offense_on: daysBefore(asOf, offenseDaysAgo),
    disposed_on: disposition === 'pending' ? null : daysBefore(asOf, disposedDaysAgo),
    jurisdiction,
    court: random.pick([
      'County Court at Law No. 2',
      'Circuit Court, 4th District',
      'Superior Court',
      'Municipal Court',
    ]),
    // Without a year, because reports are moved to other days.
    case_number: `CR-${random.integer(10, 25)}${random.integer(10_000, 99_999)}`,
  };
}

function summarize(records: readonly CriminalRecord[], searched: readonly string[], asOf: string): JsonObject {
  const mostRecent = records[0]?.offense_on ?? null;
  const highest = SEVERITIES.findLast((severity) => records.some((record) => record.severity === severity));
  return {
    status: records.length === 0 ? 'clear' : 'records_found',
    searched_on: asOf.slice(0, 10),
    jurisdictions_searched: [...searched],
    records_count: records.length,
    convictions_count: records.filter(({ disposition }) => disposition === 'convicted').length,
    felony_count: records.filter(({ severity }) => severity === 'felony').length,
    misdemeanor_count: records.filter(({ severity }) => severity === 'misdemeanor').length,
    pending_count: records.filter(({ disposition }) => disposition === 'pending').length,
    violent_count: records.filter((record) => record.is_violent).length,
    highest_severity: highest ?? 'none',
    most_recent_offense_on: mostRecent,
    years_since_most_recent_offense: mostRecent === null ? null : Math.floor(fullMonths(mostRecent, asOf) / 12),
    sex_offender_registry_match: false,
    records: records.map((record) => ({ ...record })),
  };
}
