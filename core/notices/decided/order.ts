import type { DecidedReason } from './types.ts';

/** 12 CFR 1002.9, comment 9(b)(2)-1: more than four reasons are not likely to help the applicant. */
export const MAX_REASONS = 4;
const REVIEWER_SHARE = 3;

/** What may be said, before it is put in order and cut. */
export interface Lines {
  /** The reviewers' reasons, nearest denial first. */
  readonly reviewer: readonly DecidedReason[];
  /** The reasons of each contributing choice, nearest to the notice first. */
  readonly choices: readonly (readonly DecidedReason[])[];
  /** Further factors of scores whose first factor is among the choices' reasons. */
  readonly furtherFactors: readonly DecidedReason[];
}

/**
 * The reviewer's reasons, at most three if a condition contributes too; then the first reason of each choice, then
 * their second ones, and so on; a score's further factors last. At most four, each once.
 */
export function arrange({ reviewer, choices, furtherFactors }: Lines): DecidedReason[] {
  const ordered = choices.map((lines) => unique([...lines.filter(isTrue), ...lines.filter((line) => !isTrue(line))]));
  const hasConditions = ordered.some((lines) => lines.length > 0);
  const said = unique(reviewer).slice(0, hasConditions ? REVIEWER_SHARE : MAX_REASONS);
  const depth = Math.max(0, ...ordered.map((lines) => lines.length));
  const byRound = Array.from({ length: depth }, (_, round) =>
    ordered.flatMap((lines) => {
      const line = lines[round];
      return line === undefined ? [] : [line];
    }),
  );
  return unique([...said, ...byRound.flat(), ...furtherFactors]).slice(0, MAX_REASONS);
}

/** A reason whose predicate holds, or a factor as it was delivered; neutral statements come after these. */
function isTrue({ kind }: DecidedReason): boolean {
  return kind !== 'statement';
}

/** The same words are printed once, where they came first. */
export function unique(reasons: readonly DecidedReason[]): DecidedReason[] {
  const first = new Map<string, DecidedReason>();
  for (const reason of reasons) if (!first.has(wordsOf(reason))) first.set(wordsOf(reason), reason);
  return [...first.values()];
}

export function wordsOf({ text }: DecidedReason): string {
  return text.trim().toLowerCase();
}
