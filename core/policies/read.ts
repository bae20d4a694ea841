import { capital } from '../readback/words.ts';
import { compose } from './compose.ts';
import { parse, TooManyReadings, type Lexeme, type Parsed } from '../earley.ts';
import { expectedWords } from './language/expected.ts';
import { GRAMMAR, PRODUCT_SYMBOLS } from './language/index.ts';
import type { Clause } from './language/kinds.ts';
import type { Phrases } from './language/phrases.ts';
import type { BuiltInCode } from '../products/index.ts';
import { testsOfRules, type Quote, type Rule } from '../rules/model.ts';
import type { Refusal } from '../rules/rule-set.ts';
import { subjectOf, type KnownSubject } from '../readback/subject.ts';
import { isOwnPath } from '../rules/own-reports.ts';
import type { SubjectIn } from '../rules/say.ts';
import type { Reading, Sentence } from './reading.ts';
import { segmentsOf, type Segment } from './segments.ts';
import { stem } from './text.ts';
import { lexemesAt, meantBy, readWords, type Word } from './words.ts';

/**
 * Reads a prompt: every sentence by the grammar, in every way that it allows. `nouns`: what an account calls its fields.
 * `subjectIn`: what messages call them.
 */
export function readPrompt(prompt: string, nouns?: Phrases, subjectIn: SubjectIn = subjectOf): Reading {
  return new Reader(prompt, nouns, subjectIn).read(segmentsOf(readWords(prompt)));
}

/** No person follows a longer sentence; a list with its introduction may be as long. */
const MOST_WORDS = 250;
const PERSONS: ReadonlySet<string> = new Set(['applicant', 'candidate', 'tenant', 'renter', 'borrower']);
const SET_IN = 'It is set in below another rule, so it could be of those alone: begin the line where the others do.';

/** No word for what a report knows but the names of its fields. */
const isRestated = ({ symbol }: Lexeme): boolean => !PRODUCT_SYMBOLS.has(symbol);

class Reader {
  readonly #prompt: string;
  readonly #nouns: Phrases | undefined;
  readonly #subjectIn: SubjectIn;
  readonly #refusals: Refusal[] = [];
  readonly #sentences: Sentence[] = [];

  constructor(prompt: string, nouns: Phrases | undefined, subjectIn: SubjectIn) {
    this.#prompt = prompt;
    this.#nouns = nouns;
    this.#subjectIn = subjectIn;
  }

  read(segments: readonly Segment[]): Reading {
    this.#nameOnce(segments);
    const titles = segments.slice(0, isTitle(segments[0]) ? 1 : 0);
    for (let at = titles.length; at < segments.length;) at += this.#group(segments, at);
    const read = this.#sentences.filter(({ ways }) => ways.length > 0);
    const composed = compose(read, this.#refusals.length === 0, this.#subjectIn);
    const unneeded = this.#refusals.length > 0 ? [] : unneededPulls(read, composed.rules);
    return {
      ...composed,
      sentences: this.#sentences,
      titles: titles.map(({ words }) => this.#quote(words)),
      refusals: [...this.#refusals, ...composed.refusals, ...unneeded].toSorted(
        (a, b) => a.quote.offset - b.quote.offset,
      ),
    };
  }

  /** A list is one sentence with what introduces it; how many segments were read. */
  #group(segments: readonly Segment[], at: number): number {
    const [first] = segments.slice(at);
    if (first === undefined) return 1;
    let end = at + 1;
    if (first.introduces) while (segments[end]?.isItem === true) end += 1;
    const items = segments.slice(at + 1, end);
    const isLevel = items.every(({ depth }) => depth === items[0]?.depth);
    // An item right below a rule that does not introduce it.
    const before = segments[at - 1];
    const isBelow = first.isItem && before !== undefined && !before.isItem && !isTitle(before);
    const isSetIn = isBelow || first.depth > Math.min(...segments.map(({ depth }) => depth));
    const words = [...first.words, ...items.flatMap((item) => [mark(item.words), ...item.words])];
    if (isSetIn || !isLevel) this.#refuse(words, SET_IN);
    else {
      const behind = items.length === 0 ? undefined : this.#behindList(words, segments[end]);
      this.#sentence(behind ?? words, first.isNumbered);
      if (behind !== undefined) end += 1;
    }
    return end - at;
  }

  /**
   * "If all of these are true:", a list, and the action on the line below it. Undefined if that line is a sentence of
   * its own.
   */
  #behindList(words: readonly Word[], next: Segment | undefined): readonly Word[] | undefined {
    const isCondition = words.slice(0, MOST_BEFORE).some(({ stem }) => BEGINS_CONDITION.has(stem));
    const isOpen = isCondition && next?.isItem === false && !next.introduces;
    if (!isOpen || this.#isSentence(words)) return undefined;
    const whole = [...words, ...next.words];
    return this.#isSentence(whole) ? whole : undefined;
  }

  /** "If the applicant has an eviction or the tenant a felony" may be about two people. */
  #nameOnce(segments: readonly Segment[]): void {
    const named = segments.flatMap(({ words }) => words.filter((word) => PERSONS.has(word.stem)));
    const other = named.find((word) => word.stem !== named[0]?.stem);
    if (other !== undefined)
      this.#refusals.push({ quote: this.#quote([other]), message: 'Here somebody has another name: use one for all.' });
  }

