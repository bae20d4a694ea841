import { distinct } from '../distinct.ts';
import { ranged } from '../policies/language/comparing.ts';
import { PRODUCT_WORDS } from '../policies/language/index.ts';
import type { Concept, Cond, Figure, Order, Range } from '../policies/language/kinds.ts';
import { clauseOf, condOf, join } from '../policies/language/meaning.ts';
import type { Phrases } from '../policies/language/phrases.ts';
import { asksForBad, asksForGood, sideOf } from '../policies/language/polarity.ts';
import { readPrompt } from '../policies/read.ts';
import { subjectOf, type KnownSubject } from '../readback/subject.ts';
import { english } from '../readback/words.ts';
import type { Suggestion } from '../rules/generation.ts';
import { not, test, testsOf, type Decision, type Expr, type Quote } from '../rules/model.ts';
import { DOES, readAs } from '../rules/read-as.ts';
import { logicOf, type SubjectIn } from '../rules/say.ts';
import { leftOutOf, partsOf, type Measure, type Part, type Parts } from './sentence-parts.ts';
import { wordsIn } from './vocabulary.ts';

/*
 * The nearest forms of a sentence that is not read: its decisions, and the parts of it that the grammar reads as
 * conditions. Words that are in no part are named. Where they could be the decision, or turn it, each decision is offered,
 * and where they could say on which side a figure bounds, each side: a person says which is meant. Only where no form has
 * every figure of the author, one of a single condition is offered, and the others are among what it leaves out.
 */

/** No person follows a longer sentence. */
const MOST_WORDS = 60;
const MOST_FORMS = 4;

/**
 * At most four sentences that are read, for one that is not. Nothing is put in its place by itself. `nouns`: what the
 * account calls its fields.
 */
export function nearestForms({ text }: Pick<Quote, 'text'>, nouns?: Phrases): Suggestion[] {
  const words = wordsIn(text);
  if (words.length > MOST_WORDS) return [];
  const found = partsOf(words, nouns);
  const names = new Map(
    found.parts.flatMap((part) =>
      'own' in part && part.own !== undefined ? [[part.own.field, part.own] as const] : [],
    ),
  );
  const subjectIn: SubjectIn = (source, field, where) =>
    (source === 'context' ? names.get(field) : undefined) ?? subjectOf(source, field, where);
  const offered = (forms: readonly Form[]): Suggestion[] =>
    distinct(
      forms
        .filter(({ rules }) => !rules.some(isTurnedRound))
        .map(({ rules, of }) => ({ ...formOf(rules, subjectIn), left_out: leftOutOf(found, of, text) })),
    )
      .filter((form) => readPrompt(form.text, nouns).sentences.every(({ ways }) => ways.length === 1))
      .slice(0, MOST_FORMS);
  const figures = found.words.filter(({ word }) => word.token.kind === 'number');
  const isWhole = figures.every(({ of }) => of !== undefined);
  const whole = isWhole ? offered(formsOf(found)) : [];
  if (whole.length > 0) return whole;
  // A form without any figure of the author's sets a limit that nobody named.
  const hasOwnFigure = ({ of: parts }: Form) =>
    figures.length === 0 || figures.some(({ of }) => of !== undefined && of !== null && parts.has(of));
  return offered(piecesOf(found).filter(hasOwnFigure));
}

/** The rules that stand for a sentence, and the parts of it that they say. */
interface Form {
  readonly rules: readonly Rule[];
  readonly of: ReadonlySet<Part>;
}

/** By what a multiple of the rent is measured where the sentence does not say. */
const INCOMES = PRODUCT_WORDS.flatMap(({ symbol, value }) =>
  symbol === 'Measured' && (value as Concept).words.timesRent !== undefined ? [value as Concept] : [],
).slice(0, 1);

/** A condition, each way to read it, or a figure of which no word says on which side it bounds; and the parts that say it. */
type Said = { readonly from: readonly Part[] } & (
  | { readonly is: 'conditions'; readonly of: readonly Cond[] }
  | { readonly is: 'bound'; readonly concept: Measure; readonly figure: Figure }
  | { readonly is: 'decision'; readonly decision: Decision }
  | { readonly is: 'rest' | 'and' | 'or' }
);

