import { describe, expect, test } from '../../support/jest.ts';
import fc from 'fast-check';
import { isJsonObject } from '../../../core/json.ts';
import type { EffectRequest } from '../../../core/cascade/contract.ts';
import { cascadeOf, drive, sketches, type Kind, type Sketch } from './random-cascades.ts';
import type { World } from './world.ts';

/**
 * Reviews, drafted letters and decisions in random order, in cascades where they stand side by side, behind joins and
 * behind jumps, beside steps that fail.
 */
const WITH_REVIEWS: readonly Kind[] = ['review', 'review', 'notice', 'notice', 'credit', 'wait', 'approve', 'goto'];
const RUNS = { numRuns: 80 };

interface Opened {
  readonly key: string;
  readonly nodeId: string;
  readonly kind: 'decision' | 'notice';
}

/** The run with everything that was asked of people, and what they decided in which order. */
function driven(sketch: Sketch) {
  const opened = new Map<string, Opened>();
  const decided: { key: string; decision: 'approved' | 'denied' }[] = [];
  const closed = new Set<string>();
  let seen: ReadonlySet<string> = new Set();
  const world = drive(
    sketch,
    {
      beforeAdvance: ({ openRounds }) => {
        seen = new Set(openRounds);
      },
      afterAdvance: (after) => {
        for (const { key, nodeId, review } of after.last?.rounds ?? []) {
          opened.set(key, { key, nodeId, kind: review.kind });
        }
        for (const key of after.last?.closedRounds ?? []) closed.add(key);
        for (const key of seen) {
          if (!after.openRounds.has(key) && !(after.last?.closedRounds ?? []).includes(key)) {
            decided.push({ key, decision: after.decisionOf(key) });
          }
        }
      },
    },
    { failures: true },
  );
  return { world, opened, decided, closed };
}

const operations = (world: World, nodeId: string, operation: string) =>
  world.allEffects.filter((effect) => {
    const request: EffectRequest = effect.request;
    return effect.nodeId === nodeId && request.kind === 'notice' && request.operation === operation;
  });

describe('random reviews, drafts and decisions', () => {
  test('lose no review: each is decided once, or closed because a failed step leads there', () => {
    fc.assert(
      fc.property(sketches(WITH_REVIEWS), (sketch) => {
        const { world, opened, decided, closed } = driven(sketch);
        const settled = [...decided.map(({ key }) => key), ...closed];
        expect(settled.toSorted()).toEqual([...opened.keys()].toSorted());
        expect(new Set(settled).size).toBe(settled.length);
        if (closed.size > 0) expect(world.state.failed).not.toEqual([]);
      }),
      RUNS,
    );
  });

  test('bypass no review: while it is open, its step has not ended and has led nowhere', () => {
    fc.assert(
      fc.property(sketches(WITH_REVIEWS), (sketch) => {
        const bypassed: string[] = [];
        drive(
          sketch,
          {
            afterAdvance: ({ state, steps, history }) => {
              const parked = new Set(
                state.tokens.flatMap((token) => (token.phase === 'parked' ? [`${token.at}#${token.visit}`] : [])),
              );
              for (const visit of parked) if (steps.get(visit)?.status !== 'running') bypassed.push(visit);
              for (const { causes } of history.values()) {
                for (const { node_id, visit } of causes) {
                  if (parked.has(`${node_id}#${visit}`)) bypassed.push(node_id);
                }
              }
            },
          },
          { failures: true },
        );
        expect(bypassed).toEqual([]);
      }),
      RUNS,
    );
  });

  // Rules: 9.1.4
  test('leave what was decided about the person: the last decision, and never that about a letter', () => {
    fc.assert(
      fc.property(sketches(WITH_REVIEWS), (sketch) => {
        const { world, opened, decided } = driven(sketch);
        const aboutPerson = decided.filter(({ key }) => opened.get(key)?.kind === 'decision');
        const last = aboutPerson.at(-1)?.decision ?? null;
        expect(world.last?.reviewStatus).toBe(last ?? 'none');
        expect(world.last?.userApproved).toBe(last === null ? null : last === 'approved');
      }),
      RUNS,
    );
  });

  test('send a drafted letter only if a person approved it, and discard it only if one denied it', () => {
    fc.assert(
      fc.property(sketches(WITH_REVIEWS), (sketch) => {
        const { world, opened, decided } = driven(sketch);
        const drafts = world.definition.filter(
          (node) => node.type === 'Action' && node.action_type === 'AdverseAction' && isDraftedFirst(node),
        );
        for (const { id } of drafts) {
          const decisions = decided.filter(({ key }) => opened.get(key)?.nodeId === id);
          const count = (decision: string) => decisions.filter((each) => each.decision === decision).length;
          // An effect is asked for in the advance that takes the decision in. A letter that fails is sent again.
          const sent = operations(world, id, 'send').length;
          expect([sent > 0, sent >= count('approved')]).toEqual([count('approved') > 0, true]);
          expect(operations(world, id, 'discard').length).toBe(count('denied'));
        }
      }),
      RUNS,
    );
  });

  test('end alike when every advance is repeated', () => {
    fc.assert(
      fc.property(sketches(WITH_REVIEWS), (sketch) => {
        drive(
          sketch,
          {
            afterAdvance: (world) => {
              // An advance that cancelled effects asks for another, which takes in what became of them.
              if (world.last?.wakeAt === world.now) return;
              const before = JSON.stringify(world.state);
              const { steps, effects, rounds, events } = world.advance();
              expect([steps, effects, rounds, events].flat()).toEqual(world.state.tokens.length === 0 ? events : []);
              expect(JSON.stringify(world.state)).toBe(before);
            },
          },
          { failures: true },
        );
      }),
      RUNS,
    );
  });

  test('are not all trivial', () => {
    let reviewed = 0;
    let sideBySide = 0;
    for (const sketch of fc.sample(sketches(WITH_REVIEWS), { numRuns: 100, seed: 1 })) {
      expect(cascadeOf(sketch).length).toBeGreaterThan(2);
      let most = 0;
      drive(sketch, {
        afterAdvance: ({ openRounds }) => {
          most = Math.max(most, openRounds.size);
        },
      });
      if (most > 0) reviewed += 1;
      if (most > 1) sideBySide += 1;
    }
    expect(reviewed).toBeGreaterThan(40);
    expect(sideBySide).toBeGreaterThan(10);
  });
});

function isDraftedFirst(node: object): boolean {
  const settings = 'adverse_action' in node && isJsonObject(node.adverse_action as never) ? node.adverse_action : {};
  return (settings as { send_strategy?: string }).send_strategy !== 'auto_send';
}
