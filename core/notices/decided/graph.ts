import {
  BRANCH_KEYS,
  type Branches,
  type CascadeBranch,
  type CascadeCondition,
  type NodeBase,
} from '../../cascade/definition.ts';
import { canMatch } from '../../cascade/groups.ts';
import type { NodeRegistry } from '../../cascade/kinds.ts';
import { stepsAfterApproval } from '../../cascade/nodes/if-else.ts';
import { isKind } from '../../cascade/registry.ts';
import { OUTCOMES, type ChoiceOutcome } from './types.ts';

/** A definition reduced to what these rules need: choices, notices, approvals, and other steps. */
export type Place =
  | {
      readonly is: 'choice';
      readonly id: string;
      readonly branches: Branches;
      /** Only outcomes that are possible. */
      readonly targets: ReadonlyMap<ChoiceOutcome, readonly string[]>;
      /** The targets of a denied review. */
      readonly ifDenied: readonly string[];
      readonly block?: string;
    }
  | { readonly is: 'notice'; readonly id: string; readonly action: string; readonly next: readonly string[] }
  | { readonly is: 'approval' | 'step'; readonly id: string; readonly next: readonly string[] };

type Choice = Extract<Place, { readonly is: 'choice' }>;

export interface DecisionGraph {
  readonly places: ReadonlyMap<string, Place>;
  readonly entry: string | undefined;
  readonly hasApproval: boolean;
}

export function decisionGraph(definition: readonly NodeBase[], registry: NodeRegistry): DecisionGraph {
  const places = definition.map((node) => placeOf(node, registry));
  return {
    places: new Map(places.map((place) => [place.id, place])),
    entry: registry.entryOf(definition)?.id,
    hasApproval: places.some(({ is }) => is === 'approval'),
  };
}

/** The conditions of a choice, in the order of their traces. */
export function conditionsOf(branches: Branches): readonly CascadeCondition[] {
  const groups = BRANCH_KEYS.flatMap((key) => branches[key]?.condition_groups ?? []);
  return groups.flatMap(({ conditions }) => conditions);
}

function placeOf(node: NodeBase, registry: NodeRegistry): Place {
  if (isKind(node, 'IfElse')) {
    const steps: Readonly<Record<ChoiceOutcome, readonly string[]>> = {
      pass: node.pass_steps ?? [],
      human_review: stepsAfterApproval(node),
      fail: node.fail_steps ?? [],
    };
    const possible = OUTCOMES.filter((outcome) => outcome === 'fail' || canMatch(node.branches[outcome]));
    return {
      is: 'choice',
      id: node.id,
      branches: node.branches,
      targets: new Map(possible.map((outcome) => [outcome, steps[outcome]])),
      ifDenied: steps.fail,
      ...(node.block === undefined ? {} : { block: node.block }),
    };
  }
  const next = [...registry.edgesOf(node).map(({ to }) => to), ...registry.jumpsOf(node)];
  if (isKind(node, 'AdverseAction')) {
    return { is: 'notice', id: node.id, action: node.adverse_action?.action_taken ?? 'denied', next };
  }
  return { is: isKind(node, 'Approve') ? 'approval' : 'step', id: node.id, next };
}

/** True if one action is at least as severe as another. An offer on other terms is less severe than a denial. */
export function isAtLeastAsSevere(action: string, than: string): boolean {
  return action !== 'other_action' || than === 'other_action';
}

/** The notices at least as severe as one with this action. */
export function graveNotices(graph: DecisionGraph, action: string): ReadonlySet<string> {
  const grave = [...graph.places.values()].filter(
    (place) => place.is === 'notice' && isAtLeastAsSevere(place.action, action),
  );
  return new Set(grave.map(({ id }) => id));
}

/** Tells if a run at a node, or after an outcome of a choice, can still avoid every grave notice. */
export interface Avoidance {
  node(id: string): boolean;
  /** For the outcome that was taken: the reviewer has decided already. */
  taken(choice: string, outcome: ChoiceOutcome): boolean;
  /** For an outcome that was not taken. */
  outcome(choice: string, outcome: ChoiceOutcome): boolean;
}

/**
 * The least fixpoint. An end can avoid a grave notice. A step can if all its targets can. A choice can if all targets
 * of one outcome can. A loop that leads nowhere else cannot. A review counts as approved; with `isSure`, its denial
 * must avoid the notice too.
 */
export function avoidance(graph: DecisionGraph, grave: ReadonlySet<string>, isSure = false): Avoidance {
  const avoiding = new Set<string>();
  const all = (targets: readonly string[]) => targets.every((id) => avoiding.has(id));
  const leadsPast = ({ targets }: Choice, outcome: ChoiceOutcome) => {
    const own = targets.get(outcome);
    return own !== undefined && all(own);
  };
  const has = (place: Choice, outcome: ChoiceOutcome) =>
    leadsPast(place, outcome) && !(isSure && outcome === 'human_review' && !all(place.ifDenied));
  const choiceAt = (id: string) => {
    const place = graph.places.get(id);
    return place?.is === 'choice' ? place : undefined;
  };
  const leadingTo = reversed(graph);
  // A place is examined again only after one of its targets can avoid it, so a long cascade needs no pass per step.
  const left = [...graph.places.values()];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (avoiding.has(place.id) || grave.has(place.id)) continue;
    const can = place.is === 'choice' ? OUTCOMES.some((outcome) => has(place, outcome)) : all(place.next);
    if (!can) continue;
    avoiding.add(place.id);
    left.push(...(leadingTo.get(place.id) ?? []));
  }
  return {
    node: (id) => avoiding.has(id),
    taken(choice, outcome) {
      const place = choiceAt(choice);
      return place !== undefined && leadsPast(place, outcome);
    },
    outcome(choice, outcome) {
      const place = choiceAt(choice);
      return place !== undefined && has(place, outcome);
    },
  };
}

/** For each place, the places that lead to it, without duplicates. */
function reversed(graph: DecisionGraph): ReadonlyMap<string, readonly Place[]> {
  const leadingTo = new Map<string, Place[]>();
  for (const place of graph.places.values()) {
    const targets = place.is === 'choice' ? [...place.targets.values(), place.ifDenied].flat() : place.next;
    for (const target of new Set(targets)) {
      const known = leadingTo.get(target);
      if (known === undefined) leadingTo.set(target, [place]);
      else known.push(place);
    }
  }
  return leadingTo;
}

/** The branch of an outcome; `fail` has none. */
export function branchOf(branches: Branches, outcome: ChoiceOutcome): CascadeBranch | undefined {
  const key = BRANCH_KEYS.find((name) => name === outcome);
  return key === undefined ? undefined : branches[key];
}