/**
 * Each range, or figure, with the measure that it is of: the last one before it that it fits, or else the next one. What
 * is counted is a measure, too, where its number stands beside it. Beside a word of a bound that is left out a comparison
 * is only a figure. Null of a figure that is of nothing.
 */
function withMeasures({ parts, isUnbound }: Parts): readonly (Said | null)[] {
  const said: (Said | null)[] = [];
  const taken = new Set<Part>();
  for (const [at, part] of parts.entries()) {
    if (part.is === 'measure' || taken.has(part)) continue;
    if (part.is !== 'range' && part.is !== 'figure') {
      said.push({ ...part, from: [part] });
      continue;
    }
    const range: Range =
      part.is === 'range' ? part.range : { is: 'compare', operator: 'less_than', figure: part.figure };
    const measure = measureOf(parts, at, range, taken);
    if (measure === undefined) {
      said.push(null);
      continue;
    }
    const { concept, cond, counted } = measure;
    if (counted !== undefined) taken.add(counted);
    if (counted !== undefined && counted === parts[at - 1]) said.pop();
    const from = [...measure.from, part];
    const figure = range.is === 'compare' && (isUnbound || part.is === 'figure') ? range.figure : null;
    said.push(figure === null ? { is: 'conditions', of: [cond], from } : { is: 'bound', concept, figure, from });
  }
  return said;
}

/** The measure that a range or figure belongs to: the thing counted beside it, or a measure near it. */
function measureOf(parts: readonly Part[], at: number, range: Range, taken: ReadonlySet<Part>) {
  const counted = [parts[at - 1], parts[at + 1]].flatMap((each) =>
    each?.is === 'conditions' && each.counted !== undefined && !taken.has(each)
      ? [{ from: [each], concept: each.counted, counted: each }]
      : [],
  );
  const near = [...parts.slice(0, at).toReversed(), ...parts.slice(at)].flatMap((each) =>
    each.is === 'measure' ? [{ from: [each], concept: each.concept, counted: undefined }] : [],
  );
  for (const measure of [
    ...counted,
    ...near,
    ...INCOMES.map((concept) => ({ from: [], concept, counted: undefined })),
  ]) {
    const cond = measured(measure.concept, range);
    if (cond !== null) return { ...measure, cond };
  }
  return undefined;
}

function measured(concept: Measure, range: Range): Cond | null {
  const cond = 'words' in concept ? ranged(concept, range) : rangedOwn(concept, range);
  return cond === null || cond.issues.length > 0 ? null : clauseOf(cond);
}

/** A figure without a unit has that of the declaration. */
function rangedOwn(subject: KnownSubject, range: Range): Cond | null {
  const { source, field, schema } = subject;
  if (range.is !== 'compare') {
    const parts = range.of.map((each) => rangedOwn(subject, each));
    const known = parts.filter((each) => each !== null);
    return known.length < parts.length ? null : join(range.is, known);
  }
  const { operator, figure } = range;
  if (figure.of !== null || figure.per !== null) return null;
  const unit = String(schema?.['x-unit'] ?? 'plain');
  const isYears = unit === 'months' && figure.unit === 'years';
  const isPlain = figure.unit === 'plain' || figure.unit === unit;
  if (!isYears && !isPlain) return null;
  return condOf(test({ source, field, operator, value: isYears ? figure.value * 12 : figure.value }));
}

/** One rule of a form: whom it is about, as it is said; null of everybody else. */
interface Rule {
  readonly decision: Decision;
  readonly word: 'if' | 'unless';
  readonly said: Expr | null;
}

const rule = (decision: Decision, word: Rule['word'], said: Expr | null): readonly Rule[] => [{ decision, word, said }];

/**
 * It approves for what is held against a person, or denies for what speaks for them. A word that was not understood turned
 * the sentence, so it is offered to nobody.
 */
