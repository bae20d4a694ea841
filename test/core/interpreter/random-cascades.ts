import fc from 'fast-check';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { isJsonObject } from '../../../core/json.ts';
import type { AdvanceInput, AdvanceResult } from '../../../core/interpreter/types.ts';
import { approve, credit, goTo, ifElse, notice, results, source, wait, when } from './cascades.ts';
import { World } from './world.ts';

/**
 * Random cascades through the interpreter, with a world that settles what is open in random order and with random
 * results. Reachability is worked out here anew, the naive way, so that the graph module is checked along with it.
 */
export const KINDS = ['approve', 'credit', 'wait', 'review', 'decide', 'notice', 'results', 'goto'] as const;
export type Kind = (typeof KINDS)[number];

export interface Sketch {
  readonly nodes: readonly {
    readonly kind: Kind;
    readonly next: readonly number[];
    readonly other: readonly number[];
    readonly flag: boolean;
  }[];
  readonly choices: readonly number[];
}

export function sketches(kinds: readonly Kind[]): fc.Arbitrary<Sketch> {
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
export function cascadeOf({ nodes }: Sketch): CascadeNode[] {
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

export function edgesOf(node: CascadeNode): string[] {
  if (node.type === 'GoTo' || node.type === 'ShowResults') return [];
  if (node.type === 'IfElse')
    return [...(node.pass_steps ?? []), ...(node.human_review_steps ?? []), ...(node.fail_steps ?? [])];
  return [...(node.next_step ?? [])];
}

export function reachable(
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
export const withJumps = (node: CascadeNode) => (node.type === 'GoTo' ? [node.target_step] : edgesOf(node));

export interface Observer {
  /** Called after each advance, slices included, with what it was given. */
  observe?(result: AdvanceResult, input: AdvanceInput): void;
  beforeAdvance?(world: World): void;
  afterAdvance?(world: World, begun: readonly string[], failedBefore: ReadonlySet<string>): void;
}

/** Drives a run to its end; throws where nothing is left to happen and the run has not ended. */
export function drive(
  sketch: Sketch,
  observer: Observer = {},
  options: { failures?: boolean; decision?: 'denied'; slice?: { visits: number; work: number } } = {},
): World {
  const definition = cascadeOf(sketch);
  const world = new World(definition, {
    mode: 'live',
    payload: { applicant: { email: 'ada@example.com', flag: true } },
    ...(options.slice === undefined ? {} : { slice: options.slice }),
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
  step(() => world.advance(observer.observe));
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
      world.advance(observer.observe);
    });
  }
  return world;
}

/** The nodes that a step which ended led to, as its output says. */
export function takenBy(node: CascadeNode, output: unknown): readonly string[] {
  if (node.type !== 'IfElse') return withJumps(node);
  if (!isJsonObject(output)) return [];
  if (output.branch === 'pass') return node.pass_steps ?? [];
  if (output.branch === 'fail') return node.fail_steps ?? [];
  const approved = isJsonObject(output.review) && output.review.decision === 'approved';
  const reviewed = node.human_review_steps ?? [];
  return (approved ? (reviewed.length > 0 ? reviewed : node.pass_steps) : node.fail_steps) ?? [];
}