  #sentence(words: readonly Word[], isNumbered: boolean): void {
    if (words.length > MOST_WORDS) {
      this.#refuse(words, 'This sentence is too long: make shorter ones of it.');
      return;
    }
    try {
      const { values, farthest, expected, lexemes } = this.#parsed(words);
      const [pulls] = values.length > 0 ? [] : parse(GRAMMAR, 'Pulls', words.length, (at) => lexemes[at] ?? []).values;
      // The grammar makes clauses of the one symbol, and codes of products of the other.
      if (pulls !== undefined)
        this.#sentences.push(this.#sentenceOf(words, [[]], { pulls: pulls as readonly BuiltInCode[] }));
      else if (values.length > 0)
        this.#sentences.push(this.#sentenceOf(words, values as readonly (readonly Clause[])[], { isNumbered }));
      else this.#refuse(words, this.#whyNot(words, farthest, expected));
    } catch (error) {
      if (!(error instanceof TooManyReadings)) throw error;
      this.#refuse(words, 'It can be read in too many ways: make shorter sentences of it.');
    }
  }

  /** In the words in which definitions are read back each comparison is that of the field that is named. */
  #parsed(words: readonly Word[]): Parsed & { readonly lexemes: readonly (readonly Lexeme[])[] } {
    const lexemes = words.map((_, at) => lexemesAt(words, at, this.#nouns));
    const restated = lexemes.map((own) => own.filter(isRestated));
    const isNamed = lexemes.some((own) => own.some(({ symbol }) => symbol === 'ReadField'));
    const own = isNamed ? parse(GRAMMAR, 'Sentence', words.length, (at) => restated[at] ?? []) : null;
    const found =
      own !== null && own.values.length > 0 ? own : parse(GRAMMAR, 'Sentence', words.length, (at) => lexemes[at] ?? []);
    return { ...found, lexemes };
  }

  #isSentence(words: readonly Word[]): boolean {
    try {
      return words.length <= MOST_WORDS && this.#parsed(words).values.length > 0;
    } catch (error) {
      if (error instanceof TooManyReadings) return false;
      throw error;
    }
  }

  #whyNot(words: readonly Word[], farthest: number, expected: readonly string[]): string {
    const understood = this.#quote(words.slice(0, farthest)).text;
    const next = words[farthest];
    const stopped =
      next === undefined
        ? 'the words are understood one by one and not together: check that each figure fits what it is compared with (points, $, %, months)'
        : `"${this.#quote([next]).text}" is not understood here`;
    const lexemes = lexemesAt(words, farthest, this.#nouns);
    const isUnknown = lexemes.some(({ symbol }) => symbol === 'Unknown');
    const meant = next === undefined || !isUnknown ? [] : meantBy(next.stem);
    const place = farthest === 0 ? stopped : `after "${understood.slice(-120)}", ${stopped}`;
    const own = lexemes.flatMap((lexeme) => this.#ownField(lexeme));
    const hint = own[0] ?? (meant.length === 0 ? expectedWords(expected) : `Is it "${meant.join('" or "')}"?`);
    return `${capital(place)}. ${hint}`;
  }

  /** A word of the language may be the label of a field of a report that the account describes. */
  #ownField({ symbol, value }: Lexeme): readonly string[] {
    if (symbol !== 'ReadField') return [];
    // The symbol stands for fields.
    const { source, field } = value as KnownSubject;
    if (!isOwnPath(field)) return [];
    const { phrase } = this.#subjectIn(source, field);
    return [`It means ${phrase}: say what that is compared with.`];
  }

  #refuse(words: readonly Word[], message: string): void {
    this.#refusals.push({ quote: this.#quote(words), message });
    this.#sentences.push(this.#sentenceOf(words, []));
  }

  #sentenceOf(
    words: readonly Word[],
    ways: Sentence['ways'],
    more: Partial<Pick<Sentence, 'isNumbered' | 'pulls'>> = {},
  ): Sentence {
    return {
      words,
      ways,
      isNumbered: false,
      pulls: [],
      ...more,
      quote: this.#quote(words),
      quoteOf: ({ span }) => this.#quote(words.slice(span.start, span.end)),
    };
  }

  #quote(words: readonly Word[]): Quote {
    const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
    return { text: this.#prompt.slice(start, end), offset: start };
  }
}

/** Words with which a sentence begins that says first of whom it is. */
const BEGINS_CONDITION: ReadonlySet<string> = new Set(['if', 'when', 'unless']);
/** "Then, if". */
const MOST_BEFORE = 3;

/** A report is pulled for what it decides, and for nothing else. Source: FCRA, 15 USC 1681b. */
function unneededPulls(sentences: readonly Sentence[], rules: readonly Rule[]): Refusal[] {
  const isRead = (code: BuiltInCode): boolean =>
    testsOfRules(rules).some(({ source, from }) => source === code || from?.source === code);
  return sentences.flatMap(({ quote, pulls }) =>
    pulls.some((code) => !isRead(code))
      ? [
          {
            quote,
            message: 'No rule reads such a report, so none is pulled: say what it decides, or leave the sentence out.',
          },
        ]
      : [],
  );
}

/** Words of what such texts are called. */
const TITLE: ReadonlySet<string> = new Set(
  (
    'rental tenant resident renter housing apartment lease loan lending lender borrower credit card auto home employment ' +
    'hiring job candidate applicant application background screening selection policy program criteria criterion ' +
    'requirement standard guideline rule checklist qualification eligibility underwriting minimum general and for of'
  )
    .split(' ')
    .map(stem),
);

/** One line that says what the text is: of several each could be of its own rules. */
const isTitle = (first: Segment | undefined): boolean =>
  first?.isLine === true && !first.isItem && first.words.every((word) => TITLE.has(word.stem));

/** The mark of an item, which is no word of it. */
function mark(words: readonly Word[]): Word {
  const start = words.at(0)?.start ?? 0;
  return { stem: '•', token: { kind: 'symbol', text: '•', start, end: start }, start, end: start };
}
