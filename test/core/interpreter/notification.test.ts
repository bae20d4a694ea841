import { describe, expect, test } from '../../support/jest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { source } from './cascades.ts';
import { World } from './world.ts';
import { plenty } from '../../support/work.ts';

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

/** Values of a definition that was written from the reference alone: its settings are free-form. */
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
  // Rules: 12.7.2
  test.each(KEPT)('of %s is kept, and the run goes on', (_what, settings, channel, message) => {
    expect(validateDefinition(notify(settings)).details).toEqual([]);
    const world = runOf(settings);
    expect(world.allEffects).toEqual([]);
    expect(world.outputs.get('notify')).toEqual({ channel, status: 'kept', message });
    expect(world.last?.status).toBe('completed');
  });

  test.each(KEPT)('of %s is a warning at save, which does not speak of a failure', (_what, settings) => {
    const found = lintDefinition(notify(settings), plenty()).filter(({ code }) => code === 'action_not_configured');
    expect(found).toEqual([
      {
        code: 'action_not_configured',
        node_id: 'notify',
        message: expect.stringContaining('is kept on the execution'),
      },
    ]);
  });

  test('names the channels if it is given another one', () => {
    const [warning] = lintDefinition(notify({ channel: 'teams', message: 'Look' }), plenty());
    expect(warning?.message).toContain('"teams" is unknown');
    expect(warning?.message).toContain('slack, webhook, email');
  });
});

describe('an InternalNotification by e-mail', () => {
  // Rules: 12.9.2, 12.9.5
  test('whose address holds a variable is kept: what an applicant sent would choose who gets our mail', () => {
    const to = '{{applicant.first_name}}@example.com';
    const world = runOf({ channel: 'email', to, message: 'Call {{applicant.first_name}}' });
    expect(world.allEffects).toEqual([]);
    const output = { channel: 'email', status: 'kept', reason: 'recipient_forbidden', message: 'Call Ada' };
    expect(world.outputs.get('notify')).toEqual(output);
    expect(world.last?.outcome).toBe('approved');
  });

  test('that is kept as a file says why and names the file, and the run goes on', () => {
    const world = runOf({ channel: 'email', to: 'stranger@example.com', message: 'Look' });
    world.finish('notify', { channel: 'email', status: 'kept', reason: 'recipient_forbidden', mail_artifact_id: 7 });
    const output = { channel: 'email', status: 'kept', reason: 'recipient_forbidden', mail_artifact_id: 7 };
    expect(world.outputs.get('notify')).toEqual(output);
    expect(world.last?.outcome).toBe('approved');
  });

  // Rules: 12.9.6
  test.each([
    ['a variable', '{{applicant.email}}', 'is not interpolated'],
    ['a variable within an address', 'desk+{{applicant.first_name}}@example.com', 'is not interpolated'],
    ['no address', 'the front desk', 'is not an e-mail address'],
  ])('to %s is one warning at save, which says whose address it must be', (_what, to, why) => {
    const definition = notify({ channel: 'email', to, message: 'Look' });
    expect(validateDefinition(definition).details).toEqual([]);
    const [warning, ...others] = lintDefinition(definition, plenty());
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: 'action_not_configured', node_id: 'notify' });
    expect(warning?.message).toContain(why);
    expect(warning?.message).toContain('an address of the account');
    expect(warning?.message).toContain('sent to nobody');
  });

  test('that is deferred waits, says until when, and is asked for again as the same one', () => {
    const world = runOf({ channel: 'email', to: ' desk@example.com ', message: 'Call {{applicant.first_name}}' });
    const [asked] = world.allEffects;
    expect(asked?.request).toMatchObject({ target: 'desk@example.com', message: 'Call Ada' });
    const until = new Date(world.now + 60_000).toISOString();
    world.finish('notify', { deferred_until: until });
    expect(world.outputs.get('notify')).toEqual({ channel: 'email', status: 'deferred', deferred_until: until });
    world.wake();
    expect(world.allEffects.map(({ request }) => request)).toEqual([
      asked?.request,
      { ...asked?.request, key: 'notification:1' },
    ]);
  });
});

