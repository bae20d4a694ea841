import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sql } from 'kysely';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { asJson } from '../../platform/database/index.ts';
import { unguarded } from '../support/transitions.ts';

let gateway: TestGateway;
let caller: Caller;
let stranger: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  stranger = await gateway.caller();
});
afterAll(() => gateway.stop());

async function notice(status: 'draft' | 'sent', delivery: 'post' | null = null, ofExecution?: number) {
  const executionId = ofExecution ?? (await executionOf(caller));
  const { id } = await gateway.db.kysely
    .insertInto('artifact')
    .values({
      api_client_id: caller.clientId,
      execution_id: executionId,
      kind: 'notice',
      node_id: 'node0',
      visit: ofExecution === undefined ? 1 : 2,
      stage: 'single',
      status: 'ready',
      notice_status: status,
      filename: 'notice.pdf',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (status === 'draft') {
    await park(gateway.db, executionId, ['notice']);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ artifact_id: id, delivery })
      .where('execution_id', '=', executionId)
      .execute();
  }
  return { executionId, id, path: `/executions/${executionId}/notice_artifacts/${id}` };
}

const POSTED = { date: '2026-03-03', carrier: 'USPS first class' };

describe('a notice that goes by post', () => {
  test('is sent when it is posted, and the run is poked', async () => {
    const { executionId, path } = await notice('draft', 'post');
    const { status, data } = await caller.api.post(`${path}/posted`, POSTED);
    expect([status, data.status]).toEqual([200, 'sent']);
    const round = await gateway.db.kysely
      .selectFrom('review_round')
      .selectAll()
      .where('execution_id', '=', executionId)
      .executeTakeFirstOrThrow();
    expect(round).toMatchObject({ status: 'decided', decision: 'approved', posted_on: '2026-03-03' });
    const pokes = await gateway.db.kysely
      .selectFrom('command')
      .select('kind')
      .where('execution_id', '=', executionId)
      .where('kind', '=', 'poke')
      .execute();
    expect(pokes).toHaveLength(1);
    expect((await caller.api.post(`${path}/posted`, POSTED)).error.code).toBe('review_not_pending');
  });

  test('is not posted while nobody has given the address that it lacks', async () => {
    const { executionId, path } = await notice('draft');
    const lacks = { needs: 'address' as const, artifact_id: null, missing_variables: asJson(['applicant.address']) };
    await gateway.db.kysely.updateTable('review_round').set(lacks).where('execution_id', '=', executionId).execute();
    expect((await caller.api.post(`${path}/posted`, POSTED)).error.code).toBe('review_not_pending');
  });

  test('is returned when it is posted, and not another of its execution', async () => {
    const { executionId } = await notice('sent');
    const { id, path } = await notice('draft', 'post', executionId);
    expect((await caller.api.post(`${path}/posted`, POSTED)).data.id).toBe(id);
  });

  test('cannot be approved, and the refusal says how it is reported as posted', async () => {
    const { executionId } = await notice('draft', 'post');
    const decision = { decision: 'approved' };
    const { status, error } = await caller.api.post(`/executions/${executionId}/review_decisions`, decision);
    expect([status, error.details[0].field]).toEqual([422, 'decision']);
    expect(error.details[0].message).toContain('POST /executions/{id}/notice_artifacts/{artifact_id}/posted');
  });

  test('lets its own execution go on, and no other', async () => {
    const [posted, other] = [await notice('draft', 'post'), await notice('draft', 'post')];
    await caller.api.post(`${posted.path}/posted`, POSTED);
    const rows = await gateway.db.kysely
      .selectFrom('execution')
      .select(['status', 'needs_human_review', 'review_status'])
      .where('id', 'in', [posted.executionId, other.executionId])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { status: 'running', needs_human_review: false, review_status: 'none' },
      { status: 'awaiting_review', needs_human_review: true, review_status: 'in_review' },
    ]);
  });

  test.each([
    [{ date: '2999-01-01', carrier: 'USPS' }, 'date'],
    [{ date: 'today', carrier: 'USPS' }, 'date'],
    [{ date: '0000-01-01', carrier: 'USPS' }, 'date'],
    [{ date: '2026-02-29', carrier: 'USPS' }, 'date'],
    [{ date: '2026-03-03' }, 'carrier'],
    [{ date: '2026-03-03', carrier: '' }, 'carrier'],
    [{ date: '2026-03-03', carrier: 'U'.repeat(101) }, 'carrier'],
  ])('%j is refused: %s', async (body, field) => {
    const { path } = await notice('draft', 'post');
    const { status, error } = await caller.api.post(`${path}/posted`, body);
    expect([status, error.details[0].field]).toEqual([422, field]);
  });

  // Rules: 11.5.3
  test('was not posted before the date that it carries, and keeps both days', async () => {
    const { executionId, path } = await notice('draft', 'post');
    const document = asJson({ date: '2026-03-02' }) as never;
    await gateway.db.kysely.updateTable('artifact').set({ document }).where('execution_id', '=', executionId).execute();
    const early = await caller.api.post(`${path}/posted`, { ...POSTED, date: '2026-03-01' });
    expect([early.status, early.error.details]).toEqual([
      422,
      [{ field: 'date', message: 'must not be before 2026-03-02, the date that the letter carries' }],
    ]);
    expect((await caller.api.post(`${path}/posted`, POSTED)).status).toBe(200);
    const [event] = (await caller.api.get(`/executions/${executionId}/review_events`)).data;
    expect(event.metadata).toMatchObject({ posted_on: '2026-03-03', letter_date: '2026-03-02' });
  });

  test('leaves the next review of its execution open, and its claim free', async () => {
    const { executionId, path } = await notice('draft', 'post');
    const round = { execution_id: executionId, key: 'later#1#review', node_id: 'later', visit: 1 };
    await gateway.db.kysely
      .insertInto('review_round')
      .values({ ...round, kind: 'decision', status: 'queued' })
      .execute();
    expect((await caller.api.post(`${path}/posted`, POSTED)).status).toBe(200);
    expect((await caller.api.get(`/executions/${executionId}`)).data).toMatchObject({
      status: 'awaiting_review',
      review_status: 'in_review',
      needs_human_review: true,
      pending_review: { node_id: 'later' },
    });
  });

  test('that a colleague has claimed is refused', async () => {
    const { executionId, path } = await notice('draft', 'post');
    const colleague = await gateway.caller({ of: caller, sameClient: true });
    await colleague.api.post(`/executions/${executionId}/review_assignment`, { assignee: 'me' });
    expect((await caller.api.post(`${path}/posted`, POSTED)).error.code).toBe('assigned_elsewhere');
  });

  test.each<readonly [string, Record<string, unknown>, string]>([
    ['of an execution that has ended', { status: 'cancelled' }, 'not_awaiting_review'],
    ['of a live execution, without production access', { execution_mode: 'live' }, 'live_mode_forbidden'],
  ])('%s is refused', async (_, values, code) => {
    const { executionId, path } = await notice('draft', 'post');
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set(values).where('id', '=', executionId).execute(),
    );
    expect((await caller.api.post(`${path}/posted`, POSTED)).error.code).toBe(code);
  });

  test.each([1, 100])('may have a carrier of %i characters', async (length) => {
    const { path } = await notice('draft', 'post');
    expect((await caller.api.post(`${path}/posted`, { ...POSTED, carrier: 'U'.repeat(length) })).status).toBe(200);
  });

  // Rules: 11.5.3
  test('is recorded with its day and carrier in the events of the review', async () => {
    const { executionId, path } = await notice('draft', 'post');
    await caller.api.post(`${path}/posted`, POSTED);
    const [event] = (await caller.api.get(`/executions/${executionId}/review_events`)).data;
    expect(event).toMatchObject({
      event_type: 'approved',
      actor_user_id: caller.userId,
      metadata: { kind: 'notice', delivery: 'post', posted_on: POSTED.date, carrier: POSTED.carrier },
    });
  });

  test('is no draft that goes by e-mail', async () => {
    const { path } = await notice('draft');
    expect((await caller.api.post(`${path}/posted`, POSTED)).error.code).toBe('review_not_pending');
  });

  test('is not found by another client', async () => {
    const { path } = await notice('draft', 'post');
    expect((await stranger.api.post(`${path}/posted`, POSTED)).status).toBe(404);
  });
});

