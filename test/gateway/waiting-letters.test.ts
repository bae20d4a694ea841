import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { NoticeDue } from '../../core/notices/due.ts';
import { asJson } from '../../platform/database/index.ts';
import type { WaitingState } from '../../services/gateway/letters/waiting.ts';
import { unguarded } from '../support/transitions.ts';
import type { AnyJson } from './api-caller.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Letters that wait, in one list. */
let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const ANN = { first_name: 'Ann', last_name: 'Canary', ssn: '900-10-1002' };
const DUE: NoticeDue = {
  ...{ applicant: 'applicant', kind: 'credit', due_at: '2026-02-04T11:00:00.000Z' },
  ...{ why: 'step_failed', node_id: 'deny' },
} as const;

/** A client of its own, so that its letters are known. */
async function desk(): Promise<void> {
  caller = await gateway.caller({ productionAccess: true });
}
const newExecution = (): Promise<number> => executionOf(caller, { payload: { applicant: ANN } });
const list = async (query = '', of = caller): Promise<AnyJson[]> =>
  (await of.api.get(`/waiting_letters${query}`)).data as AnyJson[];
const statesOf = (rows: readonly AnyJson[]): unknown[] => rows.map(({ execution_id: id, state }) => [id, state]);
const countsOf = async () => (await caller.api.get('/waiting_letters')).body.meta.counts;

async function parked(round: object = {}): Promise<number> {
  const id = await newExecution();
  await park(gateway.db, id, ['notice']);
  if (Object.keys(round).length > 0) {
    await gateway.db.kysely.updateTable('review_round').set(round).where('execution_id', '=', id).execute();
  }
  return id;
}

