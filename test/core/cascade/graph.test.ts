import { describe, expect, test } from '../../support/jest.ts';
import fc from 'fast-check';
import { buildGraph, type WaysOut } from '../../../core/cascade/graph.ts';
import { NODES, type CascadeDefinition, type CascadeNode } from '../../../core/cascade/registry.ts';

const start = (...next_step: string[]): CascadeNode => ({ id: 'start', type: 'ApplicantSource', next_step });
const step = (id: string, ...next_step: string[]): CascadeNode => ({
  id,
  type: 'Action',
  action_type: 'Approve',
  next_step,
});
const goTo = (id: string, target_step: string): CascadeNode => ({ id, type: 'GoTo', target_step });
const decide = (id: string, pass: string[], review: string[], fail: string[]): CascadeNode => ({
  id,
  type: 'IfElse',
  branches: {},
  pass_steps: pass,
  human_review_steps: review,
  fail_steps: fail,
});
const graphOf = (...nodes: CascadeNode[]) => buildGraph(nodes, NODES);

describe('joins', () => {
  // Rules: 3.3.1
  test('are the nodes with two or more incoming edges', () => {
    const graph = graphOf(start('a', 'b'), step('a', 'join'), step('b', 'join'), step('join', 'end'), step('end'));
    expect(graph.order.filter((id) => graph.isJoin(id))).toEqual(['join']);
    expect(graph.incomingCount('join')).toBe(2);
    expect(graph.incomingCount('start')).toBe(0);
  });

  test('count each edge key of a node, but a target given twice under one key once', () => {
    const twice: WaysOut = {
      edgesOf: (node) => NODES.edgesOf(node).flatMap((edge) => [edge, edge]),
      jumpsOf: () => [],
      entryOf: NODES.entryOf,
    };
    const graph = buildGraph([start('d'), decide('d', ['end'], ['end'], []), step('end')], twice);
    expect(graph.isJoin('d')).toBe(false);
    expect(graph.isJoin('end')).toBe(true);
  });

  test('do not come of GoTo jumps', () => {
    const graph = graphOf(start('a'), step('a', 'back'), goTo('back', 'a'));
    expect(graph.isJoin('a')).toBe(false);
  });
});

describe('reachability', () => {
  const graph = graphOf(start('a'), step('a', 'b', 'back'), step('b'), goTo('back', 'a'), step('alone', 'b'));

  test('over edges alone ends at a GoTo', () => {
    expect([...graph.reachableByEdges('a')].sort()).toEqual(['b', 'back']);
    expect(graph.reachesByEdges('back', 'a')).toBe(false);
  });

  test('over edges and jumps goes on behind it', () => {
    expect([...graph.reachable('back')].sort()).toEqual(['a', 'b', 'back']);
    expect(graph.reaches('start', 'back')).toBe(true);
    expect(graph.reaches('start', 'alone')).toBe(false);
  });

  test('holds of a node and itself only where a GoTo leads back', () => {
    expect(graph.reaches('a', 'a')).toBe(true);
    expect(graph.reachesByEdges('a', 'a')).toBe(false);
    expect(graph.reaches('b', 'b')).toBe(false);
  });
});

describe('a graph', () => {
  test('of nothing has no entry', () => {
    const graph = graphOf();
    expect(graph.entry).toBeUndefined();
    expect(graph.order).toEqual([]);
  });

  test('keeps the order of edges and takes ids that objects inherit', () => {
    const graph = graphOf(start('constructor', '__proto__'), step('__proto__', 'constructor'), step('constructor'));
    expect(graph.edgesFrom('start').map(({ to }) => to)).toEqual(['constructor', '__proto__']);
    expect(graph.order).toEqual(['start', '__proto__', 'constructor']);
    expect(graph.incomingCount('toString')).toBe(0);
    expect(graph.reaches('toString', 'start')).toBe(false);
  });

  test('is refused where an edge leads nowhere or edges form a cycle', () => {
    expect(() => graphOf(start('nobody'))).toThrow('nobody');
    expect(() => graphOf(start('a'), step('a', 'b'), step('b', 'a'))).toThrow('cycle');
  });

  test('of 500 nodes, each with edges to all behind it, is worked out whole', () => {
    const ids = Array.from({ length: 499 }, (_, index) => `n${index}`);
    const definition = [start(...ids), ...ids.map((id, index) => step(id, ...ids.slice(index + 1)))];
    const graph = buildGraph(definition, NODES);
    expect(graph.order.filter((id) => graph.reaches(id, 'n498'))).toEqual(['start', ...ids.slice(0, -1)]);
  });
});

/** Edges lead from lower to higher numbers, so there is no cycle; jumps lead anywhere. */
const definitions: fc.Arbitrary<CascadeDefinition> = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc
    .tuple(
      ...Array.from({ length: size }, (_, index) =>
        fc.record({
          jumps: fc.boolean(),
          to: fc.integer({ min: 0, max: size }),
          next: fc.array(fc.integer({ min: index + 1, max: size }), { maxLength: 3 }),
        }),
      ),
    )
    .map((nodes): CascadeDefinition => {
      const id = (number: number): string => (number === 0 ? 'start' : `n${number}`);
      return [
        start(...(nodes[0]?.next.map(id) ?? [])),
        ...nodes
          .slice(1)
          .map(({ jumps, to, next }, index) =>
            jumps ? goTo(id(index + 1), id(to)) : step(id(index + 1), ...next.map(id)),
          ),
        step(id(size)),
      ];
    }),
);

describe('on random graphs', () => {
  test('reachability is what repeated walking finds, the order obeys the edges, joins are counted', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        const graph = buildGraph(definition, NODES);
        const ids = definition.map(({ id }) => id);
        const edges = definition.flatMap((node) =>
          NODES.edgesOf(node).map(({ to, key }) => ({ from: node.id, to, key })),
        );
        const jumps = definition.flatMap((node) => NODES.jumpsOf(node).map((to) => ({ from: node.id, to })));
        for (const from of ids) {
          expect([...graph.reachableByEdges(from)].sort()).toEqual(naivelyReached(from, edges));
          expect([...graph.reachable(from)].sort()).toEqual(naivelyReached(from, [...edges, ...jumps]));
        }
        for (const { from, to } of edges) expect(graph.order.indexOf(from)).toBeLessThan(graph.order.indexOf(to));
        expect([...graph.order].sort()).toEqual([...ids].sort());
        for (const id of ids) {
          const incoming = new Set(edges.filter(({ to }) => to === id).map(({ from, key }) => `${from} ${key}`));
          expect(graph.isJoin(id)).toBe(incoming.size >= 2);
        }
      }),
      { numRuns: 200 },
    );
  });
});

function naivelyReached(from: string, ways: readonly { readonly from: string; readonly to: string }[]): string[] {
  let found: string[] = [];
  for (;;) {
    const next = [...new Set(ways.filter((way) => way.from === from || found.includes(way.from)).map(({ to }) => to))];
    if (next.length === found.length) return next.sort();
    found = next;
  }
}
