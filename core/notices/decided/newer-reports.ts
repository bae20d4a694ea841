import type { VisitRef } from '../../cascade/conditions.ts';
import { readPath } from '../../path.ts';
import type { Contribution } from './contributions.ts';
import { holdsWith, unlimited } from './comparisons.ts';
import { refOf, visitKey, type NoticePath } from './notice-path.ts';
import type { DecidingField } from './predicates.ts';
import type { Reports } from './reasons.ts';
import type { PastVisit } from './types.ts';

/*
 * A report may be pulled again before the notice, because the first one stood in the way. What the newer report shows to
 * be mended since ("charge pending", of a charge that has been decided) is not so any more: the letter would say what is
 * untrue now. Figures of lists and the far side of a comparison are not looked up in the newer report. Source: semantics 10.
 */

interface Reading {
  readonly reports: Reports;
  readonly path: NoticePath;
}

/** Without fields of a report that a newer one of the same product shows as they should have been, if others are left. */
export function withoutMended(contributions: readonly Contribution[], reading: Reading): readonly Contribution[] {
  // The nearest to the notice stand first.
  const left = contributions.map((each, index) => {
    const later = contributions.slice(0, index).flatMap(readsOf);
    const newer = later.filter((read) => isCausedBy(read, each.visit.past, reading.path));
    const fields = each.fields.filter((field) => !newer.some((read) => isMendedIn(read, field, reading.reports)));
    return fields.length === each.fields.length ? each : { ...each, fields };
  });
  return left.some(({ denials, fields }) => denials.length > 0 || fields.length > 0) ? left : contributions;
}

function readsOf({ fields }: Contribution): VisitRef[] {
  return fields.flatMap(({ trace: { read } }) => (read === null ? [] : [read]));
}

function isMendedIn(newer: VisitRef, { trace, comparedIn }: DecidingField, reports: Reports): boolean {
  const { read, field, where } = trace;
  if (read === null || comparedIn !== undefined || where !== undefined) return false;
  const [before, now] = [reports(read), reports(newer)];
  if (before === undefined || now?.productCode !== before.productCode) return false;
  const value = readPath(now.output, field, unlimited());
  return value !== undefined && holdsWith(trace, value, undefined) !== trace.result;
}

/** Whether the report was pulled because of what the choice decided, or of what came of it. */
function isCausedBy(pulled: VisitRef, choice: PastVisit, { visits }: NoticePath): boolean {
  const seen = new Set<string>();
  const open = [visitKey(pulled)];
  for (const key of open) {
    if (key === visitKey(refOf(choice))) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    open.push(...(visits.get(key)?.past.causes ?? []).map(visitKey));
  }
  return false;
}
