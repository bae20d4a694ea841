import { figureKey } from '../../cascade/conditions.ts';
import type { DecidedReason } from './types.ts';

/**
 * Facts that reports, factors of scores and reviewers word differently. Lines about one fact are merged, because a
 * second one would look like a second reason. Only words that say no more than the fact are listed.
 */
const FACTS: readonly (readonly [fact: string, words: RegExp])[] = [
  [
    'collection',
    /^(?:collection action reported by a creditor or collection agency|(?:account|accounts|debt)(?: or accounts)?(?: was| were)? (?:placed for|in|sent to) collections?|collections?|collection accounts?)$/,
  ],
  [
    'bankruptcy',
    /^(?:bankruptcy|bankruptcies|bankruptcy (?:filing|reported|on file|in the file)|time since the most recent bankruptcy)$/,
  ],
  [
    'document',
    /^(?:unable to verify the (?:identity )?document(?: that was (?:given|provided))?|(?:the )?(?:identity )?document could not be (?:read|verified))$/,
  ],
  [
    'utilization',
    /^(?:balances on revolving accounts (?:are |is )?(?:too )?high in relation to (?:their )?credit limits?|proportion of balances to credit limits(?: on revolving accounts)?(?: is)? too high(?: on revolving accounts)?)$/,
  ],
];

/** The facts behind a line. Lines that share any of them are merged. */
export function factsOf(reason: DecidedReason): string[] {
  const words = wordsOf(reason);
  const known = FACTS.find(([, pattern]) => pattern.test(words))?.[0];
  const facts = [words, ...(known === undefined ? [] : [`fact ${known}`])];
  if (reason.kind !== 'statement') return facts;
  const { read } = reason.source;
  return [...facts, `field ${read === null ? 'context' : `${read.node_id}#${read.visit}`} ${figureKey(reason.source)}`];
}

/** Other words that the line covers. */
export function wordsWithin(reason: DecidedReason): string[] {
  const isOfCatalogue = reason.kind === 'field' || reason.kind === 'reviewer';
  return isOfCatalogue && reason.includes !== undefined ? [wordsOf({ text: reason.includes })] : [];
}

/** The words in lower case, without extra spaces and full stop. */
export function wordsOf({ text }: Pick<DecidedReason, 'text'>): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.]+$/, '');
}
