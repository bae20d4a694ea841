import { beforeEach, describe, expect, test } from '../support/jest.ts';
import type { EffectRequest } from '../../core/cascade/contract.ts';
import { asJson } from '../../platform/database/index.ts';
import { prepareNotice } from '../../services/executor/perform/notice-prepare.ts';
import { noticeExecutor } from '../../services/executor/perform/notice.ts';
import type { JsonObject } from '../../core/json.ts';
import {
  artifactsOf,
  attachmentsOf,
  clock,
  db,
  eventNames,
  notices,
  prolongHour,
  resources,
  roundOf,
  run,
  smtp,
  tenant,
  useNotices,
} from './support/notices.ts';
import { APPLICANT } from './support/definitions.ts';
import { cancel, decide, effectsOf, executionOf, stepsOf } from './support/runs.ts';

useNotices();

describe('adverse employment action', () => {
  const SETTINGS = { action_taken: 'adverse_employment', purpose: 'employment' };

  // Rules: 10.1.2, 11.6.1
  test('mails the letter with a copy of the report and the summary, and the final one after the waiting period', async () => {
    const { id, settle, output } = await run(SETTINGS, { product: 'criminal_background' });
    const { wakeAt } = await settle();
    expect(attachmentsOf(smtp.letters[0]?.raw ?? '')).toEqual([
      expect.stringContaining('adverse-action-notice'),
      expect.stringContaining('copy-of-criminal-background'),
      expect.stringContaining('summary-of-rights-'),
    ]);
    expect(wakeAt).toBe(Date.parse(String((await output()).waiting_ends_at)));
    expect(wakeAt).toBeGreaterThanOrEqual(clock.now + 5 * 86_400_000);
    expect(await eventNames(id)).toEqual(['adverse_action.triggered']);

    clock.now = (wakeAt ?? 0) + 1;
    expect((await settle()).done).toBe(true);
    const [first, final] = await artifactsOf(id, 'notice');
    expect(final?.document).toMatchObject({ letter: 'final', first_letter_date: first?.document?.date });
    expect(smtp.letters).toHaveLength(2);
    expect((await eventNames(id)).filter((name) => name === 'adverse_action.completed')).toHaveLength(1);
  });

  // Rules: 11.6.2
  test('encloses the official summary once it is installed', async () => {
    const values = { key: 'summary-of-rights', filename: 'summary.pdf', content_type: 'application/pdf', sha256: 'x' };
    await db.kysely
      .insertInto('official_text')
      .values({ ...values, bytes: Buffer.from('%PDF-official') })
      .execute();
    const { id, settle } = await run(SETTINGS, { product: 'criminal_background' });
    await settle();
    await db.kysely.deleteFrom('official_text').execute();
    expect(attachmentsOf(smtp.letters[0]?.raw ?? '').at(-1)).toBe('summary.pdf');
    expect(await artifactsOf(id, 'enclosure')).toHaveLength(1);
  });

  // Rules: 11.6.1
  test('encloses each pull that the letter rests on, as it was, and no later one', async () => {
    const { id, runKey, settle, effects } = await run(SETTINGS, { product: 'criminal_background' });
    await settle();
    const found = (await stepsOf(db, id)).find(({ node_id }) => node_id === 'report');
    if (found === undefined) throw new Error('no report was pulled');
    const { sequence: _, ...pull } = found;
    for (const visit of [2, 3]) {
      const again = { ...pull, visit, output: asJson({ ...(pull.output as JsonObject), records_count: visit }) };
      await db.kysely
        .insertInto('step')
        .values({ ...again, causes: asJson([]) } as never)
        .execute();
    }
    const prepared = (await effectsOf(db, id)).find(({ request }) => 'notice' in request);
    if (prepared === undefined) throw new Error('no notice was prepared');
    const { notice } = prepared.request as Extract<EffectRequest, { operation: 'prepare' }>;
    const reports = [1, 2].map((visit) => ({ product_code: 'criminal_background', node_id: 'report', visit }));
    const execution = {
      id,
      runKey,
      ...tenant,
      mode: 'test' as const,
      externalReference: null,
      payload: APPLICANT,
      requestId: null,
    };
    const effect = { nodeId: 'deny', visit: 9, attempts: 1, elapsedMs: 0, askedAt: new Date(clock.now), execution };
    await prepareNotice(
      effects.notices,
      { ...effect, id: prepared.id, request: prepared.request },
      { ...notice, reports },
    );
    const copies = (await artifactsOf(id, 'enclosure')).filter(
      ({ visit, document }) => visit === 9 && document?.output,
    );
    expect(copies.map(({ document, filename }) => [document?.output, filename])).toEqual([
      [pull.output, `copy-of-criminal-background-${id}-1.pdf`],
      [expect.objectContaining({ records_count: 2 }), `copy-of-criminal-background-${id}-2.pdf`],
    ]);
  });

  test('that rests on no report takes a single letter', async () => {
    const { id, settle } = await run(SETTINGS);
    expect((await settle()).done).toBe(true);
    expect((await artifactsOf(id, 'notice')).map(({ stage }) => stage)).toEqual(['single']);
  });
});