describe('a notice that was sent by e-mail', () => {
  const eventsOf = async (id: number) => (await caller.api.get(`/executions/${id}/review_events`)).data;

  // Rules: 11.5.7
  test('is recorded as posted too, once for each day and carrier, though its execution has ended', async () => {
    const { executionId, path } = await notice('sent');
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'completed' }).where('id', '=', executionId).execute(),
    );
    for (let time = 0; time < 2; time += 1) {
      expect((await caller.api.post(`${path}/posted`, POSTED)).data).toMatchObject({ status: 'sent' });
    }
    expect(await eventsOf(executionId)).toEqual([
      expect.objectContaining({
        event_type: 'adverse_action_sent',
        actor_user_id: caller.userId,
        metadata: expect.objectContaining({ also_posted: true, posted_on: POSTED.date, carrier: POSTED.carrier }),
      }),
    ]);
  });

  // Rules: 11.5.7
  test('was not posted before the date that it carries, nor live without production access', async () => {
    const { executionId, path } = await notice('sent');
    const document = asJson({ date: '2026-03-04' }) as never;
    await gateway.db.kysely.updateTable('artifact').set({ document }).where('execution_id', '=', executionId).execute();
    expect((await caller.api.post(`${path}/posted`, POSTED)).error.details).toMatchObject([{ field: 'date' }]);
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ execution_mode: 'live' }).where('id', '=', executionId).execute(),
    );
    const later = { ...POSTED, date: '2026-03-05' };
    expect((await caller.api.post(`${path}/posted`, later)).error.code).toBe('live_mode_forbidden');
    expect(await eventsOf(executionId)).toEqual([]);
  });
});

