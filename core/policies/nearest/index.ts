import type { OwnProducts } from '../../cascade/own-products.ts';
import { distinct } from '../../distinct.ts';
import type { Suggestion } from '../../rules/generation.ts';
import { all, any, not, test, testsOf, type Decision, type Expr, type Quote } from '../../rules/model.ts';
import type { Phrases } from '../language/phrases.ts';
import { asksForBad, isBadTest, isGoodTest } from '../language/polarity.ts';
import { withNumbers } from '../numbers.ts';
import { readWords } from '../words.ts';
import { limitsOf, stretchOf, type Limit } from './limits.ts';
import { flipped, sidesOf, type Sides } from './measures.ts';
import { partsOf, type Part, type Parts } from './parts.ts';
import { leftOut, saidBy, type Rule, type Sentence } from './wording.ts';

/*
 * The nearest forms of a sentence that is not read: its decisions, its conditions, and its figures, each with its
 * measure.
 *
 * The declaration of a field says on which side of a figure an applicant is worse. So an unread word ("no lower than",
 * "cannot exceed") reverses no form: the worse side is denied or reviewed, and the better one approved.
 *
 * Any other unread word may take the decision back ("welcome", "seldom"), so the author chooses. The choices are a
 * review, which harms nobody before a person looked, each other decision, or no rule at all.
 *
 * If no form has all figures of the author, forms of a single condition are offered. The other figures are among the
 * words that they leave out.
 */

/** No person follows a longer sentence. */
const MOST_WORDS = 60;
const MOST_FORMS = 4;
/** Stands behind the forms of a sentence whose decision is open. */
export const NO_RULE: Suggestion = {
  text: '',
  read_as: 'Nothing: no rule is made of the sentence.',
  left_out: [],
};

/** The rules that stand for a sentence, and the indexes of the words that they say. */
interface Form {
  readonly rules: readonly Rule[];
  readonly words: ReadonlySet<number>;
  /** An unread word may take its decision back. */
  readonly isOpen: boolean;
}

/**
 * At most four sentences that are read, for one that is not. The author chooses: none replaces it by itself. `nouns`: the
 * account's names for its fields; `products`: those that it describes.
 */
export function nearestForms({ text }: Pick<Quote, 'text'>, nouns?: Phrases, products?: OwnProducts): Suggestion[] {
  const words = withNumbers(readWords(text));
  if (words.length > MOST_WORDS) return [];
  const found = partsOf(words, nouns);
  const { limits: single, isPartial, ownFields } = limitsOf(found, nouns);
  const sentence: Sentence = { found, text, nouns, products, ownFields };
  const limits = new Set(decisionsIn(found).map(({ decision }) => decision)).size > 1 ? single : banded(single);
  const offered = (forms: readonly Form[]): Suggestion[] => {
    const made = distinct(
      forms.flatMap(({ rules, words: own }): Suggestion[] => {
        const said = rules.some(isTurnedRound) ? null : saidBy(rules, sentence);
        return said === null ? [] : [{ ...said, left_out: leftOut(sentence, own) }];
      }),
    ).slice(0, MOST_FORMS);
    return made.length > 0 && forms.some(({ isOpen }) => isOpen) ? [...made, NO_RULE] : made;
  };
  const whole = isPartial ? [] : offered(formsOf(limits, found));
  if (whole.length > 0) return whole;
  // A form without any figure of the author's sets a limit that nobody named.
  const hasFigure = isPartial || limits.some((limit) => limit.hasFigure);
  const pieces = limits.filter((limit) => !hasFigure || limit.hasFigure);
  return offered(piecesOf(pieces, found));
}

/** An offered condition, with its two sides if they are declared. */
interface Way {
  readonly expr: Expr;
  readonly sides: Sides | null;
  /** The side of the words; null if they take none. */
  readonly written: 'good' | 'bad' | null;
  readonly isAsked: boolean;
  readonly words: ReadonlySet<number>;
}

function wayOf(expr: Expr, limit: Pick<Limit, 'written' | 'words' | 'isAsked'>): Way {
  const sides = sidesOf(expr);
  const written = limit.written === undefined ? (sides?.written ?? null) : limit.written;
  return { expr, sides, written, isAsked: limit.isAsked === true, words: limit.words };
}

/** The ways of one limit; a figure that bounds a field of which no side is declared bounds either. */
function waysOf(limit: Limit): readonly Way[] {
  return limit.of.flatMap((expr) => {
    const way = wayOf(expr, limit);
    const other = limit.written === null && way.sides === null ? flipped(expr) : null;
    return other === null ? [way] : [wayOf(other, limit), way];
  });
}