// Rules: 10.1.7
test('adverse employment action that only third parties gave cause for takes a single letter that says so', async () => {
  const base = resources();
  const { criminal_background: agency } = notices.testAgencies;
  const testAgencies = { ...notices.testAgencies, criminal_background: { ...agency, consumer_report: false } };
  const notice = noticeExecutor({ ...base.notices, notices: { ...notices, testAgencies } });
  const effects = { ...base, executors: { ...base.executors, notice } };
  const settings = { action_taken: 'adverse_employment', send_strategy: 'auto_send' };
  const { id, settle, output } = await run(settings, { product: 'criminal_background', effects });
  expect((await settle()).done).toBe(true);
  const [letter, ...others] = await artifactsOf(id, 'notice');
  expect(letter?.document).toMatchObject({ stage: 'single', letter: 'denied', agencies: [] });
  expect(letter?.document?.sections).toContain('third_party');
  expect([others, await artifactsOf(id, 'enclosure')]).toEqual([[], []]);
  expect(await output()).toMatchObject({ notices: [{ stage: 'single', status: 'sent' }] });
  expect((await eventNames(id)).filter((name) => name.startsWith('adverse_action'))).toEqual([
    'adverse_action.triggered',
    'adverse_action.completed',
  ]);
});

// Rules: 10.1.6
test('the final letter gives the reasons of the first one in its words, also if thresholds are hidden since', async () => {
  const settings = { action_taken: 'adverse_employment', send_strategy: 'auto_send' };
  const { id, settle } = await run(settings, { product: 'criminal_background' });
  const { wakeAt } = await settle();
  const [first] = await artifactsOf(id, 'notice');
  const said = ['Years since the last offense: 2 years (required: at least 7 years)'];
  const document = asJson({ ...first?.document, reasons: said });
  await db.kysely.updateTable('artifact').set({ document }).where('id', '=', Number(first?.id)).execute();
  clock.now = (wakeAt ?? 0) + 1;
  expect((await settle()).done).toBe(true);
  const [, final] = await artifactsOf(id, 'notice');
  expect(final?.document).toMatchObject({ letter: 'final', reasons: said });
});

