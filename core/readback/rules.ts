import type { BranchKey, CascadeBranch, Sentence } from '../cascade/definition.ts';
import { askingOf } from '../cascade/not-comparable.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';
import { asksOfMissing, stepsAfterApproval } from '../cascade/nodes/if-else.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { sizeOfDefinition } from '../cascade/size.ts';
import type { Work } from '../work.ts';
import {
  all,
  any,
  extentOf,
  logicOf,
  NEVER,
  not,
  subjectsIn,
  withoutValues,
  type Logic,
  type Without,
} from './logic.ts';
import { askedOfRow, partsOf, rowsOf, turnOf, wholeOf, withoutOf } from './parts.ts';
import { Subjects } from './subject.ts';
import { MOST_ROWS } from './table.ts';
import { reportsReadBy } from './unpulled.ts';
import {
  isDone,
  NoList,
  nodesOf,
  sequenceOf,
  Ways,
  type Effect,
  type NoRules,
  type Sequence,
  type Way,
} from './ways.ts';

export type { Decision, Effect, NoRules, Sequence } from './ways.ts';

/**
 * A definition as a list of rules: of those whose condition holds the first one decides. Only of a definition in which
 * one step follows the other, whatever is decided: loops, and branches that run side by side, are read step by step.
 */
export interface Rule {
  readonly when: Logic;
  readonly effect: Effect;
  /** The choice that it comes from, and the steps that it leads to. */
  readonly nodeIds: readonly string[];
  /** What its author wrote, where the definition has it. */
  readonly sentence: Sentence;
  /** Whoever lacks what it asks for is meant: that stands in the definition, and its opposite here. */
  readonly isRequirement: boolean;
}

/** Nodes, edges and conditions that a choice goes over for one unit of work. */
const PASSED_FOR_UNIT = 16;

/** The rules of a definition, or what keeps it from being a list of them. Throws TooMuchWork. */
export function rulesOf(
  definition: CascadeDefinition,
  work: Work,
  dictionary?: Dictionary,
): { readonly rules: readonly Rule[]; readonly because?: never } | { readonly rules: null; readonly because: NoRules } {
  const entry = NODES.entryOf(definition);
  if (entry === undefined)
    return { rules: null, because: { nodeId: '', text: 'There is no step at which it begins.' } };
  try {
    return { rules: new Builder(definition, work, dictionary).rules(entry, new Set()) };
  } catch (error) {
    if (error instanceof NoList) return { rules: null, because: { nodeId: error.nodeId, text: error.message } };
    throw error;
  }
}

/** A choice, joined with those behind it that are of the same row, or share all outcomes but one. */
interface View {
  readonly choice: NodeOfKind<'IfElse'>;
  readonly last: NodeOfKind<'IfElse'>;
  readonly nodes: readonly CascadeNode[];
  readonly pass: Logic;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

interface Asked {
  readonly branch?: CascadeBranch;
  readonly without?: Without;
}

class Builder {
  readonly #definition: CascadeDefinition;
  readonly #ways: Ways;
  readonly #subjects: Subjects;
  readonly #work: Work;
  #made = 0;
  /** A jump back would come to them for ever. */
  #choices = 0;

  constructor(definition: CascadeDefinition, work: Work, dictionary: Dictionary | undefined) {
    this.#definition = definition;
    this.#work = work;
    this.#ways = new Ways(definition);
    this.#subjects = new Subjects(definition, dictionary);
  }

  rules(entry: CascadeNode, pulled: ReadonlySet<string>): readonly Rule[] {
    return this.#onward({ from: entry.id, ids: entry.next_step ?? [] }, ALL, pulled);
  }

