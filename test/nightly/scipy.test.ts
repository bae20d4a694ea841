import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run } from '../../dev/servers/run.ts';
import { pairedDifference, wilson } from '../../core/statistics/intervals.ts';
import { chiSquare, fisher, stabilityIndex } from '../../services/executor/drift/judge.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

/** The statistics of drifts against those of SciPy, over tables drawn at random. */
const SCIPY = 'scipy==1.17.1';

let folder: string;
let python: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-scipy-'));
  python = join(folder, 'venv/bin/python');
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await run(python, ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', SCIPY]);
}, 300_000);
afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const ASK = `
import json, sys
import numpy as np
from scipy.stats import chi2_contingency, fisher_exact
from scipy.special import rel_entr

def asked(before, now):
    table = np.array([before, now])
    seen = table[:, table.sum(0) > 0]
    p, q = (np.maximum(side, 0.5) / np.maximum(side, 0.5).sum() for side in table)
    return [
        float(chi2_contingency(seen, correction=False).pvalue) if seen.shape[1] > 1 else 1.0,
        float(fisher_exact(table).pvalue) if len(before) == 2 else None,
        float(rel_entr(p, q).sum() + rel_entr(q, p).sum()),
    ]

print(json.dumps([asked(*table) for table in json.loads(sys.argv[1])]))
`;

/** Smaller probabilities count as 0. */
const LEAST = 1e-9;

test('are those of SciPy for 400 tables (rules: 21.5.2, 21.5.3)', async () => {
  const counts = (length: number) =>
    fc
      .array(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 900 })), {
        ...{ minLength: length, maxLength: length },
      })
      .filter((each) => each.some((count) => count > 0));
  const table = fc.integer({ min: 2, max: 11 }).chain((length) => fc.tuple(counts(length), counts(length)));
  const tables = fc.sample(table, { numRuns: 400, seed: 7 });
  const printed = await run(python, ['-c', ASK, JSON.stringify(tables)]);
  const asked = JSON.parse(printed) as readonly [number, number | null, number][];
  expect(asked).toHaveLength(400);
  for (const [index, [chi, exact, psi]] of asked.entries()) {
    const [before = [], now = []] = tables[index] ?? [];
    const ours = chiSquare({ before, now });
    expect([before, now, chi < LEAST ? ours < LEAST : Math.abs(ours / chi - 1) < 1e-5]).toEqual([before, now, true]);
    if (exact !== null && exact > LEAST) expect(fisher({ before, now }) / exact).toBeCloseTo(1, 5);
    expect(stabilityIndex({ before, now })).toBeCloseTo(psi, 8);
  }
});

const INTERVALS = `
import json, math, sys
from scipy.stats import binomtest

def interval(count, total):
    found = binomtest(count, total).proportion_ci(0.95, 'wilson')
    return [float(found.low), float(found.high)]

def newcombe(both, old, new, neither):
    total = both + old + new + neither
    (l1, u1), (l2, u2) = interval(both + new, total), interval(both + old, total)
    p1, p2 = (both + new) / total, (both + old) / total
    under = (both + old) * (new + neither) * (both + new) * (old + neither)
    over = both * neither - old * new
    phi = 0 if under == 0 else (max(over - total / 2, 0) if over > 0 else over) / math.sqrt(under)
    reach = lambda a, b: math.sqrt(max(0, a * a - 2 * phi * a * b + b * b))
    return [p1 - p2 - reach(p1 - l1, u2 - p2), p1 - p2 + reach(u1 - p1, p2 - l2)]

print(json.dumps([interval(t[0], sum(t)) + newcombe(*t) for t in json.loads(sys.argv[1])]))
`;

test('intervals of shares and of differences of pairs are those of SciPy for 400 tables (rules: 21.6.6)', async () => {
  const count = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 900 }));
  const table = fc.tuple(count, count, count, count).filter((each) => each.some((some) => some > 0));
  const tables = fc.sample(table, { numRuns: 400, seed: 7 });
  const printed = await run(python, ['-c', INTERVALS, JSON.stringify(tables)]);
  const asked = JSON.parse(printed) as readonly [number, number, number, number][];
  expect(asked).toHaveLength(400);
  for (const [index, expected] of asked.entries()) {
    const [both = 0, onlyOld = 0, onlyNew = 0, neither = 0] = tables[index] ?? [];
    const share = wilson(both, both + onlyOld + onlyNew + neither);
    const difference = pairedDifference({ both, onlyOld, onlyNew, neither });
    for (const [at, found] of [share.low, share.high, difference.low, difference.high].entries())
      expect(found).toBeCloseTo(expected[at] ?? Number.NaN, 10);
  }
});
