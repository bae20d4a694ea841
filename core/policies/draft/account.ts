import { parse, type Lexeme } from '../grammar/earley.ts';
import { GRAMMAR } from '../grammar/index.ts';
import type { Concept, Figure } from '../grammar/kinds.ts';
import { CONNECTIVES, DECISIONS, NEGATIONS, NUMERIC, THINGS } from '../grammar/roles.ts';
import type { Decision, Quote, Test } from '../model.ts';
import { segmentsOf } from '../segments.ts';
import { lexemesAt, readWords, type Word } from '../words.ts';
import { factsOf, fieldsOf, isSame, negationsIn, SIDES, type Fact } from './facts.ts';
import type { DraftRule } from './rules.ts';

/** Words of the policy that no rule holds, and why; or a figure of a rule that its words do not say. */
export interface Finding {
  readonly quote: Quote;
  readonly message: string;
  /** The rule that it is about; null if it is about none. */
  readonly rule: DraftRule | null;
}

/** What stands at a place, as far as it matters. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly figure: Figure | null;
  readonly isNegation: boolean;
  readonly decisions: readonly Decision[];
  readonly side: 'up' | 'down' | null;
  /** Fields that the words name, any of which will do. */
  readonly fields: readonly string[];
  readonly isConnective: boolean;
}

/**
 * The words of the policy held against the rules: every figure, negation, decision and thing that a report knows must
 * lie in the quote of a rule that holds it, and every other word in some quote. `unsaid`: figures of rules that are not
 * in their words.
 */
export function accountOf(
  prompt: string,
  rules: readonly DraftRule[],
): { readonly left: readonly Finding[]; readonly unsaid: readonly Finding[] } {
  const segments = segmentsOf(readWords(prompt).words).map(({ words }) => partsOf(words, prompt));
  const parts = segments.flat();
  const accounts = rules.map((rule) => new Account(rule, parts));
  const left = segments.flatMap((segment) => [
    ...uncovered(segment, accounts, prompt),
    ...segment.flatMap((part) => lacking(part, accounts)),
  ]);
  return { left, unsaid: accounts.flatMap((account) => account.unsaid()) };
}

/** One rule, and what its words hold. */
class Account {
  readonly rule: DraftRule;
  readonly #parts: readonly Part[];
  readonly #facts: readonly Fact[];
  readonly #fields: ReadonlySet<string>;
  readonly #isNegationHeld: boolean;

  constructor(rule: DraftRule, parts: readonly Part[]) {
    this.rule = rule;
    this.#parts = parts.filter((part) => this.covers(part));
    this.#facts = factsOf(rule.written);
    this.#fields = fieldsOf(rule.rule);
    this.#isNegationHeld = this.#negations();
  }

  covers({ start, end }: Pick<Part, 'start' | 'end'>): boolean {
    const { text, offset } = this.rule.rule.quote;
    return start >= offset && end <= offset + text.length;
  }

  holdsFigure(figure: Figure): boolean {
    return this.#facts.some((fact) => isSame(figure, fact));
  }

  holdsNegation(): boolean {
    return this.#isNegationHeld;
  }

  decides(decisions: readonly Decision[]): boolean {
    const { decision } = this.rule.rule;
    const isTurned =
      decisions.includes('approve') && decision === 'deny' && this.#parts.some(({ isNegation }) => isNegation);
    return isTurned || decisions.includes(decision) || (decision === 'conditional' && decisions.includes('approve'));
  }

