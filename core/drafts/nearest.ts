import { distinct } from '../distinct.ts';
import { fragmentsOf, type Lexeme } from '../earley.ts';
import { not, testsOf, type Decision, type Expr, type Quote } from '../rules/model.ts';
import { DOES, readAs } from '../rules/read-as.ts';
import type { Suggestion } from '../rules/generation.ts';
import { say } from '../rules/say.ts';
import { ranged } from '../policies/language/comparing.ts';
import { GRAMMAR, PRODUCT_WORDS } from '../policies/language/index.ts';
import type { Concept, Cond, Figure, Order, Range, Things } from '../policies/language/kinds.ts';
import { clauseOf, join } from '../policies/language/meaning.ts';
import { asksForGood, sideOf } from '../policies/language/polarity.ts';
import { some } from '../policies/language/times.ts';
import { readPrompt } from '../policies/read.ts';
import { stem } from '../policies/text.ts';
import type { Word } from '../policies/words.ts';
import { WORDS } from './lexicon.ts';
import { lexemesAt, wordsIn } from './vocabulary.ts';

/*
 * The nearest forms of a sentence that is not read: its decisions, and the parts of it that the grammar reads as
 * conditions, with every figure of the author. Words that are in no part are named. Where they could be the decision, or
 * turn it, each decision is offered: a person says which is meant.
 */

/** A part of the sentence. */
type Part =
  | { readonly is: 'decision'; readonly decision: Decision }
  | { readonly is: 'conditions'; readonly of: readonly Cond[] }
  | { readonly is: 'measure'; readonly concept: Concept }
  | { readonly is: 'range'; readonly range: Range }
  | { readonly is: 'figure'; readonly figure: Figure }
  | { readonly is: 'rest' | 'and' | 'or' };

interface Parts {
  readonly parts: readonly Part[];
  readonly leftOut: readonly string[];
  /** A word that takes something back is among those that are left out. */
  readonly isTurned: boolean;
}

/** No person follows a longer sentence. */
const MOST_WORDS = 60;
const MOST_FORMS = 3;

/** At most three sentences that are read, for one that is not. Nothing is put in its place by itself. */
export function nearestForms({ text }: Pick<Quote, 'text'>): Suggestion[] {
  const words = wordsIn(text);
  if (words.length > MOST_WORDS) return [];
  const found = partsOf(words, text);
  if (found === null) return [];
  const forms = formsOf(found).map((form) => ({ ...form, left_out: found.leftOut }));
  return distinct(forms)
    .filter((form) => readPrompt(form.text).sentences.every(({ ways }) => ways.length === 1))
    .slice(0, MOST_FORMS);
}

/** The words as they were written; "co-applicant" is one word to whoever reads it. */
function textOf(words: readonly Word[], text: string): string {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const before = /[\p{L}-]*-$/u.exec(text.slice(0, start))?.[0] ?? '';
  const after = /^-[\p{L}-]*/u.exec(text.slice(end))?.[0] ?? '';
  return `${before}${text.slice(start, end)}${after}`;
}

/** The symbols that are parts; of two as long the one that stands first. */
const CONDITIONS = ['Cond', 'Whom', 'Plural'];
const READ = [...CONDITIONS, 'Things', 'Range', 'Figure', 'Meas'];
const SAID = ['Do', 'Done', 'Rest'];
/** Who looks, and what they do: a review, where no other decision is said. */
const LOOKED_AT = ['ReviewNoun', 'Staff', 'Look', 'Looked'];

