import type { ItemCondition } from '../../cascade/definition.ts';
import type { FieldWords, ItemWords, ProductCode } from '../../products/index.ts';
import type { Subject } from '../../readback/subject.ts';
import type { Span } from './earley.ts';
import type { Decision, DenialTerms, Expr, PolicyAction, Test } from '../model.ts';

/** A field that can be compared, under the words that people use for it. */
export interface Concept {
  readonly source: ProductCode;
  readonly words: FieldWords;
  /** `count`: of things that are there or not. `number`: with a unit. */
  readonly shape: 'count' | 'number' | 'flag' | 'state';
  readonly unit: string | null;
  /** A sum for a year, where the words say so ("annual income"); null where they leave it open. */
  readonly per: 'month' | 'year' | null;
  /** A word before its name, and one behind it, that may be meant for others of a list, too ("unpaid liens or judgments"). */
  readonly before?: string;
  readonly behind?: string;
  /** Named in the singular: an amount behind it is of each. */
  readonly isOne?: true;
  /** Such a word may be meant for it. */
  readonly isShared?: true;
  /** Its name ends in what became of it ("discharged"): a time behind that may be of that end. */
  readonly isEnded?: true;
  /** "Other than dismissed ones": what stands behind may be left out with them. */
  readonly isExcepted?: true;
}

export type Unit = 'plain' | 'USD' | 'percent' | 'ratio' | 'points' | 'count' | 'days' | 'months' | 'years';

export interface Figure {
  readonly value: number;
  readonly unit: Unit;
  readonly per: 'month' | 'year' | null;
  /** Of what it is a multiple or a share. */
  readonly of: 'rent' | 'income' | 'payment' | null;
  /** "Or better", "worse than": it can be said only of what is better where there is more of it. */
  readonly isJudged?: true;
  /** "Not under 600". */
  readonly isNegated?: true;
}

export type Order =
  'equals' | 'not_equals' | 'greater_than' | 'greater_than_or_equal' | 'less_than' | 'less_than_or_equal';

/** What is said of a number: a comparison, or several. `bare`: a figure and no word on which side of it. */
export type Range =
  | { readonly is: 'compare'; readonly operator: Order; readonly figure: Figure }
  | { readonly is: 'bare'; readonly figure: Figure }
  | { readonly is: 'all' | 'any'; readonly of: readonly Range[] };

/** When something happened: in the last so many months, longer ago than that, or since a date. */
export type Window =
  { readonly is: 'within' | 'before'; readonly months: number } | { readonly is: 'since'; readonly date: string };

/** A condition. `issues`: why it can be understood and not be carried out. */
export interface Cond {
  readonly expr: Expr;
  readonly issues: readonly string[];
  /** How it begins: `bare` things without an article or verb, `figure` without what is measured; or neither. */
  readonly head: 'bare' | 'figure' | 'if' | null;
  /** Ends in something that is negated, so that "or" after it may still be within the negation. */
  readonly endsNegated: boolean;
  /** A noun ("a felony", "a score under 600"), to which a word before the one beside it may belong, or a verb without a subject; or "with …", which is of somebody before. */
  readonly form?: 'noun' | 'verb' | 'whose' | undefined;
  /** It ends in the reach of such a word: "no", "not", "does not", an exception, a number, or "either … or". */
  readonly ends?: 'no' | 'not' | 'do' | 'except' | 'number' | 'either' | undefined;
  /** A figure without a word on which side of it: only a requirement says. */
  readonly isBare: boolean;
  /** Ends in things that could have happened at a time: none is said, or one is, which may be meant for those before too. */
  readonly timing: 'open' | 'own' | null;
  /** Says of which person it speaks, so that it is no further condition on somebody else. */
  readonly isPerson: boolean;
  /** Nouns joined by "and". */
  readonly isPlural?: true | undefined;
  /** Such nouns by themselves ("scores under 600 and evictions are denied"): who has all of them, or any. */
  readonly isEach?: true | undefined;
  /** A sentence of its own ("the score is at least 600"), and no noun. */
  readonly isClause?: true;
  /** Things that are there, by their names. */
  readonly nouns: readonly Concept[];
  /** "evictions and felonies", taken as both of them. */
  readonly isBoth: boolean;
  /** A noun, or somebody, stands behind something that is none ("the score is under 600 or felonies"). */
  readonly isLoose?: true | undefined;
  /** A comma stands before the last of them: what stands behind it may belong to something before. */
  readonly isCut?: true;
  /** What is joined here, so that a longer list is one list. */
  readonly list: { readonly kind: 'all' | 'any'; readonly of: readonly Expr[] } | null;
}

