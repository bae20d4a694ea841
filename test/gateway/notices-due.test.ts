import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { NoticeDue } from '../../core/notices/due.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { asJson } from '../../platform/database/index.ts';
import { World } from '../core/interpreter/world.ts';
import { executionOf, recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { unguarded } from '../support/transitions.ts';

/* C.12: `notices_due` in the API, after a cancel, and for a notice that was sent elsewhere. */

let gateway: TestGateway;
let caller: Caller;
let stranger: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  stranger = await gateway.caller();
});
afterAll(() => gateway.stop());

const DUE: NoticeDue = {
  applicant: 'applicant',
  kind: 'credit',
  due_at: '2026-02-04T11:00:00.000Z',
  why: 'no_notice_step',
  node_id: 'decide',
};

/** An execution that has ended and owes this. */
async function owing(due: readonly NoticeDue[] = [DUE]): Promise<number> {
  const id = await executionOf(caller);
  await unguarded(gateway.db, (trx) =>
    trx
      .updateTable('execution')
      .set({ status: 'completed', completed_at: new Date(), outcome: 'denied', notices_due: asJson(due) })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

const rowOf = (id: number) =>
  gateway.db.kysely.selectFrom('execution').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the execution', () => {
  test('says what is owed in the list, in the detail and by a filter', async () => {
    const owes = await owing();
    const none = await executionOf(caller);
    const { data } = await caller.api.get(`/executions/${owes}`);
    expect(data).toMatchObject({ notices_due: [DUE], notice_due_at: null });
    const ids = async (query: string) =>
      (await caller.api.get(`/executions?filter[notices_due]=${query}`)).data.map((each: { id: number }) => each.id);
    expect(await ids('true')).toContain(owes);
    expect(await ids('true')).not.toContain(none);
    expect(await ids('false')).toContain(none);
    expect(await ids('false')).not.toContain(owes);
    expect((await caller.api.get(`/executions/${none}`)).data.notices_due).toEqual([]);
  });
});

describe('a notice that was sent elsewhere', () => {
  const SENT = { date: '2026-02-01', carrier: 'USPS certified' };

  // Rules: 10.15.9
  test('is owed no more, by the run that it was owed by and those before it', async () => {
    const first = await owing();
    const second = await owing([DUE, { ...DUE, applicant: 'applicant.guarantor' }]);
    await gateway.db.kysely
      .updateTable('execution')
      .set({ re_evaluated_from: first })
      .where('id', '=', second)
      .execute();
    const { status, data } = await caller.api.post(`/executions/${second}/sent_notices`, SENT);
    expect([status, data.notices_due]).toEqual([200, [{ ...DUE, applicant: 'applicant.guarantor' }]]);
    expect((await rowOf(first)).notices_due).toBeNull();
    const { data: events } = await caller.api.get(`/executions/${second}/review_events`);
    expect(events).toMatchObject([
      {
        event_type: 'adverse_action_sent',
        metadata: { applicant: 'applicant', sent_on: '2026-02-01', sent_elsewhere: true },
      },
    ]);
  });

  test('is refused if none is owed to that person, or the day is to come', async () => {
    const id = await owing();
    const path = `/executions/${id}/sent_notices`;
    const other = await caller.api.post(path, { ...SENT, applicant: 'applicant.spouse' });
    expect([other.status, other.error.details]).toEqual([
      422,
      [{ field: 'applicant', message: 'must be one of those to whom a notice is due: `applicant`' }],
    ]);
    const early = await caller.api.post(path, { ...SENT, date: '2099-01-01' });
    expect([early.status, early.error.details[0].field]).toEqual([422, 'date']);
    expect((await rowOf(id)).notices_due).toEqual([DUE]);
  });

  test("cannot be recorded of another client's execution", async () => {
    const id = await owing();
    expect((await stranger.api.post(`/executions/${id}/sent_notices`, SENT)).status).toBe(404);
    expect((await rowOf(id)).notices_due).toEqual([DUE]);
  });
});