function isTurnedRound({ decision, word, said }: Rule): boolean {
  if (said === null || decision === 'review') return false;
  const when = word === 'if' ? said : not(said);
  return decision === 'deny' ? asksForGood(when) : asksForBad(when);
}

const NOTHING = { before: [], after: [] };

function formOf(rules: readonly Rule[], subjectIn: SubjectIn): Pick<Suggestion, 'text' | 'read_as'> {
  const said = rules.map(({ decision, word, said: of }) => ({
    text:
      of === null
        ? `Otherwise, ${DOES[decision].toLowerCase()}`
        : `${DOES[decision]} ${word} ${english(logicOf(of, subjectIn))}`,
    readAs: readAs({ decision, when: of === null || word === 'if' ? of : not(of), ...NOTHING }),
  }));
  return { text: said.map(({ text }) => text).join('. '), read_as: said.map((each) => each.readAs).join(' ') };
}

/** Each form that all parts together may have. */
function formsOf(found: Parts): Form[] {
  const { words, isTurned, isUnbound, isAsked } = found;
  const all = withMeasures(found);
  const said = all.filter((each) => each !== null);
  if (said.length < all.length) return [];
  const of = new Set(said.flatMap(({ from }) => from));
  const decisions = said.flatMap((each) => (each.is === 'decision' ? [each.decision] : []));
  if (new Set(decisions).size > 1) {
    const clauses = isTurned || isUnbound ? [] : clausesOf(said);
    return clauses.length === 0 ? [] : [{ rules: clauses, of }];
  }
  if (said.some(({ is }) => is === 'rest')) return [];
  const decision = isTurned ? null : (decisions[0] ?? null);
  const [bound, ...bounds] = said.filter((each) => each.is === 'bound');
  const isLeftOut = words.some((each) => each.of === undefined);
  if (bound !== undefined && (bounds.length > 0 || said.some(({ is }) => is === 'conditions'))) return [];
  if (isTurned && said.filter(({ is }) => is === 'conditions').length > 1) return [];
  const rules =
    bound === undefined
      ? joined(said).flatMap(({ expr }) => waysOf(expr, decision, isAsked))
      : boundBy(bound, decision, isLeftOut);
  return rules.map((each) => ({ rules: each, of }));
}

/**
 * One condition of a sentence of which not all can be said together, with the decision that stands beside it. What else
 * the sentence says is left out, and named.
 */
function piecesOf(found: Parts): Form[] {
  const said = withMeasures(found);
  const isOne = said.filter((each) => each === null || each.is === 'conditions' || each.is === 'bound').length === 1;
  const pieces = said.map((each, at): Form[] => {
    if (each === null || (each.is !== 'conditions' && each.is !== 'bound')) return [];
    const beside = isOne ? said : [said[at - 1], said[at + 1]];
    const [near, other] = beside.flatMap((one) => (one?.is === 'decision' ? [one] : []));
    const own = found.isTurned || other !== undefined ? undefined : near;
    const decision = own?.decision ?? null;
    const rules =
      each.is === 'bound'
        ? boundBy(each, decision, true)
        : each.of
            .filter(({ expr }) => testsOf(expr).length > 0)
            .flatMap(({ expr }) => waysOf(expr, decision, found.isAsked));
    const of = new Set([...each.from, ...(own?.from ?? [])]);
    return rules.map((rule) => ({ rules: rule, of }));
  });
  // One of each first: which condition is meant the author sees by that.
  return Array.from({ length: MOST_FORMS }, (_, nth) => pieces.flatMap((forms) => forms[nth] ?? [])).flat();
}

const waysOf = (expr: Expr, decision: Decision | null, isAsked: boolean): (readonly Rule[])[] =>
  decision === null ? anyOf(expr, isAsked) : [rule(decision, 'if', expr)];

/** Each decision; what is good, or what must be, is asked of everybody. */
function anyOf(when: Expr, isAsked: boolean): (readonly Rule[])[] {
  const word = isAsked || asksForGood(when) ? 'unless' : 'if';
  return [rule('deny', word, when), rule('review', word, when), rule('approve', 'if', when)];
}

