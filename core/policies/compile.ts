import type { ErrorDetail } from '../errors.ts';
import { buildCascade, refusedOf, type BuildOptions, type Built } from '../rules/build.ts';
import type { Refusal } from '../rules/rule-set.ts';
import { readPrompt } from './read.ts';
import type { Reading } from './reading.ts';

export type Compiled =
  | ({ readonly ok: true; readonly reading: Reading } & Built)
  | {
      readonly ok: false;
      readonly refused: readonly Refusal[];
      readonly reading: Reading;
      readonly details: readonly ErrorDetail[];
    };

const MOST_QUOTES = 50;

/**
 * A cascade that decides as the words of `prompt` say, or the words that are not understood. Nothing is guessed.
 */
export function compilePolicy(prompt: string, options: BuildOptions): Compiled {
  const reading = readPrompt(prompt);
  const refused = reading.refusals.slice(0, MOST_QUOTES);
  const built = refused.length > 0 ? refusedOf(refused) : buildCascade(reading, prompt, options);
  return 'refused' in built ? { ok: false, reading, ...built } : { ok: true, reading, ...built };
}