describe('sending a notice again', () => {
  const ASKED = { reason: 'The applicant deleted it.' };
  const aDayLater = (executionId: number) =>
    gateway.db.kysely
      .updateTable('notice_resend')
      .set({ created_at: sql`created_at - interval '1 day'` })
      .where('execution_id', '=', executionId)
      .execute();
  const insertResend = (executionId: number, artifactId: number) =>
    gateway.db.kysely
      .insertInto('notice_resend')
      .values({
        ...{ api_client_id: caller.clientId, execution_id: executionId, artifact_id: artifactId },
        ...{ number: 1, status: 'failed' as const, error_code: 'mail_unavailable' },
      })
      .execute();
  const artifactIn = (path: string): number => Number(path.split('/').at(-1));

  // Rules: 12.6.7
  test('takes a reason: whoever has the letter is sent no second one for nothing', async () => {
    const { path } = await notice('sent');
    for (const body of [{}, { reason: null }, { reason: ' ' }]) {
      const { status, error } = await caller.api.post(`${path}/resend`, body);
      expect([status, error.details[0].field]).toEqual([422, 'reason']);
    }
  });

  // Rules: 12.6.7
  test('is done once a day, whoever asks and under whatever key', async () => {
    const { executionId, path } = await notice('sent');
    expect((await caller.api.post(`${path}/resend`, ASKED)).status).toBe(202);
    const again = await caller.api.post(`${path}/resend`, { reason: 'She asks once more.' });
    expect([again.status, again.error.code]).toEqual([429, 'rate_limited']);
    const wait = Number(again.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(86_000);
    expect(wait).toBeLessThanOrEqual(86_400);
    await aDayLater(executionId);
    expect((await caller.api.post(`${path}/resend`, ASKED)).status).toBe(202);
  });

  // Rules: 12.6.7
  test('of one that could not be sent takes neither a reason nor a day', async () => {
    const { executionId, path } = await notice('sent');
    await insertResend(executionId, artifactIn(path));
    expect((await caller.api.post(`${path}/resend`, {})).status).toBe(202);
    // The letter is being sent again now.
    expect((await caller.api.post(`${path}/resend`, {})).error.details[0].field).toBe('reason');
  });

  // Rules: 12.6.7, 19.4.1
  test('keeps its reason in the audit log, without numbers of the applicant', async () => {
    const { executionId, path } = await notice('sent');
    await caller.api.post(`${path}/resend`, { reason: 'SSN 900 10 1003 was on the phone.' });
    const row = await gateway.db.kysely
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'notice.resent')
      .where('subject_id', '=', String(executionId))
      .executeTakeFirstOrThrow();
    expect(String(row.detail.reason)).toMatch(/^SSN .* was on the phone\.$/);
    expect(String(row.detail.reason)).not.toContain('900');
  });

  test('is accepted for a sent notice, each request once', async () => {
    const { executionId, path } = await notice('sent');
    const first = await caller.api.post(`${path}/resend`, ASKED, { headers: { 'Idempotency-Key': 'again-1' } });
    await caller.api.post(`${path}/resend`, ASKED, { headers: { 'Idempotency-Key': 'again-1' } });
    await aDayLater(executionId);
    await caller.api.post(`${path}/resend`, ASKED, { headers: { 'Idempotency-Key': 'again-2' } });
    expect([first.status, first.data.status]).toEqual([202, 'sent']);
    const rows = await gateway.db.kysely
      .selectFrom('notice_resend')
      .select(['number', 'status', 'requested_by_user_id'])
      .where('execution_id', '=', executionId)
      .orderBy('number')
      .execute();
    const asked = { status: 'pending', requested_by_user_id: caller.userId };
    expect(rows).toEqual([
      { number: 1, ...asked },
      { number: 2, ...asked },
    ]);
  });

  test('is refused for a draft', async () => {
    const { path } = await notice('draft');
    const { status, error } = await caller.api.post(`${path}/resend`, ASKED);
    expect([status, error.details[0].message]).toEqual([422, expect.stringContaining('was sent')]);
  });

  test.each<readonly [string, Record<string, unknown>, string]>([
    ['whose file was removed', { removed_at: new Date() }, 'still stored'],
    ['that is being made again', { status: 'pending' }, 'still stored'],
  ])('is refused for one %s', async (_, values, message) => {
    const { executionId, path } = await notice('sent');
    await gateway.db.kysely.updateTable('artifact').set(values).where('execution_id', '=', executionId).execute();
    const { status, error } = await caller.api.post(`${path}/resend`, ASKED);
    expect([status, error.details[0].message]).toEqual([422, expect.stringContaining(message)]);
  });

  test('is refused for one that went by post, and for a live one without production access', async () => {
    const posted = await notice('draft', 'post');
    await caller.api.post(`${posted.path}/posted`, POSTED);
    const { error } = await caller.api.post(`${posted.path}/resend`, ASKED);
    expect(error.details[0].message).toContain('by post');
    const live = await notice('sent');
    await gateway.db.kysely
      .updateTable('execution')
      .set({ execution_mode: 'live' })
      .where('id', '=', live.executionId)
      .execute();
    expect((await caller.api.post(`${live.path}/resend`, ASKED)).error.code).toBe('production_access_required');
  });

  test('is not found by another client', async () => {
    const { path } = await notice('sent');
    expect((await stranger.api.post(`${path}/resend`, ASKED)).status).toBe(404);
  });
});

