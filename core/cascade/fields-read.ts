import { asJsonObject } from '../json.ts';
import { listPathIn } from '../quantifiers.ts';
import { valuesOf, type CascadeCondition, type NodeBase } from './definition.ts';
import { placeholdersIn } from './lint-variables.ts';
import { conditionsOf } from './nodes/if-else.ts';
import { isKind, NODES } from './registry.ts';
import { segmentsInPayload } from './scope.ts';

/**
 * The payload paths that conditions, texts, recipients and notices of a cascade read, as the definition writes them.
 */
export function fieldsRead(definition: readonly NodeBase[]): ReadonlySet<string> {
  return new Set(fieldsReadByNodes(definition).flatMap(({ fields }) => [...fields]));
}

export interface NodeReading {
  readonly nodeId: string;
  /** Empty for the whole payload, which `{{context}}` reads. */
  readonly fields: ReadonlySet<string>;
}

/** The payload paths that each node reads. */
export function fieldsReadByNodes(definition: readonly NodeBase[]): readonly NodeReading[] {
  const reports = new Set(definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id));
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

const withoutContext = (path: string): string => path.replace(/^context\./, '');

function readBy(condition: CascadeCondition, reports: ReadonlySet<string>): readonly string[] {
  const { where = [], source_node_id: id, field } = condition;
  const list = where.length === 0 || reports.has(id) ? undefined : listPathIn(field, () => true)?.list;
  return [
    ...valuesOf(condition).flatMap((from) => (reports.has(from.source_node_id) ? [] : [from.field])),
    ...(list === undefined ? [] : where.map((each) => (each.field === '' ? list : `${list}.${each.field}`))),
  ];
}