  compares(fields: readonly string[]): boolean {
    return fields.some((field) => this.#fields.has(field));
  }

  unsaid(): Finding[] {
    const { quote } = this.rule.rule;
    const figures = this.#parts.flatMap(({ figure }) => (figure === null ? [] : [figure]));
    return this.#facts
      .filter((fact) => !fact.isPresence && !figures.some((figure) => isSame(figure, fact)))
      .map(({ where }) => ({
        quote,
        rule: this.rule,
        message: `The words "${quote.text}" do not say the figure in "${where}".`,
      }));
  }

  /** As many parts of the conditions are negative as the words are; a denial that they do not speak of turns them all. */
  #negations(): boolean {
    const { written, rule } = this.rule;
    const said = this.#parts.filter(({ isNegation }) => isNegation).length;
    const isTurned =
      rule.decision !== 'approve' && !this.#parts.some(({ decisions }) => decisions.includes(rule.decision));
    if (isTurned || rule.when === null) return true;
    const sides = new Set(this.#parts.flatMap(({ side }) => (side === null ? [] : [side])));
    return said <= negationsIn(written.when, sides);
  }
}

function lacking(part: Part, accounts: readonly Account[]): Finding[] {
  const covering = accounts.filter((account) => account.covers(part));
  const [first] = covering;
  // What lies in no quote is listed as a whole.
  if (first === undefined) return [];
  const { figure, isNegation, decisions, fields } = part;
  const lacks = (kind: string): Finding => ({
    quote: { text: part.text, offset: part.start },
    rule: first.rule,
    message: `The ${kind} "${part.text}" in "${first.rule.rule.quote.text}" is in no condition of the rule.`,
  });
  const isHeld = (holds: (account: Account) => boolean): boolean => covering.some(holds);
  if (figure !== null && !isHeld((account) => account.holdsFigure(figure))) return [lacks('figure')];
  if (isNegation && !isHeld((account) => account.holdsNegation())) return [lacks('negation')];
  if (decisions.length > 0 && !isHeld((account) => account.decides(decisions))) {
    return [
      {
        ...lacks('decision'),
        message: `"${part.text}" in "${first.rule.rule.quote.text}" is not what the rule decides.`,
      },
    ];
  }
  return fields.length > 0 && !isHeld((account) => account.compares(fields)) ? [lacks('word')] : [];
}

/** Stretches of words that no rule quotes. */
function uncovered(segment: readonly Part[], accounts: readonly Account[], prompt: string): Finding[] {
  const runs: Part[][] = [[]];
  for (const part of segment) {
    if (accounts.some((account) => account.covers(part))) runs.push([]);
    else runs.at(-1)?.push(part);
  }
  return runs
    .filter((run) => run.some(({ isConnective }) => !isConnective))
    .map((run) => {
      const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
      const quote = { text: prompt.slice(start, end), offset: start };
      return { quote, rule: null, message: `No rule was made of "${quote.text}".` };
    });
}

function partsOf(words: readonly Word[], prompt: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < words.length;) {
    const { length, ...part } = partAt(words, at);
    const [start, end] = [words[at]?.start ?? 0, words[at + length - 1]?.end ?? 0];
    parts.push({ start, end, text: prompt.slice(start, end), ...part });
    at += length;
  }
  return parts;
}

/** The longest phrase or figure that begins here. */
function partAt(
  words: readonly Word[],
  at: number,
): Omit<Part, 'start' | 'end' | 'text'> & { readonly length: number } {
  const found = longest(lexemesAt(words, at));
  const length = found[0]?.length ?? 0;
  const figure = figureAt(words, at);
  return figure !== null && figure.length >= length
    ? { ...NOTHING, figure: figure.figure, length: figure.length }
    : {
        ...meaningOf(found, words[at]?.token.kind === 'symbol'),
        figure: null,
        length: Math.max(1, figure?.length ?? 0, length),
      };
}

const NOTHING = { isNegation: false, decisions: [], side: null, fields: [], isConnective: false } as const;

function longest(lexemes: readonly Lexeme[]): Lexeme[] {
  const length = Math.max(0, ...lexemes.map((each) => each.length));
  return lexemes.filter((each) => each.length === length);
}

const MOST_WORDS = 8;

/** The longest figure that begins here. */
function figureAt(words: readonly Word[], at: number): { readonly figure: Figure; readonly length: number } | null {
  if (!lexemesAt(words, at).some(({ symbol }) => NUMERIC.has(symbol))) return null;
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length -= 1) {
    const own = words.slice(at, at + length);
    const { values } = parse(GRAMMAR, 'Figure', length, (index) => lexemesAt(own, index));
    const [figure] = values;
    // The grammar makes figures of this symbol.
    if (figure !== undefined) return { figure: figure as Figure, length };
  }
  return null;
}

/** What words mean, of which the lexicon may know several uses: a decision only if they have no other one. */
function meaningOf(lexemes: readonly Lexeme[], isMark: boolean): Omit<Part, 'start' | 'end' | 'text' | 'figure'> {
  const symbols = lexemes.map(({ symbol }) => symbol);
  const sides = lexemes.filter(({ symbol }) => symbol === 'Op' || symbol === 'Post' || symbol === 'Limit');
  const isDecision = symbols.length > 0 && symbols.every((symbol) => DECISIONS.has(symbol));
  return {
    isNegation: symbols.some((symbol) => NEGATIONS.has(symbol)),
    // Values of these symbols are decisions, orders and concepts: the lexicon says so.
    decisions: isDecision ? lexemes.map(({ value }) => value as Decision) : [],
    side: SIDES[String(sides[0]?.value)] ?? null,
    fields: lexemes.flatMap(({ symbol, value }) =>
      THINGS.has(symbol) ? fieldsNamed(value as Concept) : symbol === 'PersonIs' ? [placeOf(value as Test)] : [],
    ),
    isConnective: symbols.some((symbol) => CONNECTIVES.has(symbol)) || (lexemes.length === 0 && isMark),
  };
}

const placeOf = ({ source, field }: Pick<Test, 'source' | 'field'>): string => `${source} ${field}`;

function fieldsNamed({ source, words }: Concept): string[] {
  const { field, since, on, windows = {}, dollars, perYear, timesRent, stateField } = words;
  return [field, since?.field, on, ...Object.values(windows), dollars, perYear, timesRent, stateField].flatMap(
    (each) => (each === undefined ? [] : [placeOf({ source, field: each })]),
  );
}
