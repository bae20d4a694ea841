import { canonicalJson } from '../canonical-json.ts';
import { isDetermined, type BacktestOutcome, type Determined, type Side, type UndeterminedCause } from './side.ts';

/*
 * The same applicant with two versions.
 */

/** `outcome`: another one. `asked`: a person is asked on one side alone. `letter`: another letter, or other reasons. */
export const CHANGES = ['outcome', 'asked', 'letter'] as const;
export type Change = (typeof CHANGES)[number];

/** `none`: neither side sends one. */
export const LETTER_CHANGES = ['none', 'same', 'only_new', 'only_old', 'reasons_differ'] as const;
export type LetterChange = (typeof LETTER_CHANGES)[number];

export type Pair =
  | {
      readonly is: 'undetermined';
      readonly cause: UndeterminedCause;
      readonly side: 'old' | 'new';
      /** Null if it is not known either. */
      readonly old: BacktestOutcome | null;
    }
  | {
      readonly is: 'compared';
      readonly old: Side;
      readonly new: Side;
      readonly changes: readonly Change[];
      readonly letter: LetterChange;
      /** The first rule at which the two sides part; null if nothing changed, or no rule says it. */
      readonly rule: string | null;
    };

export function pairOf(old: Determined, fresh: Determined): Pair {
  if (!isDetermined(old)) return { is: 'undetermined', cause: old, side: 'old', old: null };
  if (!isDetermined(fresh)) return { is: 'undetermined', cause: fresh, side: 'new', old: old.outcome };
  const letter = letterChange(old, fresh);
  const changed: Readonly<Record<Change, boolean>> = {
    outcome: old.outcome !== fresh.outcome,
    asked: old.asked !== fresh.asked,
    letter: letter !== 'none' && letter !== 'same',
  };
  const changes = CHANGES.filter((change) => changed[change]);
  const rule = changes.length === 0 ? null : partingRule(old, fresh);
  return { is: 'compared', old, new: fresh, changes, letter, rule };
}

function letterChange(old: Side, fresh: Side): LetterChange {
  const [before, now] = [old.letters.length > 0, fresh.letters.length > 0];
  if (!before || !now) return before ? 'only_old' : now ? 'only_new' : 'none';
  const textOf = ({ letters }: Side): string =>
    letters
      .map(({ said }) => canonicalJson(said))
      .toSorted()
      .join('\n');
  return textOf(old) === textOf(fresh) ? 'same' : 'reasons_differ';
}

/**
 * In the order of the new side the first rule that held on one side alone; then the first of the old side that the new one
 * does not try; else the rule that decided.
 */
function partingRule(old: Side, fresh: Side): string | null {
  const [before, now] = [new Map(old.tried), new Map(fresh.tried)];
  const parting = fresh.tried.find(
    ([rule, held]) => (before.get(rule) ?? false) !== held && (held || before.has(rule)),
  );
  const gone = old.tried.find(([rule, held]) => held && !now.has(rule));
  return parting?.[0] ?? gone?.[0] ?? fresh.decidedBy ?? old.decidedBy;
}
