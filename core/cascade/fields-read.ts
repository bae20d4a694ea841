import { asJsonObject } from '../json.ts';
import { listPathIn } from '../quantifiers.ts';
import { valuesOf, type CascadeCondition, type NodeBase } from './definition.ts';
import { placeholdersIn } from './lint-variables.ts';
import { conditionsOf } from './nodes/if-else.ts';
import { isKind, NODES } from './registry.ts';
import { rootsWith, segmentsInPayload } from './scope.ts';

/** The paths of the payload that conditions, texts, recipients and notices of a cascade read, as they write them. */
export function fieldsRead(definition: readonly NodeBase[]): ReadonlySet<string> {
  return new Set(fieldsReadByNodes(definition).flatMap(({ fields }) => [...fields]));
}

export interface NodeReading {
  readonly nodeId: string;
  /** Empty for the whole payload, which `{{context}}` reads. */
  readonly fields: ReadonlySet<string>;
}

/** The same for each node. */
export function fieldsReadByNodes(definition: readonly NodeBase[]): readonly NodeReading[] {
  const reports = reportsIn(definition);
  return definition.map((node) => {
    const texts = placeholdersIn(asJsonObject(node));
    const conditions = isKind(node, 'IfElse') ? conditionsOf(node) : [];
    const read = [...texts, ...conditions.flatMap((condition) => readBy(condition, reports))];
    const person = isKind(node, 'AdverseAction') ? node.adverse_action?.applicant : undefined;
    const fields = [
      ...read.flatMap((path) => segmentsInPayload(path)?.join('.') ?? []),
      ...(person === undefined ? [] : [withoutContext(person)]),
    ];
    return { nodeId: node.id, fields: new Set(fields) };
  });
}

/**
 * Paths of conditions that name no variable, with the node: `loan.amount`, which is `context.loan.amount`. There is never a
 * value, so a letter would tell everybody that they gave none.
 */
export function readInVain(
  definition: readonly NodeBase[],
): readonly { readonly nodeId: string; readonly path: string }[] {
  const reports = reportsIn(definition);
  const roots = new Set(rootsWith(definition.flatMap(({ config }) => config?.store_result_as ?? []).map(String)));
  return definition.flatMap((node) => {
    const conditions = isKind(node, 'IfElse') ? conditionsOf(node) : [];
    const paths = new Set(conditions.flatMap((condition) => readBy(condition, reports)));
    const inVain = [...paths].filter((path) => !roots.has(path.split('.')[0] ?? ''));
    return inVain.map((path) => ({ nodeId: node.id, path }));
  });
}

function reportsIn(definition: readonly NodeBase[]): ReadonlySet<string> {
  return new Set(definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id));
}

const withoutContext = (path: string): string => path.replace(/^context\./, '');

function readBy(condition: CascadeCondition, reports: ReadonlySet<string>): readonly string[] {
  const { where = [], source_node_id: id, field } = condition;
  const list = where.length === 0 || reports.has(id) ? undefined : listPathIn(field, () => true)?.list;
  return [
    ...valuesOf(condition).flatMap((from) => (reports.has(from.source_node_id) ? [] : [from.field])),
    ...(list === undefined ? [] : where.map((each) => (each.field === '' ? list : `${list}.${each.field}`))),
  ];
}
