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
import { askedOfRow, partsOf, sidesOf, withoutOf, type Part } from './parts.ts';
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
): { readonly rules: readonly Rule[] } | { readonly rules: null; readonly because: NoRules } {
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

interface View {
  readonly choice: NodeOfKind<'IfElse'>;
  readonly last: NodeOfKind<'IfElse'>;
  readonly nodes: readonly CascadeNode[];
  readonly pass: Logic;
  readonly parts: readonly Part[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
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

  /** Of a report that no step on this way has pulled nothing is known. */
  #condition(branch: CascadeBranch | undefined, pulled: ReadonlySet<string>, without?: Without): Logic {
    const logic = logicOf(branch, this.#subjects, without);
    this.#work.spend(extentOf(logic).size);
    const unknown = subjectsIn([logic]).filter(({ nodeId }) => nodeId !== null && !pulled.has(nodeId));
    return withoutValues(logic, new Set(unknown.map(({ key }) => key)));
  }

  #choice(choice: NodeOfKind<'IfElse'>, guard: Logic, pulled: ReadonlySet<string>): readonly Rule[] {
    const view = this.#viewed(choice, pulled);
    const review = this.#condition(choice.branches.human_review, pulled, this.#without(choice, 'human_review'));
    const made =
      review.kind === 'never'
        ? this.#twoWays(view, guard, pulled)
        : this.#threeWays(view, any([review, ...view.parts.map(({ asked }) => asked)]), guard, pulled);
    const { everyone_else: rest } = view.last;
    const last = made.at(-1);
    if (rest === undefined || last === undefined || last.sentence.text !== undefined) return made;
    return [...made.slice(0, -1), { ...last, sentence: rest }];
  }

  /** A choice, joined with those behind it that are of the same row, or share all outcomes but one. */
  #viewed(choice: NodeOfKind<'IfElse'>, pulled: ReadonlySet<string>): View {
    this.#count(choice.id);
    const without = this.#without(choice, 'pass');
    const parts = partsOf(choice.branches.pass).map(({ branch, ...part }) => ({
      ...part,
      when: this.#condition(branch, pulled, without),
      asked: this.#asked(choice, branch, pulled),
    }));
    const pass = this.#condition(choice.branches.pass, pulled, without);
    let view: View = {
      choice,
      last: choice,
      nodes: [choice],
      pass,
      parts,
      yes: choice.pass_steps ?? [],
      no: choice.fail_steps ?? [],
    };
    if (this.#hasReview(choice) || asksOfMissing(choice)) return view;
    for (;;) {
      const { yes, no } = view;
      const [then, other] = [this.#plain(yes, pulled), this.#plain(no, pulled)];
      if (then !== null && isSame(then.fail_steps ?? [], no) && this.#isJoined(view, then, no)) {
        view = this.#joined(view, then, all, pulled);
        view = { ...view, yes: then.pass_steps ?? [] };
      } else if (other !== null && isSame(other.pass_steps ?? [], yes) && this.#isJoined(view, other, yes)) {
        view = this.#joined(view, other, any, pulled);
        view = { ...view, no: other.fail_steps ?? [] };
      } else return view;
    }
  }

  #without(choice: NodeOfKind<'IfElse'>, key: BranchKey): Without {
    return withoutOf(choice, key, (id) => this.#ways.node(id));
  }

  /** Whom a person decides because the row depends on a missing value. */
  #asked(choice: NodeOfKind<'IfElse'>, branch: CascadeBranch, pulled: ReadonlySet<string>): Logic {
    return askedOfRow(branch, this.#without(choice, 'pass'), (without) => this.#condition(branch, pulled, without));
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
  #isJoined(view: View, next: NodeOfKind<'IfElse'>, shared: readonly string[]): boolean {
    const [own, other] = [view.parts, partsOf(next.branches.pass)].map((parts) =>
      parts.map(({ sentence }) => sentence.id),
    );
    const isOneRow = own?.length === 1 && other?.length === 1 && own[0] !== undefined && own[0] === other[0];
    return isOneRow || this.#ways.final({ from: next.id, ids: shared }) === null;
  }

  #joined(view: View, next: NodeOfKind<'IfElse'>, join: typeof all, pulled: ReadonlySet<string>): View {
    this.#count(next.id);
    const pass = join([view.pass, this.#condition(next.branches.pass, pulled, this.#without(next, 'pass'))]);
    const [first] = view.parts;
    const sentence = view.parts.length === 1 && first !== undefined ? first.sentence : {};
    return {
      ...view,
      last: next,
      nodes: [...view.nodes, next],
      pass,
      parts: [{ sentence, when: pass, asked: NEVER, logic: 'or' }],
    };
  }

  #count(id: string): void {
    this.#choices += 1;
    if (this.#choices > MOST_ROWS) throw new NoList(id, TOO_MANY);
    this.#work.spend(Math.ceil(sizeOfDefinition(this.#definition) / PASSED_FOR_UNIT));
  }

  /** Rows, and where those go whom none of them decides. */
  #twoWays({ choice, last, nodes, pass, parts, yes, no }: View, guard: Logic, pulled: ReadonlySet<string>) {
    const [passes, fails] = [
      { from: choice.id, ids: yes },
      { from: last.id, ids: no },
    ];
    const { then, otherwise, isRequirement, isWhole } = sidesOf(this.#ways, choice.branches.pass, parts, {
      passes,
      fails,
    });
    const [first, ...others] = parts;
    const rows = (effect: Effect, of: readonly Part[], isNeed: boolean): readonly Rule[] =>
      of.flatMap(({ when, asked, sentence }) =>
        this.#rule(all([guard, isNeed ? not(any([when, asked])) : when]), effect, nodes, {
          sentence,
          isRequirement: isNeed,
        }),
      );
    const on = (way: Way, effect: Effect | null): readonly Rule[] =>
      effect === null
        ? this.#onward(way, guard, pulled)
        : this.#rule(guard, effect, nodes, { sentence: askedOf(effect) });
    const asked = any(parts.map((part) => part.asked));
    const person = asked.kind === 'never' ? [] : this.#askedFor({ choice, asked, passes, fails }, guard);
    const sentence = others.length === 0 ? (first?.sentence ?? {}) : {};
    const of: readonly Part[] = isWhole ? [{ when: pass, asked, sentence, logic: 'or' }] : parts;
    if (isRequirement && otherwise !== null) return [...rows(otherwise, of, true), ...person, ...on(passes, then)];
    if (then !== null) return [...rows(then, of, false), ...person, ...on(fails, otherwise)];
    if (person.length > 0) throw new NoList(choice.id, ASKED_AND_ON);
    // They hold only of whom this choice passes, so they come from it, too.
    const within = this.#onward(passes, all([guard, pass]), pulled).map((each) => ({
      ...each,
      nodeIds: [...new Set([choice.id, ...each.nodeIds])],
    }));
    return [...within, ...this.#onward(fails, guard, pulled)];
  }

  /** A person decides in place of a row. */
  #askedFor(
    {
      choice,
      asked,
      passes,
      fails,
    }: { readonly choice: NodeOfKind<'IfElse'>; readonly asked: Logic } & Record<'passes' | 'fails', Way>,
    guard: Logic,
  ): readonly Rule[] {
    const { approved, denied } = askingOf(choice, (id) => this.#ways.node(id)) ?? {};
    const behind = (outcome: string | undefined): Sequence | 'goes_on' =>
      this.#ways.end(outcome === 'fail' ? fails : passes) ?? 'goes_on';
    const countsAsDenied = !this.#ways.leadsToTwoLetters((denied === 'fail' ? fails : passes).ids);
    const effect = {
      kind: 'ask',
      before: [],
      approved: behind(approved),
      denied: behind(denied),
      countsAsDenied,
      choice,
    } as const;
    return this.#rule(all([guard, asked]), effect, [choice]);
  }

  /** As readers of the reference write it: `pass`, `human_review`, and neither. */
  #threeWays({ choice, pass, parts }: View, review: Logic, guard: Logic, pulled: ReadonlySet<string>) {
    const [p, f, r] = [choice.pass_steps ?? [], choice.fail_steps ?? [], stepsAfterApproval(choice)].map((ids) => ({
      from: choice.id,
      ids,
    })) as [Way, Way, Way];
    const [passes, fails, approved] = [this.#ways.end(p), this.#ways.end(f), this.#ways.end(r)];
    const rule = (when: Logic, effect: Effect, sentence: Sentence = {}): readonly Rule[] =>
      this.#rule(all([guard, when]), effect, [choice], { sentence });
    const end = (when: Logic, sequence: Sequence): readonly Rule[] => rule(when, { kind: 'end', sequence });
    const endOfRows = (sequence: Sequence): readonly Rule[] =>
      parts.some(({ logic }) => logic === 'and')
        ? rule(pass, { kind: 'end', sequence }, parts.length === 1 ? (parts[0]?.sentence ?? {}) : {})
        : parts.flatMap(({ when, sentence }) => rule(when, { kind: 'end', sequence }, sentence));
    const ask = (when: Logic, yes: Sequence | 'goes_on', no: Sequence | 'goes_on'): readonly Rule[] => {
      const countsAsDenied = !this.#ways.leadsToTwoLetters(f.ids);
      const effect = { kind: 'ask', before: [], approved: yes, denied: no, countsAsDenied, choice } as const;
      return rule(when, effect, askedOf(effect));
    };
    const reviewed = all([not(pass), review]);

    if (passes !== null && fails !== null) {
      if (approved !== null) return [...endOfRows(passes), ...ask(review, approved, fails), ...end(ALL, fails)];
      return [
        ...endOfRows(passes),
        ...end(not(review), fails),
        ...ask(ALL, 'goes_on', fails),
        ...this.#onward(r, guard, pulled),
      ];
    }
    if (fails !== null) {
      if (isSame(r.ids, p.ids)) {
        return [
          ...end(not(any([pass, review])), fails),
          ...ask(reviewed, 'goes_on', fails),
          ...this.#onward(p, guard, pulled),
        ];
      }
      if (approved === null) throw new NoList(choice.id, TWO_WAYS_ON);
      return [...ask(reviewed, approved, fails), ...end(not(pass), fails), ...this.#onward(p, guard, pulled)];
    }
    // They hold only of whom this choice passes, so they come from it, too.
    const first =
      passes === null
        ? this.#onward(p, all([guard, pass]), pulled).map((each) => ({
            ...each,
            nodeIds: [...new Set([choice.id, ...each.nodeIds])],
          }))
        : endOfRows(passes);
    if (approved === null && !isSame(r.ids, f.ids)) throw new NoList(choice.id, TWO_WAYS_ON);
    return [...first, ...ask(review, approved ?? 'goes_on', 'goes_on'), ...this.#onward(f, guard, pulled)];
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
