import type { Statement } from './grammar/kinds.ts';
import { lexemesAt, type Word } from './words.ts';

/** Words with which what is done begins. */
const BEGINS: ReadonlySet<string> = new Set(['Do', 'Send', 'If', 'Reviewer', 'Tell', 'Wait', 'Pull']);

/** "The next score must be 640" is of a next score: only "next, …", "next deny …" or "then the …" says when a rule is tried. */
export function isOfOrdinal(statement: Statement, words: readonly Word[]): boolean {
  if (statement.is !== 'rules') return false;
  const [first] = statement.clauses;
  if (first === undefined || first.order === null) return false;
  const { start } = first.span;
  const [before, next] = [words[start - 1], words[start]];
  if (before === undefined || next === undefined || before.token.text === ',') return false;
  const isBegun = next.from !== undefined || lexemesAt(words, start).some(({ symbol }) => BEGINS.has(symbol));
  return before.from !== undefined || !isBegun;
}
