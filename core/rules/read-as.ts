import type { OwnProducts } from '../cascade/own-products.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { readingOf, type Reading } from '../readback/index.ts';
import { examplesOf, type Examples } from '../readback/examples.ts';
import { subjectsIn, withoutValues } from '../readback/logic.ts';
import { canBeMissing } from '../readback/subject.ts';
import { english, isLong } from '../readback/words.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../work.ts';
import type { Decision, Rule } from './model.ts';
import { logicOf, subjectsOf } from './say.ts';

/** Decisions as readings name them. */
export const DOES: Readonly<Record<Decision, string>> = {
  approve: 'Approve',
  deny: 'Deny',
  review: 'Send to human review',
  conditional: 'Approve on other terms',
};

/** The outcome of an applicant: "an applicant with a score of 500 is denied". */
export const IS: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  deny: 'denied',
  review: 'sent to human review',
  conditional: 'approved on other terms',
};

type Said = Pick<Rule, 'decision' | 'when' | 'before' | 'after'>;

/** The reading of a policy's sentence, in the words of readings. */
export function readAs({ decision, when, before, after }: Said, dictionary?: Dictionary, own?: OwnProducts): string {
  const does = DOES[decision];
  const more = [...before, ...after].length === 0 ? '' : ' It does more besides; the steps tell it.';
  if (when === null) return `${does} everybody whom no other sentence decides.${more}`;
  const logic = logicOf(when, subjectsOf(dictionary, own));
  const missing = subjectsIn([logic])
    .filter(canBeMissing)
    .map(({ key, phrase }) => {
      const without = withoutValues(logic, new Set([key]));
      const holds =
        without.kind === 'never'
          ? 'it does not hold'
          : without.kind === 'always'
            ? 'it holds'
            : `it holds only if ${english(without)}`;
      const said = `If ${phrase} is not known, ${holds}.`;
      return ` ${isLong(said) ? `If ${phrase} is not known, it depends on other values.` : said}`;
    });
  return `${does} if ${english(logic)}.${more}${missing.join('')}`;
}

/** The reading of a whole cascade, and applicants at and next to each threshold. */
export interface ReadBack {
  readonly reading: Reading;
  readonly examples: Examples;
}

export function readBack(
  definition: CascadeDefinition,
  { useCase, now, dictionary }: { readonly useCase: string; readonly now: number; readonly dictionary?: Dictionary },
): ReadBack {
  const work = new Work(MAX_WORK_OF_CALCULATION);
  const options = { useCase, now, ...(dictionary === undefined ? {} : { dictionary }) };
  return { reading: readingOf(definition, work, dictionary), examples: examplesOf(definition, options, work) };
}