describe('a cascade whose live notices lack something', () => {
  const DEFINITION = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['deny'] },
    { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { purpose: 'credit' } },
  ];

  // Rules: 10.3.3
  test('runs in test mode all the same', async () => {
    const live = await gateway.caller({ productionAccess: true });
    const account = gateway.db.kysely.updateTable('account').set({ ecoa_agency: null });
    await account.where('id', '=', live.accountId).execute();
    const { data } = await live.api.post('/workflows', { name: 'Credit', definition: DEFINITION });
    expect(data.active).toBe(false);
    expect((await live.api.trigger(data.id, { execution_mode: 'test' })).status).toBe(202);
    expect((await live.api.trigger(data.id, { execution_mode: 'live' })).error.code).toBe('workflow_not_active');
  });

  // Rules: 10.3.5
  test('has the note on a prohibited basis in each version, as it was then', async () => {
    const conditions = [{ source_node_id: 'start', field: 'applicant.age', operator: 'greater_than', value: 17 }];
    const noted = (note: string) => [
      { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
      {
        ...{ id: 'decide', type: 'IfElse', pass_steps: [], fail_steps: ['deny'], prohibited_basis_note: note },
        branches: { pass: { condition_groups: [{ conditions }] } },
      },
      DEFINITION[2],
    ];
    const [first, second] = ['Capacity to contract, 12 CFR 1002.6(b)(2)', 'Counsel, May 2026: 12 CFR 1002.6(b)(2)'];
    const { data } = await caller.api.post('/workflows', { name: 'Age', definition: noted(first ?? '') });
    expect((await caller.api.patch(`/workflows/${data.id}`, { definition: noted(second ?? '') })).status).toBe(200);
    const noteOf = async (version: number) =>
      (await caller.api.get(`/workflows/${data.id}/versions/${version}`)).data.definition[1].prohibited_basis_note;
    expect([await noteOf(1), await noteOf(2)]).toEqual([first, second]);
  });

  // Rules: 10.3.1, 10.3.2
  test('is saved as a draft, and activating it names the same things', async () => {
    const live = await gateway.caller({ productionAccess: true });
    const account = gateway.db.kysely.updateTable('account').set({ ecoa_agency: null });
    await account.where('id', '=', live.accountId).execute();
    const { data } = await live.api.post('/workflows', { name: 'Credit', definition: DEFINITION });
    expect([data.active, data.note]).toEqual([false, expect.stringContaining('--ecoa-agency')]);
    const refused = await live.api.patch(`/workflows/${data.id}`, { active: true });
    expect([refused.status, refused.error.code]).toEqual([422, 'validation_failed']);
    expect(refused.error.details).toEqual([{ field: 'active', message: expect.stringContaining('--ecoa-agency') }]);
    const set = gateway.db.kysely.updateTable('account').set({ ecoa_agency: 'federal_trade_commission' });
    await set.where('id', '=', live.accountId).execute();
    expect((await live.api.patch(`/workflows/${data.id}`, { active: true })).data.active).toBe(true);
  });
});
