import { canonicalJson } from '../canonical-json.ts';
import { LETTER_CHANGES, type LetterChange, type Pair } from './pair.ts';
import type { BacktestOutcome, UndeterminedCause } from './side.ts';

/*
 * Counts of pairs. Two counts are added member by member, so that parts of a sample are counted apart, in any order.
 */

export type Counted<Of> = Of & { readonly count: number };

export interface Cell {
  readonly old: BacktestOutcome;
  readonly old_asked: boolean;
  readonly new: BacktestOutcome;
  readonly new_asked: boolean;
}

export interface PartedCell extends Cell {
  /** The first rule at which the two sides part; null if none says it. */
  readonly rule: string | null;
}

export interface Undetermined {
  readonly cause: UndeterminedCause;
  readonly side: 'old' | 'new';
  readonly old: BacktestOutcome | null;
}

/** Each list counts a thing once, in an order that does not depend on which part was counted first. */
export interface Tally {
  readonly cells: readonly Counted<Cell>[];
  /** Of changed outcomes. */
  readonly parted: readonly Counted<PartedCell>[];
  readonly letters: Readonly<Record<LetterChange, number>>;
  readonly undetermined: readonly Counted<Undetermined>[];
}

const NO_LETTERS = Object.fromEntries(LETTER_CHANGES.map((change) => [change, 0])) as Tally['letters'];

export const NO_TALLY: Tally = { cells: [], parted: [], letters: NO_LETTERS, undetermined: [] };

/** Rules that are told apart, each with its outcomes; those beyond are counted together, without a rule. */
const MOST_PARTED = 2_000;

export function tallyOf(pairs: readonly Pair[]): Tally {
  const cells: Counted<Cell>[] = [];
  const parted: Counted<PartedCell>[] = [];
  const undetermined: Counted<Undetermined>[] = [];
  const letters: Record<LetterChange, number> = { ...NO_LETTERS };
  for (const pair of pairs) {
    if (pair.is === 'undetermined') {
      undetermined.push({ cause: pair.cause, side: pair.side, old: pair.old, count: 1 });
      continue;
    }
    const { old, new: fresh } = pair;
    const cell = { old: old.outcome, old_asked: old.asked, new: fresh.outcome, new_asked: fresh.asked };
    cells.push({ ...cell, count: 1 });
    letters[pair.letter] += 1;
    if (pair.changes.includes('outcome')) parted.push({ rule: pair.rule, ...cell, count: 1 });
  }
  return { cells: summed(cells), parted: cut(summed(parted)), letters, undetermined: summed(undetermined) };
}

export function addTallies(one: Tally, other: Tally): Tally {
  const letters = LETTER_CHANGES.map((change) => [change, one.letters[change] + other.letters[change]]);
  return {
    cells: summed([...one.cells, ...other.cells]),
    parted: cut(summed([...one.parted, ...other.parted])),
    letters: Object.fromEntries(letters) as Tally['letters'],
    undetermined: summed([...one.undetermined, ...other.undetermined]),
  };
}

function summed<Of extends object>(counted: readonly Counted<Of>[]): readonly Counted<Of>[] {
  const sums = new Map<string, Counted<Of>>();
  for (const each of counted) {
    const key = canonicalJson({ ...each, count: null });
    sums.set(key, { ...each, count: (sums.get(key)?.count ?? 0) + each.count });
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** A definition has fewer rules than that, so nothing is cut unless somebody tries to fill the row. */
function cut(parted: Tally['parted']): Tally['parted'] {
  if (parted.length <= MOST_PARTED) return parted;
  return summed([
    ...parted.slice(0, MOST_PARTED),
    ...parted.slice(MOST_PARTED).map((each) => ({ ...each, rule: null })),
  ]);
}
