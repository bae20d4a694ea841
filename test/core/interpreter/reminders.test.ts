import { describe, expect, test } from '../../support/jest.ts';
import type { ReminderSettings } from '../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { approve, source, when } from './cascades.ts';
import { World } from './world.ts';

const DAY_MS = 86_400_000;
const reminder = (days: number, change: Partial<ReminderSettings> = {}): ReminderSettings => ({
  after: { duration: days, unit: 'days' },
  to: 'desk@example.com',
  subject: `After ${days} days`,
  body: 'Please decide.',
  ...change,
});
const reviewed = (reminders: readonly ReminderSettings[], steps: readonly string[] = ['ok']): CascadeNode[] => [
  source('decide'),
  {
    id: 'decide',
    type: 'IfElse',
    branches: { human_review: when('applicant.flag', 'is_true') },
    human_review_steps: steps,
    fail_steps: ['again'],
    review: { reminders },
  },
  approve('ok'),
  { id: 'again', type: 'GoTo', target_step: 'decide' },
];
function begun(reminders: readonly ReminderSettings[], applicant: Json = { flag: true }): World {
  const world = new World(reviewed(reminders), { payload: { applicant } });
  world.advance();
  return world;
}
const subjects = (world: World) =>
  world.allEffects.map(({ request }) => (request.kind === 'notification' ? request.subject : request.kind));
const onlyOpen = (world: World): string => [...world.openEffects.keys()][0] ?? 'none is open';

describe('a reminder of a review', () => {
  // Rules: 9.13.3
  test('is asked for when it is due, once, and never holds the run', () => {
    const world = begun([reminder(1)]);
    expect([subjects(world), world.last?.wakeAt]).toEqual([[], world.now + DAY_MS]);
    world.wake();
    expect(world.allEffects).toMatchObject([
      {
        nodeId: 'decide',
        request: {
          kind: 'notification',
          channel: 'email',
          target: 'desk@example.com',
          message: 'Please decide.',
          reminder_of: [...world.openRounds][0],
        },
      },
    ]);
    expect([world.last?.status, world.last?.wakeAt]).toEqual(['awaiting_review', null]);
    world.now += DAY_MS;
    world.advance();
    world.finish(onlyOpen(world), { status: 'sent' });
    world.now += 30 * DAY_MS;
    world.advance();
    expect(subjects(world)).toEqual(['After 1 days']);
    world.decide('decide', 'approved');
    expect(world.last?.status).toBe('completed');
  });

  // Rules: 9.13.3
  test('waits for the one before it, in the order in which they are due', () => {
    const world = begun([reminder(3), reminder(1)]);
    world.now += 5 * DAY_MS;
    world.advance();
    expect(subjects(world)).toEqual(['After 1 days']);
    expect(world.last?.wakeAt).toBeNull();
    world.finish(onlyOpen(world), { status: 'sent' });
    expect(subjects(world)).toEqual(['After 1 days', 'After 3 days']);
  });

  // Rules: 9.13.4
  test('ends with the decision: the one in the air is called back, none comes after it', () => {
    const early = begun([reminder(1), reminder(2)]);
    early.decide('decide', 'approved');
    expect([subjects(early), early.last?.status]).toEqual([[], 'completed']);
    const inTheAir = begun([reminder(1), reminder(2)]);
    inTheAir.wake();
    const key = onlyOpen(inTheAir);
    inTheAir.decide('decide', 'approved');
    expect(inTheAir.last?.cancelledEffects).toEqual([key]);
    expect([subjects(inTheAir), inTheAir.last?.status]).toEqual([['After 1 days'], 'completed']);
  });

  test('is not asked for if the decision and its time come together', () => {
    const world = begun([reminder(1)]);
    world.now += 2 * DAY_MS;
    world.decide('decide', 'approved');
    expect(subjects(world)).toEqual([]);
  });

  // Rules: 9.13.5
  test('begins anew when the review comes up again', () => {
    const world = begun([reminder(1)]);
    world.wake();
    world.finish(onlyOpen(world), { status: 'sent' });
    world.decide('decide', 'denied');
    expect(world.last?.status).toBe('awaiting_review');
    world.wake();
    const rounds = world.allEffects.map(({ request }) => request.kind === 'notification' && request.reminder_of);
    expect(new Set(rounds).size).toBe(2);
    expect(subjects(world)).toEqual(['After 1 days', 'After 1 days']);
  });

  test('that is deferred is asked for again in the next hour, and those behind it after that', () => {
    const world = begun([reminder(1), reminder(2)]);
    world.wake();
    const first = onlyOpen(world);
    const until = world.now + 3_600_000;
    world.finish(first, { deferred_until: new Date(until).toISOString() });
    expect(world.last?.wakeAt).toBe(until);
    world.wake();
    expect(onlyOpen(world)).toBe(`${first}:1`);
    expect(subjects(world)).toEqual(['After 1 days', 'After 1 days']);
  });

  // Rules: 9.13.3, 9.13.9
  test('that could not be sent is a review event, and the run goes on', () => {
    const world = begun([reminder(1)]);
    world.wake();
    world.fail(onlyOpen(world), 'recipient_suppressed', 'It came back.');
    expect(world.last?.reviewEvents).toMatchObject([
      { type: 'reminded', nodeId: 'decide', metadata: { status: 'failed', code: 'recipient_suppressed' } },
    ]);
    expect(world.last?.status).toBe('awaiting_review');
    world.advance();
    expect(world.last?.reviewEvents).toEqual([]);
  });

  test('is none where none is asked for', () => {
    const world = begun([]);
    expect(JSON.stringify(world.state)).not.toContain('reminding');
    world.now += 300 * DAY_MS;
    world.advance();
    expect(subjects(world)).toEqual([]);
  });
});

