import { GRAMMAR } from './grammar/index.ts';
import { parse, TooManyReadings } from './grammar/earley.ts';
import type { Statement } from './grammar/kinds.ts';
import { readCanonical } from './grammar/canonical.ts';
import { expectedWords } from './grammar/expected.ts';
import { compose } from './compose.ts';
import type { Quote } from './model.ts';
import type { Reading, Refusal } from './reading.ts';
import { segmentsOf, type Segment } from './segments.ts';
import { lexemesAt, readWords, type Word } from './words.ts';
import { type Sentence } from './unsettled.ts';
import { usual, type Purpose } from './usual.ts';

/** Reads a prompt: every sentence by the grammar, in every way that it allows. */
export function readPrompt(prompt: string, purpose: Purpose | null = null): Reading {
  const { words, corrections } = readWords(prompt);
  const reader = new Reader(prompt, purpose);
  const read = reader.read(segmentsOf(words));
  return { ...read, corrections: corrections.filter(({ offset }) => !reader.isCanonical(offset)) };
}

/** No person follows a longer sentence; a list with its introduction may be as long. */
const MOST_WORDS = 250;

class Reader {
  readonly #prompt: string;
  readonly #purpose: Purpose | null;
  readonly #sentences: Sentence[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #unrecognized: Quote[] = [];
  readonly #read = new Map<string, readonly unknown[]>();
  /** Sentences in the words of readings, in which nothing was put right. */
  readonly #canonical: Quote[] = [];

  constructor(prompt: string, purpose: Purpose | null) {
    this.#prompt = prompt;
    this.#purpose = purpose;
  }

  read(segments: readonly Segment[]): Omit<Reading, 'corrections'> {
    for (let at = 0; at < segments.length;) at += this.#group(segments, at);
    const composed = compose(this.#sentences, this.#refusals.length === 0);
    return {
      ...composed,
      unrecognized: this.#unrecognized,
      refusals: [...this.#refusals, ...composed.refusals].toSorted((a, b) => a.quote.offset - b.quote.offset),
    };
  }

  isCanonical(at: number): boolean {
    return this.#canonical.some(({ text, offset }) => at >= offset && at < offset + text.length);
  }

  /** A list with its introduction is one sentence if it can be read as one; how many segments were read. */
  #group(segments: readonly Segment[], at: number): number {
    const [first] = segments.slice(at);
    if (first === undefined) return 1;
    let end = at + 1;
    while (segments[end]?.isItem === true) end += 1;
    const items = segments.slice(at + 1, end);
    if (first.introduces && items.length > 0 && !first.isItem) {
      const colon = mark(first.words, ':');
      const whole = [...first.words, colon, ...items.flatMap(({ words }) => [mark(words, '•'), ...words])];
      if (this.#sentence(whole, 'Sentence')) return end - at;
    }
    this.#single(first, first.isItem || (items.length > 0 && !first.introduces));
    return 1;
  }

  #single({ words, isItem, introduces }: Segment, isLoose: boolean): void {
    if (this.#sentence(words, 'Sentence')) return;
    if (isLoose && isItem && this.#sentence(words, 'Item')) return;
    if (isChat(words) || (introduces && isHeading(words))) this.#unrecognized.push(this.#quote(words));
    else this.#refuse(words);
  }

  #sentence(words: readonly Word[], start: string): boolean {
    if (words.length > MOST_WORDS) {
      this.#refusals.push({
        quote: this.#quote(words),
        message: 'This sentence is too long: make shorter ones of it.',
      });
      return true;
    }
    try {
      const canonical = start === 'Sentence' ? readCanonical(words) : null;
      if (canonical !== null) this.#canonical.push(this.#quote(words));
      // The grammar makes statements of these symbols.
      const statements =
        canonical === null ? usual(this.#values(words, start) as readonly Statement[], this.#purpose) : [canonical];
      if (statements.length === 0) return false;
      this.#sentences.push({
        statements,
        quote: this.#quote(words),
        quoteOf: ({ span }) => this.#quote(words.slice(span.start, span.end)),
      });
      return true;
    } catch (error) {
      if (!(error instanceof TooManyReadings)) throw error;
      this.#refusals.push({
        quote: this.#quote(words),
        message: 'It can be read in too many ways: make shorter sentences of it.',
      });
      return true;
    }
  }

  /** The same words mean the same wherever they stand: they are read once. */
  #values(words: readonly Word[], start: string): readonly unknown[] {
    const key = JSON.stringify([start, ...words.map(({ stem, token }) => [stem, token.text])]);
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const { values } = parse(GRAMMAR, start, words.length, (index) => lexemesAt(words, index));
    this.#read.set(key, values);
    return values;
  }

  #refuse(words: readonly Word[]): void {
    const { farthest, expected } = parse(GRAMMAR, 'Sentence', words.length, (index) => lexemesAt(words, index));
    const understood = this.#quote(words.slice(0, farthest)).text;
    const next = words[farthest];
    const stopped =
      next === undefined
        ? 'the words are understood one by one and not together: check that each figure fits what it is compared with (points, $, %, months)'
        : `"${this.#quote([next]).text}" is not understood here`;
    const place = farthest === 0 ? stopped : `after "${understood.slice(-120)}", ${stopped}`;
    this.#refusals.push({
      quote: this.#quote(words),
      message: `${place.charAt(0).toUpperCase()}${place.slice(1)}. ${expectedWords(expected)}`,
    });
  }

  #quote(words: readonly Word[]): Quote {
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    return { text: this.#prompt.slice(start, end), offset: start };
  }
}