const firstWay = (limit: Limit): readonly Way[] => waysOf(limit).slice(0, 1);

const rule = (decision: Decision, said: Expr, word: Rule['word'] = 'if'): Rule => ({ decision, word, said });

/** The rules of a condition, one for each meaning of the words. `decision`: null if it is open. */
function rulesFor(way: Way, decision: Decision | null, found: Parts): Rule[] {
  const { expr, sides, written } = way;
  if (sides === null)
    return decision === null ? openRules(expr, isAsked(found) || way.isAsked) : [rule(decision, expr)];
  const { good, bad } = sides;
  const worse = (of: Decision): Rule =>
    written === 'good' && good === expr ? rule(of, good, 'unless') : rule(of, bad);
  switch (decision) {
    case null:
      return [worse('deny'), worse('review'), ...(written === 'bad' ? [] : [rule('approve', good)])];
    case 'deny':
      return written === 'good' ? [] : [worse('deny')];
    case 'review':
      return written === 'good' ? [rule('review', good), worse('review')] : [worse('review')];
    case 'approve':
    case 'conditional':
      return written === 'bad' ? [] : [rule(decision, good)];
  }
}

const isAsked = ({ words, isAsking }: Parts): boolean => words.some((_, at) => isAsking(at));

/** The rules of a condition whose worse side is not declared. */
function openRules(expr: Expr, isAsked: boolean): Rule[] {
  const unless = rule('deny', expr, 'unless');
  if (isAsked) return [unless, rule('review', expr, 'unless'), rule('approve', expr)];
  // One end of a range is held against the applicant: nobody is approved for it.
  if (testsOf(expr).some(isBadTest)) return [rule('review', expr), rule('deny', expr)];
  return [rule('deny', expr), unless, rule('review', expr), rule('approve', expr)];
}

/** The forms of one condition. `said`: the decision of the words; null if they have none, or several. */
function formsFor(way: Way, said: Decision | null, found: Parts): Form[] {
  const isTakenBack =
    found.parts.some(({ is, start }) => is === 'turn' && !way.words.has(start)) || isNegated(found, way);
  // "Deny those with a score over 700": the condition or the decision is another one.
  if (said !== null && !isTakenBack && rulesFor(way, said, found).length === 0) return [];
  const isSettled = !isTakenBack && isRead(found, way.words);
  const isNeed = isSettled && said === null && isNeeded(way, found);
  const isOpen = !isNeed && (!isSettled || said === null);
  const rules = rulesFor(way, isSettled ? said : null, found);
  const rank = ({ decision }: Rule): number => (decision === 'review' ? 0 : decision === said && !isTakenBack ? 1 : 2);
  const ranked = isOpen ? rules.toSorted((a, b) => rank(a) - rank(b)) : rules.slice(0, isNeed ? 1 : MOST_FORMS);
  return ranked.map((one) => {
    const decisions = decisionsIn(found).filter(({ decision }) => decision === one.decision);
    const asking = isNeed ? found.words.flatMap((_, at) => (found.isAsking(at) ? [at] : [])) : [];
    return { rules: [one], words: new Set([...way.words, ...decisions.flatMap(wordsOf), ...asking]), isOpen };
  });
}

/** The grammar reads a condition that is asked for, without a decision, as a requirement. */
const isNeeded = ({ written, sides }: Way, found: Parts): boolean =>
  written === 'good' || (written === null && sides !== null && isAsked(found));

/** "No evictions are accepted": the word of the condition is that of the decision behind it. */
function isNegated(found: Parts, { words: own }: Way): boolean {
  return decisionsIn(found).some(({ start }) =>
    found.words.some(
      ({ stem }, at) =>
        (stem === 'no' || stem === 'not') &&
        at < start &&
        own.has(at) &&
        stretchOf(found, at) === stretchOf(found, start),
    ),
  );
}

const JOINING: readonly Part['is'][] = ['and', 'or', 'break'];
const READ_MARKS: readonly Part['is'][] = ['decision', ...JOINING];

/** No word could take the decision back: each is said by the form or only narrows its condition. */
function isRead({ words, parts, isNarrowing, isAsking, isGlue }: Parts, said: ReadonlySet<number>): boolean {
  const isSaid = (at: number): boolean =>
    said.has(at) ||
    isNarrowing(at) ||
    isAsking(at) ||
    isGlue(at) ||
    parts.some(({ is, words: own }) => own.includes(at) && READ_MARKS.includes(is));
  // A question says nothing.
  return words.at(-1)?.stem !== '?' && words.every((_, at) => isSaid(at));
}

