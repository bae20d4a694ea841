import type { Graph } from '../../cascade/graph.ts';
import type { LintRule, LintWarning } from '../../cascade/lint.ts';
import type { NodeBase } from '../../cascade/definition.ts';
import { isKind } from '../../cascade/registry.ts';
import type { Work } from '../../work.ts';
import { noticePerson } from '../notice-person.ts';

/**
 * Warns of a notice that a later jump leads back to, and of parallel steps that each issue one to the same person. An
 * application gets one letter. Source: semantics 2.9.16 and 2.9.17.
 */
export const warnOfSeveralNotices: LintRule = (definition, _registry, graph, work) => [
  ...definition.flatMap((node) => repeated(node, graph)),
  ...sideBySide(definition, graph, work),
];

function repeated(node: NodeBase, graph: Graph): LintWarning[] {
  if (!isKind(node, 'AdverseAction') || !graph.reaches(node.id, node.id)) return [];
  const message =
    'A jump behind this notice leads back to it. The same letter goes to a person once an execution: a repeated one is ' +
    'sent only if its reasons are others.';
  return [{ code: 'repeated_notice', node_id: node.id, message }];
}

function sideBySide(definition: readonly NodeBase[], graph: Graph, work: Work): LintWarning[] {
  const applicantOf = (id: string) => {
    const node = graph.node(id);
    return node === undefined ? undefined : noticePerson(node);
  };
  // Cached, because many steps may lead to one, and each of these may lead far.
  const known = new Map<string, Behind>();
  const behind = (id: string) => {
    const found = known.get(id) ?? noticesBehind(id, graph);
    known.set(id, found);
    return found;
  };
  return definition.flatMap((node): LintWarning[] => {
    const byKey = Map.groupBy(graph.edgesFrom(node.id), ({ key }) => key);
    for (const edges of byKey.values()) {
      const targets = [...new Set(edges.map(({ to }) => to))].map(behind);
      const pair = pairOf(targets, applicantOf, work);
      if (pair === undefined) continue;
      const message = pair.isCertain
        ? `${pair.notices.join(' and ')} run side by side and tell the same person twice: let one notice follow.`
        : `${pair.notices.join(' and ')} may both tell the same person, because their choices run side by side: join the ` +
          'ways before one notice, or let one choice follow the other.';
      return [{ code: 'parallel_notices', node_id: node.id, message }];
    }
    return [];
  });
}

/** Notices examined for one unit of work. */
const PASSED_FOR_UNIT = 4;

/** Notices after a step: all of them, and those that follow whatever the conditions say. */
interface Behind {
  readonly all: ReadonlySet<string>;
  readonly certain: ReadonlySet<string>;
}

/** Two notices of two parallel steps. After the paths have joined again, one choice decides which of them is issued. */
function pairOf(
  targets: readonly Behind[],
  applicantOf: (notice: string) => string | undefined,
  work: Work,
): { readonly notices: readonly [string, string]; readonly isCertain: boolean } | undefined {
  for (const isCertain of [true, false]) {
    for (const [index, first] of targets.entries()) {
      if (first.all.size === 0) continue;
      for (const second of targets.slice(index + 1)) {
        const own = isCertain ? [...first.certain] : [...first.all].filter((id) => !second.all.has(id));
        const others = isCertain ? [...second.certain] : [...second.all].filter((id) => !first.all.has(id));
        work.spend(1 + Math.ceil((first.all.size + second.all.size) / PASSED_FOR_UNIT));
        const byApplicant = Map.groupBy(others, applicantOf);
        for (const one of own) {
          const other = byApplicant.get(applicantOf(one))?.find((id) => id !== one);
          if (other !== undefined) return { notices: [one, other], isCertain };
        }
      }
    }
  }
  return undefined;
}

function noticesBehind(from: string, graph: Graph): Behind {
  return {
    all: noticesFrom(from, graph, () => true),
    certain: noticesFrom(from, graph, (node) => !isKind(node, 'IfElse')),
  };
}

function noticesFrom(from: string, graph: Graph, goesOn: (node: NodeBase) => boolean): ReadonlySet<string> {
  const found = new Set([from]);
  for (const id of found) {
    const node = graph.node(id);
    if (node === undefined || !goesOn(node)) continue;
    for (const { to } of graph.edgesFrom(id)) found.add(to);
  }
  return new Set(
    [...found].filter((id) => {
      const node = graph.node(id);
      return node !== undefined && isKind(node, 'AdverseAction');
    }),
  );
}
