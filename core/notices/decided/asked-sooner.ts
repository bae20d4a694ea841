import { figureKey, type ConditionTrace } from '../../cascade/conditions.ts';
import { compareValues, holds } from '../../cascade/operators/index.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { candidatesOf, isOrdered } from './candidates.ts';
import { holdsWith, ofCandidate } from './comparisons.ts';
import type { ChoiceVisit, Contribution } from './contributions.ts';
import type { ChangedValue } from './further-on.ts';
import type { DecisionGraph } from './graph.ts';
import { isMitigating, type Foresight } from './mitigating.ts';
import type { DecidingField, IsDecidedBefore } from './predicates.ts';
import { requiredBy } from './required.ts';
import type { ChoiceOutcome } from './types.ts';

interface Input {
  /** The choices on the way that do not contribute. */
  readonly others: readonly ChoiceVisit[];
  readonly graph: DecisionGraph;
  readonly grave: ReadonlySet<string>;
  readonly foresightWith: (changed: ChangedValue) => Foresight;
  readonly isDecidedBefore: IsDecidedBefore;
  readonly schemaOf: (trace: ConditionTrace) => JsonSchema | undefined;
  readonly mustApprove: boolean;
}

/**
 * Adds rows that would have asked a person. Example: "Review from 600 to 679. Approve from 680. Else deny." With a
 * score of 500, the 680 was not met, but a score of 600 would have been reviewed. The smallest helpful change counts.
 * So a row that asks also contributes with the field, if a nearer value on the same side reaches a person who may
 * approve. Source: semantics 10.20.13.
 */
export function askedSooner(contributions: readonly Contribution[], input: Input): Contribution[] {
  const fields = contributions.flatMap((each) => each.fields).filter(isPlain);
  return input.others.flatMap((visit) => {
    const found = fields.flatMap((field) => nearer(field, visit, input) ?? []);
    const [first] = found;
    if (first === undefined) return [];
    return [
      {
        visit,
        better: [...new Set(found.map(({ outcome }) => outcome))],
        denials: [],
        fields: found.map(({ field }) => field),
        lastResort: [],
        fewestFields: 1,
        isExact: true,
      },
    ];
  });
}

const isPlain = ({ trace, size, comparedIn, cure }: DecidingField): boolean =>
  size === 1 && comparedIn === undefined && trace.value_from === undefined && isOrdered(cure);

/** The value of the field with which the choice asks a person, if it is nearer than the cure. */
function nearer(
  { trace, cure }: DecidingField,
  visit: ChoiceVisit,
  input: Input,
): { readonly outcome: ChoiceOutcome; readonly field: DecidingField } | undefined {
  const key = figureKey(trace);
  const own = visit.traces.filter(
    (each) =>
      figureKey(each) === key &&
      each.source_node_id === trace.source_node_id &&
      each.value_from === undefined &&
      each.result !== null,
  );
  const side = isOrdered(cure) ? compareValues(trace.actual, cure) : undefined;
  if (own.length === 0 || side === undefined || side === 0) return undefined;
  const { nodeId } = visit.past;
  const outcomeWith = (value: Json): ChoiceOutcome | undefined => {
    const foresight = input.foresightWith({ ...trace, value });
    const then = foresight.at(nodeId, foresight.approved);
    if (then.is !== 'taken' || then.outcome === visit.taken || input.isDecidedBefore(visit.past, trace, value))
      return undefined;
    const { graph, grave, mustApprove } = input;
    return isMitigating(graph, grave, foresight, nodeId, then.outcome, mustApprove, 'may_approve')
      ? then.outcome
      : undefined;
  };
  const isBetween = (value: Json): boolean => {
    if (!isOrdered(value) || !isOrdered(cure)) return false;
    const orders = [compareValues(trace.actual, value), compareValues(value, cure)];
    return orders.every((order) => Math.sign(order ?? 0) === Math.sign(side));
  };
  const tried = candidatesOf(own, input.schemaOf(trace)).filter(isBetween);
  for (const value of tried) {
    const outcome = outcomeWith(value);
    const turned =
      outcome === undefined ? undefined : own.find((each) => holdsWith(each, value, undefined) !== each.result);
    if (outcome === undefined || turned === undefined) continue;
    const is = holdsWith(turned, value, undefined) ? ('required' as const) : ('matched' as const);
    const { operator, value: limit } = requiredBy({ is, operator: turned.operator, value: turned.value });
    // The condition says exactly what was enough if, up to the cure, it holds for just those values that help.
    const isExact = tried.every(
      (each) => (outcomeWith(each) !== undefined) === (holds(operator, each, limit, ofCandidate()) === true),
    );
    const condition = visit.traces.indexOf(turned);
    const several = isExact ? {} : { isOneOfSeveral: true as const };
    return { outcome, field: { trace: turned, is, cure: value, ...several, size: 1, condition } };
  }
  return undefined;
}