describe('a live letter', () => {
  const CREDIT = { purpose: 'credit' };
  beforeEach(async () => {
    const account = db.kysely.updateTable('account').set({ ecoa_agency: 'federal_trade_commission' });
    await account.where('id', '=', tenant.accountId).execute();
  });

  // Rules: 12.4.1
  test('needs a mail server, and without one its step fails', async () => {
    const effects = resources({ SMTP_URL: undefined });
    const { id, settle } = await run({ purpose: 'tenant' }, { mode: 'live', effects });
    await settle();
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({ status: 'failed', error_code: 'email_not_configured' });
  });

  // Rules: 12.5.2, 12.5.3
  test('for credit without consent waits to be posted, and is due 30 days after the application', async () => {
    const applicant = { application_completed_at: '2026-11-01T00:00:00Z' };
    const { id, settle } = await run(CREDIT, { mode: 'live', applicant });
    await settle();
    expect(await roundOf(id)).toMatchObject({
      kind: 'notice',
      delivery: 'post',
      due_at: new Date('2026-12-01T01:00:00Z'),
    });
    // The letter has the due date, too, while it cannot be printed yet.
    expect(await artifactsOf(id, 'notice')).toMatchObject([{ notice_due_at: new Date('2026-12-01T01:00:00Z') }]);
    expect(smtp.letters).toHaveLength(0);
    await db.kysely
      .updateTable('review_round')
      .set({ posted_on: '2026-11-20', carrier: 'USPS' })
      .where('execution_id', '=', id)
      .execute();
    await decide(db, id, 'approved');
    expect((await settle()).done).toBe(true);
    expect(await eventNames(id)).toContain('adverse_action.completed');
  });

  // Rules: 5.3.1, 12.5.4
  test.each(['test', 'live'] as const)(
    'for credit goes by post in %s mode, addressed by name, if the applicant has no mail address',
    async (mode) => {
      const account = db.kysely.updateTable('account').set({ keeps_esign_consent: true });
      await account.where('id', '=', tenant.accountId).execute();
      const { id, settle } = await run(CREDIT, { mode, applicant: { email: null } });
      await settle();
      expect([await roundOf(id), smtp.letters]).toMatchObject([
        { kind: 'notice', delivery: 'post', status: 'open' },
        [],
      ]);
      const [letter] = await artifactsOf(id, 'notice');
      const name = `${String(APPLICANT.applicant.first_name)} ${String(APPLICANT.applicant.last_name)}`;
      expect(letter).toMatchObject({ status: 'ready', document: { addressee: { name } } });
      await decide(db, id, 'approved');
      expect((await settle()).done).toBe(true);
      expect(await eventNames(id)).toContain('adverse_action.completed');
    },
  );

  // Rules: 11.3.5
  test('by post without a full address waits for one, and carries the one that a person gives', async () => {
    const address = { street: '14 Alder Court', unit: '2B', city: 'Dayton', state: 'OH', zip: '4540' };
    const { id, settle } = await run(CREDIT, { mode: 'live', applicant: { email: null, address } });
    await settle();
    expect(await roundOf(id)).toMatchObject({
      ...{ status: 'open', needs: 'address', delivery: null, artifact_id: null },
      missing_variables: ['applicant.address'],
    });
    expect(await artifactsOf(id, 'notice')).toEqual([]);
    const given = '14 Alder Court\nUnit 2B\nDayton, OH 45402';
    await decide(db, id, 'approved', { variables: { 'applicant.address': given } });
    await settle();
    expect(await roundOf(id)).toMatchObject({ status: 'open', needs: null, delivery: 'post' });
    const [letter] = await artifactsOf(id, 'notice');
    expect(letter?.document).toMatchObject({ addressee: { address_lines: given.split('\n') } });
    await decide(db, id, 'approved');
    expect((await settle()).done).toBe(true);
  });

  // Rules: 11.2.4
  test('to somebody without a name waits for one, and mail and letter have the one that a person gives', async () => {
    const applicant = { first_name: null, last_name: '', suffix: 'Jr.', email: 'felix.ashdown@example.com' };
    const { id, settle } = await run({ purpose: 'tenant' }, { applicant });
    await settle();
    expect(await roundOf(id)).toMatchObject({ needs: 'name', missing_variables: ['applicant.name'] });
    expect([await artifactsOf(id, 'notice'), smtp.letters]).toEqual([[], []]);
    await decide(db, id, 'approved', { variables: { 'applicant.name': 'Felix Ashdown Jr.' } });
    expect((await settle()).done).toBe(true);
    const [letter] = await artifactsOf(id, 'notice');
    expect(letter?.document).toMatchObject({ addressee: { name: 'Felix Ashdown Jr.' } });
    const [mail = ''] = smtp.letters.map((sent) => JSON.stringify(sent));
    expect(mail).toContain('Dear Felix Ashdown Jr.');
  });

  test('by e-mail needs no postal address', async () => {
    const { settle } = await run({ purpose: 'tenant' }, { applicant: { address: null } });
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
  });

  // Rules: 5.3.1
  test.each([
    ['the cascade says that it is for a tenant', { purpose: 'tenant' }, null],
    ['the account says so', {}, 'tenant' as const],
  ])('fails with `recipient_unresolved` without a mail address if %s', async (_, settings, defaultPurpose) => {
    const account = db.kysely.updateTable('account').set({ default_purpose: defaultPurpose });
    await account.where('id', '=', tenant.accountId).execute();
    const { id, settle } = await run(settings, { mode: 'live', applicant: { email: 'nobody' } });
    await settle();
    expect((await stepsOf(db, id)).at(-1)).toMatchObject({ status: 'failed', error_code: 'recipient_unresolved' });
    expect([await artifactsOf(id, 'notice'), smtp.letters]).toEqual([[], []]);
  });

  // Rules: 11.5.2
  test('that is posted after its draft was approved carries the day of the approval', async () => {
    const { id, settle } = await run({ ...CREDIT, send_strategy: 'draft_first' }, { mode: 'live' });
    await settle();
    const [draft] = await artifactsOf(id, 'notice');
    clock.now += 3 * 86_400_000;
    await decide(db, id, 'approved');
    await settle();
    const [letter] = await artifactsOf(id, 'notice');
    expect(Date.parse(String(letter?.document?.date)) - Date.parse(String(draft?.document?.date))).toBe(3 * 86_400_000);
    expect(letter).toMatchObject({ id: draft?.id, status: 'ready', notice_status: 'draft' });
    expect([await roundOf(id), smtp.letters]).toMatchObject([{ delivery: 'post', status: 'open' }, []]);
  });

  // Rules: 12.5.2
  test.each([
    ["the applicant's", { applicant: { esign_consent: '2026-10-01T10:00:00Z' } }, false],
    ["the account's", {}, true],
  ])('for credit goes by e-mail with %s consent', async (_, options, keepsConsent) => {
    const account = db.kysely.updateTable('account').set({ keeps_esign_consent: keepsConsent });
    await account.where('id', '=', tenant.accountId).execute();
    const { settle } = await run(CREDIT, { mode: 'live', ...options });
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
  });

  // Rules: 12.5.3
  test.each([[{ esign_consent: '2999-01-01T00:00:00Z' }], [{ esign_consent: true }]])(
    'for credit does not go by e-mail with %j, which is no time at which consent was given',
    async (applicant) => {
      const { id, settle } = await run(CREDIT, { mode: 'live', applicant });
      await settle();
      expect([await roundOf(id), smtp.letters]).toMatchObject([{ delivery: 'post' }, []]);
    },
  );

  // Rules: 10.9.1
  test('for credit is due 30 days after the execution began if the application is said to be completed later', async () => {
    const { id, settle } = await run(CREDIT, { mode: 'live', applicant: { application_completed_at: '2999-01-01' } });
    await settle();
    const { due_at: dueAt } = await roundOf(id);
    expect(Math.abs(Number(dueAt) - clock.now - 30 * 86_400_000)).toBeLessThan(3_600_000);
  });

  test('for credit names the federal agency of the account', async () => {
    await db.kysely
      .updateTable('account')
      .set({ ecoa_agency: 'national_credit_union_administration', keeps_esign_consent: true })
      .where('id', '=', tenant.accountId)
      .execute();
    const { id, settle } = await run(CREDIT, { mode: 'live' });
    await settle();
    const [artifact] = await artifactsOf(id, 'notice');
    expect(artifact?.document).toMatchObject({ federal_agency: { name: expect.stringContaining('Credit Union') } });
  });
});

