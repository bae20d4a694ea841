import type { VisitRef } from '../cascade/conditions.ts';
import { choiceOutput } from '../cascade/nodes/if-else.ts';
import { NODES, type CascadeDefinition } from '../cascade/registry.ts';
import type { Json } from '../json.ts';
import { catalogueReason, trueCodes, type Seen } from '../notices/decided/index.ts';
import { conditionsAskedAbout } from '../notices/decided/asked-about.ts';
import { decisionGraph } from '../notices/decided/graph.ts';
import { visitKey } from '../notices/decided/notice-path.ts';
import type { Reports } from '../notices/decided/reasons.ts';
import type { Work } from '../work.ts';

/** A run as far as its steps have outputs, in their order. */
export interface StepsOfRun {
  readonly definition: CascadeDefinition;
  readonly steps: readonly { readonly node_id: string; readonly visit: number; readonly output: Json }[];
}

/** `deciding`: of a round about a letter the visits whose choices decided that it is issued, as `visitKey` writes them. */
export interface RoundInReview {
  readonly kind: string;
  readonly nodeId: string;
  readonly deciding: readonly string[];
}

/**
 * What a reviewer has before them: the reports of the run, and the conditions that count. In a round about a person these
 * are those of the step under review, or of the rows that led to it, if it compares nothing, in one about a letter those of the choices that decided.
 */
export function seenInReview(
  { definition, steps }: StepsOfRun,
  round: RoundInReview,
  work: Work,
): { seen: Seen; reports: Reports } {
  const products = new Map(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' ? [[node.id, source] as const] : [];
    }),
  );
  const reports = (read: VisitRef | null) => {
    const step = steps.find((each) => read !== null && visitKey(each) === visitKey(read));
    const source = products.get(step?.node_id ?? '');
    if (step === undefined || source === undefined) return undefined;
    return { productCode: source.productCode ?? '', product: source.product, output: step.output, work };
  };
  // What the run holds: of each report its last visit.
  const everything = [
    ...new Map(steps.flatMap((step) => (products.has(step.node_id) ? [[step.node_id, step] as const] : []))).values(),
  ];
  if (round.kind === 'decision') {
    const reviewed = choiceOutput(steps.findLast(({ node_id }) => node_id === round.nodeId)?.output ?? null);
    const past = steps.map(({ node_id: nodeId, output }) => ({ nodeId, output }));
    const before = conditionsAskedAbout(decisionGraph(definition, NODES), past, round.nodeId);
    const traces = [...before, ...(reviewed?.conditions ?? [])];
    return { seen: { traces, reportsHeld: reviewed?.reports_held ?? everything }, reports };
  }
  const traces = steps
    .filter((step) => round.deciding.includes(visitKey(step)))
    .flatMap(({ output }) => choiceOutput(output)?.conditions ?? []);
  return { seen: { traces, reportsHeld: everything }, reports };
}

/** A fact that may be given as a reason. `code` sends it; `codes` are all that are true and mean it in the same words. */
export interface TrueReason {
  readonly code: string;
  readonly text: string;
  readonly codes: string[];
}

/**
 * The reasons of the catalogue that are true in the review, with the words that they have on a letter. What several codes
 * say in the same words is one reason here, as a letter prints it once.
 */
export function trueReasons(run: StepsOfRun, round: RoundInReview, work: Work): TrueReason[] {
  const { seen, reports } = seenInReview(run, round, work);
  const codesOf = new Map<string, string[]>();
  for (const code of trueCodes(seen, reports)) {
    const text = catalogueReason(code)?.text;
    if (text !== undefined) codesOf.set(text, [...(codesOf.get(text) ?? []), code]);
  }
  return [...codesOf].flatMap(([text, codes]) => codes.slice(0, 1).map((code) => ({ code, text, codes })));
}
