import fc from 'fast-check';
import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { MAX_WORK_OF_RUN, MAX_WORK_OF_VISIT } from '../../../core/work.ts';
import { approve, goTo, ifElse, results, source, when } from './cascades.ts';
import { drive, KINDS, sketches } from './random-cascades.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import type { AdvanceResult } from '../../../core/interpreter/types.ts';
import { World } from './world.ts';

const onField = (field: string): CascadeCondition => ({
  source_node_id: 'context',
  field,
  operator: 'contains',
  value: 1,
});

/** An IfElse whose conditions no list of the payload meets. */
const asking = (id: string, fields: readonly string[], ...then: string[]): CascadeNode => ({
  id,
  type: 'IfElse',
  branches: { pass: { condition_groups: [{ logic: 'or', conditions: fields.map(onField) }] } },
  fail_steps: then,
});

const distinct = (count: number) => Array.from({ length: count }, (_, index) => `applicant.l.y${index}.x`);
const listOf = (length: number): JsonObject => ({ applicant: { l: Array.from({ length }, () => ({ x: 1 })) } });

describe('a step that reads more than a visit may', () => {
  // Rules: 8.4.3, 8.4.4
  test('fails with too_much_work and is named', () => {
    const world = new World([source('ask'), asking('ask', distinct(180), 'end'), results('end')], {
      payload: listOf(120_000),
    });
    world.advance();
    expect(world.steps.get('ask#1')?.error).toMatchObject({
      code: 'too_much_work',
      message: expect.stringMatching(/^The step ask reads or compares too many values/),
    });
    expect([world.last?.status, world.last?.outcome]).toEqual(['failed', null]);
  });

  test('costs no more than the limit, however much it asks for', () => {
    const world = new World([source('ask'), asking('ask', distinct(180))], { payload: listOf(120_000) });
    world.advance();
    // Work beyond the limit is counted and not done: one list at most.
    expect(world.state.work).toBeLessThan(MAX_WORK_OF_VISIT + 121_000);
  });

  test('is refused in a text too', () => {
    const text = distinct(60).map((path) => `{{${path}}}`);
    const node: CascadeNode = {
      id: 'greet',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: 'ada@example.com', subject: 'Hello', body: text.join('') },
    };
    const world = new World([source('greet'), node], { payload: listOf(10_000) });
    world.advance();
    expect(world.steps.get('greet#1')?.error?.code).toBe('too_much_work');
  });
});

// Rules: 8.4.5
test('a list that many conditions ask about is read once', () => {
  const fields = Array.from({ length: 500 }, () => 'applicant.l.y.x');
  const world = new World([source('ask'), asking('ask', fields, 'end'), results('end')], { payload: listOf(40_000) });
  world.advance();
  expect(world.statusOf('ask')).toBe('succeeded');
});

// Rules: 8.4.3
test('a run that takes more than all its steps may fails at the step that goes beyond', () => {
  const loop = [source('ask'), asking('ask', distinct(2), 'back'), goTo('back', 'ask')];
  const world = new World(loop, { payload: listOf(20_000) });
  world.advance();
  const failed = [...world.steps.values()].find(({ error }) => error !== null);
  expect(failed).toMatchObject({
    nodeId: 'ask',
    error: { code: 'too_much_work', message: expect.stringContaining('all steps of an execution together') },
  });
  expect(world.visitsOf('ask')).toBe(Math.ceil(MAX_WORK_OF_RUN / 80_000));
});

