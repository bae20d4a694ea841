import { kindOf, placeOf, type Dictionary } from '../fields/dictionary.ts';
import type { Product } from '../products/index.ts';
import { specOfReport } from '../products/specs.ts';
import { isQuantifier } from '../quantifiers.ts';
import type { CascadeCondition, OtherValue, ValueSource } from './definition.ts';
import { quote } from './checks.ts';
import { MAX_WARNINGS, type LintRule } from './lint.ts';
import { conditionsOf } from './nodes/if-else.ts';
import { asks, operatorOf, type ConditionOperator } from './operators/index.ts';
import { isKind, NODES, type CascadeDefinition } from './registry.ts';
import { segmentsInPayload } from './scope.ts';

/*
 * Finds conditions that compare the content of an identifier with something that the author chose.
 *
 * Attack: the way of a run tells whether such a condition held. So anybody who can save a cascade and run it on an
 * execution could find out a masked number digit by digit. Source: semantics 2.11.
 *
 * Two tests are harmless, because they reveal no number: whether an identifier has a value, and whether two are equal.
 */

export interface IdentifierComparison {
  readonly nodeId: string;
  readonly field: string;
  /** As saved in the definition. */
  readonly condition: CascadeCondition;
}

/**
 * A field counts as an identifier if any of `dictionaries` says so, because a cascade may redeclare its account's
 * fields.
 */
export function identifierComparisons(
  definition: CascadeDefinition,
  dictionaries: readonly Dictionary[],
): readonly IdentifierComparison[] {
  const products = new Map(
    definition.flatMap((node): [string, Product | undefined][] => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' ? [[node.id, source.product]] : [];
    }),
  );
  const isIdentifier = ({ source_node_id: id, field }: ValueSource): boolean =>
    products.has(id) ? isOfReport(products.get(id), field) : dictionaries.some((one) => isOfPayload(one, field));
  return definition.flatMap((node) =>
    (isKind(node, 'IfElse') ? conditionsOf(node) : []).flatMap((condition) => {
      const told = fieldsCompared(condition, dictionaries).find((compared) => isTold(compared, isIdentifier));
      return told === undefined ? [] : [{ nodeId: node.id, field: told.field.field, condition }];
    }),
  );
}

interface Compared {
  readonly field: ValueSource;
  readonly operator: ConditionOperator;
  /** Undefined for a literal. */
  readonly other: OtherValue | undefined;
}

function fieldsCompared(condition: CascadeCondition, dictionaries: readonly Dictionary[]): readonly Compared[] {
  const { source_node_id: id, field, operator, value_from: other, where = [] } = condition;
  const own = takesValue(operator) ? [{ field: { source_node_id: id, field }, operator, other }] : [];
  const lists = new Set([figureless(field), ...dictionaries.map((one) => listOf(one, field))]);
  const items = where
    .filter((item) => takesValue(item.operator))
    .flatMap((item) =>
      [...lists].map((list) => ({
        field: { source_node_id: id, field: `${list}.any.${item.field}` },
        operator: item.operator,
        other: undefined,
      })),
    );
  return [...own, ...items];
}

const takesValue = (operator: ConditionOperator): boolean => operatorOf(operator).takesValue;

/** The list behind a figure of a report. */
function figureless(field: string): string {
  const names = field.split('.');
  const figure = names.findIndex((name) => isQuantifier(name));
  return (figure < 0 ? names : names.slice(0, figure)).join('.');
}

function listOf(dictionary: Dictionary, field: string): string {
  const path = segmentsInPayload(field)?.join('.');
  const list = path === undefined ? undefined : placeOf(dictionary, path).figure?.list;
  return list === undefined ? field : `context.${list}`;
}

/** True if the comparison reveals an identifier. */
function isTold({ field, operator, other }: Compared, isIdentifier: (of: ValueSource) => boolean): boolean {
  if (other === undefined) return isIdentifier(field);
  // With a factor or a summand, the author can make the other side any number. With an operator other than equality,
  // one side
  // that a correction sets would find out the other by bisection.
  const isPlain = other.times === undefined && other.plus === undefined && asks(operator, 'equality');
  const [own, another] = [isIdentifier(field), isIdentifier(other)];
  return isPlain ? own !== another : own || another;
}

function isOfPayload(dictionary: Dictionary, field: string): boolean {
  const path = segmentsInPayload(field)?.join('.');
  if (path === undefined || placeOf(dictionary, path).figure?.quantifier === 'count') return false;
  return kindOf(dictionary, path) === 'identifier';
}

/** True if the field or anything that contains it is declared as an identifier. */
function isOfReport(product: Product | undefined, field: string): boolean {
  if (product === undefined) return false;
  const names = field.split('.');
  if (names.at(-1) === 'count') return false;
  const plain = names.filter((name) => !isQuantifier(name));
  return [names, plain].some((path) =>
    path.some((_, index) => specOfReport(product, path.slice(0, index + 1).join('.'))?.kind === 'identifier'),
  );
}

export function warnOfIdentifiers(dictionaries: readonly Dictionary[]): LintRule {
  return (definition, _registry, _graph, work) => {
    work.spendOnText(JSON.stringify(definition).length);
    return identifierComparisons(definition as CascadeDefinition, dictionaries)
      .slice(0, MAX_WARNINGS)
      .map(({ nodeId, field }) => ({
        code: 'compares_identifier' as const,
        node_id: nodeId,
        message:
          `${quote(field)} is an identifier, which is masked: whoever runs the cascade learns from its way what the number ` +
          'is. Saving such a comparison needs the scope `pii:read`.',
      }));
  };
}
