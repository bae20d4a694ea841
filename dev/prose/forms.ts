/** A fault of a sentence, in the words that `npm run lint` prints. */
type Fault = 'begins without a noun' | 'too long';

export interface Limits {
  /** In words. */
  readonly longest: number;
}

export const OF_COMMENTS: Limits = { longest: 25 };
export const OF_DOCS: Limits = { longest: 40 };

/**
 * A sentence that begins so mostly has no subject, or has it last: "Of each field the label." A question may, and an
 * aside between two commas ("Of these, three …").
 */
const WITHOUT_NOUN = /^(?:Of|What|Whether|Whose|The same|As it is|Nor)\b(?![^.]*\?$)(?!\s(?:these|those)\b)/;
const END_OF_SENTENCE = /(?<=[.?!])\s+|(?<=[:;])\s+(?=["'“(]?[A-Z])/;

/** Sentences of one paragraph. Code between backticks counts as one word. */
export function sentencesOf(paragraph: string): readonly string[] {
  return paragraph
    .replaceAll(/`[^`]*`/g, 'CODE')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(END_OF_SENTENCE);
}

export function faultsOf(sentence: string, { longest }: Limits): readonly Fault[] {
  const words = sentence.split(' ').filter((word) => /[A-Za-z0-9]/.test(word));
  return [
    ...(WITHOUT_NOUN.test(sentence) ? (['begins without a noun'] as const) : []),
    ...(words.length > longest ? (['too long'] as const) : []),
  ];
}
