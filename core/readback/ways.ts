import { onlyAsks } from '../cascade/asking.ts';
import { stepsAfterApproval } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';

/* The ways of a definition, as far as one step follows another: up to the next choice, or to an end. */

export type Effect =
  | { readonly kind: 'end'; readonly sequence: Sequence }
  /** A person is asked. `goes_on`: the way continues with the following rules. */
  | {
      readonly kind: 'ask';
      /** The steps before it. */
      readonly before: readonly CascadeNode[];
      readonly approved: Sequence | 'goes_on';
      readonly denied: Sequence | 'goes_on';
      /** True if the outcome is a denial whatever the later steps do. False between the two letters of employment. */
      readonly countsAsDenied: boolean;
      readonly choice: CascadeNode;
    }
  /** Steps that decide nothing. */
  | { readonly kind: 'act'; readonly nodes: readonly CascadeNode[] };

/** Steps to an end, or a review. */
export type End = Exclude<Effect, { readonly kind: 'act' }>;

type Asking = Extract<End, { readonly kind: 'ask' }>;

export type Decision = 'approve' | 'deny' | 'revoke' | 'other_terms' | 'offer' | 'nothing' | 'fail';

/** Consecutive steps to an end. */
export interface Sequence {
  readonly decision: Decision;
  readonly nodes: readonly CascadeNode[];
  readonly before: readonly CascadeNode[];
  readonly after: readonly CascadeNode[];
  /** Set for a sequence that fails: the reports that its choice reads and that this way did not pull. */
  readonly unpulled?: readonly string[];
}

/** The reason and the place why a definition is no list of rules. */
export interface NoRules {
  readonly nodeId: string;
  readonly text: string;
}

export class NoList extends Error {
  readonly nodeId: string;

  constructor(nodeId: string, message: string) {
    super(message);
    this.nodeId = nodeId;
  }
}

/** The steps that follow a step. */
export interface Way {
  readonly from: string;
  readonly ids: readonly string[];
}

/** The target of a row. */
export interface Lead {
  readonly ids: readonly string[];
  readonly effect: End;
}

/** Steps up to the next choice, or to an end. */
interface Stretch {
  readonly nodes: readonly CascadeNode[];
  readonly choice: NodeOfKind<'IfElse'> | null;
}

export class Ways {
  readonly #nodes: ReadonlyMap<string, CascadeNode>;

  constructor(definition: CascadeDefinition) {
    this.#nodes = new Map(definition.map((node) => [node.id, node]));
  }

  node(id: string | undefined): CascadeNode | undefined {
    return id === undefined ? undefined : this.#nodes.get(id);
  }

