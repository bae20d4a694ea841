import { describe, expect, test } from '../../support/jest.ts';
import fc from 'fast-check';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { cascadeOf, drive, edgesOf, KINDS, reachable, sketches, takenBy, withJumps } from './random-cascades.ts';

const RUNS = { numRuns: 100 };
const ACYCLIC = KINDS.filter((kind) => kind !== 'goto');

describe('random cascades', () => {
  // Rules: 3.1.3
  test('are never stuck, and an ended run holds no token', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const world = drive(sketch, {}, { failures: true });
        expect(world.state.tokens).toEqual([]);
        expect(world.last!.status).toBe(world.state.failed.length > 0 ? 'failed' : 'completed');
      }),
      RUNS,
    );
  });

  test('end with exactly one lifecycle event', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const world = drive(sketch, {}, { failures: true });
        expect(world.events.filter(({ name }) => name.startsWith('execution.'))).toHaveLength(1);
      }),
      RUNS,
    );
  });

  // Rules: 3.3.3
  test('no join is entered while a token that stayed where it was can still reach it', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const definition = cascadeOf(sketch);
        const incoming = new Map<string, number>();
        for (const node of definition) for (const to of edgesOf(node)) incoming.set(to, (incoming.get(to) ?? 0) + 1);
        let before: readonly string[] = [];
        drive(sketch, {
          beforeAdvance: (world) => {
            before = world.state.tokens.filter(({ phase }) => phase !== 'held').map((token) => JSON.stringify(token));
          },
          afterAdvance: (world, begun) => {
            const stayed = world.state.tokens.filter((token) => before.includes(JSON.stringify(token)));
            for (const id of begun.filter((node) => (incoming.get(node) ?? 0) >= 2)) {
              for (const token of stayed)
                expect([id, reachable(definition, token.at, withJumps).has(id)]).toEqual([id, false]);
            }
          },
        });
      }),
      RUNS,
    );
  });

  test('a join that stays held can be reached by somebody', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const definition = cascadeOf(sketch);
        drive(sketch, {
          afterAdvance: (world) => {
            const { tokens } = world.state;
            for (const held of tokens.filter(({ phase }) => phase === 'held')) {
              const reachedBy = tokens.filter(
                (other) =>
                  other.at !== held.at &&
                  reachable(definition, other.at, other.phase === 'held' ? edgesOf : withJumps).has(held.at),
              );
              expect(reachedBy).not.toEqual([]);
            }
          },
        });
      }),
      RUNS,
    );
  });

  test('without a GoTo every node runs at most once', () => {
    fc.assert(
      fc.property(sketches(ACYCLIC), (sketch) => {
        const world = drive(sketch, {}, { failures: true });
        expect(world.path).toEqual([...new Set(world.path)]);
      }),
      RUNS,
    );
  });

  test('between two runs of a node lies a GoTo', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const world = drive(sketch);
        const jumps = new Set(world.definition.filter(({ type }) => type === 'GoTo').map(({ id }) => id));
        const firstJump = world.path.findIndex((id) => jumps.has(id));
        for (const [index, id] of world.path.entries()) {
          const earlier = world.path.indexOf(id);
          if (earlier < index) expect(firstJump !== -1 && firstJump < index).toBe(true);
        }
      }),
      RUNS,
    );
  });

  // Rules: 8.1.1, 8.1.2
  test('nothing that a failed step leads to runs after it, results nodes excepted', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const definition = cascadeOf(sketch);
        drive(
          sketch,
          {
            afterAdvance: (_world, begun, failedBefore) => {
              for (const failed of failedBefore) {
                const dead = reachable(definition, failed, edgesOf);
                const ran = begun.filter(
                  (id) => dead.has(id) && definition.find((node) => node.id === id)!.type !== 'ShowResults',
                );
                expect(ran).toEqual([]);
              }
            },
          },
          { failures: true },
        );
      }),
      RUNS,
    );
  });

  // Rules: 9.4.3
  test('where every review is denied, nothing runs that only an approval reaches', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const world = drive(sketch, {}, { decision: 'denied' });
        const whenDenied = (node: CascadeNode) =>
          node.type === 'IfElse' && node.branches.human_review !== undefined
            ? [...(node.fail_steps ?? [])]
            : withJumps(node);
        const allowed = reachable(world.definition, 'start', whenDenied);
        expect(world.path.filter((id) => id !== 'start' && !allowed.has(id))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('the outputs explain the path: whatever ran was led to by a step that ended', () => {
    fc.assert(
      fc.property(sketches(KINDS), (sketch) => {
        const world = drive(sketch, {}, { failures: true });
        const ledTo = new Set(['start']);
        for (const step of world.steps.values()) {
          if (step.status !== 'succeeded') continue;
          const node = world.definition.find(({ id }) => id === step.nodeId)!;
          for (const to of takenBy(node, step.output)) ledTo.add(to);
        }
        expect(world.path.filter((id) => !ledTo.has(id))).toEqual([]);
      }),
      RUNS,
    );
  });
});
