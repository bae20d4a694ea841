import fc from 'fast-check';
import type { VisitRef } from '../../../../core/cascade/conditions.ts';
import { pathTo, refOf, visitKey } from '../../../../core/notices/decided/notice-path.ts';
import type { PastVisit } from '../../../../core/notices/decided/types.ts';
import { describe, expect, test } from '../../../support/jest.ts';

/*
 * The way to a letter, held against semantics 10.17 read literally: every chain is walked, and once more without
 * the visit that is asked about.
 */
const keyOf = (past: PastVisit): string => visitKey(refOf(past));

/** Visits of a few nodes, each caused by some of the earlier ones. */
const histories: fc.Arbitrary<readonly PastVisit[]> = fc
  .array(fc.record({ node: fc.nat(4), causes: fc.array(fc.nat(6), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 16,
  })
  .map((sketch) => {
    const made: PastVisit[] = [];
    for (const { node, causes } of sketch) {
      const nodeId = `n${node}`;
      const visit = made.filter((past) => past.nodeId === nodeId).length + 1;
      // Most come soon after what caused them.
      const from = [...new Set(causes)].flatMap((back) => made.at(-1 - back) ?? []);
      made.push({ nodeId, visit, causes: from.map(refOf), output: null });
    }
    return made;
  });

const pathOf = (history: readonly PastVisit[]) => pathTo(refOf(history.at(-1) as PastVisit), history, () => false);

/** True if a chain of consequences leads from one visit to the other without any of the barred ones. */
function leads(
  history: readonly PastVisit[],
  from: string,
  to: string,
  isBarred: (past: PastVisit) => boolean,
): boolean {
  if (from === to) return true;
  return history.some(
    (past) =>
      past.causes.some((cause) => visitKey(cause) === from) &&
      (keyOf(past) === to || !isBarred(past)) &&
      leads(history, keyOf(past), to, isBarred),
  );
}

const begins = (history: readonly PastVisit[]) => history.filter(({ causes }) => causes.length === 0).map(keyOf);

describe('the way to a letter', () => {
  // Rules: 10.17.2
  test('has every visit with a chain to it', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const end = keyOf(history.at(-1) as PastVisit);
        const expected = history.map(keyOf).filter((key) => leads(history, key, end, () => false));
        expect([...pathOf(history).visits.keys()].toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  // Rules: 10.17.3
  test('supersedes a visit exactly if every chain from it passes a later one of its node', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const path = pathOf(history);
        const end = keyOf(history.at(-1) as PastVisit);
        for (const { past } of path.visits.values()) {
          const isLater = (other: PastVisit) => other.nodeId === past.nodeId && other.visit > past.visit;
          const isSuperseded = !leads(history, keyOf(past), end, isLater);
          expect([keyOf(past), path.isSuperseded(past)]).toEqual([keyOf(past), isSuperseded]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('has before a visit exactly those without which the run would not have come to it, the nearest first', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const path = pathOf(history);
        const order = history.map(keyOf);
        for (const { past } of path.visits.values()) {
          const key = keyOf(past);
          const isNeeded = (other: string) =>
            other !== key &&
            !begins(history).some(
              (begin) => begin !== other && leads(history, begin, key, (barred) => keyOf(barred) === other),
            );
          const needed = [...path.visits.keys()].filter(isNeeded);
          expect(path.before(past)).toEqual(needed.toSorted((a, b) => order.indexOf(b) - order.indexOf(a)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is looked at once for each node, however many chains lead over it', () => {
    const [nodes, rounds] = [['a', 'b', 'c'], 300];
    let looks = 0;
    const history = Array.from({ length: rounds }, (_, round) =>
      nodes.map((nodeId) => ({
        ...{ nodeId, visit: round + 1, output: null },
        // Each round leads to all of the next.
        get causes(): readonly VisitRef[] {
          looks += 1;
          return round === 0 ? [] : nodes.map((node_id) => ({ node_id, visit: round }));
        },
      })),
    ).flat();
    const path = pathOf(history);
    for (const { past } of path.visits.values()) {
      path.isSuperseded(past);
      path.before(past);
    }
    expect(path.visits.size).toBe(nodes.length * (rounds - 1) + 1);
    expect(looks / history.length).toBeLessThanOrEqual(nodes.length + 3);
  });
});
