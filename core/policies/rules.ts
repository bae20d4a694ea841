import { NotUnderstood, readCondition, unclear, unknownSpan, type Topic } from './conditions.ts';
import { readSentences, type Correction, type Lexeme, type Sentence } from './lexer.ts';
import {
  all,
  not,
  PLAIN_TERMS,
  type Decision,
  type DenialTerms,
  type Expr,
  type PolicyAction,
  type Quote,
  type Rule,
} from './model.ts';
import type { ProductCode } from '../products/index.ts';
import { buildVocabulary } from './vocabulary.ts';

/** What a prompt was read as. */
export interface Reading {
  readonly rules: readonly Rule[];
  /** Words in sentences that decide nothing and were not understood. */
  readonly unrecognized: readonly Quote[];
  /** Rules that could not be read: there is no cascade without them. */
  readonly refusals: readonly { readonly quote: Quote; readonly message: string }[];
  readonly products: ReadonlySet<ProductCode>;
  readonly states: readonly string[];
  readonly assumptions: readonly string[];
  readonly corrections: readonly Correction[];
  /** The rule of a decision that no sentence makes but a reviewer may: what the prompt says of every such decision. */
  readonly implied: (decision: Decision) => Rule;
}

const CONDITION_WORDS = new Set<string>([
  'concept',
  'number',
  'compare',
  'value',
  'state',
  'product',
  'within',
  'older',
  'none_left',
]);
const ACTION_WORDS = new Set<string>(['notify', 'wait', 'notice', 'reason']);

interface Part {
  lexemes: Lexeme[];
  isElse: boolean;
  isWhichCase: boolean;
}

const vocabulary = buildVocabulary();

/** Reads the sentences of a prompt into rules, in the order in which they stand. */
export function readPrompt(prompt: string): Reading {
  const { sentences, corrections } = readSentences(prompt, vocabulary);
  const reader = new Reader(prompt);
  for (const sentence of withItems(sentences)) reader.read(sentence);
  return { ...reader.finish(), corrections };
}

/** A sentence that ends with a colon takes the lines of the list below it. */
function withItems(sentences: readonly Sentence[]): Sentence[] {
  const merged: Sentence[] = [];
  for (const sentence of sentences) {
    const before = merged.at(-1);
    if (before !== undefined && before.introduces && sentence.isItem && !hasDecision(sentence.lexemes)) {
      const comma: Lexeme = { meaning: { is: 'comma' }, start: sentence.start, end: sentence.start };
      merged[merged.length - 1] = {
        ...before,
        lexemes: [...before.lexemes, comma, ...sentence.lexemes],
        end: sentence.end,
      };
    } else merged.push(sentence);
  }
  return merged;
}

function hasDecision(lexemes: readonly Lexeme[]): boolean {
  return lexemes.some(({ meaning }) => meaning.is === 'decision');
}
const has = (lexemes: readonly Lexeme[], is: string): boolean => lexemes.some(({ meaning }) => meaning.is === is);
const isConditional = (lexemes: readonly Lexeme[]): boolean =>
  lexemes.some(({ meaning }) => CONDITION_WORDS.has(meaning.is));

class Reader {
  readonly #prompt: string;
  readonly #rules: Rule[] = [];
  readonly #unrecognized: Quote[] = [];
  readonly #refusals: { quote: Quote; message: string }[] = [];
  readonly #products = new Set<ProductCode>();
  readonly #states: string[] = [];
  readonly #waiting: { sentence: Sentence }[] = [];
  readonly #bound: { decision: Decision; actions: PolicyAction[]; terms: Partial<DenialTerms> }[] = [];
  readonly #topic: Topic = { concept: null, assumptions: [] };
  /** The exception of the last part, for "in which case". */
  #exception: Expr | null = null;

  constructor(prompt: string) {
    this.#prompt = prompt;
  }

