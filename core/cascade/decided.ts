import type { ConditionTrace, VisitRef } from './conditions.ts';
import type { Json } from '../json.ts';
import type { ItemTest } from './lists.ts';
import type { ConditionOperator } from './definition.ts';

/** `human_review` continues as an approval would. */
export const OUTCOMES = ['pass', 'human_review', 'fail'] as const;
export type ChoiceOutcome = (typeof OUTCOMES)[number];

/** One line of reasons in a letter. These are type aliases, so that TypeScript accepts them as plain JSON. */
export type DecidedReason =
  /** The reviewer's words, or those of a catalogue code whose predicate holds. */
  | { readonly kind: 'reviewer'; readonly code: string | null; readonly text: string; readonly includes?: string }
  /** The words of a field whose predicate holds for the report. */
  | {
      readonly kind: 'field';
      readonly code: string;
      readonly text: string;
      readonly source: ReasonSource;
      /** Other words that this line already covers. It takes over all that they count. */
      readonly includes?: string;
    }
  /** A factor of a score, as delivered. */
  | { readonly kind: 'factor'; readonly code: string | null; readonly text: string; readonly source: ReasonSource }
  /** The comparison, without any judgment. `text` is English for the API; a letter words the parts itself. */
  | {
      readonly kind: 'statement';
      readonly text: string;
      readonly source: ReasonSource;
      readonly label: string;
      /**
       * `application`: the value is in what the caller sent. `other_person`: it is about another person, so at most its
       * label is printed. `undeclared`: nobody declared it, so its value is not printed; the label is its path, or
       * empty in live mode.
       */
      readonly of?: 'application' | 'other_person' | 'undeclared';
      readonly unit: string | null;
      /** A number, an ISO date, or a boolean; null if there was no value or it is not printed. */
      readonly value: string | number | boolean | null;
      /** The field is declared as a score that a model made of a person. */
      readonly is_own_score?: true;
      /** There is a value that is not printed: a text, a list, an object, or an identifier. */
      readonly is_withheld?: true;
      /** The absence of a value is the best possible result. */
      readonly absent?: 'none_on_record';
      readonly comparison: Comparison;
    };

export type ReasonSource = {
  /** Null for the caller's data. */
  readonly product_code: string | null;
  readonly read: VisitRef | null;
  readonly field: string;
  /** The items that the figure covers, if not all. */
  readonly where?: ItemTest[];
};

/** `required`: the condition should have held. `matched`: it should not have held. */
export type Comparison = {
  readonly is: 'required' | 'matched';
  readonly operator: ConditionOperator;
  readonly value: string | number | boolean | null;
  /** The nearest value that would have been enough, if the condition itself does not tell exactly which values are. */
  readonly met_by?: string | number;
  /** The source of the value, if a condition compared with another value. */
  readonly than?: OtherWords;
};

/** How another value is named: 3 times the monthly payment. */
export type OtherWords = {
  readonly label: string;
  readonly times?: number;
  readonly plus?: number;
  /** It identifies a person or tells their age, so its value is not printed. */
  readonly is_withheld?: true;
};

/** One choice that contributed: another outcome would have been better for the applicant. */
export type DecidedChoice = {
  readonly node_id: string;
  readonly visit: number;
  readonly taken: ChoiceOutcome;
  readonly better: readonly ChoiceOutcome[];
  /** The reviews whose denial contributes: the choice's own, or those that a condition on `user_approved` read. */
  readonly denials: readonly VisitRef[];
  /** For each field that decided, the condition on it that its cure reverses. */
  readonly conditions: readonly DecidedCondition[];
  /** The smallest number of fields that would have had to differ at once. */
  readonly fewest_fields: number;
  /** False if there were too many sets of fields to try all. */
  readonly is_exact?: boolean;
  /** How many of the reasons come from this choice. A reason shared with a nearer choice counts for both. */
  readonly lines: number;
};

export type DecidedCondition = ConditionTrace & {
  readonly is: Comparison['is'];
  /** The nearest value in a smallest reversal. */
  readonly cure: Json;
  /** The cure is one of several: the condition does not tell exactly which values would have been enough. */
  readonly is_one_of_several?: true;
  /** The field is the one on the other side of a comparison; the trace shows the comparison from its side. */
  readonly is_other?: true;
};

export type UsedReport = {
  readonly product_code: string;
  readonly node_id: string;
  readonly visit: number;
  /** No condition on the way read it, but the person who denied could see it. */
  readonly only_available?: true;
};

/** A report whose score was used. Here `only_available` is about the score. */
export type UsedScore = UsedReport & {
  /** The field of a report that the account describes. */
  readonly field?: string;
};

/** Everything that a notice may say about the run. Source: semantics 10.20. */
export type Decided = {
  readonly version: 1;
  /** True if the notice would be issued whatever the conditions say, so none of them decided. */
  readonly unconditional: boolean;
  /** At most four (12 CFR 1002.9, comment 9(b)(2)-1), most important first. */
  readonly reasons: readonly DecidedReason[];
  readonly choices: readonly DecidedChoice[];
  /** The reports that were used (15 USC 1681m(a)). */
  readonly reports: readonly UsedReport[];
  /** The reports among them whose credit score must be disclosed. */
  readonly scores: readonly UsedScore[];
  /** True if a person's denial contributes and the person gave no reasons. */
  readonly denialWithoutReasons: boolean;
  /** How many lines the letter had no room for. */
  readonly left_out: number;
  /** Scores that decided but came without their factors. A notice without factors is not issued. */
  readonly missingFactors: readonly (UsedReport & { readonly field: string })[];
};
