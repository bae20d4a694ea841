import { segmentsOf } from '../policies/segments.ts';
import { readWords, type Word } from '../policies/words.ts';
import type { Unquoted } from '../rules/generation.ts';
import type { Quote } from '../rules/model.ts';
import type { Draft } from './rules.ts';

/** Sentences, lines and list items that no rule quotes, and the unquoted rest of the others. */
export function unquotedIn(prompt: string, { rules, remarks }: Pick<Draft, 'rules' | 'remarks'>): readonly Unquoted[] {
  const quotes = rules.flatMap(({ spans }) => spans);
  return segmentsOf(readWords(prompt)).flatMap(({ words }) => {
    const said = words.filter(isSaid);
    const left = said.filter((word) => !isWithin(word, quotes));
    const part = left.length === said.length ? ('sentence' as const) : ('rest' as const);
    return stretchesOf(left, said)
      .filter(isNamed)
      .map((own): Unquoted => {
        const [start, end] = [own[0]?.from ?? own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
        const isRemark = own.filter(isName).every((word) => isWithin(word, remarks));
        return { text: prompt.slice(start, end), offset: start, part, is_remark: isRemark };
      });
  });
}

/** Punctuation alone says nothing that a rule could contain. */
const isSaid = ({ token: { kind } }: Word): boolean => kind !== 'symbol' && kind !== 'line';

/** A number alone, such as that of a section, is listed with the numbers. */
const isName = ({ token: { kind } }: Word): boolean => kind !== 'number';
const isNamed = (words: readonly Word[]): boolean => words.some(isName);

export const isWithin = ({ start, end }: Pick<Word, 'start' | 'end'>, spans: readonly Quote[]): boolean =>
  spans.some(({ text, offset }) => start >= offset && end <= offset + text.length);

/** Adjacent words among all words of their sentence. */
function stretchesOf(left: readonly Word[], all: readonly Word[]): readonly (readonly Word[])[] {
  const stretches: Word[][] = [];
  for (const word of left) {
    const before = all[all.indexOf(word) - 1];
    const last = stretches.at(-1);
    if (last !== undefined && last.at(-1) === before) last.push(word);
    else stretches.push([word]);
  }
  return stretches;
}
