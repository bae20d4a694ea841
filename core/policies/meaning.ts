import type { ProductCode } from '../products/index.ts';
import type { Decision, Expr, Test } from './model.ts';

/** Words for a field, and what else the words say about it. */
export interface Synonym {
  readonly phrases: readonly string[];
  readonly source: ProductCode | 'context';
  readonly field?: string;
  /** The words also name the report as a whole ("background check"). */
  readonly isProduct?: boolean;
  /** The field counts what happened in so many months. Other windows read `since`. */
  readonly windows?: Readonly<Record<number, string>>;
  /** How long ago the last one was, and in which unit. */
  readonly since?: {
    readonly field: string;
    readonly unit: 'months' | 'years';
  };
  /** The field that an amount in dollars is compared with. */
  readonly dollars?: string;
  /** The field for a year, where this one is for a month. */
  readonly annual?: string;
  /** What a word for a state ("verified") means for this field: the value that it must equal. */
  readonly states?: Readonly<Record<string, string>>;
  /** For fields whose unit is months: a figure without a unit is refused. */
  readonly isDuration?: boolean;
}

/** Something that can be compared, under the words that people use for it. */
export interface Concept {
  readonly source: ProductCode | 'context';
  readonly field: string;
  readonly shape: 'number' | 'count' | 'flag' | 'states';
  readonly unit: string | null;
  readonly more: Synonym;
}

export type Meaning =
  | { readonly is: 'concept'; readonly concept: Concept }
  | {
      readonly is: 'product';
      readonly product: ProductCode;
      readonly concept: Concept | null;
    }
  | {
      readonly is: 'decision';
      readonly decision: Decision;
      readonly isPreAdverse: boolean;
    }
  | { readonly is: 'compare'; readonly operator: Test['operator'] }
  | { readonly is: 'number'; readonly value: number; readonly isMoney: boolean }
  | {
      readonly is: 'unit';
      readonly unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';
    }
  | { readonly is: 'state'; readonly code: string }
  | { readonly is: 'value'; readonly value: string }
  | { readonly is: 'mail' | 'quote'; readonly text: string }
  /** A condition in parentheses, once it is read. */
  | { readonly is: 'group'; readonly expr: Expr }
  /** Words that matter in one place: "scores of 700 with utilization under 50%", "no evictions in 5 years". */
  | { readonly is: 'filler'; readonly word: 'with' | 'in' }
  | { readonly is: Word }
  | { readonly is: 'unknown' };

/** Words that stand for themselves in the grammar. */
const WORDS = [
  'if',
  'unless',
  'else',
  'rest',
  'unmet',
  'lower',
  'listed',
  'nobody',
  'everyone',
  'and',
  'or',
  'nor',
  'comma',
  'but',
  'not',
  'any',
  'all_of',
  'any_of',
  'between',
  'to',
  'within',
  'older',
  'ago',
  'times',
  'percent',
  'half',
  'rent',
  'annual',
  'monthly',
  'must',
  'override',
  'which_case',
  'wait',
  'notify',
  'notice',
  'automatic',
  'reason',
  'plus',
  'semicolon',
  'colon',
  'applicant',
  'deposit',
  'before',
  'none_left',
  'filler',
  'open',
  'close',
] as const;
export type Word = (typeof WORDS)[number];

/** Phrases that mean the same. */
export function phrasesOf(meaning: Meaning, phrases: readonly string[]): readonly (readonly [string, Meaning])[] {
  return phrases.map((phrase) => [phrase, meaning] as const);
}
