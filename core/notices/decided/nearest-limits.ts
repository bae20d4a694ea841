import { figureKey } from '../../cascade/conditions.ts';
import { compareValues } from '../../cascade/operators/index.ts';
import type { Json } from '../../json.ts';
import type { ChoiceVisit, Contribution } from './contributions.ts';
import type { ChangedValue } from './further-on.ts';
import type { DecisionGraph } from './graph.ts';
import { isMitigating, type Foresight, type Person } from './mitigating.ts';
import { refOf, visitKey, type NoticePath } from './notice-path.ts';
import type { DecidingField, IsDecidedBefore } from './predicates.ts';

export interface LimitsInput {
  readonly contributions: readonly Contribution[];
  readonly graph: DecisionGraph;
  readonly grave: ReadonlySet<string>;
  readonly foresightWith: (changed: ChangedValue) => Foresight;
  readonly path: NoticePath;
  readonly mustApprove: boolean;
  readonly person: Person;
  readonly isDecidedBefore: IsDecidedBefore;
  /** For a choice, the values of its fields that let the applicant pass all choices that read them. */
  readonly curedBehind: (visit: ChoiceVisit) => readonly DecidingField[];
  /** True if another choice of the cascade reads the field. */
  readonly isReadElsewhere: (field: DecidingField, choice: string) => boolean;
}

interface Asked {
  readonly contribution: Contribution;
  readonly field: DecidingField;
}

/**
 * Merges a field that several contributing choices read with different limits into one line. The line has the nearest
 * limit that alone lets the applicant pass. In "at most 36, else at most 30 for the senior" that is 36. In "at least 1,
 * and then at least 7" it is 7. It does not matter which choice failed first. Returns the replacement of each field.
 */
export function nearestLimits(input: LimitsInput): ReadonlyMap<DecidingField, DecidingField> {
  const byField = new Map<string, Asked[]>();
  for (const contribution of input.contributions) {
    for (const field of contribution.fields) {
      const { trace, comparedIn } = field;
      if (trace.where !== undefined || trace.value_from !== undefined || comparedIn !== undefined) continue;
      const key = `${trace.read === null ? '' : visitKey(trace.read)} ${figureKey(trace).replace(/^context\./, '')}`;
      byField.set(key, [...(byField.get(key) ?? []), { contribution, field }]);
    }
  }
  const nearest = new Map<DecidingField, DecidingField>();
  for (const asked of byField.values()) {
    const best = isReadOnce(asked, input) ? undefined : nearestOf(asked, input);
    if (best === undefined) continue;
    // The condition's index belongs to its own choice, and would be wrong in another one.
    const { condition: _, ...worded } = best;
    for (const { field } of asked) nearest.set(field, worded);
  }
  return nearest;
}

/** True if this is the only limit on the field, so the line says it already. */
function isReadOnce(asked: readonly Asked[], { isReadElsewhere }: LimitsInput): boolean {
  const [first, ...others] = asked;
  return (
    first === undefined || (others.length === 0 && !isReadElsewhere(first.field, first.contribution.visit.past.nodeId))
  );
}

function nearestOf(asked: readonly Asked[], input: LimitsInput): DecidingField | undefined {
  const roots = firstOf(asked, input.path);
  const sorted = asked
    .map(({ field }) => field)
    .filter(({ cure, trace }) => distance(trace.actual, cure) !== undefined)
    .toSorted((a, b) => (distance(a.trace.actual, a.cure) ?? 0) - (distance(b.trace.actual, b.cure) ?? 0));
  // If the value is missing, no limit is nearest: uses one that says what was enough.
  const plain = asked
    .map(({ field }) => field)
    .filter(({ trace, cure, isOneOfSeveral }) => trace.missing && cure !== null && isOneOfSeveral === undefined);
  const own = [...sorted, ...plain].find((field) => roots.every((root) => letsGo(root, field, input)));
  const [root, ...others] = roots;
  if (own !== undefined || root === undefined || others.length > 0) return own;
  const { trace } = root.field;
  return input
    .curedBehind(root.contribution.visit)
    .find(
      (field) => figureKey(field.trace) === figureKey(trace) && field.trace.source_node_id === trace.source_node_id,
    );
}

/** The choices that a run reaches first, not through another one of them. */
function firstOf(asked: readonly Asked[], path: NoticePath): readonly Asked[] {
  const keyOf = ({ contribution }: Asked) => visitKey(refOf(contribution.visit.past));
  const keys = new Set(asked.map(keyOf));
  return asked.filter(({ contribution }) => !path.before(contribution.visit.past).some((key) => keys.has(key)));
}

/** Undefined for values without an order. */
function distance(actual: Json, cure: Json): number | undefined {
  const order = typeof cure === 'object' ? undefined : compareValues(actual, cure);
  return order === undefined ? undefined : Math.abs(order);
}

/** True if the run would have ended well from the choice on, had the field had the cure's value. */
function letsGo(
  { contribution }: Asked,
  { trace, cure }: DecidingField,
  { graph, grave, foresightWith, mustApprove, isDecidedBefore, person }: LimitsInput,
): boolean {
  if (isDecidedBefore(contribution.visit.past, trace, cure)) return false;
  const { nodeId } = contribution.visit.past;
  const foresight = foresightWith({ source_node_id: trace.source_node_id, field: trace.field, value: cure });
  const then = foresight.at(nodeId, foresight.approved);
  return then.is === 'taken' && isMitigating(graph, grave, foresight, nodeId, then.outcome, mustApprove, person);
}
