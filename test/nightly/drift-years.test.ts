import { describe, expect, test } from '../support/jest.ts';
import { constantFields } from '../../services/executor/drift/constant-fields.ts';
import { judge } from '../../services/executor/drift/judge.ts';
import { DAYS, watchedShares, type DayCount } from '../../services/executor/drift/shares.ts';

/*
 * A year of decisions, looked at each hour, with a beat of the week and of the day. Days differ by more than chance.
 * The odds of each denying rule are multiplied by exp(N(0, sigma)), one factor for all of them, drawn anew for each
 * day.
 */

/** Shares of the rules; the last one approves. */
const RULES = [0.05, 0.1, 0.15] as const;
const HOURS = 24;
const YEAR = 365;

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

interface Life {
  readonly seed: number;
  readonly perDay: number;
  readonly sigma: number;
  readonly days: number;
  /** The hour from which the last denying rule decides `by` more. */
  readonly fault?: { readonly hour: number; readonly by: number };
}

/** The decisions of each rule, by the hour. */
function hoursOf({ seed, perDay, sigma, days, fault }: Life): readonly (readonly number[])[] {
  const random = randomOf(seed);
  return Array.from({ length: days }, (_, day) => {
    const odds = Math.exp(normal(random) * sigma);
    return Array.from({ length: HOURS }, (__, hour) => {
      const beat = (day % 7 < 5 ? 1.25 : 0.4) * (hour > 7 && hour < 21 ? 1.6 : 0.25);
      const count = Math.floor((perDay / HOURS) * beat + random());
      const shares = RULES.map((share, index) => {
        const raised =
          fault !== undefined && index === 2 && day * HOURS + hour >= fault.hour ? share + fault.by : share;
        const raisedOdds = (raised / (1 - raised)) * odds;
        return raisedOdds / (1 + raisedOdds);
      });
      const counts = [0, 0, 0, 0];
      for (let each = 0; each < count; each += 1) {
        let left = random();
        const rule = shares.findIndex((share) => (left -= share) < 0);
        counts[rule === -1 ? 3 : rule] = (counts[rule === -1 ? 3 : rule] ?? 0) + 1;
      }
      return counts;
    });
  }).flat();
}

/** The hours in which a drift began: several in one hour are one alarm. */
function alarmsOf(life: Life): readonly number[] {
  const sums = sumsOf(hoursOf(life));
  const seen = new Map<string, number>();
  const alarms: number[] = [];
  for (let end = DAYS * HOURS; end < sums.length; end += 1) {
    const shares = watchedShares(countsBefore(sums, end), 1);
    let isAlarm = false;
    for (const { kind, key, series } of shares) {
      const name = `${kind} ${key}`;
      const times = judge(series, shares.length)?.isDrifted === true ? (seen.get(name) ?? 0) + 1 : 0;
      seen.set(name, times);
      isAlarm ||= times === 2;
    }
    if (isAlarm) alarms.push(end);
  }
  return alarms;
}

/** The decisions of each rule before each hour. */
function sumsOf(hours: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const sums = [[0, 0, 0, 0]];
  for (const [index, counts] of hours.entries())
    sums.push(counts.map((count, rule) => count + (sums[index]?.[rule] ?? 0)));
  return sums;
}

function countsBefore(sums: readonly (readonly number[])[], end: number): readonly DayCount[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const [after = [], before = []] = [sums[end - day * HOURS], sums[end - (day + 1) * HOURS]];
    const common = { day, workflow_version: 1 } as const;
    return after.flatMap((sum, rule): DayCount[] => {
      const count = sum - (before[rule] ?? 0);
      return [
        { ...common, what: 'rule', key: `r${rule}`, outcome: '', count },
        { ...common, what: 'decision', key: '', outcome: rule === 3 ? 'approved' : 'denied', count },
      ];
    });
  }).flat();
}

describe('quiet years (rules: 21.5.3, 21.5.4)', () => {
  test.each([40, 250, 1_500])('%d decisions a day raise at most one alarm a year', (perDay) => {
    const years = [0, 0.1, 0.2].flatMap((sigma, index) =>
      [1, 2].map((seed) => ({ seed: seed * 1_000 + perDay + index, perDay, sigma, days: DAYS + YEAR })),
    );
    const alarms = years.map((life) => alarmsOf(life).length);
    expect(alarms.reduce((sum, count) => sum + count, 0) / years.length).toBeLessThanOrEqual(1);
  });
});

describe('planted faults (rules: 21.5.2)', () => {
  const fault = (DAYS + 3) * HOURS;
  const seenAfter = (perDay: number, by: number, sigma = 0.1) => {
    const alarms = alarmsOf({ seed: 5, perDay, sigma, days: DAYS + 12, fault: { hour: fault, by } });
    const first = alarms.find((hour) => hour > fault);
    return first === undefined ? null : first - fault;
  };

  test.each([
    [1_500, 0.2],
    [1_500, 0.4],
    [400, 0.3],
  ])('of %d decisions a day %f more for a rule are seen within a day', (perDay, by) => {
    expect(seenAfter(perDay, by)).toBeLessThanOrEqual(HOURS);
  });

  test.each([
    ['with fewer than 200 decisions a day they take days', 60, 0.3, [HOURS + 1, 7 * HOURS]],
    ['three points are not seen', 1_500, 0.03, null],
  ] as const)('%s', (_, perDay, by, expected) => {
    const hours = seenAfter(perDay, by);
    if (expected === null) expect(hours).toBeNull();
    else {
      expect(hours).toBeGreaterThanOrEqual(expected[0]);
      expect(hours).toBeLessThanOrEqual(expected[1]);
    }
  });
});

test('a score drawn from 300 values, a flag and a count are never constant in 20,000 decisions (rules: 21.5.5)', () => {
  const random = randomOf(11);
  const facts = Array.from({ length: 20_000 }, () => ({
    score: 500 + Math.floor(random() * 300),
    is_owner: random() < 0.55,
    late_payments: Math.floor(random() ** 4 * 6),
  }));
  const found = Array.from({ length: 1_800 }, (_, step) => constantFields(facts.slice(step * 10, step * 10 + 1_030)))
    .flat()
    .filter(({ isConstant }) => isConstant === true);
  expect(found).toEqual([]);
});
