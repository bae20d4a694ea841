/** The figures of a run of a bench. */
export interface Round {
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
}

/** Figures of all rounds together: the median of their rates, and quantiles of all their latencies. */
export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const latencies = rounds.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    perSecond: quantile(
      rounds.map(({ perSecond }) => perSecond),
      0.5,
    ),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

export function quantile(values: readonly number[], part: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? 0;
}

/** Prints ours beside its floor. Only ratios can be compared: machines differ, and so does their speed over time. */
export function printBeside(floor: readonly [string, Figures], ours: readonly [string, Figures]): void {
  const row = (cells: readonly string[]): void =>
    void process.stdout.write(
      `${cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : cell.padStart(12))).join('')}\n`,
    );
  row(['', 'per second', 'p50 ms', 'p99 ms']);
  for (const [name, { perSecond, p50, p99 }] of [floor, ours]) {
    row([name, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1)]);
  }
  const [low, high] = [floor[1], ours[1]];
  row([
    'ratio',
    ...[high.perSecond / low.perSecond, high.p50 / low.p50, high.p99 / low.p99].map((cell) => cell.toFixed(2)),
  ]);
}
