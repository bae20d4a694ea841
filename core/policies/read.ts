import { GRAMMAR } from './grammar/index.ts';
import { parse, TooManyReadings, type Parsed } from './grammar/earley.ts';
import type { Clause, Statement } from './grammar/kinds.ts';
import { readCanonical } from './grammar/canonical.ts';
import { expectedWords } from './grammar/expected.ts';
import { compose } from './compose.ts';
import type { Quote } from './model.ts';
import type { Reading, Refusal, Sentence } from './reading.ts';
import { segmentsOf, type Segment } from './segments.ts';
import { isNeutral, sortsIn } from './titles.ts';
import { lexemesAt, meantBy, readWords, type Word } from './words.ts';
import { isOfOrdinal } from './ordinals.ts';
import { isOfOneReport, usual, type Purpose } from './usual.ts';

/** Reads a prompt: every sentence by the grammar, in every way that it allows. */
export function readPrompt(prompt: string, purpose: Purpose | null = null): Reading {
  const { words, corrections } = readWords(prompt);
  const reader = new Reader(prompt, purpose);
  const read = reader.read(segmentsOf(words));
  return { ...read, corrections: corrections.filter(({ offset }) => !reader.isCanonical(offset)) };
}

/** No person follows a longer sentence; a list with its introduction may be as long. */
const MOST_WORDS = 250;
const SET_IN = 'It is set in below another rule, so it could be of those alone: name them.';

class Reader {
  readonly #prompt: string;
  readonly #purpose: Purpose | null;
  readonly #sentences: Sentence[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #all: Sentence[] = [];
  readonly #unrecognized: Quote[] = [];
  readonly #parsed = new Map<string, Parsed>();
  readonly #sorts = new Set<string>();
  /** How far the rule before is set in. */
  #depth = Infinity;
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
      sentences: this.#all,
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
    const isLevel = items.every(({ depth }) => depth === items[0]?.depth);
    if (first.introduces && items.length > 0 && isLevel && !first.isItem) {
      const colon = mark(first.words, ':');
      const whole = [...first.words, colon, ...items.flatMap(({ words }) => [mark(words, '•'), ...words])];
      if (this.#sentence(whole)) return end - at;
    }
    this.#single(first);
    return 1;
  }

