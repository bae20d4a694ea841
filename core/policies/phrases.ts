import { isWord, type Lexeme, type Sentence } from './lexer.ts';
import type { Decision } from './model.ts';
import { has, hasDecision, isConditional, isMeaningful } from './parts.ts';

/** A sentence that ends with a colon takes the lines of the list below it. */
export function withItems(sentences: readonly Sentence[]): Sentence[] {
  const merged: Sentence[] = [];
  for (const sentence of sentences) {
    const before = merged.at(-1);
    if (before !== undefined && before.introduces && sentence.isItem && !hasDecision(sentence.lexemes)) {
      const comma: Lexeme = {
        meaning: { is: 'comma' },
        start: sentence.start,
        end: sentence.start,
      };
      merged[merged.length - 1] = {
        ...before,
        lexemes: [...before.lexemes, comma, ...sentence.lexemes],
        end: sentence.end,
      };
    } else merged.push(sentence);
  }
  return merged;
}

/** "All others pass", "everyone else is fine": said of everybody else, the word is a decision. */
export function asDecision(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  const [only, ...more] = lexemes.filter((each) => each.meaning.is === 'value');
  const isAboutRest = lexemes.every(({ meaning }) => ['rest', 'value', 'filler', 'applicant'].includes(meaning.is));
  const value = only?.meaning.is === 'value' ? only.meaning.value : null;
  if (only === undefined || more.length > 0 || !isAboutRest || !has(lexemes, 'rest')) return lexemes;
  if (value !== 'positive' && value !== 'negative') return lexemes;
  const decision: Decision = value === 'positive' ? 'approve' : 'deny';
  return lexemes.map((each) =>
    each === only ? { ...each, meaning: { is: 'decision', decision, isPreAdverse: false } } : each,
  );
}

/** Words that only make sense in a rule: left aside, they would be a rule that nobody follows. */
export function statesCondition(lexemes: readonly Lexeme[]): boolean {
  const names = ['concept', 'product', 'state'].some((is) => has(lexemes, is));
  const compares =
    ['number', 'compare', 'within', 'older', 'override', 'not', 'nobody'].some((is) => has(lexemes, is)) ||
    // "Verify the income" asks for a report.
    lexemes.some(({ meaning }) => meaning.is === 'value' && meaning.value !== 'verified');
  return (names && compares) || has(lexemes, 'rest') || has(lexemes, 'else');
}

/** Index of a "not" that belongs to the decision: nothing but words like "should" and "be" stands between. */
export function negationOf(lexemes: readonly Lexeme[], decision: number): number {
  for (let at = decision - 1; at >= 0; at -= 1) {
    const is = lexemes[at]?.meaning.is;
    if (is === 'not') return at;
    if (is !== 'filler' && is !== 'must') return -1;
  }
  return -1;
}

/** "Minimum credit score: 640": the word is a comparison, and the sentence a requirement. */
export function isMinimum(lexemes: readonly Lexeme[]): boolean {
  return !hasDecision(lexemes) && lexemes.find(isMeaningful)?.meaning.is === 'compare' && isConditional(lexemes);
}

/** "must" beside a decision is a requirement only for an approval: "must be reviewed" is a decision. */
export function isMust(words: readonly Lexeme[], decision: Decision): boolean {
  return has(words, 'must') && decision === 'approve';
}

export function isForEverybody(words: readonly Lexeme[]): boolean {
  return !isConditional(words) && (has(words, 'rest') || has(words, 'everyone'));
}

/** "Applicants with evictions must …", "self-employed applicants must …": only they must. */
export function namesWhom(words: readonly Lexeme[]): boolean {
  const isQualified = has(words, 'concept') && (words.some((each) => isWord(each, 'with')) || has(words, 'not'));
  const isOfKind = words.some(({ meaning }) => meaning.is === 'value' && meaning.value !== 'verified');
  return isQualified || isOfKind || has(words, 'state');
}

export function namesConcept(words: readonly Lexeme[]): boolean {
  return has(words, 'concept') || has(words, 'rent');
}
