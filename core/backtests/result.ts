import { pairedDifference, wilson, type Interval } from '../statistics/intervals.ts';
import type { LetterChange } from './pair.ts';
import type { BacktestOutcome } from './side.ts';
import type { Cell, Counted, Tally, Undetermined } from './tally.ts';

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
    readonly changes: readonly Counted<Cell>[];
  }[];
  readonly letters: Readonly<Record<LetterChange, number>>;
  readonly undetermined: {
    readonly count: number;
    readonly causes: readonly Counted<Undetermined>[];
  };
}

/** Rules that are listed; the counts of all stand in `outcomes`. */
const MOST_LISTED = 100;

export function backtestResult({ cells, parted, letters, undetermined }: Tally, isDrawn: boolean): BacktestResult {
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
    parted: partedOf(parted),
    letters,
    undetermined: { count: sum(undetermined), causes: undetermined.toSorted(mostFirst) },
  };
}

function partedOf(parted: Tally['parted']): BacktestResult['parted'] {
  return [...Map.groupBy(parted, ({ rule }) => rule)]
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

const portion = (count: number, of: number) => ({ share: of === 0 ? 0 : count / of });

function between(isDrawn: boolean, interval: () => Interval): Pick<Share, 'low' | 'high'> {
  return isDrawn ? interval() : { low: null, high: null };
}

const sum = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((total, { count }) => total + count, 0);

const mostFirst = (a: { readonly count: number }, b: { readonly count: number }): number => b.count - a.count;
