import { declared, placeOf, type Dictionary } from '../fields/dictionary.ts';
import type { FieldType } from '../fields/spec.ts';
import { isIndex } from '../path.ts';
import { fieldSchema } from '../products/index.ts';
import type { CascadeCondition, ValueSource } from './definition.ts';
import { kindOfField } from './field-kinds.ts';
import { misfitOf } from './lint-conditions.ts';
import { sidesMismatch, type Side } from './lint-other-value.ts';
import { MAX_WARNINGS, type LintRule } from './lint.ts';
import { conditionsOf } from './nodes/if-else.ts';
import type { FieldKind } from './operators/index.ts';
import { isKind } from './registry.ts';
import { segmentsInPayload } from './scope.ts';

/*
 * Conditions whose operator or value does not fit the dictionary's declaration of a payload field, as conditions on
 * reports are checked against schemas. Source: semantics 20.10.
 */

export function warnOfDeclaredTypes(dictionary: Dictionary): LintRule {
  return (definition, registry, _graph, work) => {
    const products = new Map(
      definition.flatMap((node) => {
        const source = registry.sourceOf(node);
        return source?.kind === 'report' ? [[node.id, source.product] as const] : [];
      }),
    );
    const sideOf = ({ source_node_id: id, field }: ValueSource): Side => {
      if (!products.has(id)) return { field, kind: kindInPayload(dictionary, field), schema: undefined };
      const product = products.get(id);
      if (product === undefined) return { field, kind: undefined, schema: undefined };
      return { field, kind: kindOfField(product, field), schema: fieldSchema(product, field) };
    };
    const warnings = [];
    for (const node of definition) {
      for (const condition of isKind(node, 'IfElse') ? conditionsOf(node) : []) {
        if (warnings.length >= MAX_WARNINGS) return warnings;
        work.spendOnText(condition.field.length * UNITS_OF_PATH);
        const isOwn = !products.has(condition.source_node_id);
        const message = isOwn ? ownMismatch(dictionary, condition) : undefined;
        const found = message ?? otherMismatch(condition, sideOf, (id) => products.has(id));
        if (found !== undefined)
          warnings.push({ code: 'operator_mismatch' as const, node_id: node.id, message: found });
      }
    }
    return warnings;
  };
}
/** Cost of looking up each prefix of a path. */
const UNITS_OF_PATH = 8;

/**
 * The message for a condition on the payload, or for the comparisons that choose items of its list; undefined if all
 * fits.
 */
function ownMismatch(dictionary: Dictionary, condition: CascadeCondition): string | undefined {
  const kind = kindInPayload(dictionary, condition.field);
  const own = kind === undefined ? undefined : misfitOf(condition, kind, undefined);
  if (own !== undefined) return own;
  const path = segmentsInPayload(condition.field)?.join('.');
  const list = path === undefined ? undefined : placeOf(dictionary, path).figure?.list;
  if (list === undefined) return undefined;
  for (const { field, operator, value } of condition.where ?? []) {
    const ofItem = kindInPayload(dictionary, `context.${list}.any.${field}`);
    if (ofItem === undefined) continue;
    const { source_node_id } = condition;
    const item: CascadeCondition = { source_node_id, field, operator, ...(value === undefined ? {} : { value }) };
    const found = misfitOf(item, ofItem, undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Skips comparisons of two reports: another check covers them. */
function otherMismatch(
  condition: CascadeCondition,
  sideOf: (from: ValueSource) => Side,
  isReport: (nodeId: string) => boolean,
): string | undefined {
  const { value_from: from } = condition;
  if (from === undefined || (isReport(condition.source_node_id) && isReport(from.source_node_id))) return undefined;
  const [own, other] = [sideOf(condition), sideOf(from)];
  return sidesMismatch(condition, from, own, other);
}

const KINDS: Readonly<Record<FieldType, FieldKind>> = {
  number: 'number',
  integer: 'integer',
  text: 'string',
  date: 'date',
  date_time: 'date',
  yes_no: 'boolean',
  object: 'object',
  person: 'object',
  list: 'array',
};

/**
 * The declared kind of what a condition reads; undefined if undeclared. A path to all items of a list at once is a
 * list.
 */
function kindInPayload(dictionary: Dictionary, field: string): FieldKind | undefined {
  const names = segmentsInPayload(field);
  const found = names === undefined ? undefined : declared(dictionary, names.join('.'));
  if (names === undefined || found === undefined) return undefined;
  const { spec, figure } = found;
  if (figure?.quantifier === 'count') return 'integer';
  const isOfItem = figure !== undefined || isIndex(names.at(-1) ?? '');
  if (figure === undefined && readsManyItems(dictionary, names)) return 'array';
  if (spec.type !== 'list' || !isOfItem) return KINDS[spec.type];
  return spec.item_type === undefined ? undefined : KINDS[spec.item_type];
}

/** True for a path such as `jobs.pay`: the pay of every job. */
function readsManyItems(dictionary: Dictionary, names: readonly string[]): boolean {
  let outer = '';
  let isItem = false;
  for (const name of names) {
    if (!isItem && outer !== '' && dictionary.at(outer)?.type === 'list') {
      if (!isIndex(name)) return true;
      isItem = true;
    } else {
      outer = outer === '' ? name : `${outer}.${name}`;
      isItem = false;
    }
  }
  return false;
}