type Said = Extract<Part, { readonly is: 'decision' }>;

const decisionsIn = ({ parts }: Parts): readonly Said[] => parts.filter((part) => part.is === 'decision');
/** A word that takes something back ("unless") stands outside all conditions. */
const isTurned = ({ parts }: Parts, limits: readonly Pick<Limit, 'words'>[]): boolean =>
  parts.some(({ is, start }) => is === 'turn' && !limits.some(({ words }) => words.has(start)));

/** Each form that all conditions together may have. */
function formsOf(limits: readonly Limit[], found: Parts): Form[] {
  const decisions = new Set(decisionsIn(found).map(({ decision }) => decision));
  const isRest = found.parts.some(({ is }) => is === 'rest');
  if (isRest || decisions.size > 1 || isTiered(limits)) return tiersOf(limits, found);
  const [only = null] = decisions;
  if (!areJoined(limits, found)) return [];
  return inTurns(joined(limits, found).map((way) => formsFor(way, only, found)));
}

/** The first form of each condition, then the second ones: the author sees which conditions are meant. */
const inTurns = (of: readonly (readonly Form[])[]): Form[] =>
  Array.from({ length: MOST_FORMS }, (_, nth) => of.flatMap((forms) => forms[nth] ?? [])).flat();

const wordsOf = ({ words }: Part): readonly number[] => words;

/** "Under 680 but over 600": two limits of one field with values between them are one limit. */
function banded(limits: readonly Limit[]): readonly Limit[] {
  return limits.reduce<readonly Limit[]>((made, limit) => {
    const before = made.at(-1);
    const band = before === undefined ? null : bandOf(before, limit);
    return band === null ? [...made, limit] : [...made.slice(0, -1), band];
  }, []);
}

function bandOf(a: Limit, b: Limit): Limit | null {
  const [one, other] = [a, b].map(({ of }) => (of[0]?.kind === 'test' && of.length === 1 ? of[0].test : null));
  if (one == null || other == null || a.written === null || b.written === null) return null;
  const [low, high] = one.operator.startsWith('greater') ? [one, other] : [other, one];
  const isOfOne = one.source === other.source && one.field === other.field && one.from === undefined;
  const isBetween =
    low.operator.startsWith('greater') && high.operator.startsWith('less') && Number(low.value) < Number(high.value);
  if (!isOfOne || !isBetween) return null;
  return { ...a, of: [all([test(low), test(high)])], words: new Set([...a.words, ...b.words]) };
}

/** Several limits of one field belong to several rules. */
function isTiered(limits: readonly Limit[]): boolean {
  const keys = limits.flatMap(({ of: [expr], hasFigure }) =>
    hasFigure ? [...new Set(testsOf(expr ?? null).map(({ source, field }) => `${source} ${field}`))] : [],
  );
  return new Set(keys).size < keys.length;
}

/** Every way to join the conditions: if both "and" and "or" stand between them, all of them, and any of them. */
function joined(limits: readonly Limit[], found: Parts): readonly Way[] {
  const [first, ...others] = limits;
  if (first === undefined) return [];
  if (others.length === 0) return waysOf(first);
  const last = others.at(-1)?.at ?? 0;
  const words = new Set(limits.flatMap((limit) => [...limit.words]));
  const joiners = new Set(
    found.parts.flatMap(({ is, start }) =>
      (is === 'and' || is === 'or') && start > first.at && start < last ? [is] : [],
    ),
  );
  const ways = limits.flatMap(firstWay);
  const isBad = ways.every(({ written }) => written === 'bad');
  const isSided = ways.every(({ sides }) => sides !== null);
  const isAll = isSided && !isBad;
  // "A 600, and no more than two late payments": the second is a limit on something bad, among things that are asked for.
  if (isMixed(ways) && (joiners.has('or') || !isTurned(found, limits))) return [];
  const kinds = [
    ...(joiners.has('or') || (joiners.size === 0 && isBad) ? [any] : []),
    ...(joiners.has('and') || (joiners.size === 0 && !isBad) ? [all] : []),
  ];
  return kinds.toReversed().map((join): Way => {
    const expr = join(ways.map((way) => (isAll ? (way.sides?.good ?? way.expr) : way.expr)));
    return {
      ...wayOf(expr, { words }),
      ...(isAll && ways.every(({ written }) => written === null) ? { written: null } : {}),
    };
  });
}

const isMixed = (ways: readonly Way[]): boolean =>
  ways.every(({ sides }) => sides !== null) && new Set(ways.map(({ written }) => written === 'bad')).size > 1;

