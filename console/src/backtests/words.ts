import type { BacktestResult, Backtest, LetterInWords, Moved, PastOutcome, Sides } from './records.ts';

/** The outcome of an applicant. `reviewed`: a person was asked, whatever they decided. */
export type Fate = Exclude<PastOutcome, 'review'> | 'reviewed';

export const FATES: readonly Fate[] = ['approved', 'conditional', 'reviewed', 'denied', 'undecided', 'failed'];

export const fateOf = (outcome: PastOutcome, asked: boolean): Fate =>
  asked || outcome === 'review' ? 'reviewed' : outcome;

export const FATE_WORDS: Readonly<Record<Fate, string>> = {
  approved: 'approved',
  conditional: 'approved on other terms',
  reviewed: 'reviewed',
  denied: 'denied',
  undecided: 'not decided',
  failed: 'not decided, because a step fails',
};

/** Worst outcome first: the order within a sentence. */
const GRAVITY: readonly Fate[] = ['denied', 'reviewed', 'conditional', 'failed', 'undecided', 'approved'];

export interface Move {
  readonly from: Fate;
  readonly to: Fate;
  readonly count: number;
}

/** Numbers of applicants by old and new outcome. Unchanged outcomes are left out. */
export function movesOf(outcomes: readonly Moved[]): readonly Move[] {
  const moves = new Map<string, Move>();
  for (const each of outcomes) {
    const [from, to] = [fateOf(each.old, each.old_asked), fateOf(each.new, each.new_asked)];
    const key = `${from} ${to}`;
    if (from !== to) moves.set(key, { from, to, count: (moves.get(key)?.count ?? 0) + each.count });
  }
  return [...moves.values()].toSorted(
    (a, b) => GRAVITY.indexOf(a.to) - GRAVITY.indexOf(b.to) || b.count - a.count || a.from.localeCompare(b.from),
  );
}

interface Outcomes {
  readonly outcomes: readonly Moved[];
}

const MOST_MOVES = 3;
const number = (count: number): string => count.toLocaleString('en');
const were = (count: number): string => (count === 1 ? 'was' : 'were');

/** "Of the last 214 applicants 11 would be denied who were reviewed." */
export function backtestSentence(
  { compared, outcomes, undetermined }: Pick<BacktestResult, 'compared' | 'undetermined'> & Outcomes,
  { is_drawn: isDrawn, matching }: Pick<Backtest['sample'], 'is_drawn' | 'matching'>,
): string {
  const all = compared + undetermined.count;
  if (all === 0) return 'There is no past applicant to try it on.';
  const whom = isDrawn
    ? `${number(all)} applicants, drawn from the last ${number(matching)},`
    : all === 1
      ? 'the last applicant'
      : `the last ${number(all)} applicants`;
  const unknown = undetermined.count;
  const open = unknown === 0 ? '' : ` Of ${number(unknown)} it cannot be told what would become of them.`;
  if (compared === 0) return `It cannot be told of ${whom} what would become of them.`;
  const moves = movesOf(outcomes);
  if (moves.length === 0)
    return `None of ${unknown === 0 ? whom : `the ${number(compared)} of whom it can be told`} would be decided otherwise.${open}`;
  const told = moves
    .slice(0, MOST_MOVES)
    .map(({ from, to, count }) => `${number(count)} would be ${FATE_WORDS[to]} who ${were(count)} ${FATE_WORDS[from]}`);
  const rest = moves.slice(MOST_MOVES).reduce((sum, { count }) => sum + count, 0);
  const parts = [...told, ...(rest === 0 ? [] : [`${number(rest)} would be decided otherwise too`])];
  const list = parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
  return `Of ${whom} ${list}.${open}`;
}

/** The reasons of a letter in words; a reason without words, such as an undeclared field, is shown by its code. */
export function reasonWords({ reasons, texts = [] }: LetterInWords): readonly string[] {
  return reasons.map((code, index) => texts[index] ?? code);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const points = (share: number): string =>
  `${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(1)}`;

/** "70.0 % → 69.0 %, −1.0 points (−2.0 to −0.5)". The interval is given only if the applicants were sampled. */
export function sidesWords({ old: before, new: after, difference: { share, low, high } }: Sides): string {
  const interval = low === null || high === null ? '' : ` (${points(low)} to ${points(high)})`;
  return `${percent(before.share)} → ${percent(after.share)}, ${points(share)} points${interval}`;
}
