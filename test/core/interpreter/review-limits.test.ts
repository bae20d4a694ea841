import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { approve, source, when } from './cascades.ts';
import { World } from './world.ts';
import { plenty } from '../../support/work.ts';

const DAY_MS = 86_400_000;
const reviewed = (on_overdue: 'none' | 'notify', duration = 2): CascadeNode[] => [
  source('decide'),
  {
    id: 'decide',
    type: 'IfElse',
    branches: { human_review: when('applicant.flag', 'is_true') },
    human_review_steps: ['ok'],
    review: { due_in: { duration, unit: 'days' }, on_overdue },
  },
  approve('ok'),
];
const begun = (on_overdue: 'none' | 'notify') => {
  const world = new World(reviewed(on_overdue), { payload: { applicant: { flag: true } } });
  world.advance();
  return world;
};
const eventsOf = (world: World) => world.events.map(({ name }) => name);

describe('a review with a time limit', () => {
  // Rules: 9.11.1, 9.11.2
  test('has its due time in the round', () => {
    const world = begun('none');
    expect(world.last?.rounds[0]?.review.dueAt).toBe(world.now + 2 * DAY_MS);
  });

  // Rules: 9.11.3
  test('wakes the run when it is due, and says so once', () => {
    const world = begun('notify');
    const dueAt = world.now + 2 * DAY_MS;
    expect(world.last?.wakeAt).toBe(dueAt);
    world.now = dueAt - 1;
    world.advance();
    expect(eventsOf(world)).toEqual([]);
    world.wake();
    expect(eventsOf(world)).toEqual(['review.overdue']);
    world.now += 30 * DAY_MS;
    world.advance();
    expect(eventsOf(world)).toEqual(['review.overdue']);
    expect([world.last?.wakeAt, world.last?.status]).toEqual([null, 'awaiting_review']);
  });

  // Rules: 9.11.4
  test('can still be decided when it is overdue', () => {
    const world = begun('notify');
    world.wake();
    world.decide('decide', 'approved');
    expect(world.last?.outcome).toBe('approved');
    expect(eventsOf(world)).toEqual(['review.overdue', 'execution.completed']);
  });

  test('is not overdue if it was decided before, or nobody is to be told', () => {
    const decided = begun('notify');
    decided.now += 3 * DAY_MS;
    decided.decide('decide', 'approved');
    expect(eventsOf(decided)).toEqual(['execution.completed']);
    expect(begun('none').last?.wakeAt).toBeNull();
  });

  // Rules: 9.11.5
  test('that queues behind another one is due as long after it came up', () => {
    const [, decide = source('decide')] = reviewed('none');
    const world = new World([source('decide', 'second'), decide, { ...decide, id: 'second' }, approve('ok')], {
      payload: { applicant: { flag: true } },
    });
    world.advance();
    const due = world.now + 2 * DAY_MS;
    expect(world.last?.rounds.map(({ review }) => review.dueAt)).toEqual([due, due]);
  });

  // Rules: 9.11.1
  test('is at most one year', () => {
    expect(validateDefinition(reviewed('notify', 366)).total).toBe(0);
    expect(validateDefinition(reviewed('notify', 367)).details).toEqual([
      { field: 'definition[1].review.due_in.duration', message: 'in node "decide": must be at most one year' },
    ]);
  });
});

describe('a review with a queue', () => {
  const with_ = (review: unknown): CascadeNode[] =>
    // Validation refuses invalid values; the types do not.
    reviewed('none').map((node) => (node.id === 'decide' ? { ...node, review } : node)) as CascadeNode[];

  // Rules: 9.5.1
  test('says so in its round, needs no time limit, and is read back with it', () => {
    const world = new World(with_({ queue: 'fraud' }), { payload: { applicant: { flag: true } } });
    world.advance();
    expect(world.last?.rounds[0]?.review.queue).toBe('fraud');
    expect(begun('none').last?.rounds[0]?.review).not.toHaveProperty('queue');
    expect(validateDefinition(with_({ queue: 'fraud' })).total).toBe(0);
    const told = readingOf(with_({ queue: 'fraud' }), plenty()).steps.find(({ node_id: id }) => id === 'decide')?.text;
    expect(told).toContain('A review here comes to the queue "fraud".');
  });

  test.each(['mine', 'none', 'Fraud desk', '', 'x'.repeat(41)])('is refused with the name %j', (queue) => {
    expect(validateDefinition(with_({ queue })).details.map(({ field }) => field)).toEqual([
      'definition[1].review.queue',
    ]);
  });
});

// Rules: 9.5.7
test('a review that comes up again comes to the queue of its node again', () => {
  const again = reviewed('none').map((node) =>
    node.id === 'decide' ? { ...node, review: { queue: 'fraud' }, fail_steps: ['back'] } : node,
  ) as CascadeNode[];
  const world = new World([...again, { id: 'back', type: 'GoTo', target_step: 'decide' }], {
    payload: { applicant: { flag: true } },
  });
  world.advance();
  world.decide('decide', 'denied');
  expect(world.last?.rounds.map(({ review }) => review.queue)).toEqual(['fraud']);
});

describe('a review that several people have to approve', () => {
  const with_ = (review: unknown): CascadeNode[] =>
    // Validation refuses invalid values; the types do not.
    reviewed('none').map((node) => (node.id === 'decide' ? { ...node, review } : node)) as CascadeNode[];
  const faults = (review: unknown) =>
    validateDefinition(with_(review)).details.map(({ field, message }) => `${field.slice(21)}: ${message}`);

  // Rules: 9.12.1, 9.13.2
  test('says so in its round, and needs no time limit', () => {
    const world = new World(with_({ approvals: 2 }), { payload: { applicant: { flag: true } } });
    world.advance();
    expect(world.last?.rounds[0]?.review.approvals).toBe(2);
    expect(begun('none').last?.rounds[0]?.review).not.toHaveProperty('approvals');
    expect(faults({ approvals: 2 })).toEqual([]);
  });

  // Rules: 9.12.1
  test.each([
    [0, 'approvals: in node "decide": must be at least 1'],
    [6, 'approvals: in node "decide": must be at most 5'],
    [1.5, 'approvals: in node "decide": must be'],
    ['2', 'approvals: in node "decide": must be'],
  ])('is refused with %j', (approvals, message) => {
    expect(faults({ approvals })).toEqual([expect.stringContaining(message)]);
  });

  test('is read back with the number', () => {
    const told = readingOf(with_({ approvals: 3 }), plenty()).steps.find(({ node_id: id }) => id === 'decide')?.text;
    expect(told).toContain('A review here needs the approval of 3 different people.');
    expect(readingOf(with_({ approvals: 1 }), plenty()).steps).toEqual(readingOf(with_(undefined), plenty()).steps);
  });
});
