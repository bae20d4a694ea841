import { all, any, not, test, type Expr, type Test } from './model.ts';
import type { Lexeme } from './lexer.ts';
import { STATE_FIELDS } from './synonyms.ts';
import type { Concept } from './meaning.ts';

/** Words that stand in a rule and could not be understood. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

/** What earlier words leave for later ones: "600 to 699" is about the score that was named before. */
export interface Topic {
  concept: Concept | null;
  readonly assumptions: string[];
}

type Connector = 'and' | 'or' | 'comma';
type Segment = { readonly lexemes: readonly Lexeme[]; readonly after: Connector | null; readonly hasOwnComma: boolean };

/**
 * The condition that these words state. `listLogic`: what a comma list without "and" or "or" means.
 * Throws NotUnderstood.
 */
export function readCondition(sent: readonly Lexeme[], topic: Topic, listLogic: 'and' | 'or'): Expr {
  const lexemes = withGroups(sent, topic, listLogic);
  const anyOf = lexemes.some(({ meaning }) => meaning.is === 'any_of');
  const allOf = lexemes.some(({ meaning }) => meaning.is === 'all_of');
  const segments = segmentsOf(lexemes);
  const parts: { expr: Expr; joins: 'and' | 'or' }[] = [];
  let isListNegated = false;
  let pendingJoin: 'and' | 'or' = 'and';
  const explicit = (from: number): 'and' | 'or' => {
    const next = segments.slice(from).find(({ after }) => after === 'and' || after === 'or')?.after;
    return next === 'and' || next === 'or' ? next : listLogic;
  };
  for (const [index, segment] of segments.entries()) {
    const isNegated = segment.lexemes.some(({ meaning }) => meaning.is === 'not');
    const isBare = !segment.lexemes.some(({ meaning }) =>
      ['number', 'compare', 'any', 'not', 'value', 'must'].includes(meaning.is),
    );
    const carries: boolean = isListNegated && isBare;
    const expr = readSegment(segment.lexemes, topic, carries);
    parts.push({ expr, joins: carries ? 'and' : pendingJoin });
    isListNegated = (isNegated && isPresence(segment.lexemes)) || carries;
    pendingJoin = segment.after === 'comma' ? explicit(index) : (segment.after ?? 'and');
  }
  if (parts.length === 0) throw unclear('No condition is given here.', lexemes);
  if (anyOf && !allOf && !lexemes.some(({ meaning }) => meaning.is === 'and'))
    return any(parts.map(({ expr }) => expr));
  return byPrecedence(parts);
}

/** Reads what stands in parentheses first. Those around less than a choice say nothing and are dropped. */
function withGroups(lexemes: readonly Lexeme[], topic: Topic, listLogic: 'and' | 'or'): Lexeme[] {
  const stack: Lexeme[][] = [[]];
  for (const lexeme of lexemes) {
    const { is } = lexeme.meaning;
    if (is === 'open') stack.push([lexeme]);
    else if (is !== 'close') stack.at(-1)?.push(lexeme);
    else {
      const [open, ...inner] = stack.length > 1 ? (stack.pop() ?? []) : [];
      if (open === undefined) throw unclear('A parenthesis is closed that was not opened.', [lexeme]);
      const isChoice = inner.some(({ meaning }) => meaning.is === 'and' || meaning.is === 'or');
      const hasConcept = inner.some(({ meaning }) => ['concept', 'product', 'number', 'group'].includes(meaning.is));
      const group: Lexeme[] =
        isChoice && hasConcept
          ? [
              {
                meaning: { is: 'group', expr: readCondition(inner, topic, listLogic) },
                start: open.start,
                end: lexeme.end,
              },
            ]
          : inner;
      stack.at(-1)?.push(...group);
    }
  }
  if (stack.length > 1) throw unclear('A parenthesis is not closed.', lexemes);
  return stack[0] ?? [];
}