/** Of what kind the records of a list are, or how they ended. */
export interface Quality {
  readonly source: ProductCode;
  readonly list: string;
  readonly tests: readonly ItemWords[];
  readonly phrase: string;
}

/** What is said behind the noun: what they are or are not. */
export interface Trait {
  readonly quality: Quality;
  readonly isNot: boolean;
}

/** What is counted, one thing or several, and when it happened. */
export interface Things {
  readonly concepts: readonly Concept[];
  readonly window: Window | null;
}

/** One measure as a share of the other. */
export interface Pair {
  readonly of: Concept;
  readonly to: Concept;
}

/** Reports that are pulled; `asked`: of which something is named, so that a rule must say what becomes of whoever has it. */
export interface Pulls {
  readonly products: readonly ProductCode[];
  readonly asked: readonly ProductCode[];
}

export interface Outcome {
  readonly decision: Decision;
  readonly before: readonly PolicyAction[];
  readonly after: readonly PolicyAction[];
  readonly terms: Partial<DenialTerms>;
}

/** A rule as a clause states it. */
export interface Clause extends Outcome {
  readonly when: Cond | null;
  /** What it says of somebody, before "unless" or "must" turn it round: "if they do" means that. Null: `when`. */
  readonly said: Cond | null;
  /** `else`: for whom no clause before it decides; `lower` and `higher`: on the other side of the figure before; `unlike`: for whom what was said before does not hold; `rest`: for everybody whom no rule decides. */
  readonly scope: 'own' | 'else' | 'rest' | 'unlike' | 'lower' | 'higher';
  /** What it says does not count; empty: nothing else counts. Null: an ordinary rule. */
  readonly despite: readonly Concept[] | null;
  readonly isRequirement: boolean;
  /** "600 to 649: approve if …", "evictions are reviewed if …": an "otherwise" behind it may be of those. */
  readonly isBanded?: true;
  /** What is asked of some only ("self-employed applicants need …"). */
  readonly isOfSome?: true;
  /** "Otherwise", which may be meant of those only whom the sentence before is about. */
  readonly isElse?: true;
  /** "Everyone else is reviewed": behind what is asked for that may be who does not meet it. */
  readonly isTold?: true;
  /** Of records, and not of people. */
  readonly isOfThings?: true;
  /** "One eviction is reviewed", taken as exactly one. */
  readonly isExact?: true;
  /** A condition stands before it, which may be meant for the clause behind, too. */
  readonly isLed?: true;
  /** A condition stands beside it, which may be meant for the clause before, too. */
  readonly isConditioned?: true;
  readonly order: 'first' | 'next' | null;
  readonly span: Span;
}

export type Statement =
  | {
      readonly is: 'rules';
      readonly clauses: readonly Clause[];
      /** The order may be meant. */
      readonly isNumbered?: true;
    }
  /** What is done with everybody who is decided so. */
  | {
      readonly is: 'bound';
      readonly decision: Decision;
      readonly actions: readonly PolicyAction[];
      readonly terms: Partial<DenialTerms>;
    }
  /** What the text means by "DTI". */
  | { readonly is: 'defines'; readonly pair: Pair }
  | { readonly is: 'topic'; readonly concepts: readonly Concept[] }
  | ({ readonly is: 'pull' } & Pulls)
  | { readonly is: 'unused'; readonly concept: Concept }
  /** Who misses a requirement that was said before, or meets them all. */
  | { readonly is: 'unmet' | 'met'; readonly decision: Decision };

