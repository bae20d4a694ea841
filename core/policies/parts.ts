import type { Lexeme } from './lexer.ts';

/** One decision of a sentence with its condition. */
export interface Part {
  lexemes: Lexeme[];
  isElse: boolean;
  isWhichCase: boolean;
}

const CONDITION_WORDS = new Set<string>([
  'concept',
  'number',
  'half',
  'lower',
  'compare',
  'value',
  'state',
  'product',
  'within',
  'older',
  'none_left',
]);
const ACTION_WORDS = new Set<string>(['notify', 'wait', 'notice', 'reason']);

export function hasDecision(lexemes: readonly Lexeme[]): boolean {
  return lexemes.some(({ meaning }) => meaning.is === 'decision');
}
export const has = (lexemes: readonly Lexeme[], is: string): boolean =>
  lexemes.some(({ meaning }) => meaning.is === is);
export const isConditional = (lexemes: readonly Lexeme[]): boolean =>
  lexemes.some(({ meaning }) => CONDITION_WORDS.has(meaning.is));

export function isMeaningful({ meaning }: Lexeme): boolean {
  return meaning.is !== 'filler' && meaning.is !== 'applicant' && meaning.is !== 'colon';
}

export function trimmed(lexemes: readonly Lexeme[]): Lexeme[] {
  const isLoose = ({ meaning }: Lexeme): boolean =>
    ['and', 'comma', 'but', 'or', 'semicolon', 'colon'].includes(meaning.is);
  let [from, to] = [0, lexemes.length];
  while (from < to && isLoose(lexemes[from] ?? END)) from += 1;
  while (to > from && isLoose(lexemes[to - 1] ?? END)) to -= 1;
  return lexemes.slice(from, to);
}
const END: Lexeme = { meaning: { is: 'filler' }, start: 0, end: 0 };

/** Cuts a sentence where one decision with its condition ends and the next begins. */
export function partsOf(lexemes: readonly Lexeme[]): Part[] {
  const parts: Part[] = [];
  let current: Part = { lexemes: [], isElse: false, isWhichCase: false };
  const flush = (next: Partial<Part> = {}): void => {
    if (current.lexemes.some(isContent)) parts.push({ ...current, lexemes: trimmed(current.lexemes) });
    current = { lexemes: [], isElse: false, isWhichCase: false, ...next };
  };
  const words = withElse(lexemes);
  for (const [index, lexeme] of words.entries()) {
    const { is } = lexeme.meaning;
    const following = words.slice(index + 1);
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

/** "decline if not" at the end is "otherwise decline". */
function withElse(lexemes: readonly Lexeme[]): readonly Lexeme[] {
  const [before, last] = lexemes.slice(-2);
  if (before?.meaning.is !== 'if' || last?.meaning.is !== 'not') return lexemes;
  return [...lexemes.slice(0, -2), { meaning: { is: 'else' }, start: before.start, end: last.end }];
}

function isContent({ meaning }: Lexeme): boolean {
  return !['filler', 'colon', 'comma', 'and', 'but', 'semicolon', 'or'].includes(meaning.is);
}

/** Whether what follows a connecting word begins a decision of its own. */
function startsNext(current: readonly Lexeme[], following: readonly Lexeme[], connector: string): boolean {
  const [next] = following.filter(isMeaningfulStart);
  if (next === undefined || !hasDecision(following)) return false;
  const { is } = next.meaning;
  if (is === 'decision' || is === 'if' || is === 'rest' || is === 'everyone' || is === 'else' || is === 'unless')
    return is !== 'unless';
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