  #leadsToTwoLetters(ids: readonly string[]): boolean {
    const found = new Set(ids);
    for (const id of found) {
      const node = this.#nodes.get(id);
      if (node === undefined) continue;
      if (isKind(node, 'AdverseAction') && node.adverse_action?.action_taken === 'adverse_employment') return true;
      for (const { to } of NODES.edgesOf(node)) found.add(to);
    }
    return false;
  }

  /** The result of steps without a further comparison: an end, or a review that does not depend on any value. */
  final(way: Way): End | null {
    const { nodes, choice } = this.follow(way);
    if (choice === null) return { kind: 'end', sequence: sequenceOf(nodes) };
    if (!onlyAsks(choice.branches) || nodes.some(decides)) return null;
    const asking = this.asking(choice, {
      approved: { from: choice.id, ids: stepsAfterApproval(choice) },
      denied: { from: choice.id, ids: choice.fail_steps ?? [] },
    });
    return asking.approved === 'goes_on' || asking.denied === 'goes_on' ? null : { ...asking, before: nodes };
  }

  /** The next choice, with the non-deciding steps before it. Without a choice, all steps to the end. */
  toChoice(way: Way): Stretch {
    const { nodes, choice } = this.follow(way);
    const decided = choice === null ? undefined : nodes.find(decides);
    if (decided !== undefined) throw new NoList(decided.id, 'It decides, and a further choice stands behind it.');
    return { nodes, choice };
  }

  /** A review at this choice, which continues where a way has no end. */
  asking(choice: NodeOfKind<'IfElse'>, { approved, denied }: Record<'approved' | 'denied', Way>): Asking {
    const [yes, no] = [this.end(approved) ?? 'goes_on', this.end(denied) ?? 'goes_on'] as const;
    const countsAsDenied = !this.#leadsToTwoLetters(denied.ids);
    return { kind: 'ask', before: [], approved: yes, denied: no, countsAsDenied, choice };
  }

  /** The result of the steps; null if there is a choice among them. */
  end(way: Way): Sequence | null {
    const { nodes, choice } = this.follow(way);
    return choice === null ? sequenceOf(nodes) : null;
  }

  follow({ from, ids }: Way): Stretch {
    const nodes: CascadeNode[] = [];
    let left = ids;
    let before = from;
    for (;;) {
      const [only] = left;
      if (only === undefined) return { nodes, choice: null };
      if (new Set(left).size > 1) {
        const { pulls, next } = this.#pulls(before, left);
        nodes.push(...pulls);
        left = next;
        continue;
      }
      const node = this.#nodes.get(only);
      if (node === undefined) throw new NoList(before, NOWHERE);
      if (isKind(node, 'IfElse')) return { nodes, choice: node };
      if (nodes.length > this.#nodes.size) throw new NoList(only, 'It goes in a loop.');
      nodes.push(node);
      before = only;
      left = [...NODES.edgesOf(node).map(({ to }) => to), ...NODES.jumpsOf(node)];
    }
  }

  /** Reports pulled in parallel, and the one step where all of them join. */
  #pulls(
    before: string,
    ids: readonly string[],
  ): { readonly pulls: readonly CascadeNode[]; readonly next: readonly string[] } {
    const pulls: CascadeNode[] = [];
    const ends = new Set<string>();
    for (const id of new Set(ids)) {
      let node = this.#nodes.get(id);
      while (node !== undefined && isKind(node, 'BillingProduct')) {
        pulls.push(node);
        const [next, ...others] = new Set(node.next_step);
        if (next === undefined || others.length > 0) throw new NoList(node.id, SIDE_BY_SIDE);
        node = this.#nodes.get(next);
      }
      if (node === undefined) throw new NoList(before, NOWHERE);
      ends.add(node.id);
    }
    // Two pulls of the same report would run once, so its position would be ambiguous.
    if (ends.size !== 1 || new Set(pulls).size !== pulls.length) throw new NoList(before, SIDE_BY_SIDE);
    return { pulls, next: [...ends] };
  }
}

const SIDE_BY_SIDE = 'Steps behind it run side by side.';
const NOWHERE = 'It leads to a step that there is not.';
/** True if the step is mentioned in rules: pulls and jumps are not. */
export function isDone(node: CascadeNode): boolean {
  return !isKind(node, 'BillingProduct') && !isKind(node, 'GoTo');
}

export function decides(node: CascadeNode): boolean {
  return isKind(node, 'Approve') || isKind(node, 'AdverseAction');
}

export function sequenceOf(nodes: readonly CascadeNode[]): Sequence {
  const deciding = nodes.filter(decides);
  const at = nodes.findLastIndex(decides);
  return {
    decision: decisionOf(deciding),
    nodes,
    before: nodes.slice(0, Math.max(at, 0)).filter((node) => !decides(node)),
    after: nodes.slice(at + 1),
  };
}

/** Several decisions on one way are described step by step, except an approval with its notice of other terms. */
function decisionOf(deciding: readonly CascadeNode[]): Decision {
  const [first, second, ...more] = deciding.map(decisionIn);
  if (first === undefined) return 'nothing';
  if (second === undefined) return first;
  const isOffer = more.length === 0 && new Set([first, second, 'offer', 'approve']).size === 2;
  if (isOffer && first !== second) return 'other_terms';
  throw new NoList(deciding[0]?.id ?? '', 'More is decided behind it.');
}

function decisionIn(node: CascadeNode): Decision {
  if (!isKind(node, 'AdverseAction')) return 'approve';
  switch (node.adverse_action?.action_taken ?? 'denied') {
    case 'denied':
    case 'adverse_employment':
      return 'deny';
    case 'revoked':
      return 'revoke';
    case 'other_action':
      return 'offer';
  }
}

/** The steps of an effect. */
export function nodesOf(effect: Effect): readonly CascadeNode[] {
  switch (effect.kind) {
    case 'act':
      return effect.nodes;
    case 'end':
      return effect.sequence.nodes;
    case 'ask':
      return [
        ...effect.before,
        effect.choice,
        ...[effect.approved, effect.denied].flatMap((each) => (each === 'goes_on' ? [] : each.nodes)),
      ];
  }
}
