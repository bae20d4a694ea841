import { stem } from './text.ts';
import type { Word } from './words.ts';

/** Words of titles, headings and greetings that say of nobody, and of no time, that the rules are theirs. */
const NEUTRAL: ReadonlySet<string> = new Set(
  (
    'rental tenant resident renter housing apartment lease loan lending lender borrower credit card consumer auto home ' +
    'employment hiring job candidate applicant application background screening selection policy program criteria ' +
    'criterion requirement standard guideline rule checklist statement plan matrix qualification eligibility overview ' +
    'summary underwriting minimum general basic for and of hello hi there dear team thank thanks you very much'
  )
    .split(' ')
    .map(stem),
);

/** A line that decides nothing, whatever stands around it: it stops no policy. */
export const isNeutral = (words: readonly Word[]): boolean => words.every((word) => NEUTRAL.has(word.stem));

/** Words that tell for whom something is. */
const SORTS = [
  'rental tenant resident renter housing apartment lease',
  'loan lending lender borrower consumer',
  'employment hiring job candidate',
  'auto',
  'home',
  'card',
].map((line) => new Set(line.split(' ')));

/** Of which sorts of applicants a title is. */
export const sortsIn = (words: readonly Word[]): string =>
  SORTS.flatMap((of, sort) => (words.some((word) => of.has(word.stem)) ? [sort] : [])).join();
