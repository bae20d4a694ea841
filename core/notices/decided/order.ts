import { isUnspecific } from './specific.ts';
import { factsOf, wordsOf, wordsWithin } from './facts.ts';
import type { DecidedReason } from './types.ts';

/** 12 CFR 1002.9, comment 9(b)(2)-1: more than four reasons are not likely to help the applicant. */
export const MAX_REASONS = 4;
const REVIEWER_SHARE = 3;

/** What may be said, before it is put in order and cut. */
export interface Lines {
  /** The reviewers' reasons, nearest denial first. */
  readonly reviewer: readonly DecidedReason[];
  /** The reasons of each contributing choice, or of all alternatives one after the other, nearest to the notice first. */
  readonly choices: readonly (readonly DecidedReason[])[];
  /** Further factors of scores whose first factor is among the choices' reasons. */
  readonly furtherFactors: readonly DecidedReason[];
}

/**
 * The reviewer's reasons, at most three if a field contributes too; then the first line of each choice, then their
 * second ones, and so on; a score's further factors last, and behind them the lines that say least: what a model of the
 * caller's own made of the person, and that something decided which nobody declared. At most four, each once.
 */
export function arrange(lines: Lines): DecidedReason[] {
  const { reviewer, choices } = lines;
  const share = choices.some((each) => each.length > 0) ? REVIEWER_SHARE : MAX_REASONS;
  return everything({ ...lines, reviewer: unique(reviewer).slice(0, share) }).slice(0, MAX_REASONS);
}

/** All lines in order, each once. */
export function everything({ reviewer, choices, furtherFactors }: Lines): DecidedReason[] {
  const depth = Math.max(0, ...choices.map((lines) => lines.length));
  // Within its choice, too: what is left out of a letter takes nobody's turn.
  const told = choices.map(unspecificLast);
  const byRound = Array.from({ length: depth }, (_, round) => told.flatMap((lines) => lines[round] ?? []));
  return [...unspecificLast(unique([...reviewer, ...byRound.flat(), ...furtherFactors]))];
}

function unspecificLast(lines: readonly DecidedReason[]): readonly DecidedReason[] {
  const last = lines.filter(isUnspecific);
  return last.length === 0 ? lines : [...lines.filter((line) => !last.includes(line)), ...last];
}

/** Lines that rest on one fact, or have the same words, are one: it stands where the first of them came. */
export function unique(reasons: readonly DecidedReason[]): DecidedReason[] {
  const saidBy = new Map(reasons.flatMap((reason) => wordsWithin(reason).map((words) => [words, reason] as const)));
  const known = new Set<string>();
  return reasons
    .map((reason) => saidBy.get(wordsOf(reason)) ?? reason)
    .filter((reason) => {
      const facts = factsOf(reason);
      const isNew = !facts.some((fact) => known.has(fact));
      for (const fact of facts) known.add(fact);
      return isNew;
    });
}