  read(sentence: Sentence): void {
    const { lexemes } = sentence;
    for (const { meaning } of lexemes) {
      if (meaning.is === 'product') this.#products.add(meaning.product);
      if (meaning.is === 'concept' && meaning.concept.source !== 'context') this.#products.add(meaning.concept.source);
      if (meaning.is === 'state') this.#states.push(meaning.code);
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
      this.#readParts(sentence, isRequirement);
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
    return {
      rules,
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

  /** A sentence that decides nothing: it may name what the next ones are about. */
  #describe(sentence: Sentence): void {
    const named = sentence.lexemes.flatMap(({ meaning }) => (meaning.is === 'concept' ? [meaning.concept] : []));
    if (named[0] !== undefined) this.#topic.concept = named[0];
    const unknown = unknownSpan(sentence.lexemes);
    const isStatement =
      sentence.lexemes.some(({ meaning }) => meaning.is === 'number' || meaning.is === 'quote') && named.length === 0;
    if (unknown !== undefined) this.#unrecognized.push(this.#quote(unknown.start, unknown.end));
    else if (isStatement) this.#unrecognized.push(this.#quote(sentence.start, sentence.end));
  }

  #readParts(sentence: Sentence, isRequirement: boolean): void {
    const parts = partsOf(sentence.lexemes);
    const made: Rule[] = [];
    for (const part of parts) made.push(...this.#readPart(part, made, isRequirement));
    this.#rules.push(...made);
  }

  #readPart(part: Part, earlier: readonly Rule[], isRequirement: boolean): Rule[] {
    const { actions, rest, terms } = this.#takeActions(part.lexemes);
    const unknown = unknownSpan(rest);
    if (unknown !== undefined) throw new NotUnderstood('These words were not understood.', unknown.start, unknown.end);
    const decisions = rest.filter(({ meaning }) => meaning.is === 'decision');
    const [lexeme] = decisions;
    const kinds = new Set(decisions.map(({ meaning }) => (meaning.is === 'decision' ? meaning.decision : null)));
    if (kinds.size > 1) throw unclear('Two decisions are named for the same people.', rest);
    const decided = lexeme?.meaning.is === 'decision' ? lexeme.meaning : null;
    const negation = lexeme === undefined ? -1 : negationOf(rest, rest.indexOf(lexeme));
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
    const isDefault = part.isElse || has(words, 'rest') || has(words, 'none_left') || part.isWhichCase;
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
    if (!conditional && part.isElse && decision === 'deny' && earlier.at(-1)?.isRequirement === true) return [];
    if (!conditional) {
      if (isRequirement && named === null) throw unclear('It does not say what is required.', part.lexemes);
      const meetsAll = decision === 'approve' && has(words, 'all_of') && this.#rules.some((each) => each.isRequirement);
      if (!isDefault && !isForEverybody(words) && !meetsAll) throw unclear('It does not say when.', part.lexemes);
      const nested = part.isElse ? this.#nested.at(-1) : undefined;
      if (nested !== undefined) return [rule(nested)];
      return [rule(null)];
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

  readonly #nested: Expr[] = [];

  /** What stands before the decision, and after it, with their exceptions. */
  #condition(rest: readonly Lexeme[], position: number, decision: Decision, isMustClause: boolean): Expr {
    this.#nested.length = 0;
    const listLogic = decision === 'deny' && !isMustClause && !has(rest, 'all_of') ? 'or' : 'and';
    const sides = [rest.slice(0, position), rest.slice(position + 1)].map((side) =>
      side.filter(({ meaning }) => meaning.is !== 'decision'),
    );
    const read = sides.map((side) => (isConditional(side) ? this.#withException(side, listLogic) : null));
    const [before, after] = read;
    const parts = read.filter((expr) => expr !== null);
    if (before !== null && before !== undefined && after !== null && after !== undefined) {
      this.#nested.push(all([before, not(after)]));
    }
    return all(parts);
  }

  #withException(side: readonly Lexeme[], listLogic: 'and' | 'or'): Expr {
    const override = side.findIndex(({ meaning }) => meaning.is === 'override');
    const words = override < 0 ? side : side.slice(0, override);
    const cut = words.findIndex(({ meaning }) => meaning.is === 'unless');
    if (cut < 0) return readCondition(words, this.#topic, listLogic);
    const main = words.slice(0, cut);
    const exception = readAfter(words.slice(cut + 1), this.#topic, main);
    this.#exception = exception;
    if (!isConditional(main)) return not(exception);
    const stated = readCondition(main, this.#topic, listLogic);
    const excepted = readAfter(words.slice(cut + 1), this.#topic, main);
    // "Deny A unless B, in which case review": those who are reviewed are A, too.
    this.#exception = all([stated, excepted]);
    return all([stated, not(excepted)]);
  }

  /** "else if": not those whom an earlier rule decides, where that rule would give way to this one. */
  #without(earlier: readonly Rule[], decision: Decision, when: Expr): Expr {
    const weaker = earlier.filter((rule) => RANK[rule.decision] > RANK[decision] && rule.when !== null);
    return all([when, ...weaker.flatMap((rule) => (rule.when === null ? [] : [not(rule.when)]))]);
  }

  #takeActions(lexemes: readonly Lexeme[]): {
    actions: { action: PolicyAction; start: number }[];
    rest: Lexeme[];
    terms: Partial<DenialTerms>;
  } {
    const actions: { action: PolicyAction; start: number }[] = [];
    const rest: Lexeme[] = [];
    const terms: { reason?: string; isAutomatic?: boolean } = {};
    for (let at = 0; at < lexemes.length; at += 1) {
      const lexeme = lexemes[at];
      if (lexeme === undefined) break;
      const { start } = lexeme;
      switch (lexeme.meaning.is) {
        case 'wait': {
          const figure = indexOfNext(lexemes, at, 'number', 3);
          const unit = lexemes[figure + 1]?.meaning;
          const number = lexemes[figure]?.meaning;
          if (figure < 0 || number?.is !== 'number' || unit?.is !== 'unit')
            throw unclear('It does not say how long.', [lexeme]);
          actions.push({ action: waitFor(number.value, unit.unit), start });
          at = figure + 1;
          break;
        }
        case 'notify': {
          const to = lexemes.findIndex(
            ({ meaning }, index) =>
              index > at && index <= at + 4 && (meaning.is === 'mail' || meaning.is === 'applicant'),
          );
          const target = lexemes[to]?.meaning;
          if (target?.is === 'mail') actions.push({ action: { kind: 'notify', to: target.text }, start });
          else if (target?.is === 'applicant') actions.push({ action: { kind: 'mail', to: 'applicant' }, start });
          else throw unclear('It does not say to which address.', lexemes.slice(at, at + 3));
          at = to;
          break;
        }
        case 'reason': {
          const to = indexOfNext(lexemes, at, 'quote', 3);
          const target = lexemes[to]?.meaning;
          if (target?.is !== 'quote') throw unclear('The reason must stand between quotation marks.', [lexeme]);
          terms.reason = target.text;
          at = to;
          break;
        }
        case 'notice':
          if (!hasDecision(rest) && !hasDecision(lexemes.slice(at))) {
            rest.push({ ...lexeme, meaning: { is: 'decision', decision: 'deny', isPreAdverse: false } });
          }
          terms.isAutomatic ??= has(lexemes, 'automatic');
          break;
        case 'quote':
          rest.push({ ...lexeme, meaning: { is: 'unknown' } });
          break;
        case 'automatic':
          if (!has(lexemes, 'notice')) rest.push({ ...lexeme, meaning: { is: 'filler' } });
          break;
        default:
          rest.push(lexeme);
      }
    }
    return { actions, rest: trimmed(rest), terms };
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

/** Of two rules that both hold, the one with the lower rank decides. */
export const RANK: Readonly<Record<Decision, number>> = { deny: 0, review: 1, conditional: 2, approve: 3 };

function readAfter(words: readonly Lexeme[], topic: Topic, main: readonly Lexeme[]): Expr {
  const named = main.flatMap(({ meaning }) => (meaning.is === 'concept' ? [meaning.concept] : []));
  if (named[0] !== undefined) topic.concept = named[0];
  return readCondition(words, topic, 'or');
}

function waitFor(duration: number, unit: string): PolicyAction {
  switch (unit) {
    case 'seconds':
    case 'minutes':
    case 'hours':
    case 'days':
    case 'weeks':
      return { kind: 'wait', duration, unit };
    case 'months':
      return { kind: 'wait', duration: duration * 30, unit: 'days' };
    default:
      return { kind: 'wait', duration: duration * 365, unit: 'days' };
  }
}

function indexOfNext(lexemes: readonly Lexeme[], from: number, is: string, within: number): number {
  return lexemes.findIndex(({ meaning }, index) => index > from && index <= from + within && meaning.is === is);
}

/** Index of a "not" that belongs to the decision: nothing but words like "should" and "be" stands between. */
function negationOf(lexemes: readonly Lexeme[], decision: number): number {
  for (let at = decision - 1; at >= 0; at -= 1) {
    const is = lexemes[at]?.meaning.is;
    if (is === 'not') return at;
    if (is !== 'filler' && is !== 'must') return -1;
  }
  return -1;
}

function isMeaningful({ meaning }: Lexeme): boolean {
  return meaning.is !== 'filler' && meaning.is !== 'applicant' && meaning.is !== 'colon';
}

/** "Minimum credit score: 640": the word is a comparison, and the sentence a requirement. */
function isMinimum(lexemes: readonly Lexeme[]): boolean {
  return !hasDecision(lexemes) && lexemes.find(isMeaningful)?.meaning.is === 'compare' && isConditional(lexemes);
}

/** "must" beside a decision is a requirement only for an approval: "must be reviewed" is a decision. */
function isMust(words: readonly Lexeme[], decision: Decision): boolean {
  return has(words, 'must') && decision === 'approve';
}

function isForEverybody(words: readonly Lexeme[]): boolean {
  return words.every(({ meaning }) => !CONDITION_WORDS.has(meaning.is)) && has(words, 'rest');
}

function trimmed(lexemes: readonly Lexeme[]): Lexeme[] {
  const isLoose = ({ meaning }: Lexeme): boolean =>
    ['and', 'comma', 'but', 'or', 'semicolon', 'colon'].includes(meaning.is);
  let [from, to] = [0, lexemes.length];
  while (from < to && isLoose(lexemes[from] ?? END)) from += 1;
  while (to > from && isLoose(lexemes[to - 1] ?? END)) to -= 1;
  return lexemes.slice(from, to);
}
const END: Lexeme = { meaning: { is: 'filler' }, start: 0, end: 0 };

/** Cuts a sentence where one decision with its condition ends and the next begins. */
function partsOf(lexemes: readonly Lexeme[]): Part[] {
  const parts: Part[] = [];
  let current: Part = { lexemes: [], isElse: false, isWhichCase: false };
  const flush = (next: Partial<Part> = {}): void => {
    if (current.lexemes.some(isContent)) parts.push({ ...current, lexemes: trimmed(current.lexemes) });
    current = { lexemes: [], isElse: false, isWhichCase: false, ...next };
  };
  for (const [index, lexeme] of lexemes.entries()) {
    const { is } = lexeme.meaning;
    const following = lexemes.slice(index + 1);
    const decided = hasDecision(current.lexemes);
    switch (is) {
      case 'semicolon':
        if (decided && hasDecision(following)) flush();
        else current.lexemes.push(lexeme);
        break;
      case 'else':
        if (decided && !following.some(isContent)) {
          if (!isConditional(current.lexemes)) current.isElse = true;
          else current.lexemes.push({ ...lexeme, meaning: { is: 'filler' } });
        } else flush({ isElse: true });
        break;
      case 'which_case':
        if (decided) flush({ isWhichCase: true });
        break;
      case 'and':
      case 'comma':
      case 'but':
        if (decided && startsNext(current.lexemes, following, is)) flush();
        else current.lexemes.push(lexeme);
        break;
      default:
        current.lexemes.push(lexeme);
    }
  }
  flush();
  return parts;
}

function isContent({ meaning }: Lexeme): boolean {
  return !['filler', 'colon', 'comma', 'and', 'but', 'semicolon', 'or'].includes(meaning.is);
}

/** Whether what follows a connecting word begins a decision of its own. */
function startsNext(current: readonly Lexeme[], following: readonly Lexeme[], connector: string): boolean {
  const [next] = following.filter(isMeaningfulStart);
  if (next === undefined || !hasDecision(following)) return false;
  const { is } = next.meaning;
  if (is === 'decision' || is === 'if' || is === 'rest' || is === 'else' || is === 'unless') return is !== 'unless';
  if (ACTION_WORDS.has(is)) return false;
  if (connector === 'but') return true;
  const at = current.findIndex(({ meaning }) => meaning.is === 'decision');
  const isConditionFirst = isConditional(current.slice(0, at));
  return isConditionFirst || following[0]?.meaning.is === 'applicant' || startsWithWho(following);
}

function startsWithWho(following: readonly Lexeme[]): boolean {
  return following.find(({ meaning }) => meaning.is !== 'comma' && meaning.is !== 'and')?.meaning.is === 'applicant';
}

function isMeaningfulStart({ meaning }: Lexeme): boolean {
  return !['filler', 'applicant', 'comma', 'and', 'but', 'colon'].includes(meaning.is);
}
