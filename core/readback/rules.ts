import type { BranchKey, CascadeBranch, Sentence } from '../cascade/definition.ts';
import { askingOf } from '../cascade/not-comparable.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';
import { asksOfMissing } from '../cascade/nodes/if-else.ts';
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
import {
  askedOfRow,
  jointOf,
  partsOf,
  threeWaysOf,
  twoWaysOf,
  wholeOf,
  withoutOf,
  type Joint,
  type PlacedRow,
} from './walk.ts';
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
 * A definition as a list of rules, of which the first that holds decides. Only for definitions whose steps follow one
 * another whatever is decided: loops and parallel branches are described step by step.
 */
export interface Rule {
  readonly when: Logic;
  readonly effect: Effect;
  /** The choice that the rule comes from, and the steps that it leads to. */
  readonly nodeIds: readonly string[];
  /** The author's sentence, if the definition has one. */
  readonly sentence: Sentence;
  /** The row in its choice; null for a rule that is no row, such as everyone else. */
  readonly row: PlacedRow | null;
  /**
   * True if the definition states a requirement: the rule decides applicants who do not meet it, so `when` is its
   * negation.
   */
  readonly isRequirement: boolean;
}

/** Nodes, edges and conditions of a choice visited per unit of work. */
const PASSED_FOR_UNIT = 16;

/** The rules of a definition, or the reason why it is no list of rules. Throws TooMuchWork. */
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

/** A choice, joined with the following ones that belong to the same row or share all outcomes but one. */
interface View extends Joint {
  readonly nodes: readonly CascadeNode[];
  readonly pass: Logic;
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
  /** Limits the choices visited, because a jump back would never end. */
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

  /** Adds the rules for everybody who meets `guard` and whom no earlier rule decides. They leave nobody undecided. */
  #onward(way: Way, guard: Logic, pulledBefore: ReadonlySet<string>): readonly Rule[] {
    const { nodes, choice } = this.#ways.toChoice(way);
    if (choice === null) return this.#rule(guard, { kind: 'end', sequence: sequenceOf(nodes) }, nodes);
    const acts = nodes.filter(isDone);
    const done = acts.length === 0 ? [] : this.#rule(guard, { kind: 'act', nodes: acts }, acts);
    const pulls = nodes.flatMap((node) => (isKind(node, 'BillingProduct') ? [node.id] : []));
    const pulled = new Set([...pulledBefore, ...pulls]);
    // A variable that reads such a report is missing; the report itself fails the step.
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
    const pass = this.#condition(choice, 'pass', pulled);
    let view: View = { ...jointOf(choice), nodes: [choice], pass };
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

  /** Applicants whom a person decides because a row depends on a missing value. */
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

  /** Rows with the same end stay separate, because each is a rule. */
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

