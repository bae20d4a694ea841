import { isUnspecific } from './specific.ts';
import { factsOf, wordsOf, wordsWithin } from './facts.ts';
import type { DecidedReason } from './types.ts';

/** 12 CFR 1002.9, comment 9(b)(2)-1: more than four reasons are not likely to help the applicant. */
export const MAX_REASONS = 4;
const REVIEWER_SHARE = 3;

/** The possible lines of a letter, before they are ordered and cut. */
export interface Lines {
  /** The reviewers' reasons, nearest denial first. */
  readonly reviewer: readonly DecidedReason[];
  /** The reasons of each contributing choice, or of all alternatives in sequence, nearest to the notice first. */
  readonly choices: readonly (readonly DecidedReason[])[];
  /** Further factors of scores that already gave a line. */
  readonly furtherFactors: readonly DecidedReason[];
}

/**
 * The order: the reviewer's reasons, the first line of each choice, the second lines, and so on, then further factors
 * of scores. There are at most three reviewer's reasons if a field contributes too. Last come the least specific lines:
 * results of the caller's own models about a person, and undeclared fields. At most four lines, without duplicates.
 */
export function arrange(lines: Lines): DecidedReason[] {
  const { reviewer, choices } = lines;
  const share = choices.some((each) => each.length > 0) ? REVIEWER_SHARE : MAX_REASONS;
  return everything({ ...lines, reviewer: unique(reviewer).slice(0, share) }).slice(0, MAX_REASONS);
}

/** All lines in order, without duplicates. */
export function everything({ reviewer, choices, furtherFactors }: Lines): DecidedReason[] {
  const depth = Math.max(0, ...choices.map((lines) => lines.length));
  // Also within each choice, so that a line that a letter leaves out does not take another line's turn.
  const told = choices.map(unspecificLast);
  const byRound = Array.from({ length: depth }, (_, round) => told.flatMap((lines) => lines[round] ?? []));
  return [...unspecificLast(unique([...reviewer, ...byRound.flat(), ...furtherFactors]))];
}

function unspecificLast(lines: readonly DecidedReason[]): readonly DecidedReason[] {
  const last = lines.filter(isUnspecific);
  return last.length === 0 ? lines : [...lines.filter((line) => !last.includes(line)), ...last];
}

/** Merges lines with the same fact or the same words, at the place of the first one. */
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
