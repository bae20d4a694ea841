import { declared, type Dictionary } from '../fields/dictionary.ts';
import { unitsFault } from '../fields/units.ts';
import { fieldSchema } from '../products/index.ts';
import { within, type Work } from '../work.ts';
import { quote } from './checks.ts';
import { BRANCH_KEYS, type CascadeCondition, type ValueSource } from './definition.ts';
import { isKind, NODES, type CascadeDefinition } from './registry.ts';
import { segmentsInPayload } from './scope.ts';

/**
 * A condition that compares numbers with different units, and its place in the definition:
 * `[2].branches.pass...value_from`.
 */
export interface UnitFault {
  readonly member: string;
  readonly message: string;
}

/**
 * Comparisons of two values whose declared units cannot be compared. A value without a declared unit is never a fault,
 * nor is a literal. Source: semantics 20.2.3.
 */
export function unitFaults(definition: CascadeDefinition, dictionary: Dictionary, work: Work): readonly UnitFault[] {
  const unitOf = unitsIn(definition, dictionary);
  const faults: UnitFault[] = [];
  // Once the budget is used up, a definition is saved without this check, as without the warnings.
  within(work, work.left, (part) => {
    for (const { member, condition } of comparisons(definition)) {
      const { value_from: from, field } = condition;
      part.spendOnText((field.length + from.field.length) * UNITS_OF_PATH);
      const isTurned = from.times !== undefined && from.times !== 1;
      const message = isTurned ? null : unitsFault(unitOf(condition), unitOf(from));
      if (message === null) continue;
      faults.push({ member, message: `${quote(field)} and ${quote(from.field)}: ${message}` });
      if (faults.length >= MOST_FAULTS) return;
    }
  });
  return faults;
}
const MOST_FAULTS = 100;
/** Cost of looking up each prefix of a path. */
const UNITS_OF_PATH = 8;

type Comparison = CascadeCondition & Required<Pick<CascadeCondition, 'value_from'>>;

function comparisons(definition: CascadeDefinition) {
  const compares = (condition: CascadeCondition): condition is Comparison => condition.value_from !== undefined;
  return definition.flatMap((node, index) =>
    BRANCH_KEYS.flatMap((key) =>
      (isKind(node, 'IfElse') ? (node.branches[key]?.condition_groups ?? []) : []).flatMap(({ conditions }, group) =>
        conditions.flatMap((condition, at) => {
          const place = `[${index}].branches.${key}.condition_groups[${group}].conditions[${at}].value_from`;
          return compares(condition) ? [{ member: place, condition }] : [];
        }),
      ),
    ),
  );
}

/** The unit that a product's schema or the dictionary declares for a value. */
function unitsIn(definition: CascadeDefinition, dictionary: Dictionary): (from: ValueSource) => string | undefined {
  const sources = new Map(definition.map((node) => [node.id, NODES.sourceOf(node)]));
  return ({ source_node_id: id, field }) => {
    const source = sources.get(id);
    if (source?.kind === 'report') {
      const product = source.product;
      const unit = product === undefined ? undefined : fieldSchema(product, field)?.['x-unit'];
      return typeof unit === 'string' ? unit : undefined;
    }
    const path = segmentsInPayload(field)?.join('.');
    return path === undefined ? undefined : declared(dictionary, path)?.unit;
  };
}
