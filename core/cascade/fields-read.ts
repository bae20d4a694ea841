import { asJsonObject } from '../json.ts';
import { listPathIn } from '../quantifiers.ts';
import { valuesOf, type CascadeCondition } from './definition.ts';
import { placeholdersIn } from './lint-variables.ts';
import { conditionsOf } from './nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition } from './registry.ts';
import { segmentsInPayload } from './scope.ts';

/** The paths of the payload that conditions, texts, recipients and notices of a cascade read, as they write them. */
export function fieldsRead(definition: CascadeDefinition): ReadonlySet<string> {
  const reports = new Set(definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id));
  const read = definition.flatMap((node) => {
    const texts = placeholdersIn(asJsonObject(node));
    const conditions = isKind(node, 'IfElse') ? conditionsOf(node) : [];
    return [...texts, ...conditions.flatMap((condition) => readBy(condition, reports))];
  });
  const persons = definition.flatMap((node) =>
    isKind(node, 'AdverseAction') ? (node.adverse_action?.applicant ?? []) : [],
  );
  return new Set([...read.flatMap((path) => segmentsInPayload(path)?.join('.') ?? []), ...persons.map(withoutContext)]);
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