/** "Felonies for violent crimes" are not: one of them may be of what kind the other is. */
const areJoined = ([first, ...others]: readonly Limit[], { parts }: Parts): boolean =>
  others.every(({ at }, index) => {
    const before = others[index - 1] ?? first;
    return parts.some(({ is, start }) => JOINING.includes(is) && start > (before?.at ?? 0) && start < at);
  });

/** A rule for each condition: the decision that stands beside it, or the one that the side of its figure asks for. */
function tiersOf(limits: readonly Limit[], found: Parts): Form[] {
  const rests = found.parts.filter(({ is }) => is === 'rest');
  const said = decisionsIn(found);
  const ofRest = rests.flatMap((rest) => nearestTo(rest, said) ?? []);
  const own = said.filter((part) => !ofRest.includes(part));
  const ways = limits.flatMap((limit) => firstWay(limit).map((way) => ({ way, limit })));
  if (ways.length === 0 || rests.length !== ofRest.length) return [];
  const told = ways.map(({ limit }) => besideOf(limit, own, { limits, found }).slice(0, 1));
  const rules = ways.flatMap(({ way }, at) => {
    const decision = told[at]?.[0]?.decision ?? impliedBy(way);
    return decision === null ? [] : rulesFor(way, decision, found).slice(0, 1);
  });
  if (rules.length < ways.length) return [];
  const last = ofRest.map(({ decision }): Rule => ({ decision, word: 'if', said: null }));
  const parts = [...told.flat(), ...ofRest, ...rests];
  const words = new Set([...ways.flatMap(({ way }) => [...way.words]), ...parts.flatMap(wordsOf)]);
  return [{ rules: [...apart(rules), ...last], words, isOpen: !isRead(found, words) }];
}

/** The decisions in the stretch of a limit, or anywhere if it is the only limit. None if they differ or are taken back. */
function besideOf(
  { stretch }: Limit,
  said: readonly Said[],
  { limits, found }: { readonly limits: readonly Limit[]; readonly found: Parts },
): readonly Said[] {
  const beside = limits.length === 1 ? said : said.filter(({ start }) => stretchOf(found, start) === stretch);
  const isOne = new Set(beside.map(({ decision }) => decision)).size === 1;
  return isOne && !isTurned(found, limits) ? beside : [];
}

const nearestTo = ({ start, end }: Part, said: readonly Said[]): Said | undefined =>
  said.toSorted((a, b) => Math.abs(a.start - end) - Math.abs(b.start - end) || a.start - start)[0];

/** The decision that the side of the figure alone asks for; null if none. */
function impliedBy({ sides, written, expr }: Way): Decision | null {
  if (sides !== null) return written === 'bad' ? 'deny' : 'approve';
  return testsOf(expr).some(isBadTest) ? 'review' : null;
}

/** "We want 700, and talk to anyone from 650": the lower of two limits of one field is for applicants below the other. */
function apart(rules: readonly Rule[]): readonly Rule[] {
  const [a, b] = rules;
  if (rules.length !== 2 || a?.decision !== 'approve' || b?.decision !== 'approve') return rules;
  const [one, other] = [a, b].map(({ said }) => testsOf(said)[0]);
  if (one === undefined || other === undefined || one.field !== other.field) return rules;
  const isStricter = Number(one.value) > Number(other.value) === one.operator.startsWith('greater');
  const [strict, lax] = isStricter ? [a, b] : [b, a];
  const sides = strict.said === null ? null : sidesOf(strict.said);
  return sides === null || lax.said === null
    ? rules
    : [strict, { decision: 'review', word: 'if', said: all([lax.said, sides.bad]) }];
}

/** Forms of a single condition each, for a sentence whose conditions cannot be said together. */
function piecesOf(limits: readonly Limit[], found: Parts): Form[] {
  const said = decisionsIn(found);
  return inTurns(
    limits.flatMap((limit) => {
      const decision = besideOf(limit, said, { limits, found })[0]?.decision ?? null;
      return waysOf(limit).map((way) => formsFor(way, decision, found));
    }),
  );
}

/** It approves for something bad, or denies for something good, if only beside another condition. */
function isTurnedRound({ decision, word, said }: Rule): boolean {
  if (said === null || decision === 'review') return false;
  const when = word === 'if' ? said : not(said);
  const side = sidesOf(when)?.written;
  if (decision !== 'deny') return side === 'bad' || asksForBad(when);
  const tests = testsOf(word === 'if' ? said : null);
  const isHeld = (field: string): boolean => tests.some((other) => other.field === field && isBadTest(other));
  return side === 'good' || tests.some((one) => isGoodTest(one) && !isHeld(one.field));
}
