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
  /** Of a choice, the values of its fields that let the person go from all choices that read them. */
  readonly curedBehind: (visit: ChoiceVisit) => readonly DecidingField[];
  /** Whether another choice of the cascade reads the field. */
  readonly isReadElsewhere: (field: DecidingField, choice: string) => boolean;
}

interface Asked {
  readonly contribution: Contribution;
  readonly field: DecidingField;
}

/**
 * One field that several contributing choices read with other limits has one line, and it says the nearest limit that
 * alone lets the person go: of "at most 36, else at most 30 for the senior" that 36 would have been enough, and of "at
 * least 1, and then at least 7" that 7 would have been, whichever choice said no first. Gives the fields to be worded in
 * place of others.
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
    // By its place in the choice that it comes from no other choice finds what it was compared with.
    const { condition: _, ...worded } = best;
    for (const { field } of asked) nearest.set(field, worded);
  }
  return nearest;
}

/** The only limit on the field is what the line says. */
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
  // No limit is nearest to a value that is not known: one that says what was enough.
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

/** Those that no run comes to through another one of them. */
function firstOf(asked: readonly Asked[], path: NoticePath): readonly Asked[] {
  const keyOf = ({ contribution }: Asked) => visitKey(refOf(contribution.visit.past));
  const keys = new Set(asked.map(keyOf));
  return asked.filter(({ contribution }) => !path.before(contribution.visit.past).some((key) => keys.has(key)));
}

/** Undefined of what has no order. */
function distance(actual: Json, cure: Json): number | undefined {
  const order = typeof cure === 'object' ? undefined : compareValues(actual, cure);
  return order === undefined ? undefined : Math.abs(order);
}

/** Whether the run would have ended well from the choice on, had the field had the value that cures this one. */
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
