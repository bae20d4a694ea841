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

/** A run's outputs, in the order of its steps. */
export interface StepsOfRun {
  readonly definition: CascadeDefinition;
  readonly steps: readonly { readonly node_id: string; readonly visit: number; readonly output: Json }[];
}

/** `deciding`: for a round about a letter, the visits whose choices caused it, as `visitKey` writes them. */
export interface RoundInReview {
  readonly kind: string;
  readonly nodeId: string;
  readonly deciding: readonly string[];
}

/**
 * The reports that a reviewer can see, and the conditions that count. In a round about a person, these are the
 * conditions of the reviewed step. If that step compares nothing, the conditions of the rows that led to it are used.
 * In a round about a letter they are those of the choices that decided.
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
  // All reports of the run, each by its last visit.
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

/** A true fact that may be given as a reason. `code` selects it; `codes` are all true codes with the same words. */
export interface TrueReason {
  readonly code: string;
  readonly text: string;
  readonly codes: string[];
}

/**
 * The reasons of the catalogue that are true in the review, as worded in letters. Codes with the same words are merged
 * into one reason, because a letter prints it once.
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