/** With a decision that is said in words that are all read, the side that it asks for; else the one or the other. */
function boundBy(
  { concept, figure }: Extract<Said, { readonly is: 'bound' }>,
  decision: Decision | null,
  isLeftOut: boolean,
): (readonly Rule[])[] {
  const side = 'words' in concept ? sideOf({ source: concept.source, field: concept.words.field }) : null;
  const bounded = (of: Decision, operator: Order): (readonly Rule[])[] => {
    const cond = measured(concept, { is: 'compare', operator, figure });
    return cond === null ? [] : [rule(of, 'if', cond.expr)];
  };
  const [good, bad] =
    side === 'less'
      ? (['greater_than_or_equal', 'less_than'] as const)
      : (['less_than_or_equal', 'greater_than'] as const);
  if (decision === null && side !== null)
    return [...bounded('deny', bad), ...bounded('review', bad), ...bounded('approve', good)];
  // Which side is good nobody has said.
  if (decision === null)
    return [
      ...bounded('deny', bad),
      ...bounded('deny', 'less_than'),
      ...bounded('approve', good),
      ...bounded('approve', 'greater_than_or_equal'),
    ];
  if (side === null || isLeftOut) return [...bounded(decision, bad), ...bounded(decision, good)];
  return bounded(decision, decision === 'approve' || decision === 'conditional' ? good : bad);
}

/** Several decisions with their conditions: all before them, or all behind. None where it is not clear which are whose. */
function clausesOf(said: readonly Said[]): readonly Rule[] {
  const isBefore = said.find(({ is }) => is === 'decision' || is === 'conditions' || is === 'rest')?.is === 'decision';
  const groups: { decision: Decision; of: Said[] }[] = [];
  for (const each of isBefore ? said : said.toReversed()) {
    if (each.is === 'decision') groups.push({ decision: each.decision, of: [] });
    else groups.at(-1)?.of.push(each);
  }
  const clauses = groups.flatMap(({ decision, of }): readonly Rule[] => {
    const own = trimmed(isBefore ? of : of.toReversed());
    if (own.length === 1 && own[0]?.is === 'rest') return rule(decision, 'if', null);
    const [only, other] = own.some(({ is }) => is === 'rest' || is === 'bound') ? [] : joined(own);
    return only === undefined || other !== undefined ? [] : rule(decision, 'if', only.expr);
  });
  return clauses.length < groups.length ? [] : isBefore ? clauses : clauses.toReversed();
}

const isJoiner = ({ is }: Said): boolean => is === 'and' || is === 'or';

/** "And" and "or" at the edges join no conditions. */
function trimmed(said: readonly Said[]): readonly Said[] {
  const first = said.findIndex((each) => !isJoiner(each));
  return first < 0 ? [] : said.slice(first, said.findLastIndex((each) => !isJoiner(each)) + 1);
}

/** Every way to read the conditions together: where "and" and "or" join them, that all hold, and that one does. */
function joined(said: readonly Said[]): Cond[] {
  const own = trimmed(said.filter(({ is }) => is !== 'decision'));
  const [first, ...others] = own.flatMap((each) => (each.is === 'conditions' ? [each.of] : []));
  const joiners = new Set(own.filter(isJoiner).map(({ is }) => is));
  // Conditions that no word joins may belong to several rules.
  if (first === undefined || own.filter(isJoiner).length !== others.length) return [];
  const chosen = others.reduce<(readonly Cond[])[]>(
    (all, each) => all.flatMap((before) => each.map((one) => [...before, one])).slice(0, MOST_FORMS),
    first.map((one) => [one]),
  );
  const kinds = (['all', 'any'] as const).filter(
    (kind) => joiners.size !== 1 || joiners.has(kind === 'any' ? 'or' : 'and'),
  );
  return kinds
    .slice(0, joiners.size === 0 ? 1 : 2)
    .flatMap((kind) => chosen.map((of) => join(kind, of)))
    .filter(({ issues, expr }) => issues.length === 0 && testsOf(expr).length > 0);
}