  /** For everybody of whom `guard` holds and no rule before has decided. It leaves nobody of them undecided. */
  #onward(way: Way, guard: Logic, pulledBefore: ReadonlySet<string>): readonly Rule[] {
    const { nodes, choice } = this.#ways.toChoice(way);
    if (choice === null) return this.#rule(guard, { kind: 'end', sequence: sequenceOf(nodes) }, nodes);
    const acts = nodes.filter(isDone);
    const done = acts.length === 0 ? [] : this.#rule(guard, { kind: 'act', nodes: acts }, acts);
    const pulls = nodes.flatMap((node) => (isKind(node, 'BillingProduct') ? [node.id] : []));
    const pulled = new Set([...pulledBefore, ...pulls]);
    // A variable that stands for such a report is missing; a report itself fails the step.
    const unpulled = this.#unpulled(choice, pulled);
    if (unpulled.length === 0) return [...done, ...this.#choice(choice, guard, pulled)];
    const sequence: Sequence = { decision: 'fail', nodes: [choice], before: [], after: [], unpulled };
    return [...done, ...this.#rule(guard, { kind: 'end', sequence }, [choice])];
  }

  #unpulled(choice: NodeOfKind<'IfElse'>, pulled: ReadonlySet<string>): readonly string[] {
    return reportsReadBy(choice, this.#definition).filter((id) => !pulled.has(id));
  }

  /** The condition of a branch, or of one of its rows. A report that no step on this way has pulled has no values. */
  #condition(
    choice: NodeOfKind<'IfElse'>,
    key: BranchKey,
    pulled: ReadonlySet<string>,
    { branch = choice.branches[key], without = this.#without(choice, key) }: Asked = {},
  ): Logic {
    const logic = logicOf(branch, this.#subjects, without);
    this.#work.spend(extentOf(logic).size);
    const unknown = subjectsIn([logic]).filter(({ nodeId }) => nodeId !== null && !pulled.has(nodeId));
    return withoutValues(logic, new Set(unknown.map(({ key: of }) => of)));
  }

  #choice(choice: NodeOfKind<'IfElse'>, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    const view = this.#viewed(choice, pulled);
    const review = this.#condition(choice, 'human_review', pulled);
    const asked = this.#asked(choice, choice.branches.pass, pulled);
    const made =
      review.kind === 'never'
        ? this.#twoWays(view, asked, guard, pulled)
        : this.#threeWays(view, any([review, asked]), guard, pulled);
    const { everyone_else: rest } = view.last;
    const last = made.at(-1);
    if (rest === undefined || last === undefined || last.sentence.text !== undefined) return made;
    return [...made.slice(0, -1), { ...last, sentence: rest }];
  }

  #viewed(choice: NodeOfKind<'IfElse'>, pulled: ReadonlySet<string>): View {
    this.#count(choice.id);
    const { pass_steps: ofPass = [], fail_steps: ofFail = [] } = choice;
    const pass = this.#condition(choice, 'pass', pulled);
    let view: View = { choice, last: choice, nodes: [choice], pass, yes: ofPass, no: ofFail };
    if (this.#hasReview(choice) || asksOfMissing(choice)) return view;
    for (;;) {
      const { yes, no } = view;
      const [then, other] = [this.#plain(yes, pulled), this.#plain(no, pulled)];
      if (then !== null && isSame(then.fail_steps ?? [], no) && this.#isJoined(view, then, no))
        view = { ...this.#joined(view, then, all, pulled), yes: then.pass_steps ?? [] };
      else if (other !== null && isSame(other.pass_steps ?? [], yes) && this.#isJoined(view, other, yes))
        view = { ...this.#joined(view, other, any, pulled), no: other.fail_steps ?? [] };
      else return view;
    }
  }

  #without(choice: NodeOfKind<'IfElse'>, key: BranchKey): Without {
    return withoutOf(choice, key, (id) => this.#ways.node(id));
  }

  /** Whom a person decides because a row depends on a missing value. */
  #asked(choice: NodeOfKind<'IfElse'>, rows: CascadeBranch | undefined, pulled: ReadonlySet<string>): Logic {
    return any(
      partsOf(rows).map(({ branch }) =>
        askedOfRow(branch, this.#without(choice, 'pass'), (without) =>
          this.#condition(choice, 'pass', pulled, { branch, without }),
        ),
      ),
    );
  }

  #hasReview = ({ branches }: NodeOfKind<'IfElse'>): boolean =>
    logicOf(branches.human_review, this.#subjects).kind !== 'never';

  /** A choice between two ways, with nothing before it. */
  #plain([id, ...others]: readonly string[], pulled: ReadonlySet<string>): NodeOfKind<'IfElse'> | null {
    const node = others.length > 0 ? undefined : this.#ways.node(id);
    if (node === undefined || !isKind(node, 'IfElse') || this.#hasReview(node) || asksOfMissing(node)) return null;
    return this.#unpulled(node, pulled).length === 0 ? node : null;
  }

  /** Rows that end alike stay apart: each of them is a rule. */
  #isJoined({ choice }: View, next: NodeOfKind<'IfElse'>, shared: readonly string[]): boolean {
    const { id } = wholeOf(choice.branches.pass).sentence;
    const isOneRow = id !== undefined && wholeOf(next.branches.pass).sentence.id === id;
    return isOneRow || this.#ways.final({ from: next.id, ids: shared }) === null;
  }

  #joined(view: View, next: NodeOfKind<'IfElse'>, join: typeof all, pulled: ReadonlySet<string>): View {
    this.#count(next.id);
    const pass = join([view.pass, this.#condition(next, 'pass', pulled)]);
    return { ...view, last: next, nodes: [...view.nodes, next], pass };
  }

  #count(id: string): void {
    this.#choices += 1;
    if (this.#choices > MOST_ROWS) throw new NoList(id, TOO_MANY);
    this.#work.spend(Math.ceil(sizeOfDefinition(this.#definition) / PASSED_FOR_UNIT));
  }

  /** Rows, and where those go whom none of them decides. */
  #twoWays({ choice, last, nodes, pass, yes, no }: View, asked: Logic, guard: Logic, pulled: ReadonlySet<string>) {
    const [passes, fails] = [
      { from: choice.id, ids: yes },
      { from: last.id, ids: no },
    ];
    const isJoined = nodes.length > 1;
    const { pass: own } = choice.branches;
    const { lead, isRequirement, next, rest } = turnOf(this.#ways, own, { passes, fails, isJoined });
    const person = asked.kind === 'never' ? [] : this.#askedFor(choice, all([guard, asked]), { passes, fails });
    if (lead === null) {
      if (person.length > 0) throw new NoList(choice.id, ASKED_AND_ON);
      return [...this.#within(choice, passes, all([guard, pass]), pulled), ...this.#onward(fails, guard, pulled)];
    }
    const rows = (isJoined ? [wholeOf(own)] : rowsOf(own, isRequirement)).flatMap(({ sentence, branch }) => {
      const when = branch === own || isJoined ? pass : this.#condition(choice, 'pass', pulled, { branch });
      const decided = isRequirement ? not(any([when, this.#asked(choice, branch, pulled)])) : when;
      return this.#rule(all([guard, decided]), lead.effect, nodes, { sentence, isRequirement });
    });
    const others =
      rest === null ? this.#onward(next, guard, pulled) : this.#rule(guard, rest, nodes, { sentence: askedOf(rest) });
    return [...rows, ...person, ...others];
  }

  /** A person decides in place of a row. */
  #askedFor(choice: NodeOfKind<'IfElse'>, when: Logic, { passes, fails }: Record<'passes' | 'fails', Way>) {
    const { approved, denied } = askingOf(choice, (id) => this.#ways.node(id)) ?? {};
    const [yes, no] = [approved, denied].map((outcome) => (outcome === 'fail' ? fails : passes)) as [Way, Way];
    return this.#rule(when, this.#asking(choice, yes, no), [choice]);
  }

  #asking(choice: NodeOfKind<'IfElse'>, yes: Way, no: Way): Effect {
    const [approved, denied] = [this.#ways.end(yes) ?? 'goes_on', this.#ways.end(no) ?? 'goes_on'] as const;
    return this.#ways.asking(choice, { approved, denied, denial: no.ids });
  }

  /** Further rules that hold only of those whom this choice passes, so they come from it, too. */
  #within({ id }: CascadeNode, way: Way, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    return this.#onward(way, guard, pulled).map((each) => ({
      ...each,
      nodeIds: [...new Set([id, ...each.nodeIds])],
    }));
  }

  /** As readers of the reference write it: `pass`, `human_review`, and neither. */
  #threeWays({ choice, pass }: View, review: Logic, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    const [p, f, r] = [choice.pass_steps ?? [], choice.fail_steps ?? [], stepsAfterApproval(choice)].map((ids) => ({
      from: choice.id,
      ids,
    })) as [Way, Way, Way];
    const [passes, fails, approved] = [this.#ways.end(p), this.#ways.end(f), this.#ways.end(r)];
    const rule = (when: Logic, effect: Effect, sentence: Sentence = {}): readonly Rule[] =>
      this.#rule(all([guard, when]), effect, [choice], { sentence });
    const end = (when: Logic, sequence: Sequence): readonly Rule[] => rule(when, { kind: 'end', sequence });
    const ask = (when: Logic): readonly Rule[] => {
      const effect = this.#asking(choice, r, f);
      return rule(when, effect, askedOf(effect));
    };
    const ofPass = (): readonly Rule[] => {
      if (passes === null) return this.#within(choice, p, all([guard, pass]), pulled);
      return rowsOf(choice.branches.pass, false).flatMap(({ sentence, branch }) =>
        rule(
          branch === choice.branches.pass ? pass : this.#condition(choice, 'pass', pulled, { branch }),
          { kind: 'end', sequence: passes },
          sentence,
        ),
      );
    };
    const reviewed = all([not(pass), review]);

    if (fails === null) {
      const first = ofPass();
      if (approved === null && !isSame(r.ids, f.ids)) throw new NoList(choice.id, TWO_WAYS_ON);
      return [...first, ...ask(review), ...this.#onward(f, guard, pulled)];
    }
    if (passes !== null) {
      if (approved !== null) return [...ofPass(), ...ask(review), ...end(ALL, fails)];
      return [...ofPass(), ...end(not(review), fails), ...ask(ALL), ...this.#onward(r, guard, pulled)];
    }
    const isOneWay = isSame(r.ids, p.ids);
    if (approved === null && !isOneWay) throw new NoList(choice.id, TWO_WAYS_ON);
    const denials = end(isOneWay ? not(any([pass, review])) : not(pass), fails);
    const asks = ask(reviewed);
    return [...(isOneWay ? [...denials, ...asks] : [...asks, ...denials]), ...this.#onward(p, guard, pulled)];
  }

  #rule(
    when: Logic,
    effect: Effect,
    from: readonly CascadeNode[],
    { sentence = {}, isRequirement = false }: { readonly sentence?: Sentence; readonly isRequirement?: boolean } = {},
  ): readonly Rule[] {
    if (when.kind === 'never') return [];
    this.#work.spend(extentOf(when).size);
    this.#made += 1;
    if (this.#made > MOST_RULES) throw new NoList(from[0]?.id ?? '', TOO_MANY);
    const { id, text } = sentence;
    const said = { ...(id === undefined ? {} : { id }), ...(text === undefined ? {} : { text }) };
    const nodeIds = [...new Set([...from, ...nodesOf(effect)].map((node) => node.id))];
    return [{ when, effect, nodeIds, sentence: said, isRequirement }];
  }
}

/** A row may be a rule and one that asks a person for want of a value. Everyone else is one more. */
const MOST_RULES = 2 * MOST_ROWS + 1;

const ALL: Logic = not(NEVER);

const TOO_MANY = `There are more than ${MOST_ROWS} rules.`;
const ASKED_AND_ON = 'A person decides without a value, and further choices stand on both sides.';
const TWO_WAYS_ON = 'Two of its outcomes lead to further choices, and not to the same ones.';

/** The author's words on the node that asks. */
const askedOf = (effect: Effect): Sentence =>
  effect.kind === 'ask' && isKind(effect.choice, 'IfElse')
    ? (effect.choice.branches.human_review?.condition_groups?.[0] ?? {})
    : {};

function isSame(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((id) => right.has(id));
}
