import { isDeclared, kindOf, type Dictionary } from '../fields/dictionary.ts';
import { MASKED_KINDS, type FieldKind } from '../fields/spec.ts';
import { fieldSchema } from '../products/index.ts';
import { valuesOf, type NodeBase } from './definition.ts';
import { fieldsReadByNodes } from './fields-read.ts';
import { conditionsOf } from './nodes/if-else.ts';
import { isKind, NODES } from './registry.ts';
import { tellsPeople, type LiveScope } from './tells-people.ts';

/**
 * A field that a choice reads but the case does not show to a reviewer without `pii:read`. Source: semantics 20.11.6.
 */
export interface HiddenField {
  /** The first choice that reads it. */
  readonly nodeId: string;
  readonly field: string;
  readonly why: (typeof HIDDEN_BECAUSE)[number];
}
export const HIDDEN_BECAUSE = ['not_declared', ...MASKED_KINDS] as const;

/** Empty if nobody is asked. Throws TooMuchWork. */
export function hiddenFromReviewers(
  definition: readonly NodeBase[],
  dictionary: Dictionary,
  scope: LiveScope,
): readonly HiddenField[] {
  if (!tellsPeople(definition, scope)) return [];
  const choices = new Set(definition.filter((node) => isKind(node, 'IfElse')).map(({ id }) => id));
  const read = fieldsReadByNodes(definition).filter(({ nodeId }) => choices.has(nodeId));
  const ofPayload = read.flatMap(({ nodeId, fields }) =>
    [...fields].flatMap((field): HiddenField[] => {
      scope.work.spend(1);
      scope.work.spendOnText(field.length * UNITS_OF_PATH);
      const why = isDeclared(dictionary, field) ? maskedKind(kindOf(dictionary, field)) : 'not_declared';
      return why === undefined ? [] : [{ nodeId, field, why }];
    }),
  );
  const found = [...ofPayload, ...hiddenInReports(definition)];
  return [...new Map(found.toReversed().map((each) => [each.field, each])).values()].toReversed();
}
/** Cost of looking up each prefix of a path. */
const UNITS_OF_PATH = 8;

function hiddenInReports(definition: readonly NodeBase[]): readonly HiddenField[] {
  const products = new Map(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      const product = source?.kind === 'report' ? source.product : undefined;
      return product === undefined ? [] : [[node.id, product] as const];
    }),
  );
  return definition
    .filter((node) => isKind(node, 'IfElse'))
    .flatMap((node) =>
      conditionsOf(node)
        .flatMap(valuesOf)
        .map((from) => ({ nodeId: node.id, ...from })),
    )
    .flatMap(({ nodeId, source_node_id: id, field }) => {
      const product = products.get(id);
      const kind = product === undefined ? undefined : fieldSchema(product, field)?.['x-kind'];
      const why = maskedKind(kind);
      return why === undefined ? [] : [{ nodeId, field: `${id}.${field}`, why }];
    });
}

function maskedKind(kind: unknown): Exclude<FieldKind, 'fact' | 'name' | 'contact' | 'score'> | undefined {
  return MASKED_KINDS.find((masked) => masked === kind);
}
