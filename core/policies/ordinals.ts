import type { Statement } from './grammar/kinds.ts';
import { THINGS } from './grammar/roles.ts';
import { lexemesAt, type Word } from './words.ts';

const ORDINAL = /^(?:first|second|third|fourth|next|last)$/i;

/** "The second score must be 640" is of a second score: only "second, …" or "second deny …" says when a rule is tried. */
export function isOfOrdinal(statement: Statement, words: readonly Word[]): boolean {
  if (statement.is !== 'rules') return false;
  const [first] = statement.clauses;
  if (first === undefined || first.order === null) return false;
  const { start } = first.span;
  const [before, noun] = [words[start - 1], words[start]];
  if (before === undefined || noun === undefined || !ORDINAL.test(before.token.text)) return false;
  // "First the score must …".
  return noun.from === undefined && lexemesAt(words, start).some(({ symbol }) => NAMED.has(symbol));
}

const NAMED: ReadonlySet<string> = new Set([...THINGS, 'Quality', 'State', 'Period', 'Gross', 'Rent', 'Income', 'Dti']);