describe('a draft', () => {
  // Rules: 10.9.1
  test.each([
    ['20 days after the run began', { purpose: 'tenant' }, {}, '2026-01-25T09:00:00.000Z'],
    ['30 days after it if it is about credit', { purpose: 'credit' }, {}, '2026-02-04T09:00:00.000Z'],
    [
      '30 days after an application for credit was complete',
      { purpose: 'credit' },
      { application_completed_at: '2026-01-02T00:00:00Z' },
      '2026-02-01T00:00:00.000Z',
    ],
    [
      '30 days after the run began if the application was complete later',
      { purpose: 'credit' },
      { application_completed_at: '2026-01-10T00:00:00Z' },
      '2026-02-04T09:00:00.000Z',
    ],
    [
      '30 days after the earliest day that a date can mean which is none of ISO 8601',
      { purpose: 'credit' },
      { application_completed_at: '01/02/2026' },
      '2026-02-01T00:00:00.000Z',
    ],
    [
      'whatever an application for something else says',
      { purpose: 'tenant' },
      { application_completed_at: '2026-01-10T00:00:00Z' },
      '2026-01-25T09:00:00.000Z',
    ],
  ])('is due %s', async (_, settings, applicant, dueAt) => {
    // Another run, of another day, is in the same table.
    await run({ send_strategy: 'draft_first' });
    const { id, settle } = await run({ send_strategy: 'draft_first', ...settings }, { applicant });
    const began = { created_at: new Date('2026-01-05T09:00:00Z') };
    await db.kysely.updateTable('execution').set(began).where('id', '=', id).execute();
    await settle();
    expect((await roundOf(id)).due_at?.toISOString()).toBe(dueAt);
  });

  // Rules: 11.5.1
  test('that is sent on another day carries that day', async () => {
    const { id, settle } = await run({ send_strategy: 'draft_first' });
    await settle();
    const drafted = (await artifactsOf(id, 'notice'))[0]?.document as JsonObject;
    await decide(db, id, 'approved');
    clock.now += 3 * 86_400_000;
    expect((await settle()).done).toBe(true);
    const sent = (await artifactsOf(id, 'notice'))[0]?.document as JsonObject;
    expect(Date.parse(String(sent.date)) - Date.parse(String(drafted.date))).toBe(3 * 86_400_000);
    const part = smtp.letters[0]?.raw.split('Content-Disposition: attachment').at(-1) ?? '';
    const attached = Buffer.from(part.split(/\r\n\r\n/)[1] ?? '', 'base64').toString();
    expect(attached).toContain(`"date":"${String(sent.date)}"`);
  });
});

