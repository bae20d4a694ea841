import { DECIDING, HARMLESS, RECORDS } from './grammar/roles.ts';
import { lexemesAt, type Word } from './words.ts';

/* Lines that decide nothing: titles, headings and chat. */

const symbolsAt = (words: readonly Word[], index: number): string[] =>
  lexemesAt(words, index).map(({ symbol }) => symbol);

export const hasSymbol = (words: readonly Word[], wanted: string): boolean =>
  words.some((_, index) => symbolsAt(words, index).includes(wanted));

/** Nothing in it that the grammar knows as more than a word between others. */
export const isChat = (words: readonly Word[]): boolean =>
  words.every(
    ({ token }, index) =>
      token.kind === 'quote' || symbolsAt(words, index).every((symbol) => symbol === 'Unknown' || HARMLESS.has(symbol)),
  );

const LONGEST_HEADING = 12;

/** A line that names what comes, and decides, compares and denies nothing. */
function isHeading(words: readonly Word[]): boolean {
  const symbols = words.flatMap((_, index) => symbolsAt(words, index));
  // "Dismissed evictions count" is no heading, "eviction policy" is one.
  const isOfRecords = symbols.some((symbol) => RECORDS.has(symbol)) && !SCOPES.has(words.at(-1)?.stem ?? '');
  const isShort = words.length > 0 && words.length <= LONGEST_HEADING;
  return isShort && !isOfRecords && symbols.every((symbol) => !DECIDING.has(symbol));
}

/** "Requirements:"; of words that it does not know it could be about somebody else ("Guarantors:"). */
export const isIntroduction = (words: readonly Word[], isFirst: boolean): boolean =>
  isHeading(words) && !(isFirst && isOfElse(words)) && ((isFirst && isTitled(words)) || !hasSymbol(words, 'Unknown'));

/** "Auto loans: decline …": the words before the colon, if they are a title. */
export function titleOf(words: readonly Word[]): readonly Word[] | null {
  const title = words.slice(
    0,
    Math.max(
      words.findIndex(({ stem }) => stem === ':'),
      0,
    ),
  );
  return isHeading(title) && title.some(({ stem }) => SCOPES.has(stem)) && !isOfElse(title) ? title : null;
}

/** A title by itself ends in what such titles are called: "Overtime counts half." is none. */
export function isTitled(words: readonly Word[]): boolean {
  const open = words.findIndex(({ stem }) => stem === '(');
  // What stands behind the parentheses is no title: "Program (2024 edition): deny evictions".
  const isClosed = open > 0 && words.findIndex(({ stem }) => stem === ')') === words.length - 1;
  if (open >= 0 && !(isClosed && isHeading(words.slice(open + 1, -1)))) return false;
  const named = withoutPart(isClosed ? words.slice(0, open) : words);
  return !isOfElse(named) && isHeading(named) && SCOPES.has(named.at(-1)?.stem ?? '');
}

/** "Rental criteria, part 2". */
function withoutPart(words: readonly Word[]): readonly Word[] {
  const [number, counted] = words.slice(-2);
  const isCounted = number?.token.kind === 'number' && counted !== undefined && PARTS.has(counted.stem);
  return isCounted ? words.slice(0, -2).filter(({ stem }) => stem !== ',') : words;
}

/** "Old policy", "Pet policy", "policy for pets": of another time, or of another thing than the applicants. */
export const isOfElse = (words: readonly Word[]): boolean =>
  words.some(({ stem }, index) => ELSE.has(stem) || (stem === 'for' && hasSymbol(words.slice(index + 1), 'Unknown')));

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const ELSE = wordsOf(
  'old former previous prior past obsolete outdated superseded expired withdrawn draft proposed sample example template future upcoming next last pet dog cat animal parking guest visitor vendor occupant roommate employee staff',
);
const PARTS = wordsOf('line rule point step part');
/** Words of titles, in the form in which words are compared. */
const SCOPES = wordsOf(
  'loan lending policy program statement criteria guideline matrix card mortgage lease screening underwriting checklist plan selection rule requirement standard eligibility chart grid guide overview qualification prequalification',
);