/** "and" binds closer than "or". */
function byPrecedence(parts: readonly { expr: Expr; joins: 'and' | 'or' }[]): Expr {
  const alternatives: Expr[][] = [];
  for (const [index, { expr, joins }] of parts.entries()) {
    if (index === 0 || joins === 'or') alternatives.push([expr]);
    else alternatives.at(-1)?.push(expr);
  }
  return any(alternatives.map(all));
}

function isPresence(lexemes: readonly Lexeme[]): boolean {
  return !lexemes.some(({ meaning }) => meaning.is === 'number' || meaning.is === 'value' || meaning.is === 'compare');
}

/** Cuts at "and", "or" and commas, but not inside "between 600 and 649" and "one or two". */
function segmentsOf(lexemes: readonly Lexeme[]): Segment[] {
  const segments: Segment[] = [];
  let current: Lexeme[] = [];
  const push = (after: Connector | null, hasOwnComma: boolean): void => {
    if (current.some(({ meaning }) => !isEmptyWord(meaning.is)))
      segments.push({ lexemes: current, after, hasOwnComma });
    else if (segments.length > 0 && after !== null && after !== 'comma') {
      const last = segments.pop();
      if (last !== undefined) segments.push({ ...last, after });
    }
    current = [];
  };
  for (const [index, lexeme] of lexemes.entries()) {
    const { is } = lexeme.meaning;
    if (is !== 'and' && is !== 'or' && is !== 'comma' && is !== 'but' && is !== 'semicolon') {
      current.push(lexeme);
      continue;
    }
    const before = current.findLast(
      ({ meaning }) => !['times', 'percent', 'monthly', 'annual', 'filler'].includes(meaning.is),
    );
    const betweenNumbers = before?.meaning.is === 'number' && lexemes[index + 1]?.meaning.is === 'number';
    const isRange = is === 'and' && betweenNumbers && current.some(({ meaning }) => meaning.is === 'between');
    if (isRange || (is === 'or' && betweenNumbers)) current.push({ ...lexeme, meaning: { is: 'to' } });
    else push(is === 'comma' || is === 'semicolon' ? 'comma' : is === 'but' ? 'and' : is, false);
  }
  push(null, false);
  return segments;
}

const EMPTY_WORDS = new Set<string>(['filler', 'applicant', 'if', 'colon', 'any_of', 'all_of', 'must', 'to', 'rest']);

function isEmptyWord(is: string): boolean {
  return EMPTY_WORDS.has(is);
}

/** One condition, such as "credit score of at least 650", "no evictions in the last 24 months", "income under 3x rent". */
function readSegment(lexemes: readonly Lexeme[], topic: Topic, isNegatedByList: boolean): Expr {
  const unknown = unknownSpan(lexemes);
  if (unknown !== undefined) throw new NotUnderstood('These words were not understood.', unknown.start, unknown.end);
  const groups = lexemes.flatMap(({ meaning }) => (meaning.is === 'group' ? [meaning.expr] : []));
  if (groups.length > 0) {
    const others = lexemes.filter(
      ({ meaning }) => !isEmptyWord(meaning.is) && meaning.is !== 'group' && meaning.is !== 'not',
    );
    if (groups.length > 1 || others.length > 0)
      throw unclear('What stands beside the parentheses is not clear.', lexemes);
    const isNegated = lexemes.some(({ meaning }) => meaning.is === 'not');
    return negated(all(groups), isNegated);
  }
  const found = factsOf(lexemes);
  const named = found.concepts[0];
  for (const other of found.concepts.slice(1)) {
    const isSame = other.source === named?.source && (other.field === named.field || other.more.isProduct === true);
    const isRefined = named?.more.isProduct === true && named.source === other.source;
    if (!isSame && !isRefined) throw unclear('Two things are compared here at once.', lexemes);
  }
  const concept = found.concepts.find(({ more }) => more.isProduct !== true) ?? named ?? topic.concept;
  const isNegated = found.negations % 2 === 1 || isNegatedByList;
  if (found.state !== undefined) {
    const lives = stateOfResidence(found.state, found.concepts.length === 0 && isNegated);
    if (found.concepts.length === 0) return lives;
    const others = lexemes.filter(({ meaning }) => meaning.is !== 'state');
    return all([lives, readSegment(others, topic, isNegatedByList)]);
  }
  if (
    found.concepts.length === 0 &&
    (found.value === 'verified' || found.value === 'unverified') &&
    found.numbers.length === 0 &&
    !canBeVerified(topic.concept)
  ) {
    topic.assumptions.push('"Verified" is taken as the identity being verified.');
    const operator = found.value === 'verified' ? 'equals' : 'not_equals';
    return negated(
      test({ source: 'identity_verification', field: 'overall_result', operator, value: 'verified' }),
      isNegated,
    );
  }
  if (isRatio(found, concept)) {
    if (concept?.source === 'income_verification') topic.concept = concept;
    return negated(ratio(found, lexemes), isNegated);
  }
  if (concept === null) throw unclear('It does not say what is compared.', lexemes);
  topic.concept = concept;
  const expr = compare(concept, found, lexemes, topic);
  return negated(expr, isNegated);
}