  /** The rows, and the way of applicants whom none of them decides. */
  #twoWays(view: View, asked: Logic, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    const { choice, nodes, pass } = view;
    const { rows, isRequirement, passes, fails, next, rest } = twoWaysOf(this.#ways, view);
    const person = asked.kind === 'never' ? [] : this.#askedFor(choice, all([guard, asked]), { passes, fails }, rows);
    if (rows === null) {
      if (person.length > 0) throw new NoList(choice.id, ASKED_AND_ON);
      return [...this.#within(choice, passes, all([guard, pass]), pulled), ...this.#onward(fails, guard, pulled)];
    }
    const decided = rows.flatMap((row) => {
      const when = nodes.length > 1 ? pass : this.#conditionOf(row, pass, pulled);
      const lacks = isRequirement ? not(any([when, this.#asked(choice, branchOf(row), pulled)])) : when;
      return this.#rule(all([guard, lacks]), row.lead.effect, nodes, row);
    });
    const others =
      rest === null ? this.#onward(next, guard, pulled) : this.#rule(guard, rest, nodes, null, askedOf(rest));
    return [...decided, ...person, ...others];
  }

  /** `whole`: the condition of all rows of its branch. */
  #conditionOf(row: PlacedRow, whole: Logic, pulled: ReadonlySet<string>): Logic {
    const { choice, branch, groups } = row;
    if (groups.length === choice.branches[branch]?.condition_groups?.length) return whole;
    return this.#condition(choice, branch, pulled, { branch: branchOf(row) });
  }

  /** The rule by which a person decides instead of a row. */
  #askedFor(
    choice: NodeOfKind<'IfElse'>,
    when: Logic,
    { passes, fails }: Record<'passes' | 'fails', Way>,
    rows: readonly PlacedRow[] | null,
  ): readonly Rule[] {
    const ends = askingOf(choice, (id) => this.#ways.node(id));
    const [approved, denied] = [ends?.approved === 'fail' ? fails : passes, ends?.denied === 'fail' ? fails : passes];
    const row = rows?.find(({ groups }) => groups.some((group) => group.on_missing === 'review')) ?? null;
    return this.#rule(when, this.#ways.asking(choice, { approved, denied }), [choice], row, {});
  }

  /** Further rules that hold only for applicants whom this choice passes on, so they belong to it too. */
  #within({ id }: CascadeNode, way: Way, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    return this.#onward(way, guard, pulled).map((each) => ({
      ...each,
      nodeIds: [...new Set([id, ...each.nodeIds])],
    }));
  }

  /** The ways in the order of the reference: `pass`, `human_review`, and neither. */
  #threeWays({ choice, pass }: View, review: Logic, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    const { passes, fails, approved, ends, passing, asking } = threeWaysOf(this.#ways, choice);
    const end = (when: Logic, sequence: Sequence): readonly Rule[] =>
      this.#rule(all([guard, when]), { kind: 'end', sequence }, [choice]);
    const ask = (when: Logic): readonly Rule[] => this.#rule(all([guard, when]), asking.lead.effect, [choice], asking);
    const ofPass = (): readonly Rule[] =>
      passing === null
        ? this.#within(choice, passes, all([guard, pass]), pulled)
        : passing.flatMap((row) => {
            const when = all([guard, this.#conditionOf(row, pass, pulled)]);
            return this.#rule(when, row.lead.effect, [choice], row);
          });

    if (ends.fails === null) {
      const first = ofPass();
      if (ends.approved === null && !isSame(approved.ids, fails.ids)) throw new NoList(choice.id, TWO_WAYS_ON);
      return [...first, ...ask(review), ...this.#onward(fails, guard, pulled)];
    }
    if (passing !== null) {
      if (ends.approved !== null) return [...ofPass(), ...ask(review), ...end(ALL, ends.fails)];
      return [...ofPass(), ...end(not(review), ends.fails), ...ask(ALL), ...this.#onward(approved, guard, pulled)];
    }
    const isOneWay = isSame(approved.ids, passes.ids);
    if (ends.approved === null && !isOneWay) throw new NoList(choice.id, TWO_WAYS_ON);
    const denials = end(isOneWay ? not(any([pass, review])) : not(pass), ends.fails);
    const asks = ask(all([not(pass), review]));
    return [...(isOneWay ? [...denials, ...asks] : [...asks, ...denials]), ...this.#onward(passes, guard, pulled)];
  }

  #rule(
    when: Logic,
    effect: Effect,
    from: readonly CascadeNode[],
    row: PlacedRow | null = null,
    { id, text }: Sentence = row?.sentence ?? {},
  ): readonly Rule[] {
    if (when.kind === 'never') return [];
    this.#work.spend(extentOf(when).size);
    this.#made += 1;
    if (this.#made > MOST_RULES) throw new NoList(from[0]?.id ?? '', TOO_MANY);
    const sentence = { ...(id === undefined ? {} : { id }), ...(text === undefined ? {} : { text }) };
    const nodeIds = [...new Set([...from, ...nodesOf(effect)].map((node) => node.id))];
    // A rule by which a person decides instead of a requirement is no requirement.
    const isRequirement = row?.isRequirement === true && row.lead.effect === effect;
    return [{ when, effect, nodeIds, sentence, row, isRequirement }];
  }
}

const branchOf = ({ logic, groups }: PlacedRow): CascadeBranch => ({ group_logic: logic, condition_groups: groups });

/** A row can give two rules: itself, and one that asks a person if a value is missing. Everyone else is one more. */
const MOST_RULES = 2 * MOST_ROWS + 1;

const ALL: Logic = not(NEVER);

const TOO_MANY = `There are more than ${MOST_ROWS} rules.`;
const ASKED_AND_ON = 'A person decides without a value, and further choices stand on both sides.';
const TWO_WAYS_ON = 'Two of its outcomes lead to further choices, and not to the same ones.';

/** The author's sentence on the node that asks. */
const askedOf = (effect: Effect): Sentence =>
  effect.kind === 'ask' && isKind(effect.choice, 'IfElse')
    ? (effect.choice.branches.human_review?.condition_groups?.[0] ?? {})
    : {};

function isSame(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((id) => right.has(id));
}