describe('an advance in slices', () => {
  const chain = Array.from({ length: 30 }, (_, index) =>
    approve(`n${index}`, ...(index < 29 ? [`n${index + 1}`] : [])),
  );

  // Rules: 8.5.1
  test('ends after so many visits and goes on with the next', () => {
    const world = new World([source('n0'), ...chain], { slice: { visits: 10, work: 1_000_000 } });
    world.advance();
    expect([world.last?.status, world.advances]).toEqual(['completed', 4]);
  });

  // Rules: 8.5.1
  test('ends after so much work, one visit more at most', () => {
    const steps = Array.from({ length: 6 }, (_, index) => asking(`a${index}`, distinct(1), `a${index + 1}`));
    const world = new World([source('a0'), ...steps, results('a6')], {
      payload: listOf(10_000),
      slice: { visits: 1_000, work: 15_000 },
    });
    world.advance();
    expect([world.last?.status, world.advances]).toEqual(['completed', 7]);
  });

  // Rules: 3.7.1, 8.5.1
  test('says that it is running, and to be called again at once', () => {
    const world = new World([source('n0'), ...chain], { slice: { visits: 10, work: 1_000_000 } });
    const seen: unknown[] = [];
    world.advance((result) =>
      seen.push([result.status, result.wakeAt, result.state.arrivals.length > 0, result.isUnfinished]),
    );
    expect(seen.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ['running', world.now, true, true]));
    expect(seen.at(-1)).toEqual(['completed', null, false, false]);
  });

  // Rules: 8.5.2
  test('comes to the same run wherever it is cut', () => {
    fc.assert(
      fc.property(sketches(KINDS), fc.integer({ min: 1, max: 4 }), (sketch, visits) => {
        const whole = drive(sketch);
        // Work that a failure cancels may have begun between two slices, as it may between two advances.
        fc.pre(whole.state.failed.length === 0);
        const cut = drive(sketch, {}, { slice: { visits, work: 1_000_000 } });
        expect(cut.path).toEqual(whole.path);
        expect(Object.fromEntries(cut.steps)).toEqual(Object.fromEntries(whole.steps));
        expect(cut.state).toEqual(whole.state);
        expect([...cut.history.values()]).toEqual([...whole.history.values()]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Trees of lists, and paths into them that reach far or nowhere. */
const payloads = fc
  .array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), items: fc.integer({ min: 1, max: 4_000 }) }), {
    maxLength: 3,
  })
  .map((lists) => ({
    applicant: Object.fromEntries(
      lists.map(({ name, items }) => [
        name,
        Array.from({ length: items }, (_, index) => ({ x: [index, 'text', null], y: `2026-01-${index}` })),
      ]),
    ),
  }));
const fields = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'x.y', 'z.x.y', '0.x', 'length')),
  { minLength: 1, maxLength: 40 },
);

test('no advance takes more than its slice and one visit, whatever is asked of what', () => {
  const slice = { visits: 20, work: 5_000 };
  fc.assert(
    fc.property(payloads, fields, fc.boolean(), (payload, paths, loops) => {
      const ask = asking(
        'ask',
        paths.map(([list, path]) => `applicant.${list}.${path}`),
        loops ? 'back' : 'end',
      );
      const world = new World([source('ask'), ask, goTo('back', 'ask'), results('end')], { payload, slice });
      let before = 0;
      world.advance(({ state }) => {
        const taken = (state.work ?? 0) - before;
        before = state.work ?? 0;
        // The visit that goes beyond its limit is refused before it looks at what it asked for.
        expect(taken).toBeLessThanOrEqual(slice.work + 2 * MAX_WORK_OF_VISIT);
      });
      expect(['completed', 'failed']).toContain(world.last?.status);
    }),
    { numRuns: 60 },
  );
});

// Rules: 8.4.1
test('work is counted alike however often an advance is repeated', () => {
  const decide = ifElse('decide', { review: when('applicant.flag', 'equals', true), reviewed: ['end'] });
  const world = new World([source('decide'), decide, results('end')], { payload: { applicant: { flag: true } } });
  world.advance();
  const { work } = world.state;
  world.advance();
  expect(world.state.work).toBe(work);
});

describe('the templates', () => {
  const { templates, sandbox } = loadReferenceData();

  // Rules: 8.4.6
  test.each(templates.map(({ key, definition }) => [key, definition] as const))(
    '%s takes less than a hundredth of what a visit and a run may',
    (_key, definition) => {
      for (const { payload } of sandbox.subjects) {
        const world = new World(definition, {
          payload,
          sandbox,
          skipWaits: true,
          slice: { visits: 1, work: Infinity },
        });
        let before = 0;
        const observe = ({ state }: AdvanceResult) => {
          // Every second slice begins no visit: it only finds that nothing can move.
          expect((state.work ?? 0) - before).toBeLessThanOrEqual(MAX_WORK_OF_VISIT / 100);
          before = state.work ?? 0;
        };
        world.advance(observe);
        while (world.openEffects.size + world.openRounds.size > 0) {
          for (const key of world.openEffects.keys()) {
            world.settle(key, { status: 'done', result: { artifact_id: 1 }, at: world.now });
          }
          for (const key of world.openRounds) world.settleRound(key, 'denied', { reasons: ['Income insufficient'] });
          world.advance(observe);
        }
        expect(before).toBeLessThanOrEqual(MAX_WORK_OF_RUN / 100);
      }
    },
  );
});
