import type { OwnProducts } from '../../cascade/own-products.ts';
import { subjectOf } from '../../readback/subject.ts';
import { english } from '../../readback/words.ts';
import type { Suggestion } from '../../rules/generation.ts';
import { not, type Decision, type Expr } from '../../rules/model.ts';
import { DOES, readAs } from '../../rules/read-as.ts';
import { logicOf, type SubjectIn } from '../../rules/say.ts';
import type { Phrases } from '../language/phrases.ts';
import { article } from '../language/times.ts';
import { implausible } from '../plausible.ts';
import { readPrompt } from '../read.ts';
import type { Reading } from '../reading.ts';
import type { Word } from '../words.ts';
import type { OwnField } from './measures.ts';
import { timesIn, type Part, type Parts } from './parts.ts';

/* The text of a form, and the words of the sentence that the form leaves out. */

/** One rule of a form. `said`: its condition in the sense of `word`; null for everybody else. */
export interface Rule {
  readonly decision: Decision;
  readonly word: 'if' | 'unless';
  readonly said: Expr | null;
}

/** A sentence that is not read, and what was found in it. */
export interface Sentence {
  readonly found: Parts;
  readonly text: string;
  readonly nouns: Phrases | undefined;
  readonly products: OwnProducts | undefined;
  /** The fields of the account that it names. */
  readonly ownFields: readonly OwnField[];
}

/** A text that is read as exactly these rules; null if there is none. */
export function saidBy(rules: readonly Rule[], sentence: Sentence): Pick<Suggestion, 'text' | 'read_as'> | null {
  const worded = rules.map((rule) => wordedAs(rule, sentence)).filter((each) => each !== null);
  const [first] = worded;
  if (first === undefined || worded.length < rules.length) return null;
  const text = worded.map((each) => each.text).join('. ');
  const reading = worded.length === 1 ? first.reading : readPrompt(text, sentence.nouns);
  if (!isSilent(reading)) return null;
  const sayings = rules.map(({ decision, word, said }) =>
    readAs(
      { decision, when: said === null || word === 'if' ? said : not(said), before: [], after: [] },
      undefined,
      sentence.products,
    ),
  );
  return { text, read_as: sayings.join(' ') };
}

/** The first text of the rule that is read as just this rule, with its reading; null if there is none. */
function wordedAs(rule: Rule, sentence: Sentence): { readonly text: string; readonly reading: Reading } | null {
  for (const text of wordings(rule, sentence)) {
    const reading = readPrompt(text, sentence.nouns);
    if (isReadAs(reading, rule)) return { text, reading };
  }
  return null;
}

/** Texts of the rule: with the author's own words for records without a short name, and as definitions are read back. */
function wordings(
  { decision, word, said }: Rule,
  { found: { parts, words }, text: source, ownFields: own }: Sentence,
): string[] {
  if (said === null) return [`Otherwise, ${DOES[decision].toLowerCase()}`];
  // A noun of the account may name a unit, so the field stands under a number while its figure is said.
  const subjectIn: SubjectIn = (from, field, where) => {
    const at = from === 'context' ? own.findIndex(({ subject }) => subject.field === field) : -1;
    const subject = own[at]?.subject;
    return subject === undefined ? subjectOf(from, field, where) : { ...subject, phrase: `the #${at}` };
  };
  const plain = `${DOES[decision]} ${word} ${english(logicOf(said, subjectIn))}`.replaceAll(
    /#(\d+)/g,
    (_, at: string) => own[Number(at)]?.noun ?? '',
  );
  // "0.35 times": the author said 35%.
  const shares = plain.replaceAll(
    /\b0\.(\d{1,2}) times the/g,
    (_, digits: string) => `${Number(digits.padEnd(2, '0'))}% of the`,
  );
  const inWords = (part: Part | undefined): string => {
    const [first, last] = [words[part?.words[0] ?? -1], words[part?.words.at(-1) ?? -1]];
    const text = first === undefined || last === undefined ? '' : source.slice(first.start, last.end);
    return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  };
  const times = timesIn(parts).map(({ value, unit }) => `${value} ${unit}`);
  const records = parts.filter(({ is }) => is === 'condition').map(inWords);
  const dated = records.flatMap((text) => times.map((time) => `${text} in the last ${time}`));
  const written = [...dated, ...(plain.includes(' whose ') ? records : [])];
  return [
    ...written.flatMap((text) =>
      [text, article(text)].map((noun) => `${DOES[decision]} ${word} the applicant has ${noun}`),
    ),
    ...new Set([shares, plain]),
  ];
}

/** The text raises no question except what happens to everybody else. */
function isSilent({ rules, refusals }: Reading): boolean {
  return refusals.every(({ isGap }) => isGap === true) && implausible({ rules }).length === 0;
}

function isReadAs({ sentences }: Reading, { decision, word, said }: Rule): boolean {
  const wanted = JSON.stringify(said === null || word === 'if' ? said : not(said));
  const [ways = []] = sentences.map((each) => each.ways);
  return (
    ways.length > 0 &&
    ways.every(
      ([only, other]) =>
        other === undefined && only?.decision === decision && JSON.stringify(only.when?.expr ?? null) === wanted,
    )
  );
}

/** Runs of words that the form does not say, as they were written. */
export function leftOut(
  { found: { words, parts, isGlue }, text }: Sentence,
  said: ReadonlySet<number>,
): readonly string[] {
  const isMark = (at: number): boolean =>
    isGlue(at) || parts.some(({ is, start }) => start === at && (is === 'and' || is === 'or' || is === 'break'));
  const runs: Word[][] = [];
  let isOpen = false;
  for (const [at, word] of words.entries()) {
    const isLeft: boolean = !said.has(at) && (!isMark(at) || (isOpen && !isGlue(at)));
    if (isLeft && isOpen) runs.at(-1)?.push(word);
    else if (isLeft) runs.push([word]);
    isOpen = isLeft;
  }
  return runs.map((run) => spelled(run, text));
}

/** "Co-applicant" is one word to its readers. */
function spelled(words: readonly Word[], text: string): string {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const before = /[\p{L}-]*-$/u.exec(text.slice(0, start))?.[0] ?? '';
  const after = /^-[\p{L}-]*/u.exec(text.slice(end))?.[0] ?? '';
  return `${before}${text.slice(start, end)}${after}`;
}
