import type { BuiltInCode } from '../products/index.ts';
import type { Quote } from '../rules/model.ts';
import type { Refusal, RuleSet } from '../rules/rule-set.ts';
import type { Clause } from './language/kinds.ts';
import type { Word } from './words.ts';

/** A sentence, and every way to read it; none, if it was not read. */
export interface Sentence {
  readonly words: readonly Word[];
  readonly ways: readonly (readonly Clause[])[];
  /** Marked with a number: the order may be meant. */
  readonly isNumbered: boolean;
  /** Reports that it says are pulled; such a sentence has no clause. */
  readonly pulls: readonly BuiltInCode[];
  readonly quote: Quote;
  readonly quoteOf: (clause: Clause) => Quote;
}

/** The reading of a prompt. */
export interface Reading extends RuleSet {
  /** The sentences in text order, including unread ones. */
  readonly sentences: readonly Sentence[];
  /** Titles in the first line of the text. */
  readonly titles: readonly Quote[];
  /** Rules that could not be read: there is no cascade without them. */
  readonly refusals: readonly Refusal[];
}
