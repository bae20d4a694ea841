import type { ItemCondition } from '../../cascade/definition.ts';
import type { FieldWords, ItemWords, BuiltInCode } from '../../products/index.ts';
import type { KnownSubject } from '../../readback/subject.ts';
import type { Decision, DenialTerms, Expr, PolicyAction, Test } from '../../rules/model.ts';
import type { Span } from '../../earley.ts';

/** A field that can be compared, under the words that people use for it. */
export interface Concept {
  readonly source: BuiltInCode;
  readonly words: FieldWords;
  /** `count`: of things that are there or not. `number`: with a unit. */
  readonly shape: 'count' | 'number' | 'flag' | 'state';
  readonly unit: string | null;
  /** A sum for a year, where the words say so ("annual income"); null where they leave it open. */
  readonly per: 'month' | 'year' | null;
  /** Named in the singular: an amount behind it is of each. */
  readonly isOne?: true;
  /** Words for its kind come before its name. */
  readonly isLed?: true;
  /** An amount or what became of it stands behind its name. */
  readonly isTailed?: true;
  /** Its name ends in what became of it ("discharged"): a time behind that may be of that end. */
  readonly isEnded?: true;
}

export type Unit = 'plain' | 'USD' | 'percent' | 'ratio' | 'points' | 'count' | 'days' | 'months' | 'years';

export interface Figure {
  readonly value: number;
  readonly unit: Unit;
  readonly per: 'month' | 'year' | null;
  /** The value that it is a multiple or a share of. */
  readonly of: 'rent' | 'income' | 'payment' | null;
  /** "Or better": it can be said only of what is better where there is more of it. */
  readonly isJudged?: true;
}

export type Order =
  'equals' | 'not_equals' | 'greater_than' | 'greater_than_or_equal' | 'less_than' | 'less_than_or_equal';

/** The bounds of a number: one comparison, or several. */
export type Range =
  | { readonly is: 'compare'; readonly operator: Order; readonly figure: Figure }
  | { readonly is: 'all' | 'any'; readonly of: readonly Range[] };

/** When something happened: in the last so many months, or since a date. */
export type Window =
  { readonly is: 'within'; readonly months: number } | { readonly is: 'since'; readonly date: string };

/** A condition. */
export interface Cond {
  readonly expr: Expr;
  /** Why it can be understood and not be carried out. */
  readonly issues: readonly string[];
  /** `clause`: a sentence of its own ("there is an eviction"). Else a noun: things, several without an article, or a measure. */
  readonly form: 'clause' | 'things' | 'plural' | 'measure';
  /** Said with "no", which may reach a noun behind it. */
  readonly isNone: boolean;
  /** Several, by "and" or "or". */
  readonly isJoined: boolean;
  /** A word of what kind they are stands before its things. */
  readonly isLed: boolean;
  /** So many or less of what somebody had better have none of: who has none has less, too. */
  readonly isLow: boolean;
  /** It ends in things, of which a time, an amount or what became of them could be said: it is not said, or it is. */
  readonly tail: 'open' | 'said' | null;
}

/** The kind of a list's records, or how they ended. */
export interface Quality {
  readonly source: BuiltInCode;
  readonly list: string;
  readonly tests: readonly ItemWords[];
  readonly phrase: string;
}

/** The counted things, and when they happened. */
export interface Things {
  readonly concept: Concept;
  readonly window: Window | null;
}

export interface Outcome {
  readonly decision: Decision;
  readonly before: readonly PolicyAction[];
  readonly after: readonly PolicyAction[];
  readonly terms: Partial<DenialTerms>;
}

/** A rule as a clause states it. */
export interface Clause extends Outcome {
  /** Null: for everybody whom no rule decides. */
  readonly when: Cond | null;
  /** `else`: for whom no clause of the sentence before it decides; `everyone`: the rest, or all if nothing stands before. */
  readonly scope: 'own' | 'else' | 'rest' | 'everyone';
  /** A figure of what was compared before it ("review from 600 to 679"). */
  readonly band: Range | null;
  /** The condition that it requires of everybody, if it is a requirement. */
  readonly need: Cond | null;
  /** Names records and no people, or has an exception: "the rest" behind it may be of those. */
  readonly isOfThings: boolean;
  /** Where its condition stands, if it is no noun: before the decision or behind it. */
  readonly condition: 'before' | 'behind' | null;
  /** "Only if": no other rule decides so. */
  readonly isOnly: boolean;
  /** A line of a table, whose order may be meant. */
  readonly isRow: boolean;
  /** True if it applies to everybody: it is the only rule. */
  readonly isWhole: boolean;
  /** "Otherwise", "the rest": said without a word for people. */
  readonly isLoose: boolean;
  readonly order: 'first' | 'next' | null;
  readonly span: Span;
}

/** A member of the items of some lists, with its condition. */
export interface ReadItem {
  readonly of: ReadonlySet<string>;
  readonly test: ItemCondition;
}

export type ReadMember = Pick<ReadItem, 'of'> & { readonly member: string };

/** The symbols with a meaning, and the type of each. */
export interface Kinds {
  Num: number;
  Money: number;
  Spelled: number;
  Amount: number;
  Figure: Figure;
  Op: Order;
  Post: Order;
  BetterPost: Order;
  Limit: Order;
  Range: Range;
  Sides: Range;
  Time: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';
  Window: Window;
  Date: string;
  Period: 'month' | 'year';
  Measured: Concept;
  Counted: Concept;
  CountNoun: Concept;
  Quality: Quality;
  Flagged: Concept;
  Stated: Concept;
  Verb: Concept;
  Owe: Concept;
  Lasting: Concept;
  PersonIs: Test;
  State: string;
  Region: string;
  Mail: string;
  Quoted: string;
  Meas: Concept;
  Things: Things;
  Plural: Cond;
  Atom: Cond;
  Ands: readonly Cond[];
  Ors: readonly Cond[];
  Series: readonly Cond[];
  Item: Cond;
  Items: readonly Cond[];
  Cond: Cond;
  Whom: Cond;
  Do: Decision;
  Done: Decision;
  Pred: Outcome;
  Act: PolicyAction;
  Acts: readonly PolicyAction[];
  Cmd: Outcome;
  Must: Cond;
  Musts: readonly Cond[];
  Need: Cond;
  Needs: readonly Cond[];
  Nos: readonly Cond[];
  Clause: Clause;
  Doing: Clause;
  Link: Clause;
  Rest: 'people' | 'loose';
  RestOf: Clause;
  Band: Clause;
  Chain: readonly Clause[];
  Sentence: readonly Clause[];
  Report: BuiltInCode;
  Pulls: readonly BuiltInCode[];
  /** Conditions in the words of readings. */
  ReadItems: readonly Cond[];
  ReadSome: KnownSubject;
  ReadCounted: KnownSubject;
  ReadMember: ReadMember;
  ReadItem: ReadItem;
  ReadField: KnownSubject;
  ReadNumber: { readonly value: number; readonly unit: string | null };
  ReadOther: { readonly subject: KnownSubject; readonly times: number };
  ReadDate: string;
  ReadTest: Cond;
}
