import type { CascadeBranch } from '../cascade/definition.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';
import { stepsAfterApproval } from '../cascade/nodes/if-else.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { sizeOfDefinition } from '../cascade/size.ts';
import type { Work } from '../work.ts';
import { all, any, extentOf, logicOf, NEVER, not, subjectsIn, withoutValues, type Logic } from './logic.ts';
import { Subjects } from './subject.ts';
import { reportsReadBy } from './unpulled.ts';

/**
 * A definition as a list of rules: of those whose condition holds the first one decides. Only of a definition in which
 * one step follows the other, whatever is decided: loops, and branches that run side by side, are read step by step.
 */
export interface Rule {
  readonly when: Logic;
  readonly effect: Effect;
  /** The choice that it comes from, and the steps that it leads to. */
  readonly nodeIds: readonly string[];
}

export type Effect =
  | { readonly kind: 'end'; readonly sequence: Sequence }
  /** A person is asked. `goes_on`: to the rules below. */
  | {
      readonly kind: 'ask';
      readonly approved: Sequence | 'goes_on';
      readonly denied: Sequence | 'goes_on';
      /** A denial is the outcome, whatever the steps after it do; it is not between the two letters of employment. */
      readonly countsAsDenied: boolean;
      readonly choice: CascadeNode;
    }
  /** Is done, and decides nothing. */
  | { readonly kind: 'act'; readonly nodes: readonly CascadeNode[] };

export type Decision = 'approve' | 'deny' | 'revoke' | 'other_terms' | 'offer' | 'nothing' | 'fail';

/** Steps one after the other, to an end. */
export interface Sequence {
  readonly decision: Decision;
  readonly nodes: readonly CascadeNode[];
  readonly before: readonly CascadeNode[];
  readonly after: readonly CascadeNode[];
  /** Of one that fails: the reports that its choice reads and that were not pulled on this way. */
  readonly unpulled?: readonly string[];
}

/** Beyond it nobody reads a list; the steps are shorter. */
const MOST_RULES = 60;

/** Nodes, edges and conditions that a choice goes over for one unit of work. */
const PASSED_FOR_UNIT = 16;

/** Undefined if the definition is no list of rules, or too long a one. Throws TooMuchWork. */
export function rulesOf(
  definition: CascadeDefinition,
  work: Work,
  dictionary?: Dictionary,
): readonly Rule[] | undefined {
  const entry = NODES.entryOf(definition);
  if (entry === undefined) return undefined;
  try {
    return new Builder(definition, work, dictionary).rules(entry.next_step ?? [], { kind: 'always' }, new Set());
  } catch (error) {
    if (error instanceof NoList) return undefined;
    throw error;
  }
}

class NoList extends Error {}

/** Steps up to the next choice, or to an end. */
interface Stretch {
  readonly nodes: readonly CascadeNode[];
  readonly choice: NodeOfKind<'IfElse'> | null;
}

class Builder {
  readonly #definition: CascadeDefinition;
  readonly #nodes: ReadonlyMap<string, CascadeNode>;
  readonly #subjects: Subjects;
  readonly #work: Work;
  #count = 0;
  /** A jump back would come to them for ever. */
  #choices = 0;

  constructor(definition: CascadeDefinition, work: Work, dictionary: Dictionary | undefined) {
    this.#definition = definition;
    this.#work = work;
    this.#nodes = new Map(definition.map((node) => [node.id, node]));
    this.#subjects = new Subjects(definition, dictionary);
  }