describe('a cancel', () => {
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [{ conditions: [{ source_node_id: 'start', field: 'applicant.ok', operator: 'is_true' }] }],
        },
      },
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', purpose: 'credit' },
    },
  ];

  /** Declined, and the draft waits for a person. */
  async function drafted(): Promise<number> {
    const world = new World(definition as unknown as CascadeDefinition);
    world.advance();
    world.finish('decline', { artifact_id: 9 });
    const id = await recordedRun(gateway, caller, world);
    await gateway.db.kysely.updateTable('execution').set({ outcome: 'denied' }).where('id', '=', id).execute();
    return id;
  }

  // Rules: 10.15.7
  test('of a run that denied leaves the notice due', async () => {
    const id = await drafted();
    const { data } = await caller.api.post(`/executions/${id}/cancel`, {});
    expect(data.notices_due).toMatchObject([
      { applicant: 'applicant', kind: 'credit', why: 'run_cancelled', node_id: 'decline' },
    ]);
    expect((await rowOf(id)).notices_overdue_at?.toISOString()).toBe(data.notices_due[0].due_at);
  });

  const letterOf = (id: number, noticeStatus: 'sent' | 'discarded') =>
    gateway.db.kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: caller.clientId, execution_id: id, kind: 'notice', node_id: 'decline', visit: 1 },
        ...{ stage: 'single', status: 'ready', notice_status: noticeStatus, filename: 'notice.pdf' },
      })
      .execute();

  // Rules: 10.15.7
  test('of one whose draft was discarded before says that it was, and not that the cancel is why', async () => {
    const id = await drafted();
    await letterOf(id, 'discarded');
    expect((await caller.api.post(`/executions/${id}/cancel`, {})).data.notices_due).toMatchObject([
      { why: 'draft_discarded' },
    ]);
  });

  // Rules: 10.15.9
  test('of one whose letter was accepted before anybody advanced it owes nothing', async () => {
    const id = await drafted();
    await letterOf(id, 'sent');
    expect((await caller.api.post(`/executions/${id}/cancel`, {})).data.notices_due).toEqual([]);
  });

  test('of one that denied nobody owes nothing', async () => {
    const id = await executionOf(caller);
    expect((await caller.api.post(`/executions/${id}/cancel`, {})).data.notices_due).toEqual([]);
  });

  test('of a batch leaves what each of its rows owes due, and nothing of a row that denied nobody', async () => {
    const [denied, undecided] = [await drafted(), await executionOf(caller)];
    const workflow = (await caller.api.post('/workflows', { name: 'W', definition })).data;
    const batch = (
      await caller.api.post(
        `/workflows/${workflow.id}/batches`,
        { rows: [{}] },
        { headers: { 'Idempotency-Key': 'b' } },
      )
    ).data;
    for (const [index, id] of [denied, undecided].entries()) {
      await unguarded(gateway.db, (trx) =>
        trx
          .updateTable('execution')
          .set({ batch_id: batch.id, row_index: index + 1 })
          .where('id', '=', id)
          .execute(),
      );
    }
    expect((await caller.api.post(`/batches/${batch.id}/cancel`, {})).status).toBe(200);
    const { data } = await caller.api.get(`/executions/${denied}`);
    expect(data).toMatchObject({
      status: 'cancelled',
      notices_due: [{ applicant: 'applicant', kind: 'credit', why: 'run_cancelled', node_id: 'decline' }],
    });
    expect((await rowOf(denied)).notices_overdue_at?.toISOString()).toBe(data.notices_due[0].due_at);
    expect((await rowOf(undecided)).notices_due).toBeNull();
  });
});

describe('a live application for credit without a decision', () => {
  const NO_DECISION: NoticeDue = { ...DUE, why: 'no_decision', node_id: 'start' };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['yes'] },
    { id: 'yes', type: 'Action', action_type: 'Approve' },
  ];
  let officer: Caller;
  beforeAll(async () => {
    officer = await gateway.caller({ productionAccess: true });
  });

  async function live(reference: string | null, more: object = {}, useCase = 'credit'): Promise<number> {
    const workflow = await officer.api.post('/workflows', { name: 'Loan', use_case: useCase, definition });
    const body = { payload: {}, ...(reference === null ? {} : { external_reference: reference }) };
    const { data } = await officer.api.trigger(workflow.data.id, body, `k-${Math.random()}`);
    await unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({ execution_mode: 'live', ...more })
        .where('id', '=', data.id)
        .execute(),
    );
    return data.id;
  }
  const cancel = async (id: number) => (await officer.api.post(`/executions/${id}/cancel`, {})).data.notices_due;
  const answer = (id: number, body: object, by = officer) =>
    by.api.post(`/executions/${id}/application_answers`, { date: '2026-02-01', ...body });
  const FAILED = { status: 'failed', completed_at: new Date(), notices_due: asJson([NO_DECISION]) as never };

  // Rules: 10.15.11
  test('is owed an answer when its run is cancelled, and stands among the letters that are due', async () => {
    const id = await live(null);
    expect(await cancel(id)).toMatchObject([{ kind: 'credit', why: 'no_decision', node_id: 'start' }]);
    const { data } = await officer.api.get('/waiting_letters?filter[state]=owed');
    expect(data.map((row: { execution_id: number }) => row.execution_id)).toContain(id);
    expect(await cancel(await live(null, {}, 'tenant'))).toEqual([]);
    expect(await cancel(await live(null, { execution_mode: 'test' }))).toEqual([]);
  });

  // Rules: 10.15.12
  test('is owed none if an execution of the same reference was decided live', async () => {
    await live('loan-1', { status: 'completed', outcome: 'approved' });
    expect(await cancel(await live('loan-1'))).toEqual([]);
    await live('loan-2', { status: 'completed', outcome: 'approved', execution_mode: 'test' });
    expect(await cancel(await live('loan-2'))).toHaveLength(1);
  });

  // Rules: 10.15.13
  test.each(['withdrawn', 'incompleteness_notice', 'decided_elsewhere', 'no_application'])(
    'is answered by a record: %s, with all of its reference',
    async (said) => {
      const [first, second, other] = [await live(said, FAILED), await live(said, FAILED), await live('x', FAILED)];
      const { status, data } = await answer(second, { answer: said, note: 'By phone.' });
      expect([status, data.notices_due]).toEqual([200, []]);
      expect([(await rowOf(first)).notices_due, (await rowOf(other)).notices_due]).toEqual([null, [NO_DECISION]]);
      expect((await officer.api.get(`/executions/${second}/review_events`)).data).toMatchObject([
        {
          event_type: 'application_answered',
          note: 'By phone.',
          metadata: { answer: said, answered_on: '2026-02-01' },
        },
      ]);
      expect((await answer(second, { answer: said })).error.details).toMatchObject([{ field: 'answer' }]);
    },
  );

  test('keeps the letters that a denial owes, and is refused with a day to come or by another client', async () => {
    const id = await live(null, { ...FAILED, notices_due: asJson([NO_DECISION, DUE]) as never });
    expect((await answer(id, { answer: 'withdrawn', date: '2099-01-01' })).error.details).toMatchObject([
      { field: 'date' },
    ]);
    expect((await answer(id, { answer: 'withdrawn' }, stranger)).status).toBe(404);
    expect((await answer(id, { answer: 'withdrawn' })).data.notices_due).toEqual([DUE]);
  });
});
