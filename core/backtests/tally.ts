import { LETTER_CHANGES, type LetterChange, type Pair } from './pair.ts';

/*
 * Counts of pairs. Two counts are added member by member, so that parts of a sample are counted apart, in any order.
 */

export interface Tally {
  /** By `[old outcome, old asked, new outcome, new asked]` as JSON. */
  readonly cells: Readonly<Record<string, number>>;
  /** Changed outcomes, by `[rule, …cell]` as JSON. */
  readonly parted: Readonly<Record<string, number>>;
  readonly letters: Readonly<Record<LetterChange, number>>;
  /** By `[cause, side, old outcome]` as JSON. */
  readonly undetermined: Readonly<Record<string, number>>;
}

const NO_LETTERS = Object.fromEntries(LETTER_CHANGES.map((change) => [change, 0])) as Tally['letters'];

export const NO_TALLY: Tally = { cells: {}, parted: {}, letters: NO_LETTERS, undetermined: {} };

/** Rules that are told apart; those beyond are counted together, without a rule. */
const MOST_PARTED = 2_000;

export function tallyOf(pairs: readonly Pair[]): Tally {
  const cells: Record<string, number> = {};
  const parted: Record<string, number> = {};
  const letters: Record<LetterChange, number> = { ...NO_LETTERS };
  const undetermined: Record<string, number> = {};
  for (const pair of pairs) {
    if (pair.is === 'undetermined') {
      count(undetermined, JSON.stringify([pair.cause, pair.side, pair.old]));
      continue;
    }
    const cell = [pair.old.outcome, pair.old.asked, pair.new.outcome, pair.new.asked];
    count(cells, JSON.stringify(cell));
    letters[pair.letter] += 1;
    if (pair.changes.includes('outcome')) count(parted, JSON.stringify([pair.rule, ...cell]));
  }
  return { cells, parted, letters, undetermined };
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    cells: sumOf(one.cells, other.cells),
    parted: cut(sumOf(one.parted, other.parted)),
    letters: sumOf(one.letters, other.letters) as Tally['letters'],
    undetermined: sumOf(one.undetermined, other.undetermined),
  };
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

type Counts = Readonly<Record<string, number>>;

function sumOf(one: Counts, other: Counts): Counts {
  const sum: Record<string, number> = { ...one };
  for (const [key, each] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + each;
  return sum;
}

/** A definition has fewer rules than that, so nothing is cut unless somebody tries to fill the row. */
function cut(parted: Counts): Counts {
  const keys = Object.keys(parted);
  if (keys.length <= MOST_PARTED) return parted;
  const kept = Object.fromEntries(keys.slice(0, MOST_PARTED).map((key) => [key, parted[key] ?? 0]));
  return keys.slice(MOST_PARTED).reduce<Counts>((sum, key) => {
    const [, ...cell] = JSON.parse(key) as unknown[];
    return sumOf(sum, { [JSON.stringify([null, ...cell])]: parted[key] ?? 0 });
  }, kept);
}
