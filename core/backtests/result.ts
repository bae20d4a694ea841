import { pairedDifference, wilson, type Interval } from '../statistics/intervals.ts';
import type { LetterChange } from './pair.ts';
import type { BacktestOutcome, UndeterminedCause } from './side.ts';
import type { Tally } from './tally.ts';

/*
 * The counts of a backtest as its result says them. A sample that was drawn has intervals; one that is everything is exact.
 */

export interface Share {
  readonly count: number;
  readonly share: number;
  readonly low: number | null;
  readonly high: number | null;
}

type Difference = Omit<Share, 'count'>;

export interface Cell {
  readonly old: BacktestOutcome;
  readonly old_asked: boolean;
  readonly new: BacktestOutcome;
  readonly new_asked: boolean;
}

interface Sides {
  readonly old: Share;
  readonly new: Share;
  readonly difference: Difference;
}

export interface BacktestResult {
  readonly compared: number;
  readonly changed: Share;
  readonly outcomes: readonly (Cell & Share)[];
  readonly approvals: Sides;
  readonly denials: Sides;
  readonly asked: Sides;
  readonly parted: readonly {
    readonly rule: string | null;
    readonly count: number;
    readonly swap_ins: number;
    readonly swap_outs: number;
    readonly changes: readonly (Cell & { readonly count: number })[];
  }[];
  readonly letters: Readonly<Record<LetterChange, number>>;
  readonly undetermined: {
    readonly count: number;
    readonly causes: readonly {
      readonly cause: UndeterminedCause;
      readonly side: 'old' | 'new';
      readonly old: BacktestOutcome | null;
      readonly count: number;
    }[];
  };
}

type CellKey = readonly [BacktestOutcome, boolean, BacktestOutcome, boolean];
type Counted = Cell & { readonly count: number };

/** Rules that are listed; the counts of all stand in `outcomes`. */
const MOST_LISTED = 100;

export function resultOf(tally: Tally, isDrawn: boolean): BacktestResult {
  const cells = sorted(tally.cells).map(([key, count]) => cellOf(JSON.parse(key) as CellKey, count));
  const compared = sum(cells);
  const shareOf = (count: number): Share => ({
    count,
    ...portion(count, compared),
    ...between(isDrawn, () => wilson(count, compared)),
  });
  const sidesOf = (on: (outcome: BacktestOutcome, asked: boolean) => boolean): Sides => {
    const where = (before: boolean, now: boolean): number =>
      sum(cells.filter((cell) => on(cell.old, cell.old_asked) === before && on(cell.new, cell.new_asked) === now));
    const pairs = {
      both: where(true, true),
      onlyOld: where(true, false),
      onlyNew: where(false, true),
      neither: where(false, false),
    };
    return {
      old: shareOf(pairs.both + pairs.onlyOld),
      new: shareOf(pairs.both + pairs.onlyNew),
      difference: {
        ...portion(pairs.onlyNew - pairs.onlyOld, compared),
        ...between(isDrawn, () => pairedDifference(pairs)),
      },
    };
  };
  return {
    compared,
    changed: shareOf(sum(cells.filter((cell) => cell.old !== cell.new))),
    outcomes: cells.toSorted(mostFirst).map(({ count, ...cell }) => ({ ...cell, ...shareOf(count) })),
    approvals: sidesOf((outcome) => outcome === 'approved'),
    denials: sidesOf((outcome) => outcome === 'denied'),
    asked: sidesOf((_outcome, asked) => asked),
    parted: partedOf(tally.parted),
    letters: tally.letters,
    undetermined: undeterminedOf(tally.undetermined),
  };
}

function partedOf(parted: Tally['parted']): BacktestResult['parted'] {
  const entries = sorted(parted).map(([key, count]) => {
    const [rule, ...cell] = JSON.parse(key) as [string | null, ...CellKey];
    return { rule, ...cellOf(cell, count) };
  });
  return [...Map.groupBy(entries, ({ rule }) => rule)]
    .map(([rule, own]) => ({
      rule,
      count: sum(own),
      swap_ins: sum(own.filter((cell) => cell.new === 'approved')),
      swap_outs: sum(own.filter((cell) => cell.old === 'approved')),
      changes: own.toSorted(mostFirst).map(({ rule: _rule, ...cell }) => cell),
    }))
    .toSorted((a, b) => mostFirst(a, b) || (String(a.rule) < String(b.rule) ? -1 : 1))
    .slice(0, MOST_LISTED);
}

function undeterminedOf(undetermined: Tally['undetermined']): BacktestResult['undetermined'] {
  const causes = sorted(undetermined).map(([key, count]) => {
    const [cause, side, old] = JSON.parse(key) as [UndeterminedCause, 'old' | 'new', BacktestOutcome | null];
    return { cause, side, old, count };
  });
  return { count: sum(causes), causes: causes.toSorted(mostFirst) };
}

const cellOf = ([old, oldAsked, fresh, newAsked]: CellKey, count: number): Counted => ({
  ...{ old, old_asked: oldAsked },
  ...{ new: fresh, new_asked: newAsked },
  count,
});

/** By their keys, so that the order of equal counts does not depend on which part was counted first. */
const sorted = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));

const portion = (count: number, of: number) => ({ share: of === 0 ? 0 : count / of });

function between(isDrawn: boolean, interval: () => Interval): Pick<Share, 'low' | 'high'> {
  return isDrawn ? interval() : { low: null, high: null };
}

const sum = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((total, { count }) => total + count, 0);

const mostFirst = (a: { readonly count: number }, b: { readonly count: number }): number => b.count - a.count;