describe('the URL of an InternalNotification', () => {
  const settings = (url: string): JsonObject => ({ channel: 'webhook', url, message: 'Look' });
  const targetOf = (url: string, value: Json) => {
    const world = new World(notify(settings(url)), { payload: { applicant: { value } } });
    world.advance();
    const [effect] = world.allEffects;
    const request = effect?.request;
    return request?.kind === 'notification' ? request.target : world.steps.get('notify#1')?.error?.code;
  };
  /** Inputs of applicants who want to change the content or target of a request. */
  const HOSTILE = [
    '&admin=1#',
    '?x=1',
    '/../../admin',
    '\\..\\admin',
    '@evil.example',
    '.evil.example',
    ':99/x',
    '%2e%2e%2f',
    'https://evil.example/',
    '{{applicant.ssn}}',
    '\r\nHost: evil.example',
    '\ud800',
    'é＃？',
  ];

  test.each(HOSTILE)('has one segment, parameter or fragment from the value %j, and the same host', (value) => {
    const decoded = value.toWellFormed();
    const url = new URL(
      String(
        targetOf(
          'https://hooks.example.com/a/{{applicant.value}}/b?c={{applicant.value}}&d=1#{{applicant.value}}',
          value,
        ),
      ),
    );
    expect(url.host).toBe('hooks.example.com');
    expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', decoded, 'b']);
    expect([...url.searchParams]).toEqual([
      ['c', decoded],
      ['d', '1'],
    ]);
    expect(decodeURIComponent(url.hash)).toBe(`#${decoded}`);
  });

  // Rules: 12.7.5
  test.each(['..', '.'])('fails its step if the value %j would be a step in the path', (value) => {
    expect(targetOf('https://hooks.example.com/a/{{applicant.value}}/b', value)).toBe('target_forbidden');
    expect(targetOf('https://hooks.example.com/../a?b={{applicant.value}}', value)).toBe(
      `https://hooks.example.com/../a?b=${value}`,
    );
  });

  test('fails its step if values and text together would be a step in the path', () => {
    expect(targetOf('https://hooks.example.com/a/%2e{{applicant.value}}', '.')).toBe('target_forbidden');
    expect(targetOf('https://hooks.example.com/a/{{applicant.value}}{{applicant.value}}', '.')).toBe(
      'target_forbidden',
    );
  });

  // Rules: 12.7.5
  test.each([
    'https://{{applicant.value}}/hook',
    'https://{{applicant.value}}.example.com/hook',
    'https://hooks.example.com{{applicant.value}}',
    'https://hooks.example.com:{{applicant.value}}/',
    'https://user:{{applicant.value}}@hooks.example.com/',
    '{{applicant.value}}/hook',
    'https:{{applicant.value}}',
    'https://{{applicant.value}}{{applicant.value}}',
  ])('with a variable in scheme or host (%s) fails its step, and saving warns of it', (url) => {
    expect(targetOf(url, 'evil.example')).toBe('target_forbidden');
    expect(lintDefinition(notify(settings(url)), plenty())).toContainEqual({
      code: 'action_not_configured',
      node_id: 'notify',
      message: expect.stringContaining('scheme and the host'),
    });
  });

  // Rules: 12.7.6
  test('that is one variable is its value', () => {
    const url = 'https://hooks.example.com/a?b=c&d=e#f';
    expect(targetOf(' {{applicant.value}} ', url)).toBe(url);
    expect(lintDefinition(notify(settings('{{applicant.value}}')), plenty())).toEqual([]);
  });
});

describe('a number of the applicant', () => {
  const payload = {
    applicant: {
      ssn: '900-10-1003',
      first_name: 'Ada',
      hook: 'https://hooks.example.com/900101003',
      note: 'Has 900–10–1003',
    },
  };
  const settings = (url: string): JsonObject => ({ channel: 'webhook', url, message: 'SSN {{applicant.ssn}}' });
  const run = (url: string) => {
    const world = new World(notify(settings(url)), { payload });
    world.advance();
    return world;
  };

  // Rules: 12.1.3
  test.each([
    'https://hooks.example.com/{{applicant.ssn}}',
    'https://hooks.example.com/?q={{context.applicant.dateOfBirth}}',
    '{{ co_applicant.date_of_birth }}',
    'https://hooks.example.com/{{applicant.co_applicant.ssn}}',
  ])('is refused in the URL %s at save, which names the member', (url) => {
    const [detail, ...others] = validateDefinition(notify(settings(url))).details;
    expect(others).toEqual([]);
    expect(detail).toMatchObject({ field: 'definition[1].internal_notification.url' });
    expect(detail?.message).toContain('{{execution.id}}');
  });

  // Rules: 12.1.3
  test.each([
    'https://hooks.example.com/{{applicant.ssn}}',
    'https://hooks.example.com/{{applicant.note}}',
    'https://hooks.example.com/{{applicant}}',
    '{{applicant.hook}}',
  ])('is refused in the URL %s when the step runs, and nothing is sent', (url) => {
    const world = run(url);
    expect(world.allEffects).toEqual([]);
    const error = world.steps.get('notify#1')?.error;
    expect(error).toMatchObject({ code: 'target_forbidden' });
    expect(error?.message).not.toMatch(/\d/);
  });

  // Rules: 12.1.1
  test('is masked in the message', () => {
    const [effect] = run('https://hooks.example.com/{{execution.id}}/{{applicant.first_name}}').allEffects;
    expect(effect?.request).toMatchObject({ target: 'https://hooks.example.com/1/Ada', message: 'SSN ***-**-1003' });
  });

  // Rules: 12.1.2
  test('is in no address to which SendEmail writes', () => {
    const mail = (to: string): CascadeNode => ({
      id: 'notify',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to, body: 'Hi' },
    });
    const sent = (to: string) => {
      const world = new World([source('notify'), mail(to)], { payload });
      world.advance();
      return world.allEffects.length === 0 ? world.steps.get('notify#1')?.error?.code : world.allEffects[0]?.request;
    };
    expect(sent('a{{applicant.ssn}}@example.com')).toBe('recipient_unresolved');
    expect(sent('{{applicant.first_name}}@example.com')).toMatchObject({ to: 'Ada@example.com' });
  });
});
