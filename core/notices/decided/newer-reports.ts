import { comparable, figureKey, type ConditionTrace, type VisitRef } from '../../cascade/conditions.ts';
import { figureOf } from '../../cascade/lists.ts';
import { valueOrList } from '../../cascade/scope.ts';
import type { Json } from '../../json.ts';
import { readPath } from '../../path.ts';
import { dayOfReport } from '../../products/index.ts';
import { pathOf } from '../../quantifiers.ts';
import type { ChoiceVisit, Contribution } from './contributions.ts';
import { holdsWith } from './comparisons.ts';
import { catalogueReason } from './codes.ts';
import { conditionsOf } from './graph.ts';
import { refOf, visitKey, type IsAfter, type NoticePath } from './notice-path.ts';
import { predicateHolds, type DecidingField } from './predicates.ts';
import type { ReportRead, Reports } from './reasons.ts';

/*
 * A report may be pulled again before the notice, because the first one was an obstacle. The newer one may show that a
 * fact has changed ("charge pending", and the charge has been decided since). The letter must not state what is no
 * longer true. Source: semantics 10.23.2.
 */

interface Reading {
  readonly reports: Reports;
  readonly path: NoticePath;
  readonly isAfter: IsAfter;
  readonly findVisit: (ref: VisitRef) => ChoiceVisit | null;
}

/** A report considered on the way, and the visit that pulled it. */
interface Newer {
  readonly read: VisitRef;
  readonly report: ReportRead;
}

export interface AskedAgain {
  readonly contributions: readonly Contribution[];
  /** The newer reports that show the older ones' fields. */
  readonly newer: readonly VisitRef[];
}

/**
 * Removes fields of an older report if a newer one of the same product shows the required value. It also removes those
 * that a line of the newer one covers. `contributions`: those nearest to the notice first.
 */
export function withoutMended(contributions: readonly Contribution[], reading: Reading): AskedAgain {
  const considered = reportsConsidered(reading);
  const products = considered.map(({ report }) => report.productCode);
  if (new Set(products).size === products.length) return { contributions, newer: [] };
  const nearer: DecidingField[] = [];
  const newer = new Map<string, VisitRef>();
  const left = contributions.map((each) => {
    const seen = each.fields.map((field) => {
      const choice = field.askedBy === undefined ? each.visit : (reading.findVisit(field.askedBy) ?? each.visit);
      return { field, ...seenAgain({ field, choice }, newerThan(choice, considered, reading), nearer, reading) };
    });
    for (const read of seen.flatMap(({ by }) => by)) newer.set(visitKey(read), read);
    const fields = seen.filter(({ isOutdated }) => !isOutdated).map(({ field }) => field);
    nearer.push(...fields);
    return fields.length === each.fields.length ? each : { ...each, fields };
  });
  return { contributions: left, newer: [...newer.values()] };
}

/** The reports on the way that a choice read, or that a person who denied could see. */
function reportsConsidered({ path, findVisit, reports }: Reading): readonly Newer[] {
  const found = new Map<string, Newer>();
  for (const { past } of path.visits.values()) {
    const visit = findVisit(refOf(past));
    const held = visit?.review?.denied === true ? visit.reportsHeld : [];
    const reads = visit?.traces.flatMap((trace) => [trace.read, trace.value_from?.read ?? null]) ?? [];
    for (const read of [...reads, ...held]) {
      const report = read === null || !path.visits.has(visitKey(read)) ? undefined : reports(read);
      if (read !== null && report !== undefined) found.set(visitKey(read), { read, report });
    }
  }
  return [...found.values()];
}

/** True if the words of a reviewer's code are no longer true for the reports pulled after the denial. */
export function isMendedCode(code: string, denial: ChoiceVisit, reading: Reading): boolean {
  const reason = catalogueReason(code);
  if (reason?.when.is !== 'state') return false;
  const { when } = reason;
  const newer = newerThan(denial, reportsConsidered(reading), reading).filter(
    ({ report }) => report.productCode === code.split('.')[0],
  );
  const latest = latestOf(newer, reading);
  return latest.length > 0 && latest.every(({ report }) => !predicateHolds(when, report, null));
}

function newerThan({ past }: ChoiceVisit, considered: readonly Newer[], { isAfter }: Reading): readonly Newer[] {
  return considered.filter(({ read }) => isAfter(read, refOf(past)));
}

/** The reports that no other one was pulled after. */
function latestOf<T extends Pick<Newer, 'read'>>(newer: readonly T[], { isAfter }: Reading): readonly T[] {
  return newer.filter(({ read }) => !newer.some((other) => isAfter(other.read, read)));
}