/** A member of the items of some lists, and what is said of it. */
export interface ReadItem {
  readonly of: ReadonlySet<string>;
  readonly test: ItemCondition;
}

export type ReadMember = Pick<ReadItem, 'of'> & { readonly member: string };

/** The symbols that mean something, and what. */
export interface Kinds {
  Num: number;
  Money: number;
  Spelled: number;
  Amount: number;
  Figure: Figure;
  Op: Order;
  Post: Order;
  NotOp: Order;
  BetterPost: Order;
  Limit: Order;
  Range: Range;
  OneRange: Range;
  Time: 'days' | 'weeks' | 'hours' | 'months' | 'years' | 'minutes' | 'seconds';
  Window: Window;
  Date: string;
  Period: 'month' | 'year';
  Measured: Concept;
  Counted: Concept;
  CountNoun: Concept;
  Quality: Quality;
  Trait: Trait;
  Flagged: Concept;
  Stated: Concept;
  Verb: Concept;
  Owe: Concept;
  Lasting: Concept;
  PersonIs: Test;
  State: string;
  Region: string;
  Product: ProductCode;
  Found: Concept;
  Mail: string;
  Quoted: string;
  Meas: Concept;
  Whole: Concept;
  Share: Pair;
  Things: Things;
  Nouns: readonly Concept[];
  NounItems: readonly Concept[];
  Np: Cond;
  Vp: Cond;
  Atom: Cond;
  Tight: Cond;
  Joined: Cond;
  Listed: Cond;
  Cond: Cond;
  Items: readonly Cond[];
  Pick: readonly Cond[];
  Picked: Cond;
  Group: number;
  OrPoints: readonly Cond[];
  AndPoints: readonly Cond[];
  Pulls: Pulls;
  AndList: Cond;
  OrList: Cond;
  Missed: 'those' | 'any';
  Unmet: 'missed';
  Met: 'met';
  List: readonly Cond[];
  Points: readonly Cond[];
  Point: Cond;
  Whom: Cond;
  WhomList: Cond;
  Do: Decision;
  Done: Decision;
  Verdict: Decision;
  Fares: Decision;
  /** Decides in the words of a rule of a model; by itself it may mean that something is left out. */
  Doubtful: Decision;
  Reviewer: 'reviewer';
  Towards: Decision;
  Alter: 'terms';
  Size: 'terms';
  Label: Outcome;
  Pred: Outcome;
  Cmd: Outcome;
  Act: PolicyAction;
  Acts: readonly PolicyAction[];
  Say: Partial<DenialTerms>;
  Need: Cond;
  Object: Cond;
  Whoever: Cond;
  Simple: Clause;
  Chained: Clause;
  Branching: readonly Clause[];
  Needing: Clause;
  Alone: Cond;
  Chain: readonly Clause[];
  Sentence: Statement;
  ConceptName: Concept;
  Products: readonly ProductCode[];
  Ignored: Concept;
  /** Of the sentences in which definitions are read back. */
  ReadSome: Subject;
  ReadCounted: Subject;
  ReadMember: ReadMember;
  ReadItem: ReadItem;
  ReadField: Subject;
  ReadNumber: { readonly value: number; readonly unit: string | null };
  ReadOther: { readonly subject: Subject; readonly times: number };
  ReadDate: string;
  ReadTest: Cond;
  ReadPart: Cond;
  ReadAll: readonly Cond[];
  ReadAny: readonly Cond[];
  ReadCount: Cond;
  ReadItems: readonly Cond[];
  ReadCond: Cond;
  ReadDo: Decision;
  ReadTime: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks';
  ReadAct: PolicyAction;
  ReadDone: Outcome;
  ReadRule: Clause;
  ReadSentence: Clause;
}
