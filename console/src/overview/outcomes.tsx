import type { ExecutionFilter } from '../executions/filter.ts';
import { BarChart, type Bar } from './chart.tsx';
import type { Statistics } from './queries.ts';
import { executionsOf, PERIODS, shifted, type Of } from './search.ts';

interface Props {
  readonly of: Of;
  readonly periods: Statistics['decisions']['periods'];
}

/** From bottom to top. */
const PARTS = [
  ['approved', 'Approved', { outcome: 'approved' }],
  ['denied', 'Denied', { outcome: 'denied' }],
  ['conditional', 'On conditions', { outcome: 'conditional' }],
  ['failed', 'Failed', { status: 'failed' }],
  ['cancelled', 'Cancelled', { status: 'cancelled' }],
] as const satisfies readonly (readonly [string, string, Partial<ExecutionFilter>])[];

export function Outcomes({ of: { search, days }, periods }: Props) {
  const isWeekly = PERIODS[search.period].by === 'week';
  const shown = PARTS.filter(([name]) => periods.some((period) => period[name] !== 0));
  const bars = periods.map((period, index): Bar => {
    const from = period.begins_on;
    const next = periods[index + 1]?.begins_on;
    const last = next === undefined ? days.to : shifted(next, -1);
    return {
      name: isWeekly ? `${dayWords(from)} to ${dayWords(last)}` : dayWords(from),
      label: dayWords(from),
      parts: shown.map(([name, label, more]) => ({
        ...{ name: label, tone: name, count: period[name] },
        executions: executionsOf(search, { from, to: last }, more),
      })),
    };
  });
  const title = `Outcomes by ${isWeekly ? 'week' : 'day'}`;
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <BarChart label={title} bars={bars} />
    </section>
  );
}

const WORDS = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayWords = (day: string): string => WORDS.format(new Date(`${day}T00:00:00Z`));
