import { didYouMean } from '../nearest.ts';
import { FIELD_UNITS } from './spec.ts';

/** Other names of listed units. As nouns they would be printed differently and never compared. */
const OTHER_NAMES: Readonly<Record<string, (typeof FIELD_UNITS)[number]>> = {
  usd: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  cent: 'cents',
  pct: 'percent',
  percents: 'percent',
  percentage: 'percent',
  fractions: 'fraction',
  ratios: 'ratio',
  point: 'points',
  counts: 'count',
  number: 'count',
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
  hour: 'hours',
};
const NOUN = /^\p{Ll}+(?:-\p{Ll}+)*$/u;

function isListedUnit(unit: string): unit is (typeof FIELD_UNITS)[number] {
  return FIELD_UNITS.some((name) => name === unit);
}

/** The fault of a unit, in words; null if there is none. */
export function unitFault(unit: string): string | null {
  if (isListedUnit(unit)) return null;
  const meant = Object.hasOwn(OTHER_NAMES, unit.toLowerCase()) ? OTHER_NAMES[unit.toLowerCase()] : undefined;
  if (meant !== undefined) return `is written ${JSON.stringify(meant)}`;
  if (NOUN.test(unit)) return null;
  return `must be one of ${FIELD_UNITS.join(', ')}, or a noun of one word in lower case, such as dogs${didYouMean(unit, FIELD_UNITS)}`;
}

/** The quantity that each unit measures. Nouns, such as dogs, measure a count. */
const MEASURED: Readonly<Record<(typeof FIELD_UNITS)[number], string>> = {
  USD: 'money',
  cents: 'money',
  percent: 'share',
  fraction: 'share',
  ratio: 'share',
  points: 'points',
  count: 'count',
  ...{ hours: 'time', days: 'time', weeks: 'time', months: 'time', years: 'time' },
  calendar_year: 'year',
  code: 'code',
};
const measuredBy = (unit: string): string => (isListedUnit(unit) ? MEASURED[unit] : 'count');
/** Two names for a share of one. */
const SAME = ['fraction', 'ratio'];

/** The fault of comparing numbers of two units without a factor; null if there is none, or if a unit is unknown. */
export function unitsFault(one: string | undefined, other: string | undefined): string | null {
  if (one === undefined || other === undefined || one === other) return null;
  if (SAME.includes(one) && SAME.includes(other)) return null;
  const [mine, theirs] = [measuredBy(one), measuredBy(other)];
  if (mine === 'count' && theirs === 'count') return null;
  if (mine === theirs)
    return `compares ${one} with ${other}: turn one into the other by \`times\`, or declare both in one unit`;
  return `compares ${one} with ${other}, which measure different things: compare with a value in ${one}, or make one of it by \`times\``;
}