function canBeVerified(concept: Concept | null): boolean {
  return concept !== null && (concept.more.states !== undefined || STATE_FIELDS[concept.field] !== undefined);
}

interface Facts {
  readonly concepts: readonly Concept[];
  readonly numbers: readonly { readonly value: number; readonly isMoney: boolean }[];
  readonly operator: Test['operator'] | null;
  readonly isRange: boolean;
  readonly negations: number;
  readonly value: string | null;
  readonly state: string | undefined;
  /** Months. */
  readonly within: number | null;
  readonly older: number | null;
  /** Months: a duration that is no window, such as "12 months of employment". */
  readonly duration: number | null;
  readonly has: (is: string) => boolean;
}

const MONTHS: Readonly<Record<string, number>> = { months: 1, years: 12, weeks: 0.25, days: 1 / 30 };

function factsOf(lexemes: readonly Lexeme[]): Facts {
  const is = lexemes.map(({ meaning }) => meaning.is);
  const numbers: { value: number; isMoney: boolean }[] = [];
  let within: number | null = null;
  let older: number | null = null;
  let duration: number | null = null;
  let operator: Test['operator'] | null = null;
  let value: string | null = null;
  let state: string | undefined;
  const concepts: Concept[] = [];
  for (const [index, { meaning }] of lexemes.entries()) {
    switch (meaning.is) {
      case 'concept':
        concepts.push(meaning.concept);
        break;
      case 'product':
        if (meaning.concept !== null) concepts.push(meaning.concept);
        break;
      case 'compare':
        operator ??= meaning.operator;
        break;
      case 'value':
        value ??= meaning.value;
        break;
      case 'state':
        state ??= meaning.code;
        break;
      case 'number': {
        const next = lexemes.slice(index + 1, index + 3).map((each) => each.meaning);
        const [unit] = next;
        const months = unit?.is === 'unit' ? MONTHS[unit.unit] : undefined;
        if (months === undefined) {
          numbers.push({ value: meaning.value, isMoney: meaning.isMoney });
          break;
        }
        const span = meaning.value * months;
        const back = is.slice(0, index).findLast((word) => word === 'within' || word === 'older' || word === 'compare');
        if (back === 'within') within = span;
        else if (back === 'older' || next[1]?.is === 'ago') older = span;
        else duration = span;
        break;
      }
      case 'plus':
        if (is[index - 1] === 'number') operator ??= 'greater_than_or_equal';
        break;
      default:
        break;
    }
  }
  return {
    concepts,
    numbers,
    operator,
    isRange: is.includes('between') || (is.includes('to') && numbers.length === 2),
    negations: is.filter((word) => word === 'not').length,
    value,
    state,
    within,
    older,
    duration,
    has: (word) => is.some((each) => each === word),
  };
}

function negated(expr: Expr, isNegated: boolean): Expr {
  return isNegated ? not(expr) : expr;
}