  #single({ words, isNumbered, depth }: Segment): void {
    const isRead = this.#sentence(words, isNumbered);
    const isRule = isRead && this.#sentences.at(-1)?.statements.some(({ is }) => is === 'rules') === true;
    if (isRule && depth > this.#depth) this.#refusals.push({ quote: this.#quote(words), message: SET_IN });
    if (isRule) this.#depth = depth;
    if (isRead) return;
    const title = words.slice(
      0,
      Math.max(
        words.findIndex(({ stem }) => stem === ':'),
        0,
      ),
    );
    if (isNeutral(words)) this.#title(words);
    // "Auto loans: decline …".
    else if (title.length > 0 && isNeutral(title) && this.#sentence(words.slice(title.length + 1))) this.#title(title);
    else this.#refuse(words);
  }

  /** One title is of the whole text; two of different sorts of applicants part it. */
  #title(words: readonly Word[]): void {
    const sorts = sortsIn(words);
    this.#unrecognized.push(this.#quote(words));
    if (sorts !== '') this.#sorts.add(sorts);
    if (sorts !== '' && this.#sorts.size > 1)
      this.#refusals.push({
        quote: this.#quote(words),
        message: 'Another title names others: make a cascade of each.',
      });
  }

  #sentence(words: readonly Word[], isNumbered = false): boolean {
    if (words.length > MOST_WORDS) {
      this.#unread(words, 'This sentence is too long: make shorter ones of it.');
      return true;
    }
    try {
      const canonical = readCanonical(words);
      if (canonical !== null) this.#canonical.push(this.#quote(words));
      const statements = canonical === null ? oneTopic(usual(this.#values(words), this.#purpose)) : [canonical];
      if (statements.length === 0) return false;
      if (canonical === null && isOfOneReport(statements, words, this.#purpose)) {
        this.#unread(words, 'A word here names something in two reports: say of which, such as "eviction judgment".');
        return true;
      }
      const sentence = { ...this.#sentenceOf(words, statements), isNumbered, isRestated: canonical !== null };
      this.#sentences.push(sentence);
      this.#all.push(sentence);
      if (statements.every((of) => of.is === 'topic' && of.concepts.length === 0))
        this.#unrecognized.push(sentence.quote);
      return true;
    } catch (error) {
      if (!(error instanceof TooManyReadings)) throw error;
      this.#unread(words, 'It can be read in too many ways: make shorter sentences of it.');
      return true;
    }
  }

  /** The same words mean the same wherever they stand: they are read once. */
  #values(words: readonly Word[]): readonly Statement[] {
    // The grammar makes statements of these symbols.
    return (this.#parse(words).values as readonly Statement[]).filter((each) => !isOfOrdinal(each, words));
  }

  #parse(words: readonly Word[]): Parsed {
    const key = words.map(({ stem, token }) => `${stem} ${token.text}`).join('\n');
    const known = this.#parsed.get(key);
    if (known !== undefined) return known;
    const parsed = parse(GRAMMAR, 'Sentence', words.length, (index) => lexemesAt(words, index));
    this.#parsed.set(key, parsed);
    return parsed;
  }

  #refuse(words: readonly Word[]): void {
    const { farthest, expected } = this.#parse(words);
    const understood = this.#quote(words.slice(0, farthest)).text;
    const next = words[farthest];
    const stopped =
      next === undefined
        ? 'the words are understood one by one and not together: check that each figure fits what it is compared with (points, $, %, months)'
        : `"${this.#quote([next]).text}" is not understood here`;
    const isUnknown = lexemesAt(words, farthest).some(({ symbol }) => symbol === 'Unknown');
    const meant = next === undefined || !isUnknown ? [] : meantBy(next.stem);
    const place = farthest === 0 ? stopped : `after "${understood.slice(-120)}", ${stopped}`;
    const hint = meant.length === 0 ? expectedWords(expected) : `Is it "${meant.join('" or "')}"?`;
    this.#unread(words, `${place.charAt(0).toUpperCase()}${place.slice(1)}. ${hint}`);
  }

  #unread(words: readonly Word[], message: string): void {
    this.#refusals.push({ quote: this.#quote(words), message });
    this.#all.push(this.#sentenceOf(words, []));
  }

  #sentenceOf(words: readonly Word[], statements: readonly Statement[]): Sentence {
    const within = ({ span }: Clause): readonly Word[] => words.slice(span.start, span.end);
    return {
      words,
      statements,
      quote: this.#quote(words),
      quoteOf: (clause) => this.#quote(within(clause)),
      spokenOf: (clause) => this.#spoken(within(clause)),
    };
  }

  #spoken(words: readonly Word[]): string {
    const [first] = words;
    return this.#prompt.slice(first?.from ?? first?.start ?? 0, words.at(-1)?.end ?? 0);
  }

  #quote(words: readonly Word[]): Quote {
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    return { text: this.#prompt.slice(start, end), offset: start };
  }
}

/** "Criminal history": a heading, whatever its words name besides. */
const oneTopic = (statements: readonly Statement[]): readonly Statement[] =>
  statements.length > 1 && statements.every(({ is }) => is === 'topic')
    ? [{ is: 'topic', concepts: statements.flatMap((of) => (of.is === 'topic' ? of.concepts : [])) }]
    : statements;

/** A word that stands in no text, at the place of those beside it. */
function mark(words: readonly Word[], stem: string): Word {
  const at = words.at(0)?.start ?? 0;
  const place = stem === ':' ? (words.at(-1)?.end ?? at) : at;
  return { stem, token: { kind: 'symbol', text: stem, start: place, end: place }, start: place, end: place };
}
