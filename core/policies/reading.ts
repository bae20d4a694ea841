import type { ProductCode } from '../products/index.ts';
import type { Clause, Statement } from './grammar/kinds.ts';
import type { Decision, Quote, Rule } from './model.ts';
import type { Correction, Word } from './words.ts';

/** A sentence, and every way to read it; none, if it was not read. */
export interface Sentence {
  readonly words: readonly Word[];
  readonly statements: readonly Statement[];
  readonly quote: Quote;
  /** An item with a number: the order may be meant. */
  readonly isNumbered?: boolean;
  /** In the words in which definitions are read back: those may hold a condition that nobody meets. */
  readonly isRestated?: boolean;
  readonly quoteOf: (clause: Clause) => Quote;
  /** The same with the words before it that say nothing by themselves: "Their score must …". */
  readonly spokenOf: (clause: Clause) => string;
}

/** What a prompt was read as. */
export interface Reading {
  readonly rules: readonly Rule[];
  /** The rules are tried in this order, whatever they decide; otherwise denials come before approvals. */
  readonly isWritten?: boolean;
  /** Of which it was made, in the order of the text: those that were not read, too. */
  readonly sentences: readonly Sentence[];
  /** Sentences none of whose words the grammar knows. */
  readonly unrecognized: readonly Quote[];
  /** Rules that could not be read: there is no cascade without them. */
  readonly refusals: readonly Refusal[];
  readonly products: ReadonlySet<ProductCode>;
  readonly states: readonly string[];
  readonly assumptions: readonly string[];
  /** The rules are tried in the order of the words. */
  readonly isOrdered?: boolean;
  readonly corrections: readonly Correction[];
  /** The rule of a decision that no sentence makes but a reviewer may: what the prompt says of every such decision. */
  readonly implied: (decision: Decision) => Rule;
}

export interface Refusal {
  readonly quote: Quote;
  readonly message: string;
  /** It was read, in two ways that differ for somebody. */
  readonly isAmbiguous?: true;
  /** What becomes of somebody is not said anywhere. */
  readonly isGap?: true;
}
