import fc from 'fast-check';
import type { ConditionTrace } from '../../../../core/cascade/conditions.ts';
import { candidatesOf } from '../../../../core/notices/decided/candidates.ts';
import { avoidance, type DecisionGraph, type Place } from '../../../../core/notices/decided/graph.ts';
import type { ChoiceOutcome } from '../../../../core/notices/decided/types.ts';
import { describe, expect, test } from '../../../support/jest.ts';
import { processorMs } from '../../../support/processor-time.ts';

/*
 * The executor compiles letters on its event loop, and so does every example of a reading. So the cost grows with the
 * cascade and not with its square. The sizes here are far beyond what can be saved: a square takes many seconds.
 */

const MOST_MS = 1_000;

const step = (id: string, next: readonly string[]): Place => ({ is: 'step', id, next });
const notice = (id: string): Place => ({ is: 'notice', id, action: 'denied', next: [] });
function choice(id: string, targets: Partial<Record<ChoiceOutcome, readonly string[]>>): Place {
  const known = Object.entries(targets) as [ChoiceOutcome, readonly string[]][];
  return { is: 'choice', id, branches: {}, targets: new Map(known), ifDenied: targets.fail ?? [] };
}
function graphOf(places: readonly Place[]): DecisionGraph {
  return { places: new Map(places.map((place) => [place.id, place])), entry: places[0]?.id, hasApproval: true };
}

describe('who can avoid a letter', () => {
  test.each(['the order of the run', 'the other order'])(
    'is found in one pass over a long chain in %s',
    async (order) => {
      const chain = Array.from({ length: 20_000 }, (_, n) => choice(`c${n}`, { pass: ['no'], fail: [`c${n + 1}`] }));
      const places = [...chain, step('c20000', []), notice('no')];
      const graph = graphOf(order === 'the order of the run' ? places : places.toReversed());
      let canAvoid: boolean | undefined;
      const ms = await processorMs(() => {
        canAvoid = avoidance(graph, new Set(['no'])).node('c0');
      });
      expect([canAvoid, ms < MOST_MS]).toEqual([true, true]);
    },
  );

  // Rules: 10.18.3
  test('is the least fixpoint of the rule, whatever leads where', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const some = fc.uniqueArray(fc.constantFrom(...ids, 'nowhere'), { maxLength: 3 });
    const placeOf = (id: string): fc.Arbitrary<Place> =>
      fc.oneof(
        some.map((next) => step(id, next)),
        fc
          .record({ pass: some, human_review: some, fail: some }, { requiredKeys: ['fail'] })
          .map((to) => choice(id, to)),
        fc.constant(notice(id)),
      );
    fc.assert(
      fc.property(fc.tuple(...ids.map(placeOf)), fc.boolean(), (places, isSure) => {
        const grave = new Set(places.flatMap((place) => (place.is === 'notice' ? [place.id] : [])));
        const { node } = avoidance(graphOf(places), grave, isSure);
        expect(ids.filter(node)).toEqual(ids.filter((id) => slowly(places, isSure).has(id)));
      }),
    );
  });
});

/** Pass after pass, until nothing more is found. */
function slowly(places: readonly Place[], isSure: boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const all = (ids: readonly string[]) => ids.every((id) => found.has(id));
  const can = (place: Place) => {
    if (place.is === 'notice') return false;
    if (place.is !== 'choice') return all(place.next);
    return [...place.targets].some(
      ([outcome, to]) => all(to) && !(isSure && outcome === 'human_review' && !all(place.ifDenied)),
    );
  };
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const place of places) if (can(place)) found.add(place.id);
  }
  return found;
}

describe('the values that a field is tried with', () => {
  const compared = (value: number): ConditionTrace =>
    ({ operator: 'greater_than', value, actual: 5, result: true }) as unknown as ConditionTrace;

  test('are found in one pass over limits that lie closer together than a step', async () => {
    const traces = Array.from({ length: 10_000 }, (_, n) => compared(Number(`${n + 1}e-11`)));
    let values: readonly unknown[] = [];
    const ms = await processorMs(() => {
      values = candidatesOf(traces, undefined);
    });
    expect([values.length, ms < MOST_MS]).toEqual([64, true]);
  });

  // Rules: 10.20.4
  test('have one between two such limits', () => {
    const values = candidatesOf([compared(0.1), compared(0.25), compared(0.1)], undefined);
    expect(values).toContain(0.175);
    expect(new Set(values).size).toBe(values.length);
  });
});
