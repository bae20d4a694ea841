import { describe, expect, test } from '../support/jest.ts';
import { createMailer } from '../../platform/mail/index.ts';
import { noticeExecutor } from '../../services/executor/perform/notice.ts';
import { clock, db, eventNames, log, resources, run, smtp, useNotices } from './support/notices.ts';
import { stepsOf } from './support/runs.ts';

useNotices();

describe('a notice at a mail server that fails', () => {
  // Rules: 11.5.2, 12.3.2, 12.5.1
  test.each([
    ['a 4xx to the sender', { kind: 'refuse', at: 'sender', code: 451 }],
    ['a 4xx to the letter', { kind: 'refuse', at: 'data', code: 451 }],
    ['a 5xx to the recipient', { kind: 'refuse', at: 'recipient', code: 550 }],
    ['a 5xx to the letter', { kind: 'refuse', at: 'data', code: 554 }],
    ['a server that greets nobody', { kind: 'hang', at: 'connect' }],
    ['a server that never responds to the letter', { kind: 'hang', at: 'data' }],
    ['a connection that breaks before the greeting', { kind: 'drop', at: 'connect' }],
    ['a connection that breaks under the letter', { kind: 'drop', at: 'data' }],
  ] as const)('that meets %s is tried again after 1 and 6 hours, as the same letter', async (_, behaviour) => {
    // Short only if the time-out is tested, because a busy machine may be slow to deliver.
    const hastily = behaviour.kind === 'hang' ? { timeoutMs: 400 } : {};
    const hasty = createMailer({ smtpUrl: smtp.url, directory: 'unused', log, ...hastily });
    const patient = createMailer({ smtpUrl: smtp.url, directory: 'unused', log });
    let mailer = hasty;
    const base = resources();
    const notice = noticeExecutor({
      ...base.notices,
      mailer: { reachesRecipients: true, send: (mail) => mailer.send(mail), close: () => undefined },
    });
    const { id, settle } = await run({}, { effects: { ...base, executors: { ...base.executors, notice } } });
    smtp.behave(behaviour);
    const first = await settle();
    expect(first.wakeAt).toBe(clock.now + 3_600_000);
    expect((await eventNames(id)).toSorted()).toEqual([
      'adverse_action.failed',
      'adverse_action.retry_scheduled',
      'adverse_action.triggered',
    ]);
    if (behaviour.at === 'data' && behaviour.kind !== 'hang') expect(smtp.letters.length).toBeGreaterThan(0);
    const second = await settle(first.wakeAt ?? 0);
    expect(second.wakeAt).toBe((first.wakeAt ?? 0) + 21_600_000);

    smtp.behave({ kind: 'accept' });
    mailer = patient;
    expect((await settle(second.wakeAt ?? 0)).done).toBe(true);
    expect(smtp.letters.at(-1)?.isAccepted).toBe(true);
    expect(new Set(smtp.letters.map(({ raw }) => raw)).size).toBe(1);
    expect(smtp.letters[0]?.messageId).toMatch(/^<.+@example\.com>$/);
    const names = await eventNames(id);
    expect(names.filter((name) => name === 'adverse_action.failed')).toHaveLength(2);
    expect(names.filter((name) => name === 'adverse_action.completed')).toHaveLength(1);
    hasty.close();
    patient.close();
  });

  // Rules: 12.5.1
  test('that is refused four times fails its step, and completes nothing', async () => {
    const { id, settle } = await run({});
    smtp.behave({ kind: 'refuse', at: 'recipient', code: 550 });
    let { wakeAt, done } = await settle();
    const waits: number[] = [];
    for (let at = clock.now; wakeAt !== null && !done; { wakeAt, done } = await settle(at)) {
      waits.push((wakeAt - at) / 3_600_000);
      at = wakeAt;
    }
    expect(waits).toEqual([1, 6, 24]);
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({ status: 'failed', error_code: 'mail_refused' });
    const names = await eventNames(id);
    expect(names.filter((name) => name === 'adverse_action.failed')).toHaveLength(4);
    expect(names.filter((name) => name === 'adverse_action.retry_scheduled')).toHaveLength(3);
    expect(names).not.toContain('adverse_action.completed');
  });
});
