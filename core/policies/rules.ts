import { takeActions } from './actions.ts';
import type { Topic } from './comparison.ts';
import { readCondition, readException, type ListLogic } from './conditions.ts';
import { readSentences, type Lexeme, type Sentence } from './lexer.ts';
import {
  all,
  any,
  not,
  PLAIN_TERMS,
  RANK,
  type Decision,
  type DenialTerms,
  type Expr,
  type PolicyAction,
  type Quote,
  type Rule,
} from './model.ts';
import type { ProductCode } from '../products/index.ts';
import { fieldsDespite, limited, withoutOverride } from './overrides.ts';
import { has, hasDecision, isConditional, isMeaningful, partsOf, type Part } from './parts.ts';
import {
  asDecision,
  isForEverybody,
  isMinimum,
  isMust,
  namesConcept,
  namesWhom,
  negationOf,
  statesCondition,
  withItems,
} from './phrases.ts';
import { isRespected, permissionIn, type Permission } from './permissions.ts';
import type { Reading } from './reading.ts';
import { NotUnderstood, unclear, unknownSpan } from './unclear.ts';
import { buildVocabulary } from './vocabulary.ts';

const vocabulary = buildVocabulary();

/** Reads the sentences of a prompt into rules, in the order in which they stand. */
export function readPrompt(prompt: string): Reading {
  const { sentences, corrections } = readSentences(prompt, vocabulary);
  const reader = new Reader(prompt);
  for (const sentence of withItems(sentences)) reader.read(sentence);
  return { ...reader.finish(), corrections };
}

