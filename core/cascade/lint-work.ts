import { asJsonObject } from '../json.ts';
import { MAX_WORK_OF_RUN, MAX_WORK_OF_VISIT } from '../work.ts';
import type { NodeSpec } from './contract.ts';
import type { CascadeCondition, NodeBase } from './definition.ts';
import type { Graph } from './graph.ts';
import { placeholdersIn } from './lint-variables.ts';
import { conditionsOf, valuesRead } from './nodes/if-else.ts';
import { asks } from './operators/index.ts';
import { isKind } from './registry.ts';

/** Lists of real applications are shorter than this. */
const LIKELY_ITEMS = 1_000;
/** Most visits of a node in a loop (semantics 3.6.1). */
const VISITS_IN_LOOP = 100;

/**
 * The message for a node that reads so many lists of likely length that it would fail with `too_much_work`; undefined
 * if it is fine. A payload path may walk a list at every member.
 */
export function excessiveWork(node: NodeBase, spec: NodeSpec, graph: Graph): string | undefined {
  const lists = listsRead(node, spec);
  const units = (lists * LIKELY_ITEMS).toLocaleString('en-US');
  const many = `it reads up to ${lists} lists of what the caller sends; with ${LIKELY_ITEMS.toLocaleString('en-US')} items each that is`;
  if (lists * LIKELY_ITEMS > MAX_WORK_OF_VISIT) {
    const limit = MAX_WORK_OF_VISIT.toLocaleString('en-US');
    return `${many} ${units} units of work, and the step fails with too_much_work beyond ${limit}: compare fewer fields, or split the step.`;
  }
  // Checked last, because reachability takes longer to compute.
  if (lists * LIKELY_ITEMS * VISITS_IN_LOOP > MAX_WORK_OF_RUN && graph.reaches(node.id, node.id)) {
    const limit = MAX_WORK_OF_RUN.toLocaleString('en-US');
    return `${many} ${units} units of work in each visit of a loop, and the execution fails with too_much_work beyond ${limit}: compare fewer fields, or leave the loop earlier.`;
  }
  return undefined;
}

function listsRead(node: NodeBase, spec: NodeSpec): number {
  const conditions = isKind(node, 'IfElse') ? conditionsOf(node) : [];
  const fields = isKind(node, 'IfElse') ? valuesRead(node).map(({ field }) => field) : [];
  const members = spec.schema.properties ?? {};
  const texts = Object.keys(members).map((key) => asJsonObject(node)[key] ?? null);
  const paths = members.on_unresolved === undefined ? [] : texts.flatMap(placeholdersIn);
  const walked = new Set([...fields, ...paths].filter(mayWalkList));
  const chosen = conditions.reduce((sum, { where = [] }) => sum + where.length, 0);
  return walked.size + conditions.filter(looksAtItems).length + chosen;
}

/** True for paths below a member of the root: `applicant.employers.name`. */
function mayWalkList(path: string): boolean {
  const segments = path.replace(/^context\./, '').split('.');
  return segments.length > 2 && segments[0] !== 'steps';
}

function looksAtItems({ field, operator }: CascadeCondition): boolean {
  return asks(operator, 'part') && field.includes('.');
}
