import {
  compare,
  conceptOfFigures,
  factsOf,
  isRatio,
  negated,
  ratio,
  stateOfResidence,
  type Topic,
} from './comparison.ts';
import { isWord, type Lexeme } from './lexer.ts';
import type { Concept } from './meaning.ts';
import { all, any, test, type Expr } from './model.ts';
import { STATE_FIELDS } from './synonyms.ts';
import { NotUnderstood, unclear, unknownSpan } from './unclear.ts';

/** What a comma list without "and" or "or" means; null: it could mean either. */
export type ListLogic = 'and' | 'or' | null;

type Connector = 'and' | 'or' | 'comma' | 'semicolon';
type Segment = {
  readonly lexemes: readonly Lexeme[];
  readonly after: Connector | null;
  readonly hasOwnComma: boolean;
};

/**
 * The condition that these words state. `listLogic`: what a comma list without "and" or "or" means.
 * Throws NotUnderstood.
 */
export function readCondition(sent: readonly Lexeme[], topic: Topic, listLogic: ListLogic): Expr {
  const lexemes = withGroups(sent, topic, listLogic);
  const anyOf = lexemes.some(({ meaning }) => meaning.is === 'any_of');
  const allOf = lexemes.some(({ meaning }) => meaning.is === 'all_of');
  const segments = segmentsOf(lexemes);
  const parts: { expr: Expr; joins: 'and' | 'or' }[] = [];
  let isListNegated = false;
  let wasNegated = false;
  let pendingJoin: 'and' | 'or' = 'and';
  const explicit = (from: number): 'and' | 'or' => {
    const next = segments.slice(from).find(({ after }) => after === 'and' || after === 'or')?.after;
    if (next === 'and' || next === 'or') return next;
    // "Review: one eviction; a score below 640"
    if (listLogic === null && !anyOf && !allOf && segments[from]?.after === 'semicolon') return 'or';
    if (listLogic === null && !anyOf && !allOf) throw unclear('Say "and" or "or" between these.', lexemes);
    return listLogic ?? 'and';
  };
  for (const [index, segment] of segments.entries()) {
    const isNegated = segment.lexemes.some(({ meaning }) => meaning.is === 'not');
    const isBare = !segment.lexemes.some(({ meaning }) =>
      ['number', 'compare', 'any', 'not', 'value', 'must'].includes(meaning.is),
    );
    // "isn't below 600 or above 800" is neither.
    const isNeither: boolean = pendingJoin === 'or' && wasNegated && isWithoutSubject(segment.lexemes);
    wasNegated = isNegated || isNeither;
    const carries: boolean = (isListNegated && isBare) || isNeither;
    const expr = readSegment(segment.lexemes, topic, carries);
    parts.push({ expr, joins: carries ? 'and' : pendingJoin });
    isListNegated = (isNegated && isPresence(segment.lexemes)) || carries;
    pendingJoin =
      index === segments.length - 1
        ? 'and'
        : segment.after === 'comma' || segment.after === 'semicolon'
          ? explicit(index)
          : (segment.after ?? 'and');
  }
  if (parts.length === 0) throw unclear('No condition is given here.', lexemes);
  if (anyOf && !allOf && !lexemes.some(({ meaning }) => meaning.is === 'and'))
    return any(parts.map(({ expr }) => expr));
  return byPrecedence(parts);
}

/** Reads what stands in parentheses first. Those around less than a choice say nothing and are dropped. */
function withGroups(lexemes: readonly Lexeme[], topic: Topic, listLogic: ListLogic): Lexeme[] {
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
                meaning: {
                  is: 'group',
                  expr: readCondition(inner, topic, listLogic),
                },
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

/** "or above 800": a comparison of what was named before. */
function isWithoutSubject(lexemes: readonly Lexeme[]): boolean {
  const names = lexemes.some(({ meaning }) =>
    ['concept', 'product', 'group', 'not', 'value', 'state'].includes(meaning.is),
  );
  return !names && lexemes.some(({ meaning }) => meaning.is === 'compare');
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
    else if (segments.length > 0 && after !== null && after !== 'comma' && after !== 'semicolon') {
      const last = segments.pop();
      if (last !== undefined) segments.push({ ...last, after });
    }
    current = [];
  };
  for (const [index, lexeme] of lexemes.entries()) {
    const { is } = lexeme.meaning;
    if (is === 'nor') {
      // "neither A nor B": not A, and not B.
      push('and', false);
      current.push({ ...lexeme, meaning: { is: 'not' } });
      continue;
    }
    if ((is === 'if' || isWord(lexeme, 'with')) && joinsTwo(current, lexemes.slice(index + 1))) {
      push('and', false);
      continue;
    }
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
    else push(is === 'but' ? 'and' : is, false);
  }
  push(null, false);
  return segments;
}