class Reader {
  readonly #prompt: string;
  readonly #rules: Rule[] = [];
  readonly #unrecognized: Quote[] = [];
  readonly #refusals: { quote: Quote; message: string }[] = [];
  readonly #products = new Set<ProductCode>();
  readonly #states: string[] = [];
  readonly #waiting: { sentence: Sentence }[] = [];
  readonly #bound: {
    decision: Decision;
    actions: PolicyAction[];
    terms: Partial<DenialTerms>;
  }[] = [];
  readonly #topic: Topic = { concept: null, figures: [], assumptions: [] };
  readonly #permissions: Permission[] = [];
  #listed: Expr | null = null;
  #listQuote: Quote = { text: '', offset: 0 };
  #isListUsed = false;
  /** The exception of the last part, for "in which case". */
  #exception: Expr | null = null;

  constructor(prompt: string) {
    this.#prompt = prompt;
  }

  read(sentence: Sentence): void {
    const lexemes = asDecision(sentence.lexemes);
    for (const { meaning } of lexemes) {
      if (meaning.is === 'product') this.#products.add(meaning.product);
      if (meaning.is === 'concept' && meaning.concept.source !== 'context') this.#products.add(meaning.concept.source);
      if (meaning.is === 'state') this.#states.push(meaning.code);
    }
    const colon = lexemes.findIndex(({ meaning }) => meaning.is === 'colon');
    if (has(lexemes, 'listed') && colon >= 0 && !hasDecision(lexemes)) {
      this.#list(sentence, lexemes.slice(colon + 1));
      return;
    }
    const isRequirement =
      has(lexemes, 'must') ||
      (lexemes.find(isMeaningful)?.meaning.is === 'not' && isConditional(lexemes)) ||
      isMinimum(lexemes);
    const decides = hasDecision(lexemes) || (isRequirement && isConditional(lexemes));
    const acts = lexemes.some(
      ({ meaning }) => meaning.is === 'notify' || meaning.is === 'wait' || meaning.is === 'notice',
    );
    if (!decides && !acts) {
      this.#describe(sentence);
      return;
    }
    try {
      this.#readParts({ ...sentence, lexemes }, isRequirement);
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      if (this.#topic.concept === null && error.message === NO_TOPIC) this.#waiting.push({ sentence });
      else this.#refuse(error);
    }
  }

  finish(): Omit<Reading, 'corrections'> {
    const waiting = this.#waiting.splice(0);
    // A figure without a name before any name was given: the one thing that the rest of the prompt is about is meant.
    const before = this.#rules.splice(0);
    for (const { sentence } of waiting) {
      try {
        if (this.#topic.concept === null) throw unclear(NO_TOPIC, sentence.lexemes);
        this.#readParts(sentence, has(sentence.lexemes, 'must') || isMinimum(sentence.lexemes));
      } catch (error) {
        if (!(error instanceof NotUnderstood)) throw error;
        this.#refuse(error);
      }
    }
    const rules = [...this.#rules.splice(0), ...before].map((rule) => this.#withBound(rule));
    this.#contradictions(rules);
    for (const permission of this.#permissions) {
      if (!isRespected(permission, rules)) this.#refuse(unclear('Another rule says otherwise.', permission.lexemes));
    }
    if (this.#listed !== null && !this.#isListUsed) {
      this.#refusals.push({
        quote: this.#listQuote,
        message: 'Red flags are listed, but it is not said what they lead to.',
      });
    }
    return {
      rules: rules.map((rule) => limited(rule, rules)),
      unrecognized: this.#unrecognized,
      refusals: this.#refusals,
      products: this.#products,
      states: this.#states,
      assumptions: this.#topic.assumptions,
      implied: (decision) =>
        this.#withBound({
          decision,
          when: null,
          isOverride: false,
          despite: null,
          isRequirement: false,
          before: [],
          after: [],
          terms: PLAIN_TERMS,
          quote: { text: '', offset: 0 },
        }),
    };
  }

  #refuse({ message, start, end }: NotUnderstood): void {
    this.#refusals.push({ quote: this.#quote(start, end), message });
  }

  #quote(start: number, end: number): Quote {
    return { text: this.#prompt.slice(start, end), offset: start };
  }

  /** "Red flags: a felony, an eviction": what a later sentence decides about. */
  #list({ start, end }: Sentence, words: readonly Lexeme[]): void {
    try {
      this.#listQuote = this.#quote(start, end);
      const unknown = unknownSpan(words);
      if (unknown !== undefined)
        throw new NotUnderstood('These words were not understood.', unknown.start, unknown.end);
      this.#listed = readCondition(words, this.#topic, 'or');
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error;
      this.#refuse(error);
    }
  }

  /** A sentence that decides nothing: it may name what the next ones are about. */
  #describe(sentence: Sentence): void {
    const permission = permissionIn(sentence.lexemes, this.#topic);
    if (permission !== undefined) {
      this.#permissions.push(permission);
      return;
    }
    if (statesCondition(sentence.lexemes)) {
      this.#refuse(unclear('It does not say what is decided: approve, deny or review.', sentence.lexemes));
      return;
    }
    const named = sentence.lexemes.flatMap(({ meaning }) => (meaning.is === 'concept' ? [meaning.concept] : []));
    if (named[0] !== undefined) this.#topic.concept = named[0];
    const unknown = unknownSpan(sentence.lexemes);
    const isStatement =
      sentence.lexemes.some(({ meaning }) => meaning.is === 'number' || meaning.is === 'quote') && named.length === 0;
    const isWhole = sentence.lexemes.some(({ meaning }) => meaning.is === 'mail' || meaning.is === 'quote');
    if (unknown !== undefined && !isWhole) this.#unrecognized.push(this.#quote(unknown.start, unknown.end));
    else if (isStatement || isWhole) this.#unrecognized.push(this.#quote(sentence.start, sentence.end));
  }

  #readParts(sentence: Sentence, isRequirement: boolean): void {
    const parts = partsOf(sentence.lexemes);
    const made: Rule[] = [];
    for (const part of parts) made.push(...this.#readPart(part, made, isRequirement));
    this.#rules.push(...made);
  }

  #readPart(part: Part, earlier: readonly Rule[], isRequirement: boolean): Rule[] {
    const { actions, rest, terms } = takeActions(part.lexemes);
    const unknown = unknownSpan(rest);
    if (unknown !== undefined) throw new NotUnderstood('These words were not understood.', unknown.start, unknown.end);
    const decisions = rest.filter(({ meaning }) => meaning.is === 'decision');
    const [lexeme] = decisions;
    const kinds = new Set(decisions.map(({ meaning }) => (meaning.is === 'decision' ? meaning.decision : null)));
    if (kinds.size > 1) throw unclear('Two decisions are named for the same people.', rest);
    const decided = lexeme?.meaning.is === 'decision' ? lexeme.meaning : null;
    const nobody = rest.findIndex(({ meaning }) => meaning.is === 'nobody');
    const negation = nobody >= 0 || lexeme === undefined ? nobody : negationOf(rest, rest.indexOf(lexeme));
    if (decided !== null && negation >= 0) {
      // "may not be approved" is a denial; "do not deny" does not say what is done instead.
      if (decided.decision !== 'approve') throw unclear('It says what is not done, and not what is.', rest);
      rest.splice(negation, 1);
    }
    const named = decided === null || negation < 0 ? decided : { ...decided, decision: 'deny' as const };
    const quote = this.#quote(part.lexemes[0]?.start ?? 0, part.lexemes.at(-1)?.end ?? 0);
    const position = lexeme === undefined ? rest.length : rest.indexOf(lexeme);
    const words = rest.filter((each) => each.meaning.is !== 'decision');
    const isBinding = actions.length > 0 || Object.keys(terms).length > 0;
    const conditional = isConditional(words);

    if (named === null && !isRequirement) {
      const last = earlier.at(-1) ?? this.#rules.at(-1);
      if (!isBinding || last === undefined) throw unclear('It does not say for whom.', part.lexemes);
      this.#bound.push({ decision: last.decision, actions: actions.map(({ action }) => action), terms });
      return [];
    }
    const isDefault =
      part.isElse || has(words, 'rest') || has(words, 'everyone') || has(words, 'none_left') || part.isWhichCase;
    if (named !== null && isBinding && !conditional && !isDefault) {
      if (
        !part.lexemes.some(({ meaning }) => meaning.is === 'if' || meaning.is === 'notify' || meaning.is === 'notice')
      ) {
        throw unclear('It does not say when.', part.lexemes);
      }
      this.#bound.push({ decision: named.decision, actions: actions.map(({ action }) => action), terms });
      return [];
    }
    const decision: Decision = named?.decision ?? 'deny';
    const isPreAdverse = named?.isPreAdverse === true;
    const wait = isPreAdverse ? actions.find(({ action }) => action.kind === 'wait')?.action : undefined;
    const own = actions.filter(({ action }) => action !== wait);
    const at = lexeme?.start ?? 0;
    const rule = (when: Expr | null, to: Decision = decision): Rule => ({
      decision: to,
      when,
      isOverride: to === 'approve' && has(words, 'override'),
      despite: fieldsDespite(words),
      isRequirement: named === null,
      before: own.filter(({ start }) => start < at || to === 'review').map(({ action }) => action),
      after: own.filter(({ start }) => start >= at && to !== 'review').map(({ action }) => action),
      terms: {
        ...PLAIN_TERMS,
        ...terms,
        ...(isPreAdverse ? { isEmployment: true } : {}),
        ...(wait?.kind === 'wait' ? { waitingPeriod: { duration: wait.duration, unit: wait.unit } } : {}),
      },
      quote,
    });
    if (part.isWhichCase) {
      if (this.#exception === null) throw unclear('There is no case that this could mean.', part.lexemes);
      return [rule(this.#exception)];
    }
    if (has(words, 'listed')) {
      if (this.#listed === null || conditional || named === null)
        throw unclear('It is not clear what is meant here.', part.lexemes);
      this.#isListUsed = true;
      return [rule(this.#listed)];
    }
    if (has(words, 'unmet')) {
      // Whoever does not meet a requirement is denied anyway.
      if (decision === 'deny' && !conditional && this.#rules.some((each) => each.isRequirement)) return [];
      throw unclear('Requirements must come first, and who lacks one is denied.', part.lexemes);
    }
    if (!conditional && part.isElse && decision === 'deny' && earlier.at(-1)?.isRequirement === true) return [];
    if (!conditional) {
      if (isRequirement && named === null) throw unclear('It does not say what is required.', part.lexemes);
      const meetsAll = decision === 'approve' && has(words, 'all_of') && this.#rules.some((each) => each.isRequirement);
      if (!isDefault && !isForEverybody(words) && !meetsAll) throw unclear('It does not say when.', part.lexemes);
      const nested = part.isElse ? this.#nested.at(-1) : undefined;
      if (nested !== undefined) return [rule(nested)];
      return [rule(null)];
    }
    if (named === null && has(rest, 'if')) return [rule(this.#lacking(rest))];
    const must = named === null ? rest.findIndex(({ meaning }) => meaning.is === 'must') : -1;
    if (must > 0 && namesWhom(rest.slice(0, must)) && namesConcept(rest.slice(must))) {
      const asked = readCondition(rest.slice(0, must), this.#topic, 'and');
      return [rule(all([asked, not(readCondition(rest.slice(must), this.#topic, 'and'))]))];
    }
    const when = this.#condition(rest, position, decision, named === null || isMust(words, named.decision));
    const chained =
      part.isElse || has(words, 'rest') ? this.#without([...this.#rules, ...earlier], decision, when) : when;
    if (named !== null && isMust(words, decision)) {
      // "must ..., otherwise deny" and "must ... to be approved": whoever lacks it is denied.
      if (decision === 'approve') return [rule(not(chained), 'deny')];
    }
    return [rule(named === null ? not(chained) : chained)];
  }

  /** "If X, Y must be at least Z" and "Y must be at least Z if X": X, and not Y. */
  #lacking(words: readonly Lexeme[]): Expr {
    const at = words.findIndex(({ meaning }) => meaning.is === 'if');
    const comma = words.findIndex(({ meaning }, index) => index > at && meaning.is === 'comma');
    const isFirst = !isConditional(words.slice(0, at));
    const [asked, required] = isFirst
      ? [words.slice(at + 1, comma < 0 ? at + 1 : comma), comma < 0 ? [] : words.slice(comma + 1)]
      : [words.slice(at + 1), words.slice(0, at)];
    const isClear =
      isConditional(asked) &&
      isConditional(required) &&
      has(required, 'must') &&
      !has(asked, 'must') &&
      !has(words, 'unless');
    if (!isClear) throw unclear('What is required here, and of whom, is not clear.', words);
    const when = readCondition(asked, this.#topic, 'and');
    return all([when, not(readCondition(required, this.#topic, 'and'))]);
  }

  readonly #nested: Expr[] = [];

  /** What stands before the decision, and after it, with their exceptions. */
  #condition(rest: readonly Lexeme[], position: number, decision: Decision, isMustClause: boolean): Expr {
    this.#nested.length = 0;
    const usual = decision === 'review' ? null : decision === 'deny' && !isMustClause ? 'or' : 'and';
    const listLogic = has(rest, 'all_of') ? 'and' : usual;
    const sides = [rest.slice(0, position), rest.slice(position + 1)].map((side) =>
      withoutOverride(side.filter(({ meaning }) => meaning.is !== 'decision')),
    );
    const read = sides.map((side) => (isConditional(side) ? this.#withException(side, listLogic, isMustClause) : null));
    const [before, after] = read;
    const parts = read.filter((expr) => expr !== null);
    if (before !== null && before !== undefined && after !== null && after !== undefined) {
      this.#nested.push(all([before, not(after)]));
    }
    return all(parts);
  }

  #withException(words: readonly Lexeme[], listLogic: ListLogic, isMustClause: boolean): Expr {
    const cut = words.findIndex(({ meaning }) => meaning.is === 'unless');
    if (cut < 0) return readCondition(words, this.#topic, listLogic);
    const main = words.slice(0, cut);
    const exception = readException(words.slice(cut + 1), this.#topic, main);
    this.#exception = exception;
    if (!isConditional(main)) return not(exception);
    const stated = readCondition(main, this.#topic, listLogic);
    const excepted = readException(words.slice(cut + 1), this.#topic, main);
    if (isMustClause) {
      // "Must have A unless B": whoever has B need not have A.
      this.#exception = all([not(stated), excepted]);
      return any([stated, excepted]);
    }
    // "Deny A unless B, in which case review": those who are reviewed are A, too.
    this.#exception = all([stated, excepted]);
    return all([stated, not(excepted)]);
  }

  /** "else if": not those whom an earlier rule decides, where that rule would give way to this one. */
  #without(earlier: readonly Rule[], decision: Decision, when: Expr): Expr {
    const weaker = earlier.filter((rule) => RANK[rule.decision] > RANK[decision] && rule.when !== null);
    return all([when, ...weaker.flatMap((rule) => (rule.when === null ? [] : [not(rule.when)]))]);
  }

  #withBound(rule: Rule): Rule {
    const mine = this.#bound.filter(({ decision }) => decision === rule.decision);
    const actions = mine.flatMap((each) => each.actions);
    const terms = Object.assign({}, rule.terms, ...mine.map((each) => each.terms)) as DenialTerms;
    if (rule.decision === 'review') return { ...rule, before: [...rule.before, ...actions], terms };
    return { ...rule, after: [...rule.after, ...actions], terms };
  }

  /** Two answers for everybody else cannot both be meant. */
  #contradictions(rules: readonly Rule[]): void {
    const defaults = rules.filter(({ when }) => when === null);
    const [first] = defaults;
    for (const other of defaults.slice(1)) {
      if (first !== undefined && other.decision !== first.decision) {
        this.#refusals.push({
          quote: other.quote,
          message: `Everybody else is decided otherwise before: "${first.quote.text}".`,
        });
      }
    }
  }
}

const NO_TOPIC = 'It does not say what is compared.';