async function owing(due: readonly NoticeDue[] = [DUE]): Promise<number> {
  const id = await newExecution();
  await unguarded(gateway.db, (trx) =>
    trx
      .updateTable('execution')
      .set({ status: 'failed', completed_at: new Date(), outcome: 'denied', notices_due: asJson(due) })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

async function failedStep(execution_id: number, error_code: string, error_message: string): Promise<void> {
  const step = { execution_id, node_id: 'deny', node_type: 'AdverseAction', visit: 1, causes: asJson([]) } as const;
  await gateway.db.kysely
    .insertInto('step')
    .values({ ...step, status: 'failed', error_code, error_message, output: null })
    .execute();
}

let messages = 0;
/** A letter that the mail server accepted. `effectId` sends that letter again. */
async function sent(execution_id: number, kind: 'notice' | 'mail' = 'notice', effectId?: number) {
  const { kysely } = gateway.db;
  const made = { api_client_id: caller.clientId, execution_id, node_id: 'deny', visit: 1 };
  const artifact =
    effectId === undefined
      ? await kysely
          .insertInto('artifact')
          .values({
            ...{ ...made, kind: 'notice', stage: 'single', status: 'ready', notice_status: 'sent' },
            ...{ filename: 'n.pdf', byte_size: 4, sha256: 'a'.repeat(64) },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await kysely
          .selectFrom('artifact')
          .select('id')
          .where('execution_id', '=', execution_id)
          .executeTakeFirstOrThrow();
  const effect =
    effectId ??
    (
      await kysely
        .insertInto('effect')
        .values({
          ...{ execution_id, key: `deny#1#${kind}`, node_id: 'deny', visit: 1, kind, status: 'done' },
          request: asJson(
            kind === 'notice'
              ? { kind, key: 'send', operation: 'send', artifact_id: artifact.id }
              : { kind, key: 'mail' },
          ) as never,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  messages += 1;
  const message_id = `<letter-${messages}@example.com>`;
  await kysely
    .insertInto('mail_message')
    .values({
      ...{ message_id, execution_id, api_client_id: caller.clientId, effect_id: effect },
      ...{ sender: 'decisions@example.com', recipient: 'ann@example.com', raw: Buffer.from('x') },
      ...{ accepted_at: new Date(), created_at: new Date() },
    })
    .execute();
  return { message_id, artifactId: artifact.id, effectId: effect };
}
async function comesBack(
  execution_id: number,
  message_id: string,
  kind: 'bounce' | 'undelivered' | 'complaint' = 'bounce',
): Promise<void> {
  await gateway.db.kysely
    .insertInto('mail_report')
    .values({ api_client_id: caller.clientId, execution_id, message_id, kind, status: '5.1.1' })
    .execute();
}

describe('the list', () => {
  // Rules: 10.16.1, 10.16.3
  test('has every letter on which somebody has to act, the first due first, with counts', async () => {
    await desk();
    const draft = await parked({ due_at: new Date('2026-01-05T00:00:00Z') });
    const reasons = await parked({ needs: 'reasons', due_at: new Date('2099-01-01T00:00:00Z') });
    const variables = await parked({ needs: 'variables', missing_variables: asJson(['loan.rate']) });
    const address = await parked({ needs: 'address', missing_variables: asJson(['applicant.address']) });
    const post = await parked({ delivery: 'post', due_at: new Date('2026-01-04T00:00:00Z') });
    const owed = await owing();
    const back = await newExecution();
    await comesBack(back, (await sent(back)).message_id);
    // A decision about a person is no letter, and a sent letter does not wait.
    await park(gateway.db, await newExecution());
    await sent(await newExecution());
    const rows = await list();
    expect(statesOf(rows)).toEqual([
      [post, 'to_post'],
      [draft, 'draft'],
      [owed, 'owed'],
      [variables, 'needs_variables'],
      [address, 'needs_address'],
      [back, 'returned'],
      [reasons, 'needs_reasons'],
    ]);
    expect(rows.map(({ overdue }) => overdue)).toEqual([true, true, true, false, false, false, false]);
    expect(rows[3]).toMatchObject({ variables: ['loan.rate'], due_at: null, applicant_name: 'Ann Canary' });
    expect(rows[4]).toMatchObject({ variables: ['applicant.address'] });
    expect(rows[5]).toMatchObject({ report: { kind: 'bounce', status: '5.1.1' }, node_id: 'deny' });
    const by = {
      draft: 1,
      needs_reasons: 1,
      needs_variables: 1,
      needs_name: 0,
      needs_address: 1,
      needs_glyphs: 0,
      to_post: 1,
      owed: 1,
      returned: 1,
      resend_failed: 0,
    };
    expect(await countsOf()).toEqual({ total: 7, overdue: 3, by_state: by });
    expect(statesOf(await list('?filter[state]=to_post&filter[state]=returned'))).toEqual([
      [post, 'to_post'],
      [back, 'returned'],
    ]);
    expect(await list('?filter[overdue]=true')).toHaveLength(3);
    expect(await list('?filter[execution_mode]=live')).toEqual([]);
    expect(await list('?filter[execution_mode]=test')).toHaveLength(7);
    expect(await list(`?filter[workflow_id]=${rows[3]?.workflow_id}&filter[overdue]=false`)).toHaveLength(1);
    expect(await list('', await gateway.caller({ of: caller }))).toEqual([]);
  });

  async function unprinted(execution_id: number, more: object = {}): Promise<number> {
    const { id } = await gateway.db.kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: caller.clientId, execution_id, node_id: 'deny', visit: 1, filename: 'n.pdf' },
        ...{ kind: 'notice', stage: 'single', status: 'pending', priority: 0, notice_due_at: DUE_LATER },
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const DUE_LATER = new Date('2099-02-04T11:00:00Z');
  const lettersOf = async (id: number) =>
    (await caller.api.get(`/executions/${id}/notice_artifacts`)).data as AnyJson[];

  // Rules: 11.7.3
  test('has a letter that waits for a font until there is one, by the day on which it is due', async () => {
    await desk();
    const id = await newExecution();
    await unprinted(id, { kind: 'report', stage: 'report', priority: 1, notice_due_at: null });
    const letter = await unprinted(id, { needs: 'glyphs' });
    const late = await newExecution();
    await unprinted(late, { needs: 'glyphs', notice_due_at: new Date('2026-01-03T00:00:00Z') });
    const postal = await parked({ needs: 'address', due_at: new Date('2026-01-04T00:00:00Z') });
    expect(await list()).toMatchObject([
      { execution_id: late, state: 'needs_glyphs', due_at: '2026-01-03T00:00:00.000Z', overdue: true },
      { execution_id: postal, state: 'needs_address', due_at: '2026-01-04T00:00:00.000Z', overdue: true },
      {
        ...{ execution_id: id, node_id: 'deny', state: 'needs_glyphs', notice_artifact_id: letter },
        ...{ due_at: DUE_LATER.toISOString(), overdue: false },
      },
    ]);
    expect(await countsOf()).toMatchObject({ total: 3, overdue: 2, by_state: { needs_glyphs: 2 } });
    expect(await list('?filter[state]=needs_glyphs')).toHaveLength(2);
    expect(await lettersOf(id)).toMatchObject([{ id: letter, needs: 'glyphs', due_at: DUE_LATER.toISOString() }]);
    await gateway.db.kysely.updateTable('artifact').set({ needs: null }).where('id', '=', letter).execute();
    expect(statesOf(await list('?filter[state]=needs_glyphs'))).toEqual([[late, 'needs_glyphs']]);
    expect(await lettersOf(id)).toMatchObject([{ id: letter, needs: null, due_at: DUE_LATER.toISOString() }]);
  });

  // Rules: 11.7.10
  test('has a letter once whose enclosures wait for a font, and none of an execution that has ended', async () => {
    await desk();
    const id = await newExecution();
    const { id: effect_id } = await gateway.db.kysely
      .insertInto('effect')
      .values({
        ...{ execution_id: id, key: 'deny#1#prepare', node_id: 'deny', visit: 1, kind: 'notice', status: 'delegated' },
        request: asJson({ kind: 'notice', key: 'prepare' }) as never,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const letter = await unprinted(id, { stage: 'pre_adverse', status: 'ready', effect_id });
    for (const stage of ['pre_adverse:credit', 'pre_adverse:criminal'])
      await unprinted(id, { kind: 'enclosure', stage, needs: 'glyphs', effect_id, notice_due_at: null });
    expect(await list()).toMatchObject([
      { state: 'needs_glyphs', notice_artifact_id: letter, due_at: DUE_LATER.toISOString() },
    ]);
    expect(await lettersOf(id)).toMatchObject([{ id: letter, needs: 'glyphs' }]);
    expect((await caller.api.post(`/executions/${id}/cancel`)).status).toBe(200);
    expect(await list('?filter[state]=needs_glyphs')).toEqual([]);
  });

  test('says of a letter that is owed what it lacks, to whoever sees applicants, and quotes no other error', async () => {
    await desk();
    const lacks = 'The notice lacks: the postal address of Ann Canary, 900-10-1002.';
    const incomplete = await owing();
    await failedStep(incomplete, 'notice_incomplete', lacks);
    const refused = await owing([DUE, { ...DUE, applicant: 'co_applicant', why: 'run_cancelled' }]);
    await failedStep(refused, 'mail_refused', 'Canary');
    const asked = async (scopes: readonly ('executions:read' | 'executions:read:full' | 'pii:read')[]) => {
      const rows = await list('', await gateway.caller({ of: caller, sameClient: true, scopes }));
      return Object.fromEntries(rows.map((row) => [row.execution_id, row]));
    };
    const whole = await asked(['executions:read:full', 'pii:read']);
    expect(whole[incomplete]?.notices_due).toEqual([{ ...DUE, error_code: 'notice_incomplete', lacks }]);
    expect(whole[refused]?.notices_due).toMatchObject([
      { error_code: 'mail_refused', lacks: null },
      { applicant: 'co_applicant', error_code: null, lacks: null },
    ]);
    const masked = await asked(['executions:read:full']);
    expect(masked[incomplete]?.notices_due[0].lacks).toBe(
      'The notice lacks: the postal address of Ann Canary, ***-**-1002.',
    );
    const narrow = await asked(['executions:read']);
    expect(JSON.stringify(narrow)).not.toMatch(/Canary|lacks|applicant_name/);
    expect(narrow[incomplete]?.notices_due[0].error_code).toBe('notice_incomplete');
  });
});

describe('a letter that came back', () => {
  const states = async (id: number): Promise<WaitingState[]> =>
    (await list()).filter(({ execution_id: of }) => of === id).map(({ state }) => state);

  // Rules: 10.16.2
  // Rules: 12.6.7
  test('waits until it is sent again, and once more if that comes back or fails', async () => {
    await desk();
    const id = await newExecution();
    const first = await sent(id);
    await comesBack(id, first.message_id, 'undelivered');
    // Several reports on one letter count as one.
    await comesBack(id, first.message_id);
    expect(await states(id)).toEqual(['returned']);
    expect((await list())[0]).toMatchObject({ notice_artifact_id: first.artifactId, report: { kind: 'bounce' } });
    const resend = await caller.api.post(`/executions/${id}/notice_artifacts/${first.artifactId}/resend`);
    expect([resend.status, await states(id)]).toEqual([202, []]);
    const another = await caller.api.post(`/executions/${id}/notice_artifacts/${first.artifactId}/resend`);
    expect(another.error.details[0].field).toBe('reason');
    const { kysely } = gateway.db;
    await kysely.updateTable('notice_resend').set({ status: 'failed', error_code: 'mail_refused' }).execute();
    expect(await states(id)).toEqual(['resend_failed']);
    expect((await list())[0]).toMatchObject({ error_code: 'mail_refused', notice_artifact_id: first.artifactId });
    await caller.api.post(`/executions/${id}/notice_artifacts/${first.artifactId}/resend`);
    expect(await states(id)).toEqual([]);
    await kysely.updateTable('notice_resend').set({ status: 'sent' }).where('status', '=', 'pending').execute();
    const second = await sent(id, 'notice', first.effectId);
    expect(await states(id)).toEqual([]);
    await comesBack(id, second.message_id);
    expect(await states(id)).toEqual(['returned']);
  });

  test('waits for nobody if its report comes late, when it is being sent again or was', async () => {
    await desk();
    const id = await newExecution();
    const first = await sent(id);
    const reason = 'She has not found it.';
    await caller.api.post(`/executions/${id}/notice_artifacts/${first.artifactId}/resend`, { reason });
    await comesBack(id, first.message_id);
    expect(await states(id)).toEqual([]);
    await gateway.db.kysely
      .updateTable('notice_resend')
      .set({ status: 'sent' })
      .where('artifact_id', '=', first.artifactId)
      .execute();
    await sent(id, 'notice', first.effectId);
    expect(await states(id)).toEqual([]);
  });

  // Rules: 11.5.7
  test.each(['before', 'after'])('waits no more if it was posted too, %s it came back', async (when) => {
    await desk();
    const id = await newExecution();
    const { message_id, artifactId } = await sent(id);
    const post = () =>
      caller.api.post(`/executions/${id}/notice_artifacts/${artifactId}/posted`, {
        ...{ date: '2026-02-01', carrier: 'USPS' },
      });
    if (when === 'before') await post();
    await comesBack(id, message_id);
    if (when === 'after') await post();
    expect(await states(id)).toEqual([]);
  });

  // Rules: 10.16.2
  test('waits no more once somebody recorded that it was sent elsewhere, once', async () => {
    await desk();
    const id = await newExecution();
    const { message_id, artifactId } = await sent(id);
    const other = await newExecution();
    const foreign = await sent(other);
    const body = { date: '2026-02-01', carrier: 'USPS certified', artifact_id: artifactId };
    const path = `/executions/${id}/sent_notices`;
    expect((await caller.api.post(path, body)).error.details).toMatchObject([{ field: 'artifact_id' }]);
    await comesBack(id, message_id);
    await comesBack(other, foreign.message_id);
    expect((await caller.api.post(path, { ...body, artifact_id: foreign.artifactId })).status).toBe(422);
    expect((await caller.api.post(path, body)).status).toBe(200);
    expect([await states(id), await states(other)]).toEqual([[], ['returned']]);
    expect((await caller.api.post(path, body)).status).toBe(422);
    const { data: events } = await caller.api.get(`/executions/${id}/review_events`);
    expect(events.at(-1)).toMatchObject({
      event_type: 'adverse_action_sent',
      metadata: { artifact_id: artifactId, sent_elsewhere: true, carrier: 'USPS certified', sent_on: '2026-02-01' },
    });
  });

  // Rules: 10.16.1
  test('is a letter: a mail of another kind, and a complaint about one that arrived, wait for nobody', async () => {
    await desk();
    const [mail, complaint] = [await newExecution(), await newExecution()];
    await comesBack(mail, (await sent(mail, 'mail')).message_id);
    await comesBack(complaint, (await sent(complaint)).message_id, 'complaint');
    expect(await list()).toEqual([]);
  });
});
