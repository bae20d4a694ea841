import type { ProductCode } from '../products/index.ts';
import type { Correction } from './lexer.ts';
import type { Decision, Quote, Rule } from './model.ts';

/** What a prompt was read as. */
export interface Reading {
  readonly rules: readonly Rule[];
  /** Words in sentences that decide nothing and were not understood. */
  readonly unrecognized: readonly Quote[];
  /** Rules that could not be read: there is no cascade without them. */
  readonly refusals: readonly {
    readonly quote: Quote;
    readonly message: string;
  }[];
  readonly products: ReadonlySet<ProductCode>;
  readonly states: readonly string[];
  readonly assumptions: readonly string[];
  readonly corrections: readonly Correction[];
  /** The rule of a decision that no sentence makes but a reviewer may: what the prompt says of every such decision. */
  readonly implied: (decision: Decision) => Rule;
}
