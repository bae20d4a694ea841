import type { ConditionTrace } from '../../cascade/conditions.ts';
import type { CascadeCondition, ValueSource } from '../../cascade/definition.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { candidatesOf } from './candidates.ts';
import { holdsWith } from './comparisons.ts';
import type { ChoiceVisit } from './contributions.ts';
import { conditionsOf, type DecisionGraph } from './graph.ts';
import { isMitigating, type Foresight, type Person } from './mitigating.ts';
import type { DecidingField, IsDecidedBefore } from './predicates.ts';
import { OUTCOMES, type ChoiceOutcome } from './types.ts';

/*
 * Handles a field that two choices read one after the other: "is there a score?", then "is it at least 600?". On the
 * actual data, the first choice's other outcome leads to the same notice, because the second choice finds no score.
 * With a score of 600 both let the applicant pass. So a value that turns a choice is tried on all later choices that
 * read the field.
 */

/** A value that a field would have needed. */
export interface ChangedValue extends Pick<ConditionTrace, 'source_node_id' | 'field' | 'where'> {
  readonly value: Json;
}

/** Most conditions of other choices on a field that add values to try. */
const MOST_READERS = 16;

export interface FurtherOnInput {
  readonly visit: ChoiceVisit;
  readonly graph: DecisionGraph;
  readonly grave: ReadonlySet<string>;
  /** Evaluates choices on the run's data with this one value changed. */
  readonly foresightWith: (changed: ChangedValue) => Foresight;
  readonly nameOf: (from: ValueSource) => string;
  readonly readBy: ReadonlyMap<string, readonly ReadBy[]>;
  readonly schemaOf: (trace: ConditionTrace) => JsonSchema | undefined;
  readonly mustApprove: boolean;
  readonly person?: Person;
  readonly isDecidedBefore: IsDecidedBefore;
}

export interface CuredFurtherOn {
  readonly outcome: ChoiceOutcome;
  readonly field: DecidingField;
}

/** For each field of the choice, the nearest value that lets the applicant pass all choices, if there is one. */
export function curedFurtherOn(input: FurtherOnInput): readonly CuredFurtherOn[] {
  const { visit, nameOf, readBy } = input;
  const seen = new Set<string>();
  return visit.traces.flatMap((trace): CuredFurtherOn[] => {
    const name = nameOf(trace);
    if (trace.where !== undefined || trace.value_from !== undefined || seen.has(name)) return [];
    seen.add(name);
    const elsewhere = (readBy.get(name) ?? [])
      .filter(({ choice, condition }) => choice !== visit.past.nodeId && condition.where === undefined)
      .slice(0, MOST_READERS);
    if (elsewhere.length === 0) return [];
    // Over a part of the items, the figure is a different one.
    const own = visit.traces.filter((other) => nameOf(other) === name && other.where === undefined);
    if (own.some(({ result }) => result === null)) return [];
    const asked = [...own, ...elsewhere.map(({ condition }) => unread(condition, trace))];
    const values = candidatesOf(asked, input.schemaOf(trace));
    for (const value of values) {
      const cured = curedBy(input, own, value);
      if (cured !== undefined) return [cured];
    }
    return [];
  });
}

/** The conditions of all choices by the field that they read. `nameOf` gives two readers of one field the same name. */
export function conditionsByField(
  graph: DecisionGraph,
  nameOf: (from: ValueSource) => string,
): ReadonlyMap<string, readonly ReadBy[]> {
  const found = new Map<string, ReadBy[]>();
  for (const place of graph.places.values()) {
    if (place.is !== 'choice') continue;
    for (const condition of conditionsOf(place.branches)) {
      if (condition.value_from !== undefined) continue;
      const name = nameOf(condition);
      const readers = found.get(name) ?? [];
      readers.push({ choice: place.id, condition });
      found.set(name, readers);
    }
  }
  return found;
}

export interface ReadBy {
  readonly choice: string;
  readonly condition: CascadeCondition;
}

function unread({ operator, value }: CascadeCondition, trace: ConditionTrace): ConditionTrace {
  return { ...trace, operator, value: value ?? null, result: false };
}

function curedBy(
  { visit, graph, grave, foresightWith, mustApprove, person, isDecidedBefore }: FurtherOnInput,
  own: readonly ConditionTrace[],
  value: Json,
): CuredFurtherOn | undefined {
  const [first] = own;
  if (first === undefined || isDecidedBefore(visit.past, first, value)) return undefined;
  const { nodeId } = visit.past;
  const foresight = foresightWith({ source_node_id: first.source_node_id, field: first.field, value });
  const then = foresight.at(nodeId, foresight.approved);
  const outcome = then.is === 'taken' ? OUTCOMES.find((each) => each === then.outcome) : undefined;
  if (outcome === undefined || outcome === visit.taken || !visit.choice.targets.has(outcome)) return undefined;
  if (!isMitigating(graph, grave, foresight, nodeId, outcome, mustApprove, person)) return undefined;
  const trace = own.find((each) => holdsWith(each, value, undefined) !== each.result) ?? first;
  const is = holdsWith(trace, value, undefined) ? 'required' : 'matched';
  const condition = visit.traces.indexOf(trace);
  return { outcome, field: { trace, is, cure: value, size: 1, condition, isOneOfSeveral: true } };
}
