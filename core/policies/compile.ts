import type { ErrorDetail } from '../errors.ts';
import { buildCascade, refusedOf, type BuildOptions, type Built } from '../rules/build.ts';
import { testsOf } from '../rules/model.ts';
import type { Refusal } from '../rules/rule-set.ts';
import { subjectsOf } from '../rules/say.ts';
import { isDate } from '../time.ts';
import type { Phrases } from './language/phrases.ts';
import { implausible } from './plausible.ts';
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
export function compilePolicy(prompt: string, options: BuildOptions, nouns?: Phrases): Compiled {
  const reading = readPrompt(prompt, nouns, subjectsOf(undefined, options.products));
  const refused = [...reading.refusals, ...future(reading, options.asOf), ...implausible(reading)].slice(
    0,
    MOST_QUOTES,
  );
  const built = refused.length > 0 ? refusedOf(refused) : buildCascade(reading, prompt, options);
  if ('refused' in built) return { ok: false, reading, ...built };
  return { ok: true, reading, ...built };
}

/** "Since" a day that has not come yet. */
const future = ({ rules }: Reading, asOf: string): Refusal[] =>
  rules
    .filter(({ when }) =>
      testsOf(when).some(({ value, where = [] }) =>
        [value, ...where.map((item) => item.value)].some((each) => isDate(each) && each > asOf),
      ),
    )
    .map(({ quote }) => ({ quote, message: 'The date has not come yet.' }));
