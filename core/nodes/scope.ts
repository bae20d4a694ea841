import type { CascadeCondition } from '../definition/types.ts';
import type { Json } from '../json.ts';
import { readPath, readSegments } from '../path.ts';
import type { VisitContext } from './contract.ts';

/**
 * What `{{…}}` and conditions on built-in variables can see. Built-in names win over a `store_result_as` of that name.
 * Source: api-decisions section 6, "Interpolation".
 */
export function lookUp(visit: VisitContext, path: string): Json | undefined {
  const [head = '', ...rest] = path.split('.');
  switch (head) {
    case 'applicant':
    case 'property':
      return readPath(visit.payload, path);
    case 'context':
      // `context.applicant` is how the reference names the payload; everything built-in is reachable under it, too.
      return rest.length === 0 ? visit.payload : (readSegments(visit.payload, rest) ?? builtIn(visit, rest));
    case 'steps':
      return stepOutput(visit, path.slice('steps.'.length));
    default:
      return builtIn(visit, [head, ...rest]) ?? readSegments(visit.stored.get(head), rest);
  }
}

/** The value that a condition asks about: of a product's output, or of the built-in variables. */
export function resolveCondition(visit: VisitContext, condition: CascadeCondition): Json | undefined {
  const source = visit.node(condition.source_node_id);
  if (source === undefined || source.type === 'ApplicantSource') return lookUp(visit, condition.field);
  return readPath(visit.outputs.get(source.id), condition.field);
}

function builtIn(visit: VisitContext, segments: readonly string[]): Json | undefined {
  switch (segments.join('.')) {
    case 'execution.id':
      return visit.execution.id;
    case 'execution.external_reference':
      return visit.execution.externalReference;
    case 'execution.mode':
      return visit.execution.mode;
    case 'workflow.name':
      return visit.workflow.name;
    case 'user_approved':
      return visit.userApproved;
    default:
      return undefined;
  }
}

/** `rest` is `<node id>.<path>`. A node id may hold dots, so the longest id that fits is meant. */
function stepOutput(visit: VisitContext, rest: string): Json | undefined {
  const segments = rest.split('.');
  for (let length = segments.length; length > 0; length -= 1) {
    const id = segments.slice(0, length).join('.');
    if (visit.outputs.has(id)) return readSegments(visit.outputs.get(id), segments.slice(length));
  }
  return undefined;
}
