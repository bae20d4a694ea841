import type { ProductCode } from '../products/index.ts';
import type { Decision, Quote, Rule } from './model.ts';
import type { Correction } from './words.ts';

/** What a prompt was read as. */
export interface Reading {
  readonly rules: readonly Rule[];
  /** Sentences none of whose words the grammar knows. */
  readonly unrecognized: readonly Quote[];
  /** Rules that could not be read: there is no cascade without them. */
  readonly refusals: readonly Refusal[];
  readonly products: ReadonlySet<ProductCode>;
  readonly states: readonly string[];
  readonly assumptions: readonly string[];
  readonly corrections: readonly Correction[];
  /** The rule of a decision that no sentence makes but a reviewer may: what the prompt says of every such decision. */
  readonly implied: (decision: Decision) => Rule;
}

export interface Refusal {
  readonly quote: Quote;
  readonly message: string;
  /** It was read, in two ways that differ for somebody. */
  readonly isAmbiguous?: true;
}
