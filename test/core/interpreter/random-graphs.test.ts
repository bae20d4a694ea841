import { describe, expect, test } from '../../support/jest.ts';
import fc from 'fast-check';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { isJsonObject } from '../../../core/json.ts';
import { approve, credit, goTo, ifElse, notice, results, source, wait, when } from './cascades.ts';
import { World } from './world.ts';

/**
 * Random cascades through the interpreter, with a world that settles what is open in random order and with random
 * results. Reachability is worked out here anew, the naive way, so that the graph module is checked along with it.
 */
const KINDS = ['approve', 'credit', 'wait', 'review', 'decide', 'notice', 'results', 'goto'] as const;
type Kind = (typeof KINDS)[number];

interface Sketch {
  readonly nodes: readonly {
    readonly kind: Kind;
    readonly next: readonly number[];
    readonly other: readonly number[];
    readonly flag: boolean;
  }[];
  readonly choices: readonly number[];
}

function sketches(kinds: readonly Kind[]): fc.Arbitrary<Sketch> {
  const node = fc.record({
    kind: fc.constantFrom(...kinds),
    next: fc.array(fc.nat(30), { maxLength: 3 }),
    other: fc.array(fc.nat(30), { maxLength: 2 }),
    flag: fc.boolean(),
  });
  return fc.record({
    nodes: fc.array(node, { minLength: 2, maxLength: 14 }),
    choices: fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 }),
  });
}

/** Edges point forward, so they are acyclic; a jump may point anywhere. Every node gets an edge from an earlier one. */
function cascadeOf({ nodes }: Sketch): CascadeNode[] {
  const id = (index: number) => `n${index}`;
  const forward = (from: number, picks: readonly number[]) => {
    const left = nodes.length - from - 1;
    return left === 0 ? [] : [...new Set(picks.map((pick) => id(from + 1 + (pick % left))))];
  };
  const built = nodes.map(({ kind, next, other, flag }, index): CascadeNode => {
    const on = forward(index, next);
    const off = forward(index, other);
    switch (kind) {
      case 'approve':
        return approve(id(index), ...on);
      case 'credit':
        return credit(id(index), ...on);
      case 'wait':
        return wait(id(index), 1 + (index % 3), ...on);
      case 'review':
        return ifElse(id(index), { review: when('execution.id', 'equals', 1), reviewed: on, otherwise: off });
      case 'decide':
        return ifElse(id(index), { pass: when('applicant.flag', 'equals', flag), then: on, otherwise: off });
      case 'notice':
        return notice(id(index), flag ? 'auto_send' : 'draft_first', ...on);
      case 'results':
        return results(id(index));
      case 'goto':
        return goTo(id(index), id((next[0] ?? 0) % nodes.length));
    }
  });
  return [source('n0', ...forward(0, [7, 3])), ...built];
}

function edgesOf(node: CascadeNode): string[] {
  if (node.type === 'GoTo' || node.type === 'ShowResults') return [];
  if (node.type === 'IfElse')
    return [...(node.pass_steps ?? []), ...(node.human_review_steps ?? []), ...(node.fail_steps ?? [])];
  return [...(node.next_step ?? [])];
}

function reachable(
  definition: readonly CascadeNode[],
  from: string,
  ways: (node: CascadeNode) => string[],
): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    for (const to of ways(definition.find((node) => node.id === id)!)) {
      if (!found.has(to)) {
        found.add(to);
        visit(to);
      }
    }
  };
  visit(from);
  return found;
}
const withJumps = (node: CascadeNode) => (node.type === 'GoTo' ? [node.target_step] : edgesOf(node));

interface Observer {
  beforeAdvance?(world: World): void;
  afterAdvance?(world: World, begun: readonly string[], failedBefore: ReadonlySet<string>): void;
}

/** Drives a run to its end; throws where nothing is left to happen and the run has not ended. */
function drive(
  sketch: Sketch,
  observer: Observer = {},
  options: { failures?: boolean; decision?: 'denied' } = {},
): World {
  const definition = cascadeOf(sketch);
  const world = new World(definition, {
    mode: 'live',
    payload: { applicant: { email: 'ada@example.com', flag: true } },
  });
  let turn = 0;
  const choose = (bound: number) => (sketch.choices[turn++ % sketch.choices.length]! + turn) % bound;
  const failed = new Set<string>();
  const step = (run: () => unknown) => {
    observer.beforeAdvance?.(world);
    const before = world.path.length;
    const failedBefore = new Set(failed);
    run();
    observer.afterAdvance?.(world, world.path.slice(before), failedBefore);
    for (const id of world.state.failed) failed.add(id);
  };
  step(() => world.advance());
  while (world.last?.status !== 'completed' && world.last?.status !== 'failed') {
    const open: (() => void)[] = [
      ...[...world.openEffects.values()].map((effect) => () => {
        const fails = options.failures === true && choose(4) === 0;
        world.settle(
          effect.key,
          fails
            ? { status: 'failed', code: 'vendor_error', message: 'failed', attempts: 1 }
            : { status: 'done', at: world.now, result: { artifact_id: 1, report: { score: 700 } } },
        );
      }),
      ...[...world.openRounds].map(
        (key) => () => world.settleRound(key, options.decision ?? (choose(2) === 0 ? 'approved' : 'denied')),
      ),
      ...(world.last?.wakeAt === null || world.last?.wakeAt === undefined
        ? []
        : [
            () => {
              world.now = world.last!.wakeAt!;
            },
          ]),
    ];
    if (open.length === 0) throw new Error(`stuck: ${JSON.stringify(world.state.tokens)}`);
    step(() => {
      open[choose(open.length)]!();
      world.advance();
    });
  }
  return world;
}

const RUNS = { numRuns: 100 };
const ACYCLIC = KINDS.filter((kind) => kind !== 'goto');

describe('random cascades', () => {
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

function takenBy(node: CascadeNode, output: unknown): readonly string[] {
  if (node.type !== 'IfElse') return withJumps(node);
  if (!isJsonObject(output)) return [];
  if (output.branch === 'pass') return node.pass_steps ?? [];
  if (output.branch === 'fail') return node.fail_steps ?? [];
  const approved = isJsonObject(output.review) && output.review.decision === 'approved';
  const reviewed = node.human_review_steps ?? [];
  return (approved ? (reviewed.length > 0 ? reviewed : node.pass_steps) : node.fail_steps) ?? [];
}