/** Whether a whole comparison stands before "with", and another one, of something else, after it. */
function joinsTwo(before: readonly Lexeme[], after: readonly Lexeme[]): boolean {
  const end = after.findIndex(({ meaning }) => ['and', 'or', 'comma', 'but', 'semicolon'].includes(meaning.is));
  const next = end < 0 ? after : after.slice(0, end);
  const namesOf = (lexemes: readonly Lexeme[]): string[] =>
    lexemes.flatMap(({ meaning }) => (meaning.is === 'concept' ? [meaning.concept.field] : []));
  const [names, others] = [namesOf(before), namesOf(next)];
  const hasFigure = before.some(({ meaning }) => meaning.is === 'number');
  return hasFigure && others.length > 0 && !others.some((name) => names.includes(name));
}

const EMPTY_WORDS = new Set<string>([
  'filler',
  'applicant',
  'if',
  'colon',
  'any_of',
  'all_of',
  'must',
  'to',
  'rest',
  'everyone',
]);

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
  const found = factsOf(withoutPraise(lexemes));
  const named = found.concepts[0];
  for (const other of found.concepts.slice(1)) {
    const isSame = other.source === named?.source && (other.field === named.field || other.more.isProduct === true);
    const isRefined = named?.more.isProduct === true && named.source === other.source;
    if (!isSame && !isRefined) throw unclear('Two things are compared here at once.', lexemes);
  }
  const concept =
    found.concepts.find(({ more }) => more.isProduct !== true) ?? named ?? conceptOfFigures(topic, found, lexemes);
  const isNegated = found.negations % 2 === 1 || isNegatedByList;
  if (found.state !== undefined) {
    const lives = stateOfResidence(found.state, found.concepts.length === 0 && isNegated);
    if (found.concepts.length === 0) return lives;
    const others = lexemes.filter(({ meaning }) => meaning.is !== 'state');
    return all([lives, readSegment(others, topic, isNegatedByList)]);
  }
  if (found.value === 'verified' && found.numbers.length > 0 && named !== undefined && !isNegated) {
    // "a verified income of at least $3,000"
    const others = lexemes.filter(({ meaning }) => meaning.is !== 'value');
    const verified = lexemes.filter(({ meaning }) => meaning.is === 'value' || meaning.is === 'concept');
    return all([readSegment(verified, topic, false), readSegment(others, topic, false)]);
  }
  if (found.value !== null && found.numbers.length > 0) throw unclear('Two things are said here at once.', lexemes);
  if (found.concepts.length === 0 && (found.value === 'self_employed' || found.value === 'unemployed')) {
    const operator = 'equals' as const;
    return negated(
      test({ source: 'income_verification', field: 'employer.status', operator, value: found.value }),
      isNegated,
    );
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
      test({
        source: 'identity_verification',
        field: 'overall_result',
        operator,
        value: 'verified',
      }),
      isNegated,
    );
  }
  if (found.has('lower')) return lowerThanAll(topic, lexemes);
  if (isRatio(found, concept)) {
    if (concept?.source === 'income_verification') {
      topic.concept = concept;
      topic.figures.push(...found.numbers.map(({ value }) => ({ concept, value })));
    }
    return negated(ratio(found, lexemes), isNegated);
  }
  if (concept === null) throw unclear('It does not say what is compared.', lexemes);
  topic.concept = concept;
  const expr = compare(concept, found, lexemes, topic);
  return negated(expr, isNegated);
}

/** "Excellent scores (750 and above)": the figures say it. */
function withoutPraise(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  const isScore = lexemes.some(({ meaning }) => meaning.is === 'concept' && meaning.concept.field === 'score');
  if (!isScore || !lexemes.some(({ meaning }) => meaning.is === 'number')) return lexemes;
  return lexemes.filter(({ meaning }) => meaning.is !== 'value' || meaning.value !== 'positive');
}

/** "Anything lower": than every figure that was named for the same thing. */
function lowerThanAll({ figures }: Topic, lexemes: readonly Lexeme[]): Expr {
  const [concept, ...others] = new Map(figures.map((each) => [each.concept.field, each.concept])).values();
  if (concept === undefined || others.length > 0 || lexemes.some(({ meaning }) => meaning.is === 'number')) {
    throw unclear('It does not say what is compared.', lexemes);
  }
  const value = Math.min(...figures.map((each) => each.value));
  return test({ source: concept.source, field: concept.field, operator: 'less_than', value });
}

function canBeVerified(concept: Concept | null): boolean {
  return concept !== null && (concept.more.states !== undefined || STATE_FIELDS[concept.field] !== undefined);
}

/** The condition after "unless", of which `main` names what is compared. Throws NotUnderstood. */
export function readException(words: readonly Lexeme[], topic: Topic, main: readonly Lexeme[]): Expr {
  const named = main.flatMap(({ meaning }) => (meaning.is === 'concept' ? [meaning.concept] : []));
  if (named[0] !== undefined) topic.concept = named[0];
  return readCondition(words, topic, 'or');
}