describe('the mail of a notice', () => {
  // Rules: 11.5.4
  test('has a text and an HTML part, and quotes the reference number of the letter', async () => {
    const { id, settle } = await run({});
    await settle();
    const raw = smtp.letters[0]?.raw ?? '';
    const reference = (await artifactsOf(id, 'notice'))[0]?.document?.reference;
    expect(raw).toContain('text/plain');
    expect(raw).toContain('text/html');
    expect(raw.replaceAll(/=\r\n/g, '')).toContain(String(reference));
  });

  // Rules: 12.6.2
  test('beyond the limit of the hour waits for the next one', async () => {
    const effects = resources({ NOTICES_PER_CLIENT_PER_HOUR: 1 });
    await (await run({ purpose: 'tenant' }, { mode: 'live', effects })).settle();
    await prolongHour();
    const second = await run({ purpose: 'tenant' }, { mode: 'live', effects });
    const { wakeAt, done } = await second.settle();
    expect([done, smtp.letters.length]).toEqual([false, 1]);
    expect((wakeAt ?? 0) % 3_600_000).toBe(0);
    await db.kysely.deleteFrom('rate_window').execute();
    expect((await second.settle(wakeAt ?? 0)).done).toBe(true);
    expect(await eventNames(second.id)).not.toContain('adverse_action.failed');
  });

  test('that is accepted while the execution is cancelled leaves its audit', async () => {
    const base = resources();
    let cancelled = 0;
    const mailer = {
      reachesRecipients: true,
      send: async () => {
        await cancel(db, cancelled);
        // The state that the gateway leaves: nobody knew yet that the letter would go out.
        await db.kysely
          .updateTable('execution')
          .set({
            notices_due: asJson([
              {
                applicant: 'applicant',
                kind: 'tenant',
                due_at: '2026-01-01T00:00:00.000Z',
                why: 'run_cancelled',
                node_id: 'deny',
              } as const,
            ]),
          })
          .where('id', '=', cancelled)
          .execute();
        return { response: '250 queued' };
      },
      close: () => undefined,
    };
    const notice = noticeExecutor({ ...base.notices, mailer });
    const effects = { ...base, executors: { ...base.executors, notice } };
    const { id, settle, output } = await run({}, { effects });
    cancelled = id;
    await settle();
    expect(await output()).toMatchObject({ notices: [{ status: 'sent', message_id: expect.stringContaining('@') }] });
    expect((await eventNames(id)).filter((name) => name === 'adverse_action.completed')).toHaveLength(1);
    const events = await db.kysely.selectFrom('review_event').selectAll().where('execution_id', '=', id).execute();
    expect(events.map(({ event_type }) => event_type)).toContain('adverse_action_sent');
    expect((await artifactsOf(id, 'notice'))[0]?.notice_status).toBe('sent');
    expect((await executionOf(db, id)).notices_due).toBeNull();
  });
});
