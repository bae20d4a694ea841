import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { readPath } from '../path.ts';
import type { Figure } from '../quantifiers.ts';
import { remembered } from '../remembered.ts';
import { fullMonths, isDate } from '../time.ts';
import type { Work } from '../work.ts';
import type { ReasonPredicate } from './contract.ts';

/*
 * Ages of dates. For each date of a list's items (`offense_on`), conditions can ask for the whole months since then
 * (`months_since_offense`), as of the day of the report. They are computed when read, so a stored report stays as the
 * agency sent it.
 */

const SINCE = 'months_since_';

/** True if the member of an item is the age of a date. */
export function isAge(member: string): boolean {
  return member.startsWith(SINCE);
}

/** The members in which reports give their day. Each product has one of them. */
const DAY_MEMBERS = ['reported_on', 'searched_on', 'checked_on'];

/** The day of the report as an ISO date; undefined if it gives none. */
export function dayOfReport(report: Json | undefined): string | undefined {
  if (!isJsonObject(report)) return undefined;
  return DAY_MEMBERS.map((key) => report[key]).find((known) => typeof known === 'string');
}

/** Sets the day of the pull as the report's day, if the report gives none and its schema has a member for it. */
export function datedReport(report: Json, schema: JsonSchema, pulledOn: string): Json {
  if (!isJsonObject(report) || dayOfReport(report) !== undefined) return report;
  const { properties = {} } = schema as { readonly properties?: JsonObject };
  const key = DAY_MEMBERS.find((name) => Object.hasOwn(properties, name));
  return key === undefined ? report : { ...report, [key]: pulledOn };
}

/** The schema of the items, with a member for the months since each of their dates. */
export const withMonthsSince = remembered((items: JsonSchema): JsonSchema => {
  const { properties } = items as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  const ages = Object.entries(properties ?? {}).flatMap(([name, schema]) =>
    schema.format === 'date' && name.endsWith('_on')
      ? [[`${SINCE}${name.slice(0, -'_on'.length)}`, ageOf(schema)] as const]
      : [],
  );
  return ages.length === 0 ? items : { ...items, properties: { ...properties, ...Object.fromEntries(ages) } };
});

/** The words of the date, with the predicate for the opposite side: a later date means fewer months. */
function ageOf(date: JsonSchema): JsonSchema {
  // A schema of our own: core/products/schema.ts wrote the predicate.
  const when = date['x-reason-when'] as ReasonPredicate | undefined;
  const figures = date['x-reason-figures'] as readonly Figure[] | undefined;
  return {
    type: [date.type].flat().includes('null') ? ['integer', 'null'] : 'integer',
    minimum: 0,
    'x-unit': 'months',
    'x-kind': date['x-kind'],
    'x-person': date['x-person'],
    title: `Months since the ${String(date.title).toLowerCase()}`,
    description: `Whole months since then. ${String(date.description)}`,
    ...(when === undefined ? {} : { 'x-reason': date['x-reason'], 'x-reason-when': OTHER_SIDE[when.is](when) }),
    ...(date['x-reason-none'] === undefined ? {} : { 'x-reason-none': date['x-reason-none'] }),
    // The latest date is the fewest months ago.
    ...(figures === undefined ? {} : { 'x-reason-figures': figures.map((figure) => OTHER_END[figure] ?? figure) }),
  };
}

const OTHER_END: Readonly<Partial<Record<Figure, Figure>>> = { max: 'min', min: 'max' };

const OTHER_SIDE: Readonly<Record<ReasonPredicate['is'], (when: ReasonPredicate) => ReasonPredicate>> = {
  state: (when) => ({ ...when, cure: 'more' }),
  above: () => ({ is: 'below' }),
  below: () => ({ is: 'above' }),
  missing: (when) => when,
};

/**
 * A member of an item. `asOf` is the day of the report, from which months are counted; without it there are no ages.
 */
export function memberOf(item: Json, member: string, asOf: string | undefined, work: Work): Json | undefined {
  const value = member === '' ? item : readPath(item, member, work);
  if (value !== undefined || asOf === undefined || !isAge(member)) return value;
  const then = readPath(item, `${member.slice(SINCE.length)}_on`, work);
  return isDate(then) ? fullMonths(then, asOf) : then === null ? null : undefined;
}
