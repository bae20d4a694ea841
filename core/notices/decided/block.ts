import type { VisitContext } from '../../cascade/contract.ts';
import { decision } from '../../cascade/nodes/if-else.ts';
import { choiceAt, decidedAt } from '../../cascade/not-comparable.ts';
import { resolveCondition } from '../../cascade/scope.ts';
import { choiceVisit, type Choice, type ChoiceVisit } from './contributions.ts';
import type { DecisionGraph } from './graph.ts';
import type { Foresight } from './mitigating.ts';
import { OUTCOMES } from './types.ts';

interface Seen {
  readonly graph: DecisionGraph;
  readonly foresight: Foresight;
}

/**
 * The later choices of the same block that would have decided the same on the data that the run has. Their rules have
 * no order, so their reasons count as if the run had reached them. Source: semantics 10.20.12.
 */
export function othersOfBlock(decided: ChoiceVisit, { graph, foresight }: Seen, visit: VisitContext): ChoiceVisit[] {
  const { block, targets } = decided.choice;
  const shared = targets.get(decided.taken) ?? [];
  const found: ChoiceVisit[] = [];
  if (block === undefined || decided.review !== null) return found;
  const seen = new Set([decided.choice.id]);
  for (let choice: Choice | undefined = decided.choice; ;) {
    const next: readonly string[] = onwardFrom(choice, shared);
    const place = next.length === 1 ? graph.places.get(next[0] ?? '') : undefined;
    choice = place?.is === 'choice' && place.block === block && !seen.has(place.id) ? place : undefined;
    if (choice === undefined) return found;
    seen.add(choice.id);
    const then = foresight.at(choice.id, foresight.approved);
    if (then.is !== 'taken' || !isSame(choice.targets.get(then.outcome) ?? [], shared)) continue;
    const node = choiceAt(choice.id, visit);
    if (node === undefined) return found;
    const { trace } = decidedAt(node, visit, (from) => resolveCondition(visit, from));
    const past = { ...decided.past, nodeId: choice.id, output: decision(then.outcome, trace) };
    found.push(...[choiceVisit(past, choice)].filter((made) => made !== null));
  }
}

/** Its only other targets; empty if it has several. */
function onwardFrom({ targets }: Choice, shared: readonly string[]): readonly string[] {
  const others = OUTCOMES.filter((outcome) => targets.has(outcome) && !isSame(targets.get(outcome) ?? [], shared));
  const [only, ...more] = others;
  return only === undefined || more.length > 0 ? [] : (targets.get(only) ?? []);
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