/** A word that stands in no text, at the place of those beside it. */
function mark(words: readonly Word[], stem: string): Word {
  const at = words.at(0)?.start ?? 0;
  const place = stem === ':' ? (words.at(-1)?.end ?? at) : at;
  return { stem, token: { kind: 'symbol', text: stem, start: place, end: place }, start: place, end: place };
}

/** Nothing in it that the grammar knows as more than a word between others. */
function isChat(words: readonly Word[]): boolean {
  return words.every((word, index) =>
    lexemesAt(words, index).every(
      ({ symbol }) => symbol === 'Unknown' || HARMLESS.has(symbol) || word.token.kind === 'quote',
    ),
  );
}

/** A line that names what comes, and decides, compares and denies nothing. */
function isHeading(words: readonly Word[]): boolean {
  return words.every((_, index) => lexemesAt(words, index).every(({ symbol }) => !WEIGHTY.has(symbol)));
}

const HARMLESS = new Set([
  'OnReport',
  'That',
  'By',
  'Meaning',
  'Ones',
  'TheOnes',
  'Before',
  'Comma',
  'Semi',
  'Sep',
  'Open',
  'Close',
  'And',
  'From',
  'To',
  'Toward',
  'Person',
  'Pronoun',
  'Then',
  'Staff',
  'Reviewer',
  'Be',
  'Rent',
  'Total',
  'Live',
  'Standard',
  'With',
  'InLast',
  'About',
  'in',
  'of',
  'for',
  'to',
  'is',
  'that',
  'we',
  'by',
  'at',
  'on',
  ',',
  '(',
  ')',
  ':',
  'and',
  'as',
  'out',
  'Look',
  'who',
  'those',
  'Det',
  'Times',
  'be',
  'a',
  'Region',
  'It',
  'ThoseAre',
  'Period',
  'Time',
  'ever',
  'have',
  'Go',
  'you',
  'this',
  'Have',
  'Will',
  'Next',
  'First',
  'Fine',
  'Both',
]);
const WEIGHTY = new Set([
  'Num',
  'Spelled',
  'Money',
  'Do',
  'Done',
  'Not',
  'No',
  'Op',
  'Post',
  'If',
  'Unless',
  'Must',
  'MustNot',
  'Require',
  'Fares',
  'Send',
  'Go',
  'Rest',
  'Else',
  'NoPerson',
]);