  /** For everybody of whom `guard` holds and no rule before has decided. It leaves nobody of them undecided. */
  rules(ids: readonly string[], guard: Logic, pulledBefore: ReadonlySet<string>): readonly Rule[] {
    const { nodes, choice } = this.#follow(ids);
    if (choice === null) return this.#rule(guard, { kind: 'end', sequence: sequenceOf(nodes) }, nodes);
    if (nodes.some(decides)) throw new NoList();
    const acts = nodes.filter(isDone);
    const done = acts.length === 0 ? [] : this.#rule(guard, { kind: 'act', nodes: acts }, acts);
    const pulls = nodes.flatMap((node) => (isKind(node, 'BillingProduct') ? [node.id] : []));
    const pulled = new Set([...pulledBefore, ...pulls]);
    // A variable that stands for such a report is missing; a report itself fails the step.
    const unpulled = reportsReadBy(choice, this.#definition).filter((id) => !pulled.has(id));
    if (unpulled.length === 0) return [...done, ...this.#choice(choice, guard, pulled)];
    const sequence: Sequence = { decision: 'fail', nodes: [choice], before: [], after: [], unpulled };
    return [...done, ...this.#rule(guard, { kind: 'end', sequence }, [choice])];
  }

  /** Of a report that no step on this way has pulled nothing is known. */
  #condition(branch: CascadeBranch | undefined, pulled: ReadonlySet<string>): Logic {
    const logic = logicOf(branch, this.#subjects);
    this.#work.spend(extentOf(logic).size);
    const unknown = subjectsIn([logic]).filter(({ nodeId }) => nodeId !== null && !pulled.has(nodeId));
    return withoutValues(logic, new Set(unknown.map(({ key }) => key)));
  }

  #choice(choice: NodeOfKind<'IfElse'>, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    this.#choices += 1;
    if (this.#choices > MOST_RULES) throw new NoList();
    this.#work.spend(Math.ceil(sizeOfDefinition(this.#definition) / PASSED_FOR_UNIT));
    const pass = this.#condition(choice.branches.pass, pulled);
    const review = this.#condition(choice.branches.human_review, pulled);
    const [p, f, r] = [choice.pass_steps ?? [], choice.fail_steps ?? [], stepsAfterApproval(choice)];
    const [passes, fails, approved] = [this.#end(p), this.#end(f), this.#end(r)];
    const rule = (when: Logic, effect: Effect): readonly Rule[] => this.#rule(all([guard, when]), effect, [choice]);
    const end = (when: Logic, sequence: Sequence): readonly Rule[] => rule(when, { kind: 'end', sequence });
    const ask = (when: Logic, yes: Sequence | 'goes_on', no: Sequence | 'goes_on'): readonly Rule[] =>
      rule(when, { kind: 'ask', approved: yes, denied: no, countsAsDenied: !this.#leadsToTwoLetters(f), choice });
    const reviewed = all([not(pass), review]);

    if (passes !== null && fails !== null) {
      if (review.kind === 'never' || approved !== null) {
        return [...end(pass, passes), ...ask(review, approved ?? passes, fails), ...end(ALL, fails)];
      }
      return [
        ...end(pass, passes),
        ...end(not(review), fails),
        ...ask(ALL, 'goes_on', fails),
        ...this.rules(r, guard, pulled),
      ];
    }
    if (fails !== null) {
      if (review.kind === 'never') return [...end(not(pass), fails), ...this.rules(p, guard, pulled)];
      if (isSame(r, p)) {
        return [
          ...end(not(any([pass, review])), fails),
          ...ask(reviewed, 'goes_on', fails),
          ...this.rules(p, guard, pulled),
        ];
      }
      if (approved === null) throw new NoList();
      return [...ask(reviewed, approved, fails), ...end(not(pass), fails), ...this.rules(p, guard, pulled)];
    }
    // They hold only of whom this choice passes, so they come from it, too.
    const first =
      passes === null
        ? this.rules(p, all([guard, pass]), pulled).map((each) => ({
            ...each,
            nodeIds: [...new Set([choice.id, ...each.nodeIds])],
          }))
        : end(pass, passes);
    if (review.kind === 'never') return [...first, ...this.rules(f, guard, pulled)];
    if (approved === null && !isSame(r, f)) throw new NoList();
    return [...first, ...ask(review, approved ?? 'goes_on', 'goes_on'), ...this.rules(f, guard, pulled)];
  }

  #rule(when: Logic, effect: Effect, from: readonly CascadeNode[]): readonly Rule[] {
    if (when.kind === 'never') return [];
    this.#work.spend(extentOf(when).size);
    this.#count += 1;
    if (this.#count > MOST_RULES) throw new NoList();
    return [{ when, effect, nodeIds: [...new Set([...from, ...nodesOf(effect)].map(({ id }) => id))] }];
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

  /** What the steps come to, if no choice is among them. */
  #end(ids: readonly string[]): Sequence | null {
    const { nodes, choice } = this.#follow(ids);
    return choice === null ? sequenceOf(nodes) : null;
  }

  #follow(ids: readonly string[]): Stretch {
    const nodes: CascadeNode[] = [];
    let left = ids;
    for (;;) {
      const [only] = left;
      if (only === undefined) return { nodes, choice: null };
      if (new Set(left).size > 1) {
        const { pulls, next } = this.#pulls(left);
        nodes.push(...pulls);
        left = next;
        continue;
      }
      const node = this.#nodes.get(only);
      if (node === undefined) throw new NoList();
      if (isKind(node, 'IfElse')) return { nodes, choice: node };
      if (nodes.length > this.#nodes.size) throw new NoList();
      nodes.push(node);
      left = [...NODES.edgesOf(node).map(({ to }) => to), ...NODES.jumpsOf(node)];
    }
  }

  /** Reports that are pulled side by side, and the one step at which all of them arrive. */
  #pulls(ids: readonly string[]): { readonly pulls: readonly CascadeNode[]; readonly next: readonly string[] } {
    const pulls: CascadeNode[] = [];
    const ends = new Set<string>();
    for (const id of new Set(ids)) {
      let node = this.#nodes.get(id);
      while (node !== undefined && isKind(node, 'BillingProduct')) {
        pulls.push(node);
        const [next, ...others] = new Set(node.next_step);
        if (next === undefined || others.length > 0) throw new NoList();
        node = this.#nodes.get(next);
      }
      if (node === undefined) throw new NoList();
      ends.add(node.id);
    }
    // A report that two of them lead to would be pulled once, and where it stands then says nothing.
    if (ends.size !== 1 || new Set(pulls).size !== pulls.length) throw new NoList();
    return { pulls, next: [...ends] };
  }
}

const ALL: Logic = not(NEVER);

function isSame(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((id) => right.has(id));
}

/** What is told of it: a pull and a jump are no rules. */
function isDone(node: CascadeNode): boolean {
  return !isKind(node, 'BillingProduct') && !isKind(node, 'GoTo');
}

function decides(node: CascadeNode): boolean {
  return isKind(node, 'Approve') || isKind(node, 'AdverseAction');
}

function sequenceOf(nodes: readonly CascadeNode[]): Sequence {
  const deciding = nodes.filter(decides);
  const at = nodes.findLastIndex(decides);
  return {
    decision: decisionOf(deciding),
    nodes,
    before: nodes.slice(0, Math.max(at, 0)).filter((node) => !decides(node)),
    after: nodes.slice(at + 1),
  };
}

/** More than one decision on one way is read step by step, but for the notice of other terms beside the approval. */
function decisionOf(deciding: readonly CascadeNode[]): Decision {
  const [first, second, ...more] = deciding.map(decisionIn);
  if (first === undefined) return 'nothing';
  if (second === undefined) return first;
  const isOffer = more.length === 0 && new Set([first, second, 'offer', 'approve']).size === 2;
  if (isOffer && first !== second) return 'other_terms';
  throw new NoList();
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

/** The steps of what a rule does. */
function nodesOf(effect: Effect): readonly CascadeNode[] {
  switch (effect.kind) {
    case 'act':
      return effect.nodes;
    case 'end':
      return effect.sequence.nodes;
    case 'ask':
      return [effect.approved, effect.denied].flatMap((each) => (each === 'goes_on' ? [] : each.nodes));
  }
}
