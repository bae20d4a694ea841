import { describe, expect, test } from '../../support/jest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { source } from './cascades.ts';
import { World } from './world.ts';

const notify = (settings: JsonObject | undefined): CascadeNode[] => [
  source('notify'),
  {
    id: 'notify',
    type: 'Action',
    action_type: 'InternalNotification',
    ...(settings === undefined ? {} : { internal_notification: settings }),
    next_step: ['approve'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];
const runOf = (settings: JsonObject | undefined) => {
  const world = new World(notify(settings), { payload: { applicant: { first_name: 'Ada' } } });
  world.advance();
  return world;
};

/** What a definition written from the reference alone may hold: its settings are free-form. */
const KEPT: readonly (readonly [string, JsonObject | undefined, Json, string])[] = [
  ['a message alone', { message: 'Call {{applicant.first_name}}' }, null, 'Call Ada'],
  ['a channel that is not ours', { channel: 'teams', message: 'Look' }, 'teams', 'Look'],
  ['a channel without its address', { channel: 'slack', message: 'Look' }, 'slack', 'Look'],
  [
    'settings of its own',
    { subject: 'New', text: 'Call {{applicant.first_name}}' },
    null,
    'subject: New\ntext: Call Ada',
  ],
  ['settings of other types', { channel: 7, message: { text: 'Look' } }, null, 'message: {"text":"Look"}'],
  ['no settings', undefined, null, 'Test: 1'],
];

describe('an InternalNotification without a channel that delivers it', () => {
  test.each(KEPT)('of %s is kept, and the run goes on', (_what, settings, channel, message) => {
    expect(validateDefinition(notify(settings)).details).toEqual([]);
    const world = runOf(settings);
    expect(world.allEffects).toEqual([]);
    expect(world.outputs.get('notify')).toEqual({ channel, status: 'kept', message });
    expect(world.last?.status).toBe('completed');
  });

  test.each(KEPT)('of %s is a warning at save, which does not speak of a failure', (_what, settings) => {
    const found = lintDefinition(notify(settings)).filter(({ code }) => code === 'action_not_configured');
    expect(found).toEqual([
      {
        code: 'action_not_configured',
        node_id: 'notify',
        message: expect.stringContaining('is kept on the execution'),
      },
    ]);
  });

  test('names the channels if it is given another one', () => {
    const [warning] = lintDefinition(notify({ channel: 'teams', message: 'Look' }));
    expect(warning?.message).toContain('"teams" is unknown');
    expect(warning?.message).toContain('slack, webhook, email');
  });
});

test('an InternalNotification whose address has no value fails: it was asked for and cannot be delivered', () => {
  const world = runOf({ channel: 'email', to: '{{applicant.email}}', message: 'Look' });
  expect(world.steps.get('notify#1')?.error).toMatchObject({ code: 'recipient_unresolved' });
});
