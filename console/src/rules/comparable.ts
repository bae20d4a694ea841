import { kindOfField } from '../../../core/cascade/field-kinds.ts';
import { CONTEXT_SOURCE } from '../../../core/cascade/definition.ts';
import {
  operatorOf,
  operatorsFor,
  type ConditionOperator,
  type FieldKind,
} from '../../../core/cascade/operators/index.ts';
import { ownProductOf, productCodeOf } from '../../../core/cascade/own-products.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { wholeSpecs, type Dictionary } from '../../../core/fields/dictionary.ts';
import { conditionPath } from '../../../core/fields/path.ts';
import { isMaskedKind } from '../../../core/fields/kinds.ts';
import type { FieldType } from '../../../core/fields/spec.ts';
import { fieldNames, fieldSchema, productByCode, type Product } from '../../../core/products/index.ts';
import type { Subjects } from '../../../core/readback/subject.ts';
import { predicate } from '../../../core/readback/predicate.ts';

/* The fields that a new rule can compare: fields of the reports that the cascade pulls, and declared payload facts. */

export interface Comparable {
  readonly sourceNodeId: string;
  readonly field: string;
  /** The field's name in readings, without its article. */
  readonly label: string;
  /** Name of the report or payload that it comes from. */
  readonly source: string;
  readonly kind: FieldKind;
  readonly choices: readonly string[];
}

export function comparableFields(
  definition: CascadeDefinition,
  dictionary: Dictionary,
  subjects: Subjects,
): readonly Comparable[] {
  const labelOf = (sourceNodeId: string, field: string): string =>
    subjects.of({ source_node_id: sourceNodeId, field }).phrase.replace(/^the (field )?/, '');
  const pulled = definition.flatMap((node): readonly Comparable[] => {
    const product = isKind(node, 'BillingProduct') ? productOf(node) : undefined;
    if (product === undefined) return [];
    return fieldNames(product).flatMap((field) => {
      const schema = fieldSchema(product, field);
      const kind = kindOfField(product, field);
      if (kind === undefined || kind === 'array' || kind === 'object' || isMaskedKind(schema?.['x-kind'])) return [];
      const values: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
      const choices = values.filter((value) => typeof value === 'string');
      return [{ sourceNodeId: node.id, field, label: labelOf(node.id, field), source: product.name, kind, choices }];
    });
  });
  const declared = [...wholeSpecs(dictionary)].flatMap(([path, spec]): readonly Comparable[] => {
    const kind = spec.type === undefined ? undefined : KINDS[spec.type];
    if (kind === undefined || (spec.kind !== 'fact' && spec.kind !== 'score')) return [];
    const field = conditionPath(path);
    const choices = (spec.values ?? []).map(String);
    return [
      {
        sourceNodeId: CONTEXT_SOURCE,
        field,
        label: labelOf(CONTEXT_SOURCE, field),
        source: 'Application',
        kind,
        choices,
      },
    ];
  });
  return [...pulled, ...declared];
}

/** The product that a node pulls: the account's own, which is embedded in the node, or a built-in one. */
const productOf = (node: CascadeDefinition[number]): Product | undefined =>
  ownProductOf(node) ?? productByCode(productCodeOf(node) ?? '');

const KINDS: Readonly<Partial<Record<FieldType, FieldKind>>> = {
  number: 'number',
  integer: 'integer',
  text: 'string',
  date: 'date',
  yes_no: 'boolean',
};

export interface Comparison {
  readonly operator: ConditionOperator;
  /** The comparison without subject and value: `is at least`. */
  readonly words: string;
  readonly takesValue: boolean;
}

/** The comparisons that the field allows, in the words of readings. */
export function comparisonsFor({ kind, label }: Comparable): readonly Comparison[] {
  const schema = { type: kind === 'date' ? 'string' : kind, ...(kind === 'date' ? { format: 'date' } : {}) };
  return operatorsFor(kind).map((operator) => {
    const words = predicate({ schema, phrase: label }, operator, null, '').replaceAll(/\s+/g, ' ').trim();
    return { operator, words, takesValue: operatorOf(operator).takesValue };
  });
}