function stateOfResidence(code: string, isNegated: boolean): Expr {
  return negated(
    test({ source: 'context', field: 'applicant.address.state', operator: 'equals', value: code }),
    isNegated,
  );
}

function isRatio(found: Facts, concept: Concept | null): boolean {
  const isIncome = concept?.source === 'income_verification';
  const hasTimes = found.has('times') || (found.has('rent') && found.numbers.length === 1 && !found.has('percent'));
  return (found.has('rent') && (hasTimes || found.has('percent'))) || (isIncome && hasTimes);
}

/** "at least 3x rent", "40 times the rent" of a year's income, "rent is no more than 30% of income". */
function ratio(found: Facts, lexemes: readonly Lexeme[]): Expr {
  const [figure] = found.numbers;
  if (figure === undefined) throw unclear('It does not say how many times the rent.', lexemes);
  const field = 'income_to_rent_ratio';
  const source = 'income_verification';
  if (found.has('percent')) {
    if (found.numbers.length > 1) throw unclear('There is more than one figure here.', lexemes);
    const inverted = {
      greater_than: 'less_than',
      greater_than_or_equal: 'less_than_or_equal',
      less_than: 'greater_than',
      less_than_or_equal: 'greater_than_or_equal',
    } as const;
    const operator = found.operator ?? 'less_than_or_equal';
    const turned = operator in inverted ? inverted[operator as keyof typeof inverted] : 'greater_than_or_equal';
    return test({ source, field, operator: turned, value: hundredths(100 / figure.value) });
  }
  const isOpen = found.numbers.length > 1;
  if (isOpen && !(found.isRange && found.numbers.length === 2))
    throw unclear('There is more than one figure here.', lexemes);
  const isYear = found.has('annual') || found.concepts.some((each) => each.field === 'annual_income_usd');
  const times = found.numbers
    .map(({ value }) => (isYear && value >= 12 ? hundredths(value / 12) : value))
    .toSorted((a, b) => a - b);
  const [value = figure.value, high] = times;
  if (high !== undefined) {
    return all([
      test({ source, field, operator: 'greater_than_or_equal', value }),
      test({ source, field, operator: 'less_than_or_equal', value: high }),
    ]);
  }
  return test({ source, field, operator: found.operator ?? 'greater_than_or_equal', value });
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function compare(concept: Concept, found: Facts, lexemes: readonly Lexeme[], topic: Topic): Expr {
  const { source, more } = concept;
  if (found.value !== null && concept.shape !== 'flag') return state(concept, found.value, lexemes);
  if (found.has('none_left')) return test({ source, field: concept.field, operator: 'equals', value: 0 });
  if (concept.shape === 'flag') return test({ source, field: concept.field, operator: 'is_true' });
  if (concept.shape === 'states') return state(concept, 'positive', lexemes);
  if (found.within !== null || found.older !== null) return inTime(concept, found, lexemes);
  if (more.isDuration === true) {
    const months = found.duration;
    if (months === null) throw unclear('It does not say how many months or years.', lexemes);
    return test({
      source,
      field: concept.field,
      operator: found.operator ?? 'greater_than_or_equal',
      value: Math.round(months),
    });
  }
  const field = fieldFor(concept, found, topic);
  return figures(concept, field, found, lexemes, topic);
}

function fieldFor(concept: Concept, found: Facts, topic: Topic): string {
  const { more, field } = concept;
  const [figure] = found.numbers;
  if (figure?.isMoney === true && more.dollars !== undefined) return more.dollars;
  if (more.annual !== undefined && figure !== undefined) {
    if (found.has('annual')) return more.annual;
    if (!found.has('monthly') && field !== more.annual && figure.value >= 15_000) {
      topic.assumptions.push(`An income of ${figure.value} is taken as income a year.`);
      return more.annual;
    }
  }
  const [window] = Object.entries(more.windows ?? {}).filter(([, counted]) => counted === field);
  if (window !== undefined) topic.assumptions.push(`${field} counts the last ${window[0]} months.`);
  return field;
}

function figures(concept: Concept, field: string, found: Facts, lexemes: readonly Lexeme[], topic: Topic): Expr {
  const { source } = concept;
  const [first, second] = found.numbers;
  if (first === undefined) {
    if (concept.shape !== 'count' && concept.unit !== 'USD') {
      if (found.negations > 0) return test({ source, field, operator: 'is_not_empty' });
      throw unclear('It does not say which value.', lexemes);
    }
    return test({ source, field, operator: 'greater_than', value: 0 });
  }
  if (second !== undefined) {
    if (!found.isRange || found.numbers.length > 2) throw unclear('There is more than one figure here.', lexemes);
    const [low, high] = [Math.min(first.value, second.value), Math.max(first.value, second.value)];
    return all([
      test({ source, field, operator: 'greater_than_or_equal', value: low }),
      test({ source, field, operator: 'less_than_or_equal', value: high }),
    ]);
  }
  if (found.operator !== null) return test({ source, field, operator: found.operator, value: first.value });
  if (found.has('must')) return test({ source, field, operator: 'greater_than_or_equal', value: first.value });
  if (concept.shape === 'count') return test({ source, field, operator: 'equals', value: first.value });
  topic.assumptions.push(
    `A figure of ${first.value} without "at least" or "below" is taken as the least that is enough.`,
  );
  return test({ source, field, operator: 'greater_than_or_equal', value: first.value });
}

/** "in the last 24 months" by the field that counts them, or by how long ago the most recent one was. */
function inTime(concept: Concept, found: Facts, lexemes: readonly Lexeme[]): Expr {
  const { source, more, field } = concept;
  const months = Math.round(found.within ?? found.older ?? 0);
  const [figure] = found.numbers;
  const counted = found.within === null ? undefined : more.windows?.[months];
  if (counted !== undefined) {
    if (figure === undefined) return test({ source, field: counted, operator: 'greater_than', value: 0 });
    return test({ source, field: counted, operator: found.operator ?? 'equals', value: figure.value });
  }
  if (more.since === undefined || figure !== undefined) {
    throw unclear(`No report counts this for that time (${field}).`, lexemes);
  }
  const value = more.since.unit === 'years' ? months / 12 : months;
  if (!Number.isInteger(value)) throw unclear('The report counts whole years here.', lexemes);
  return test({
    source,
    field: more.since.field,
    operator: found.within === null ? 'greater_than_or_equal' : 'less_than',
    value,
  });
}

function state(concept: Concept, value: string, lexemes: readonly Lexeme[]): Expr {
  const { source } = concept;
  if (value === 'missing') return test({ source, field: concept.field, operator: 'is_empty' });
  if (value === 'unemployed' || value === 'self_employed') {
    return test({ source: 'income_verification', field: 'employer.status', operator: 'equals', value });
  }
  const instead = concept.more.states === undefined ? STATE_FIELDS[concept.field] : undefined;
  const states = instead?.states ?? concept.more.states;
  const field = instead?.field ?? concept.field;
  const positive = states?.positive;
  const isBad = value === 'unverified' || value === 'negative' || value === 'mismatched';
  if (isBad && positive !== undefined) return test({ source, field, operator: 'not_equals', value: positive });
  const wanted = states?.[value];
  if (wanted === undefined) throw unclear('This value is none that the report gives.', lexemes);
  return test({ source, field, operator: 'equals', value: wanted });
}

export function unknownSpan(lexemes: readonly Lexeme[]): { start: number; end: number } | undefined {
  const unknown = lexemes.filter(({ meaning }) => meaning.is === 'unknown');
  const [first, last] = [unknown[0], unknown.at(-1)];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

export function unclear(message: string, lexemes: readonly Lexeme[]): NotUnderstood {
  const [first, last] = [lexemes[0], lexemes.at(-1)];
  return new NotUnderstood(message, first?.start ?? 0, last?.end ?? 0);
}
