import type { ConditionTrace, VisitRef } from './conditions.ts';
import type { Json } from '../json.ts';
import type { ItemTest } from './lists.ts';
import type { ConditionOperator } from './definition.ts';

/** `human_review` continues as an approval would. */
export const OUTCOMES = ['pass', 'human_review', 'fail'] as const;
export type ChoiceOutcome = (typeof OUTCOMES)[number];

/** A line of a letter under the heading of the reasons. Types, so that they are plain JSON to the compiler too. */
export type DecidedReason =
  /** In the reviewer's words, or those of a catalogue code whose predicate holds. */
  | { readonly kind: 'reviewer'; readonly code: string | null; readonly text: string; readonly includes?: string }
  /** The words of a field whose predicate holds of the report. */
  | {
      readonly kind: 'field';
      readonly code: string;
      readonly text: string;
      readonly source: ReasonSource;
      /** Other words that this line says already: all that they count, it counts too. */
      readonly includes?: string;
    }
  /** A factor of a score, as it was delivered. */
  | { readonly kind: 'factor'; readonly code: string | null; readonly text: string; readonly source: ReasonSource }
  /** What was compared, without any judgment. `text` is English for the API; a letter words the parts itself. */
  | {
      readonly kind: 'statement';
      readonly text: string;
      readonly source: ReasonSource;
      readonly label: string;
      /**
       * `application`: it stands in what the caller sent. `other_person`: it is another person's, and nothing of it is said
       * but the label, if there is one. `undeclared`: nobody declared it, so that its value is not said; the label is its
       * path, and in live mode empty.
       */
      readonly of?: 'application' | 'other_person' | 'undeclared';
      readonly unit: string | null;
      /** A number, an ISO date, or yes or no; null if there was no value, or none that is printed. */
      readonly value: string | number | boolean | null;
      /** It is declared as what a model made of a person. */
      readonly is_own_score?: true;
      /** There is a value that is not printed: a text, a list, an object, or what identifies a person. */
      readonly is_withheld?: true;
      /** That there is no value is the best that the report can say. */
      readonly absent?: 'none_on_record';
      readonly comparison: Comparison;
    };

export type ReasonSource = {
  /** Null for what the caller sent. */
  readonly product_code: string | null;
  readonly read: VisitRef | null;
  readonly field: string;
  /** The items of a list of which the field is a figure, if not of all. */
  readonly where?: ItemTest[];
};

/** `required`: the condition should have held. `matched`: it should not have. */
export type Comparison = {
  readonly is: 'required' | 'matched';
  readonly operator: ConditionOperator;
  readonly value: string | number | boolean | null;
  /** The nearest value that would have been enough, where the condition says more or less than which ones would. */
  readonly met_by?: string | number;
  /** What the value was computed of, if a condition compared with another one. */
  readonly than?: OtherWords;
};

/** How another value is named: 3 times the monthly payment. */
export type OtherWords = {
  readonly label: string;
  readonly times?: number;
  readonly plus?: number;
  /** It identifies a person or tells their age, so that what it was is not printed. */
  readonly is_withheld?: true;
};

/** One choice that contributed: where another outcome would have been better. */
export type DecidedChoice = {
  readonly node_id: string;
  readonly visit: number;
  readonly taken: ChoiceOutcome;
  readonly better: readonly ChoiceOutcome[];
  /** The reviews whose denial contributes: this one's, or those that a condition on `user_approved` read. */
  readonly denials: readonly VisitRef[];
  /** One for each field that decided: the condition on it that its cure turns round. */
  readonly conditions: readonly DecidedCondition[];
  /** How many fields would have had to be other ones at once, at the least. */
  readonly fewest_fields: number;
  /** False if the choice was too large to try all sets of fields. */
  readonly is_exact?: boolean;
  /** How many of the reasons are its own; those shared with a nearer choice count for both. */
  readonly lines: number;
};

export type DecidedCondition = ConditionTrace & {
  readonly is: Comparison['is'];
  /** The nearest value in a smallest reversal. */
  readonly cure: Json;
  /** The condition says more or less than what would have been enough: the cure is one of several values. */
  readonly is_one_of_several?: true;
  /** The field is one that a condition compared with, and this is the comparison as it sees it. */
  readonly is_other?: true;
};

export type UsedReport = {
  readonly product_code: string;
  readonly node_id: string;
  readonly visit: number;
  /** No condition on the way read it, and the person who denied had it at hand. */
  readonly only_available?: true;
};

/** A report whose score was used; here `only_available` is about the score. */
export type UsedScore = UsedReport;

/** What a notice may say about the run. Source: semantics 10.20. */
export type Decided = {
  readonly version: 1;
  /** The notice would be issued whatever the conditions say, so none of them decided. */
  readonly unconditional: boolean;
  /** At most four (12 CFR 1002.9, comment 9(b)(2)-1), most important first. */
  readonly reasons: readonly DecidedReason[];
  readonly choices: readonly DecidedChoice[];
  /** The reports that were used (15 USC 1681m(a)). */
  readonly reports: readonly UsedReport[];
  /** Those of them whose credit score has to be disclosed. */
  readonly scores: readonly UsedScore[];
  /** A person's denial contributes, and the person gave no reasons. */
  readonly denialWithoutReasons: boolean;
  /** How many lines there were for which the letter had no place. */
  readonly left_out: number;
  /** Scores that decided and came without their factors: a notice that lacks them is not issued. */
  readonly missingFactors: readonly (UsedReport & { readonly field: string })[];
};
