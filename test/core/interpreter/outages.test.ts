import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import { buildGraph } from '../../../core/cascade/graph.ts';
import { NODES, type CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { fieldNames, PRODUCT_CODES, PRODUCTS, type BuiltInCode } from '../../../core/products/index.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { approve, credit, goTo, ifElse, notice, source, when } from './cascades.ts';
import { World } from './world.ts';

interface Part {
  readonly kind: 'pull' | 'decide' | 'goto' | 'notice' | 'approve';
  readonly next: readonly number[];
  readonly other: readonly number[];
  readonly product: number;
  readonly reads: readonly number[];
  readonly flag: boolean;
}
interface Sketch {
  readonly parts: readonly Part[];
  readonly first: readonly number[];
  readonly failing: readonly boolean[];
  readonly choices: readonly number[];
}

const some = (max: number) => fc.array(fc.nat(20), { maxLength: max });
const sketches: fc.Arbitrary<Sketch> = fc.record({
  parts: fc.array(
    fc.record({
      kind: fc.constantFrom<Part['kind']>('pull', 'pull', 'decide', 'decide', 'goto', 'notice', 'approve'),
      next: some(2),
      other: some(2),
      product: fc.nat(PRODUCT_CODES.length - 1),
      reads: fc.array(fc.nat(20), { minLength: 1, maxLength: 2 }),
      flag: fc.boolean(),
    }),
    { minLength: 3, maxLength: 10 },
  ),
  first: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  failing: fc.array(
    fc.nat(3).map((draw) => draw === 0),
    { minLength: PRODUCT_CODES.length, maxLength: PRODUCT_CODES.length },
  ),
  choices: fc.array(fc.nat(1_000), { minLength: 5, maxLength: 30 }),
});

const id = (index: number): string => `n${index}`;

/** Edges lead to later nodes; jumps to any node, or to later ones only. */
function cascadeOf({ parts, first }: Sketch, jumps: 'anywhere' | 'forward'): CascadeNode[] {
  const pulls = [...parts.keys()].filter((index) => parts[index]?.kind === 'pull');
  const later = (index: number, steps: readonly number[]): string[] => [
    ...new Set(
      steps
        .map((step) => index + 1 + (step % 4))
        .filter((target) => target < parts.length)
        .map(id),
    ),
  ];
  const nodes = parts.map((part, index): CascadeNode => {
    // A pull leads on, so that many decisions have a source.
    const next_step = later(index, part.kind === 'pull' ? [0, ...part.next] : part.next);
    switch (part.kind) {
      case 'pull':
        return { id: id(index), type: 'BillingProduct', billing_product_code: codeOf(part), next_step };
      case 'decide': {
        const conditions = part.reads.flatMap((read) => {
          const target = pulls[read % Math.max(1, pulls.length)];
          const pulled = target === undefined ? undefined : parts[target];
          if (target === undefined || pulled === undefined) return [];
          const [field = ''] = fieldNames(PRODUCTS[codeOf(pulled)]);
          return [{ source_node_id: id(target), field, operator: part.flag ? 'is_not_empty' : 'is_empty' } as const];
        });
        return {
          id: id(index),
          type: 'IfElse',
          branches: { pass: { condition_groups: [{ logic: 'or', conditions }] } },
          pass_steps: next_step,
          fail_steps: later(index, part.other),
        };
      }
      case 'goto': {
        const [step = 0] = part.next;
        const target = jumps === 'anywhere' ? step % parts.length : Math.min(index + 1 + (step % 4), parts.length - 1);
        return goTo(id(index), id(target));
      }
      case 'notice':
        return notice(id(index), 'auto_send', ...next_step);
      case 'approve':
        return { id: id(index), type: 'Action', action_type: 'Approve', next_step };
    }
  });
  const definition = [source(...new Set(first.map((step) => id(step % parts.length)))), ...nodes];
  return withoutLostSources(definition);
}

/** A decision keeps the sources that lead to it; one without any becomes an approval. */
function withoutLostSources(definition: CascadeNode[]): CascadeNode[] {
  const lost = new Set(validateDefinition(definition).details.map(({ field }) => field));
  return definition.map((node, index): CascadeNode => {
    if (node.type !== 'IfElse') return node;
    const at = `definition[${index}].branches.pass.condition_groups[0].conditions`;
    const conditions = (node.branches.pass?.condition_groups?.[0]?.conditions ?? []).filter(
      (_condition, position) => !lost.has(`${at}[${position}].source_node_id`),
    );
    if (conditions.length > 0)
      return { ...node, branches: { pass: { condition_groups: [{ logic: 'or', conditions }] } } };
    return { id: node.id, type: 'Action', action_type: 'Approve', next_step: node.pass_steps ?? [] };
  });
}

function codeOf({ product }: Part): BuiltInCode {
  return PRODUCT_CODES[product] ?? 'credit_report';
}

/** Drives the run to its end; what ends next is chosen at random. */
function drive(definition: CascadeNode[], { failing, choices }: Sketch, mode: 'test' | 'live'): World {
  const fails = (code: string): boolean => failing[PRODUCT_CODES.findIndex((known) => known === code)] === true;
  const reportOf = (code: string): JsonObject =>
    PRODUCTS[PRODUCT_CODES.find((known) => known === code) ?? 'credit_report'].synthetic(
      { last_name: 'Ada' },
      '2026-01-05',
    );
  const sandbox: SandboxRegistry = {
    find: (code) =>
      fails(code) ? { kind: 'vendor_error', message: 'down' } : { kind: 'report', output: reportOf(code) },
  };
  const world = new World(definition, { mode, sandbox, payload: { applicant: { email: 'ada@example.com' } } });
  world.advance();
  for (let turn = 0; world.last?.status === 'running' || world.last?.status === 'waiting'; turn += 1) {
    const open = [...world.openEffects.values()];
    const effect = open[((choices[turn % choices.length] ?? 0) + turn) % Math.max(1, open.length)];
    if (effect === undefined) world.wake();
    else if (effect.request.kind !== 'live_pull') world.finish(effect.key, { artifact_id: 1, sent_at: 'now' });
    else if (fails(effect.request.product_code)) world.fail(effect.key);
    else world.finish(effect.key, { report: reportOf(effect.request.product_code) });
  }
  return world;
}

/** Valid ones of random definitions, so that the properties look at as many as they say. */
function valid(jumps: 'anywhere' | 'forward'): fc.Arbitrary<{ sketch: Sketch; definition: CascadeNode[] }> {
  return sketches
    .map((sketch) => ({ sketch, definition: cascadeOf(sketch, jumps) }))
    .filter(({ definition }) => validateDefinition(definition).total === 0);
}
const RUNS = { numRuns: 200 };

describe('a vendor outage', () => {
  // Rules: 10.27.6
  test('of all vendors ends in no decision and no denial', () => {
    let decisions = 0;
    fc.assert(
      fc.property(valid('anywhere'), ({ sketch, definition }) => {
        for (const mode of ['live', 'test'] as const) {
          const world = drive(definition, { ...sketch, failing: PRODUCT_CODES.map(() => true) }, mode);
          for (const step of world.steps.values()) {
            if (step.nodeType !== 'IfElse') continue;
            decisions += 1;
            expect(['failed', 'cancelled']).toContain(step.status);
          }
        }
      }),
      RUNS,
    );
    expect(decisions).toBeGreaterThan(0);
  });

  test('of some decides nothing: whoever decides has read reports that came', () => {
    let decisions = 0;
    fc.assert(
      fc.property(
        valid('anywhere'),
        fc.constantFrom('live' as const, 'test' as const),
        ({ sketch, definition }, mode) => {
          const world = drive(definition, sketch, mode);
          for (const step of world.steps.values()) {
            const node = definition.find((each) => each.id === step.nodeId);
            if (node?.type !== 'IfElse' || step.status !== 'succeeded') continue;
            for (const { source_node_id } of node.branches.pass?.condition_groups?.[0]?.conditions ?? []) {
              decisions += 1;
              expect(world.outputs.has(source_node_id)).toBe(true);
              expect(world.statusOf(source_node_id)).toBe('succeeded');
            }
          }
        },
      ),
      RUNS,
    );
    expect(decisions).toBeGreaterThan(0);
  });
});

describe('live and test mode', () => {
  /** The nodes that ran, their ends and their decisions. */
  const wayOf = (world: World) => {
    const ran = [...world.steps.values()].map(({ nodeId, status, output }) => {
      const branch = (output as JsonObject | null)?.branch;
      return `${nodeId} ${status}${typeof branch === 'string' ? ` ${branch}` : ''}`;
    });
    return { ran: [...new Set(ran)].sort(), status: world.last?.status, outcome: world.last?.outcome };
  };

  /**
   * A jump that leads where the edges of a pull lead is a race in every mode: the pull may fail before it or after. So
   * is a jump after a step that is held: a join does not wait for another token that comes only over a jump.
   */
  const isRace = (definition: CascadeNode[]): boolean => {
    const graph = buildGraph(definition, NODES);
    const isHeld = ({ id: at, type }: CascadeNode) => graph.isJoin(at) || type === 'IfElse';
    const joins = definition.filter(isHeld);
    return definition.some(({ id: jump, ...node }) => {
      if (node.type !== 'GoTo') return false;
      const target = node.target_step;
      const before = joins.filter((each) => each.id === jump || graph.reaches(each.id, jump));
      const behind = joins.filter((each) => each.id === target || graph.reaches(target, each.id));
      return (
        definition.some((pull) => pull.type === 'BillingProduct' && graph.reaches(pull.id, target)) ||
        before.some((one) => behind.some((other) => !graph.reachesByEdges(one.id, other.id)))
      );
    });
  };

  // Rules: 3.4.1
  test.each(['live', 'test'] as const)('a decision waits for a report that comes over a jump: %s', (mode) => {
    const definition: CascadeNode[] = [
      source('decide', 'pull'),
      ifElse('decide', { pass: when('score', 'greater_than', 300, 'pull'), then: ['ok'] }),
      credit('pull', 'jump'),
      goTo('jump', 'decide'),
      approve('ok'),
    ];
    const world = new World(definition, { mode });
    world.advance();
    if (mode === 'live') {
      expect([world.path, world.state.tokens[0]]).toEqual([['start', 'pull'], { at: 'decide', phase: 'held' }]);
      world.finish('pull', { report: { score: 700 } });
    }
    expect([world.last?.status, world.last?.outcome]).toEqual(['completed', 'approved']);
    expect(world.visitsOf('decide')).toBe(1);
  });

  // Rules: 3.4.2
  test('take the same way, in whichever order reports come', () => {
    const cases = valid('forward').filter(({ definition }) => !isRace(definition));
    fc.assert(
      fc.property(cases, ({ sketch, definition }) => {
        expect(wayOf(drive(definition, sketch, 'live'))).toEqual(wayOf(drive(definition, sketch, 'test')));
      }),
      RUNS,
    );
  });
});
