import type { ConditionTrace, VisitRef } from '../../../../core/cascade/conditions.ts';
import { BRANCH_KEYS, type CascadeCondition } from '../../../../core/cascade/definition.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { DecidedChoice, DecidedReason, PastVisit, RunSoFar } from '../../../../core/notices/decided/index.ts';
import { fieldOf, isMet } from './brute-force.ts';
import { isReport, isSame, leads, productOf, refOf } from './causes.ts';
import { readIn, withFigures } from './figures.ts';
import { tracesOf, type Property } from './properties.ts';
import { choiceNode } from './words.ts';

/*
 * Lines of a letter about a report that was pulled again, written a second time from semantics 10.23.2 and 10.23.3. The
 * deciding condition is evaluated on the newer report, with the value of the list or field with which it compares
 * there.
 */

/** Each line that speaks of an older report is against the person by the newer one, too, or nothing else is left. */
export const noLineThatANewerReportMends: Property = ({ run, decided }) => {
  if (decided.reasons.every(({ kind }) => kind !== 'reviewer' && decided.choices.length < 2)) return undefined;
  const mended = decided.reasons.filter((reason) => isMended(run, decided.choices, reason));
  // If none of the reasons still applies, the letter gives them all the same, because it needs reasons.
  if (mended.length === 0 || mended.length === decided.reasons.length) return undefined;
  const again = mended.map(({ text }) => text).join('; ');
  return `${again} is said of a report that was pulled again, beside what is so still`;
};

function isMended(run: RunSoFar, choices: readonly DecidedChoice[], reason: DecidedReason): boolean {
  if (reason.kind === 'reviewer' || reason.source.read === null) return false;
  const { read, field, where } = reason.source;
  const key = fieldOf({ source_node_id: read.node_id, field, ...(where === undefined ? {} : { where: [...where] }) });
  const asked = choices.flatMap((choice) => askedOf(run, choice, key, read));
  return asked.length > 0 && asked.every(({ choice, index, wanted }) => turnedOut(run, choice, index) === wanted);
}

interface Asked {
  readonly choice: DecidedChoice;
  /** Index of the condition in the choice. */
  readonly index: number;
  readonly wanted: boolean;
}

/** The conditions on the value in question that should have turned out otherwise, whichever side it is on. */
function askedOf(run: RunSoFar, choice: DecidedChoice, key: string, read: VisitRef): Asked[] {
  const own = choice.conditions.filter((condition) => fieldOf(condition as CascadeCondition) === key);
  const wanted = new Set(own.map(({ is }) => is === 'required'));
  return tracesOf(run, choice).flatMap((trace, index): Asked[] => {
    const isIt = sidesOf(trace).some((side) => isSame(side.read, read) && fieldOf(side) === key);
    return isIt && wanted.has(!trace.result) ? [{ choice, index, wanted: !trace.result }] : [];
  });
}

/** The result of the condition on the newest reports that were read after the choice; undefined if there are none. */
function turnedOut(run: RunSoFar, choice: DecidedChoice, index: number): boolean | undefined {
  const node = choiceNode(run.definition, choice.node_id);
  const trace = tracesOf(run, choice)[index];
  if (node === undefined || trace === undefined) return undefined;
  const figure = BRANCH_KEYS.flatMap((key) => withFigures(node).branches[key]?.condition_groups ?? []).flatMap(
    ({ conditions }) => conditions,
  )[index];
  const products = new Set(sidesOf(trace).flatMap(({ read }) => (read === null ? [] : [productOf(read.node_id)])));
  const newer = newestAfter(run, choice).filter(({ nodeId }) => products.has(productOf(nodeId)));
  const results = newer.flatMap((past): boolean[] => {
    const values = new Map(sidesOf(trace).map((side) => [fieldOf(side), valueOf(side, trace, past)]));
    return figure === undefined ? [] : [isMet(figure, values)];
  });
  // One that was pulled beside another does not speak for both.
  return results.length > 0 && results.every((result) => result === results[0]) ? results[0] : undefined;
}

type Side = ReturnType<typeof sidesOf>[number];

function sidesOf(trace: ConditionTrace) {
  const { value_from: from } = trace;
  return from === undefined ? [trace] : [trace, from];
}

function valueOf(side: Side, trace: ConditionTrace, newer: PastVisit): Json {
  if (side.read === null || productOf(side.read.node_id) !== productOf(newer.nodeId)) return side.actual;
  // If two reports of one product are compared, the one that was pulled again is that of the same step.
  const isOfBoth = sidesOf(trace).some(
    ({ read }) => read !== null && !isSame(read, side.read) && isReport(read.node_id),
  );
  return isOfBoth && side.read.node_id !== newer.nodeId ? side.actual : readIn(newer.output as JsonObject, side);
}

/** The reports that were pulled because of the choice and read before the notice, without those pulled again since. */
function newestAfter({ history, visit }: RunSoFar, choice: DecidedChoice): PastVisit[] {
  const isOnWay = (past: PastVisit) => leads(history, refOf(past), { node_id: visit.nodeId, visit: visit.visit });
  const choices = history.filter(
    (past) => isOnWay(past) && Array.isArray((past.output as JsonObject | null)?.conditions),
  );
  const reads = choices.flatMap(({ output }) => {
    const { conditions, review, reports_held: held } = output as unknown as Recorded;
    return [
      ...conditions.flatMap(sidesOf).flatMap(({ read }) => read ?? []),
      ...(review?.decision === 'denied' ? (held ?? []) : []),
    ];
  });
  const newer = history.filter(
    (past) =>
      isReport(past.nodeId) &&
      isOnWay(past) &&
      reads.some((read) => isSame(read, refOf(past))) &&
      leads(history, choice, refOf(past)),
  );
  return newer.filter(
    (past) =>
      !newer.some(
        (other) => productOf(other.nodeId) === productOf(past.nodeId) && leads(history, refOf(past), refOf(other)),
      ),
  );
}

interface Recorded {
  readonly conditions: readonly ConditionTrace[];
  readonly review?: { readonly decision: string };
  readonly reports_held?: readonly VisitRef[];
}