describe('the text of a reminder', () => {
  const texts = (body: string, applicant: JsonObject) => {
    const world = begun([reminder(0, { subject: '{{workflow.name}}: {{applicant.last_name}}', body })], {
      flag: true,
      ...applicant,
    });
    world.advance();
    const [request] = world.allEffects.map((effect) => effect.request);
    return request?.kind === 'notification' ? [request.subject, request.message] : [];
  };

  // Rules: 9.13.8
  test('names the case and the person', () => {
    expect(
      texts('{{execution.id}} {{execution.external_reference}} {{execution.mode}} {{ applicant.first_name }}', {
        first_name: 'Jo',
        last_name: 'Doe',
      }),
    ).toEqual(['Test: Doe', '1 ref-1 test Jo']);
  });

  test('takes no line break and no long or nested value from what the caller sent', () => {
    expect(texts('[{{applicant.first_name}}]', { first_name: 'Jo\r\nBcc: x', last_name: { a: 1 } })).toEqual([
      'Test:',
      '[Jo Bcc: x]',
    ]);
    expect(texts('{{applicant.first_name}}', { first_name: 'x'.repeat(100_000) })[1]).toHaveLength(200);
  });

  // Rules: 9.13.8
  test.each([
    'applicant.ssn',
    'applicant.email',
    'steps.credit.score',
    'credit.score',
    'context.applicant',
    'property.a',
  ])('may not read %s', (path) => {
    const { details } = validateDefinition(reviewed([reminder(1, { body: `x {{${path}}}` })]));
    expect(details).toHaveLength(1);
    expect(details[0]?.field).toBe('definition[1].review.reminders[0].body');
    expect(details[0]?.message).toContain(`{{${path}}} may not stand in a reminder`);
  });
});

describe('the settings of reminders', () => {
  const faults = (review: unknown) => {
    const definition = [...reviewed([])].map((node) => (node.id === 'decide' ? { ...node, review } : node));
    return validateDefinition(definition).details.map(({ field, message }) => `${field.slice(21)}: ${message}`);
  };
  const valid = { ...reminder(1) };

  // Rules: 9.13.1
  test.each([
    [
      'no time and no reminders',
      {},
      'due_in: in node "decide": is required, unless the review has `reminders`, `approvals` or a `queue`',
    ],
    ['a variable for the address', { reminders: [{ ...valid, to: '{{applicant.email}}' }] }, 'is not interpolated'],
    ['no address', { reminders: [{ ...valid, to: 'the desk' }] }, '"the desk" is not an e-mail address'],
    ['no text', { reminders: [{ ...valid, body: ' ' }] }, 'must not be empty'],
    [
      'no subject',
      { reminders: [{ after: valid.after, to: valid.to, body: 'x' }] },
      'subject: in node "decide": is required',
    ],
    ['more than a year', { reminders: [reminder(367)] }, 'must be at most one year'],
    ['more than five', { reminders: Array.from({ length: 6 }, () => valid) }, 'must have at most 5 items'],
  ])('are refused with %s', (_, review, message) => {
    expect(faults(review)).toEqual([expect.stringContaining(message)]);
  });

  // Rules: 9.13.2
  test('need no time limit', () => {
    expect(faults({ reminders: [valid] })).toEqual([]);
  });
});