interface Asked {
  readonly field: DecidingField;
  readonly choice: ChoiceVisit;
}

/** `nearer`: the remaining fields of choices nearer to the notice. `by`: the newer reports that show the field. */
function seenAgain(
  { field, choice }: Asked,
  newer: readonly Newer[],
  nearer: readonly DecidingField[],
  reading: Reading,
): { readonly isOutdated: boolean; readonly by: readonly VisitRef[] } {
  const { trace } = field;
  const { reports } = reading;
  const own = reports(trace.read);
  const key = figureKey(trace);
  const isSaidOf = ({ read, report }: Newer) =>
    report.productCode === own?.productCode &&
    nearer.some((other) => isSame(other.trace.read, read) && figureKey(other.trace) === key);
  const said = newer.flatMap(({ read, report }) => {
    const now = readingIn({ read, report }, { field, choice }, reports);
    return now === undefined ? [] : [{ read, now }];
  });
  const latest = latestOf(said, reading);
  const isOver = latest.every(({ now }) => now.isAsWanted || (trace.missing && !now.isMissing));
  return { isOutdated: newer.some(isSaidOf) || (latest.length > 0 && isOver), by: latest.map(({ read }) => read) };
}

interface ReadingNow {
  /** The condition now has the wanted result. */
  readonly isAsWanted: boolean;
  /** The newer report has no value either. */
  readonly isMissing: boolean;
}

/** The result of the condition on the newer report; undefined if that does not show the value. */
function readingIn(newer: Newer, { field, choice }: Asked, reports: Reports): ReadingNow | undefined {
  const { trace, comparedIn, is, condition = -1 } = field;
  const isWanted = is === 'required';
  // If the condition keeps its result, the limit that the field has to follow is in its own trace.
  const isTurnedRound = comparedIn !== undefined && comparedIn.result !== isWanted;
  const asked = isTurnedRound ? comparedIn : trace;
  const written =
    comparedIn !== undefined && !isTurnedRound ? undefined : conditionsOf(choice.choice.branches)[condition];
  const from = asked.value_from;
  const of = newerSides(newer, asked, reports);
  const own: Value | undefined = of.own ? valueIn(newer.report, asked, written?.field) : { value: asked.actual };
  const other = of.other && from !== undefined ? valueIn(newer.report, from) : undefined;
  if (own === undefined || !(of.own || of.other) || (of.other && other === undefined)) return undefined;
  const isCompared = from === undefined || comparable({ ...from, actual: other?.value ?? from.actual }) !== null;
  const result = own.isOfNone === true ? isCompared : holdsWith(asked, own.value, other?.value);
  return { isAsWanted: result === isWanted, isMissing: (isTurnedRound ? other : own)?.value === null };
}

/** The sides of a comparison that have a newer value. */
function newerSides(
  { read, report }: Newer,
  asked: ConditionTrace,
  reports: Reports,
): { own: boolean; other: boolean } {
  const isOlder = (side: VisitRef | null) => reports(side)?.productCode === report.productCode;
  const [own, other] = [asked.read, asked.value_from?.read ?? null];
  // If two reports of one product are compared, the newer report replaces the one from the same step.
  const isOfBoth = isOlder(own) && isOlder(other) && !isSame(own, other);
  const isReplaced = (side: VisitRef | null) => isOlder(side) && (!isOfBoth || side?.node_id === read.node_id);
  return { own: isReplaced(own), other: isReplaced(other) };
}

interface Value {
  readonly value: Json;
  /** `all` holds for an empty list. */
  readonly isOfNone?: boolean;
}

/** `written`: the field as in the definition, where `all` of a list is not yet reduced to a figure. */
function valueIn(
  { output, work }: ReportRead,
  {
    field,
    where = [],
    value: limit = null,
  }: Pick<ConditionTrace, 'field' | 'where'> & { value?: ConditionTrace['value'] },
  written = field,
): Value | undefined {
  const { list: path, value } = valueOrList(field, (at) => readPath(output, at, work));
  if (path === undefined) return value === undefined || where.length > 0 ? undefined : { value };
  const isOfAll = written.endsWith(pathOf({ ...path, quantifier: 'all' }));
  const figure = figureOf({ path, where, value: limit, isOfAll }, value, dayOfReport(output), work);
  if (figure.value !== undefined) return { value: figure.value };
  return figure.items === 0 ? { value: null, isOfNone: isOfAll } : undefined;
}

function isSame(a: VisitRef | null, b: VisitRef | null): boolean {
  return a !== null && b !== null && visitKey(a) === visitKey(b);
}