/** They take something back, or set something apart, where no part says of what. */
const TURNING =
  /^(?:not|no|unless|only|without|except|excluding|never|neither|nor|nobody|none|but|instead|\p{L}+n't)$/u;
/** Words of a bound: a form without one of them would have another. */
const BOUNDING: ReadonlySet<string> = new Set(
  ['Op', 'Post', 'BetterPost', 'Limit', 'Time', 'Period', 'Spelled'].flatMap((symbol) => {
    const phrases = Object.keys(WORDS[symbol] ?? {}).map((phrase) => phrase.split(' '));
    const own = symbol === 'Time' || symbol === 'Period' ? phrases.filter(({ length }) => length === 1) : phrases;
    return own
      .flat()
      .filter((word) => word.length > 3)
      .map(stem);
  }),
);
/** Words that only hold a sentence together. */
const GLUE: ReadonlySet<string> = new Set(
  'Be Will Have There Article Det Person It Then Sep Times Holds of with who whose to send we must for'.split(' '),
);

interface Candidate {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
  readonly values: readonly unknown[];
}

/** Null: a figure, or a word of a bound, is in no part. */
function partsOf(words: readonly Word[], text: string): Parts | null {
  const lexemes = words.map((_, at) => lexemesAt(words, at));
  const candidates = candidatesOf(lexemes);
  const parts: Part[] = [];
  const leftOut: Word[][] = [];
  let isOpen = false;
  for (let at = 0; at < words.length;) {
    const word = words[at];
    if (word === undefined) break;
    const next = widestAt(candidates, at);
    const part = next === null ? joinerOf(word) : partOf(next);
    if (part !== null) parts.push(part);
    else if (next !== null || isNeeded(word)) return null;
    const glue = part === null ? glueAt(lexemes[at] ?? [], word) : 1;
    if (glue === 0) leftOut.push([...(isOpen ? (leftOut.pop() ?? []) : []), word]);
    isOpen = glue === 0;
    at = next?.end ?? at + Math.max(glue, 1);
  }
  const isTurned = leftOut.flat().some(({ token }) => TURNING.test(token.text));
  return { parts, leftOut: leftOut.map((own) => textOf(own, text)), isTurned };
}

/** Everything that can be a part, wherever it stands; of two as long the better one first. */
function candidatesOf(lexemes: readonly (readonly Lexeme[])[]): readonly Candidate[] {
  const isSaid = lexemes.flat().some(({ symbol }) => symbol === 'Do' || symbol === 'Done');
  const symbols = [...READ, ...SAID, ...(isSaid ? [] : LOOKED_AT)];
  return [
    ...fragmentsOf(GRAMMAR, READ, lexemes.length, (at) => lexemes[at] ?? []),
    ...lexemes.flatMap((own, start) =>
      own.map(({ symbol, length, value }) => ({ symbol, start, end: start + length, values: [value] })),
    ),
  ]
    .filter(({ symbol }) => symbols.includes(symbol))
    .toSorted((a, b) => symbols.indexOf(a.symbol) - symbols.indexOf(b.symbol));
}

function widestAt(candidates: readonly Candidate[], at: number): Candidate | null {
  const own = candidates.filter(({ start }) => start === at);
  return own.toSorted((a, b) => b.end - a.end)[0] ?? null;
}

const isNeeded = ({ stem: word, token }: Word): boolean => BOUNDING.has(word) || token.kind === 'number';

const joinerOf = ({ stem: word }: Word): Part | null => (word === 'and' || word === 'or' ? { is: word } : null);

/** How many words only hold the sentence together there. */
function glueAt(lexemes: readonly Lexeme[], { stem: word, token }: Word): number {
  if (word === 'if' || word === 'when' || word === 'whenever') return 1;
  const lengths = lexemes.filter(({ symbol }) => GLUE.has(symbol)).map(({ length }) => length);
  return Math.max(token.kind === 'symbol' ? 1 : 0, ...lengths);
}

/** The grammar makes values of these kinds of the symbols. Null: it is not clear which is meant. */
function partOf({ symbol, values }: Candidate): Part | null {
  if (LOOKED_AT.includes(symbol)) return { is: 'decision', decision: 'review' };
  if (symbol === 'Rest') return { is: 'rest' };
  const conds =
    symbol === 'Things' ? (values as readonly Things[]).map(some) : CONDITIONS.includes(symbol) ? values : null;
  if (conds !== null) return conditionsOf(conds as readonly Cond[]);
  const [value, other] = values;
  if (other !== undefined) return null;
  if (symbol === 'Meas') return { is: 'measure', concept: value as Concept };
  if (symbol === 'Range') return { is: 'range', range: value as Range };
  if (symbol === 'Figure') return { is: 'figure', figure: value as Figure };
  return { is: 'decision', decision: value as Decision };
}

const conditionsOf = (of: readonly Cond[]): Part | null =>
  of.some(({ issues }) => issues.length > 0) ? null : { is: 'conditions', of: of.map(clauseOf) };

/** By what a multiple of the rent is measured where the sentence does not say. */
const INCOMES = PRODUCT_WORDS.flatMap(({ symbol, value }) =>
  symbol === 'Measured' && (value as Concept).words.timesRent !== undefined ? [value as Concept] : [],
).slice(0, 1);

/** A condition, each way to read it, or a figure of which no word says on which side it bounds. */
type Said =
  | { readonly is: 'conditions'; readonly of: readonly Cond[] }
  | { readonly is: 'bound'; readonly concept: Concept; readonly figure: Figure }
  | Extract<Part, { readonly is: 'decision' | 'rest' | 'and' | 'or' }>;

/** Each range, or figure, with the measure that it is of: the last one before it that it fits, or else the next one. */
function withMeasures(parts: readonly Part[]): readonly Said[] | null {
  const said: Said[] = [];
  for (const [at, part] of parts.entries()) {
    if (part.is === 'measure') continue;
    if (part.is !== 'range' && part.is !== 'figure') {
      said.push(part);
      continue;
    }
    const near = [...parts.slice(0, at).toReversed(), ...parts.slice(at)];
    const concepts = [...near.flatMap((each) => (each.is === 'measure' ? [each.concept] : [])), ...INCOMES];
    const range: Range =
      part.is === 'range' ? part.range : { is: 'compare', operator: 'less_than', figure: part.figure };
    const concept = concepts.find((each) => measured(each, range) !== null);
    const cond = concept === undefined ? null : measured(concept, range);
    if (concept === undefined || cond === null) return null;
    said.push(part.is === 'range' ? { is: 'conditions', of: [cond] } : { is: 'bound', concept, figure: part.figure });
  }
  return said;
}

function measured(concept: Concept, range: Range): Cond | null {
  const cond = ranged(concept, range);
  return cond === null || cond.issues.length > 0 ? null : clauseOf(cond);
}

type Form = Pick<Suggestion, 'text' | 'read_as'>;

function formsOf({ parts, leftOut, isTurned }: Parts): Form[] {
  const said = withMeasures(parts);
  if (said === null) return [];
  const decisions = said.flatMap((each) => (each.is === 'decision' ? [each.decision] : []));
  if (decisions.length > 1) return isTurned ? [] : together(clausesOf(said).map(formOfClause));
  const decision = isTurned ? null : (decisions[0] ?? null);
  const bound = said.find((each) => each.is === 'bound');
  if (said.some(({ is }) => is === 'rest')) return [];
  if (bound !== undefined) return said.some(({ is }) => is === 'conditions') ? [] : boundBy(bound, decision, leftOut);
  const ways = joined(said);
  if (isTurned && said.filter(({ is }) => is === 'conditions').length > 1) return [];
  return ways.flatMap(({ expr }) => (decision === null ? anyOf(expr) : [formOf(decision, 'if', expr)]));
}

const NOTHING = { before: [], after: [] };

function formOf(decision: Decision, word: 'if' | 'unless', said: Expr): Form {
  const when = word === 'if' ? said : not(said);
  return { text: `${DOES[decision]} ${word} ${say(said)}`, read_as: readAs({ decision, when, ...NOTHING }) };
}

/** Each decision; what is good is asked of everybody. */
function anyOf(when: Expr): Form[] {
  const word = asksForGood(when) ? 'unless' : 'if';
  return [formOf('deny', word, when), formOf('review', word, when), formOf('approve', 'if', when)];
}

/** With a decision that is said in words that are all read, the side that it asks for; else the one or the other. */
function boundBy(
  { concept, figure }: Extract<Said, { readonly is: 'bound' }>,
  decision: Decision | null,
  leftOut: readonly string[],
): Form[] {
  const side = sideOf({ source: concept.source, field: concept.words.field });
  const bounded = (of: Decision, operator: Order): Form[] => {
    const cond = measured(concept, { is: 'compare', operator, figure });
    return cond === null ? [] : [formOf(of, 'if', cond.expr)];
  };
  const [good, bad] =
    side === 'less'
      ? (['greater_than_or_equal', 'less_than'] as const)
      : (['less_than_or_equal', 'greater_than'] as const);
  if (decision === null)
    return side === null ? [] : [...bounded('deny', bad), ...bounded('review', bad), ...bounded('approve', good)];
  if (side === null || leftOut.length > 0) return [...bounded(decision, bad), ...bounded(decision, good)];
  return bounded(decision, decision === 'approve' || decision === 'conditional' ? good : bad);
}

interface ClauseSaid {
  readonly decision: Decision;
  /** Null: of everybody else. */
  readonly when: Expr | null;
}

const formOfClause = ({ decision, when }: ClauseSaid): Form =>
  when === null
    ? { text: `Otherwise, ${DOES[decision].toLowerCase()}`, read_as: readAs({ decision, when, ...NOTHING }) }
    : formOf(decision, 'if', when);

const together = (forms: readonly Form[]): Form[] =>
  forms.length === 0
    ? []
    : [{ text: forms.map(({ text }) => text).join('. '), read_as: forms.map((form) => form.read_as).join(' ') }];

/** Several decisions with their conditions: all before them, or all behind. None where it is not clear which are whose. */
function clausesOf(said: readonly Said[]): ClauseSaid[] {
  const isBefore = said.find(({ is }) => is === 'decision' || is === 'conditions' || is === 'rest')?.is === 'decision';
  const groups: { decision: Decision; of: Said[] }[] = [];
  for (const each of isBefore ? said : said.toReversed()) {
    if (each.is === 'decision') groups.push({ decision: each.decision, of: [] });
    else groups.at(-1)?.of.push(each);
  }
  const clauses = groups.flatMap(({ decision, of }): ClauseSaid[] => {
    const own = trimmed(isBefore ? of : of.toReversed());
    if (own.length === 1 && own[0]?.is === 'rest') return [{ decision, when: null }];
    const [only, other] = own.some(({ is }) => is === 'rest' || is === 'bound') ? [] : joined(own);
    return only === undefined || other !== undefined ? [] : [{ decision, when: only.expr }];
  });
  return clauses.length < groups.length ? [] : isBefore ? clauses : clauses.toReversed();
}

const isJoiner = ({ is }: Said): boolean => is === 'and' || is === 'or';

/** "And" and "or" at the edges join no conditions. */
function trimmed(said: readonly Said[]): readonly Said[] {
  const first = said.findIndex((each) => !isJoiner(each));
  return first < 0 ? [] : said.slice(first, said.findLastIndex((each) => !isJoiner(each)) + 1);
}

/** Every way to read the conditions together; none where no one word joins them. */
function joined(said: readonly Said[]): Cond[] {
  const own = trimmed(said.filter(({ is }) => is !== 'decision'));
  const [first, ...others] = own.flatMap((each) => (each.is === 'conditions' ? [each.of] : []));
  const joiners = own.filter(isJoiner);
  const isOne = new Set(joiners.map(({ is }) => is)).size === 1 && joiners.length === others.length;
  if (first === undefined || (others.length > 0 && !isOne)) return [];
  const chosen = others.reduce<(readonly Cond[])[]>(
    (all, each) => all.flatMap((before) => each.map((one) => [...before, one])).slice(0, MOST_FORMS),
    first.map((one) => [one]),
  );
  const kind = joiners[0]?.is === 'or' ? 'any' : 'all';
  return chosen
    .map((of) => join(kind, of))
    .filter(({ issues, expr }) => issues.length === 0 && testsOf(expr).length > 0);
}
