import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { asJson } from '../../platform/database/index.ts';
import { fingerprintOf } from '../../services/gateway/http/idempotency/identity.ts';
import { triggerWorkflow } from '../../services/gateway/triggers/routes.ts';
import { APPLICANT, SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { unguarded } from '../support/transitions.ts';

let gateway: TestGateway;
let caller: Caller;
let workflowId: number;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller({ productionAccess: true });
  workflowId = (await caller.api.post('/workflows', { name: 'Simple', definition: SIMPLE })).data.id;
});
afterAll(() => gateway.stop());

const executionsOf = (key: string) =>
  gateway.db.kysely
    .selectFrom('execution')
    .selectAll()
    .where('execution_key', '=', `api_client:${caller.clientId}:${key}`)
    .execute();

describe('an accepted trigger', () => {
  test('answers 202 with the summary of the execution', async () => {
    const key = randomUUID();
    const { status, data, body } = await caller.api.trigger(
      workflowId,
      { payload: { applicant: APPLICANT }, external_reference: 'ref-1' },
      key,
    );
    expect(status).toBe(202);
    expect(Object.keys(body.meta)).toEqual(['request_id']);
    expect(data).toEqual({
      id: expect.any(Number),
      object: 'execution',
      workflow_id: workflowId,
      workflow_version: 1,
      dictionary_version: null,
      status: 'pending',
      execution_mode: 'test',
      execution_key: `api_client:${caller.clientId}:${key}`,
      external_reference: 'ref-1',
      needs_human_review: false,
      review_status: 'none',
      pending_review: null,
      outcome: null,
      batch_execution_id: null,
      re_evaluated_from: null,
      notice_due_at: null,
      notices_due: [],
      pending_reports: [],
      started_at: null,
      completed_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: null,
    });
  });

  // Rules: 1.6.1, 10.13.1
  test('of a test run warns of what counts otherwise than it was sent, and is replayed byte for byte', async () => {
    const applicant = { ...APPLICANT, application_completed_at: '11/02/2026', guarantors: [{ esign_consent: true }] };
    const payload = { applicant, property: { esign_consent: null } };
    const [inPayload, alone] = [
      { body: { payload }, at: 'payload.applicant' },
      { body: payload, at: 'applicant' },
    ];
    for (const { body, at } of [inPayload, alone]) {
      const key = randomUUID();
      const first = await caller.api.trigger(workflowId, body, key);
      const replayed = await caller.api.trigger(workflowId, body, key);
      expect(first.data.warnings).toEqual([
        {
          code: 'unreadable_date',
          field: `${at}.application_completed_at`,
          message: expect.stringMatching(/earliest/),
        },
        { code: 'unreadable_date', field: `${at}.guarantors[0].esign_consent`, message: expect.any(String) },
      ]);
      expect(JSON.stringify(replayed.data)).toBe(JSON.stringify(first.data));
    }
  });

  // Rules: 11.3.9
  test('warns of what of a name and an address no letter has, and never says its value', async () => {
    const address = { street: '14 Alder Court', city: 'Dayton', zip: '45402', gate: 'back door' };
    const applicant = { name: 'Felix Ashdown', suffix: 'Jr.', address };
    const { data } = await caller.api.trigger(workflowId, { payload: { applicant } });
    expect(data.warnings).toEqual(
      ['suffix', 'address.gate'].map((member) => ({
        ...{ code: 'not_read', field: `payload.applicant.${member}` },
        message: expect.stringMatching(/^is on no letter: /),
      })),
    );
    expect(JSON.stringify(data)).not.toContain('back door');
  });

  // Rules: 1.1.1
  test('has committed the execution with one start command, and says so on the bus', async () => {
    const key = randomUUID();
    const { data } = await caller.api.trigger(workflowId, { payload: { applicant: APPLICANT, extra: [1] } }, key);
    const [execution] = await executionsOf(key);
    expect(execution).toMatchObject({
      id: data.id,
      status: 'pending',
      payload: { applicant: APPLICANT, extra: [1] },
      submitted_by_user_id: caller.userId,
      account_id: caller.accountId,
    });
    const commands = await gateway.db.kysely
      .selectFrom('command')
      .select(['kind', 'lane'])
      .where('execution_id', '=', data.id)
      .execute();
    expect(commands).toEqual([{ kind: 'start', lane: 'single' }]);
    expect(gateway.published).toContain('commands.ready');
  });

  test('takes an empty body as a test run with an empty payload', async () => {
    const { status, data } = await caller.api.trigger(workflowId, undefined);
    expect([status, data.execution_mode]).toEqual([202, 'test']);
    const detail = await caller.api.get(`/executions/${data.id}`);
    expect(detail.data.input_context).toEqual({
      execution_mode: 'test',
      submitted_by_user_id: caller.userId,
      user_approved: null,
      external_reference: null,
      allow_inactive: false,
      sandbox_replay: false,
    });
  });

  // Rules: 1.5.1
  test('takes a body with an applicant at its top as the payload itself', async () => {
    const { data } = await caller.api.trigger(workflowId, { applicant: APPLICANT, property: { unit: '4B' } });
    const { input_context } = (await caller.api.get(`/executions/${data.id}`)).data;
    expect(input_context).toMatchObject({ applicant: APPLICANT, property: { unit: '4B' } });
  });

  // Rules: 1.8.1, 1.8.2
  test('overwrites what the payload says under resolved keys', async () => {
    const { data } = await caller.api.trigger(workflowId, { payload: { execution_mode: 'live', user_approved: true } });
    const { input_context } = (await caller.api.get(`/executions/${data.id}`)).data;
    expect(input_context).toMatchObject({ execution_mode: 'test', user_approved: null });
  });

  // Rules: 1.8.1, 6.1.2
  test('says that a registered sandbox subject is replayed', async () => {
    const { data: cases } = await caller.api.get(`/workflows/${workflowId}/test_cases`);
    expect(cases.test_cases.length).toBeGreaterThanOrEqual(5);
    const { data } = await caller.api.trigger(workflowId, cases.test_cases[0].payload);
    const { input_context } = (await caller.api.get(`/executions/${data.id}`)).data;
    expect(input_context.sandbox_replay).toBe(true);
  });

  // Rules: 1.8.1
  test('allows a draft in test mode and says so', async () => {
    const draft = (await caller.api.post('/workflows', { name: 'Draft', definition: SIMPLE, active: false })).data;
    const { status, data } = await caller.api.trigger(draft.id, {});
    expect(status).toBe(202);
    const { input_context } = (await caller.api.get(`/executions/${data.id}`)).data;
    expect(input_context.allow_inactive).toBe(true);
  });

  test('is cleaned of what PostgreSQL cannot keep', async () => {
    const raw = String.raw`{"payload":{"applicant":{"name":"A\u0000da","half":"\ud800","__proto__":{"x":1}}}}`;
    const answer = await caller.api.call('POST', `/workflows/${workflowId}/trigger`, {
      raw,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    });
    expect(answer.status).toBe(202);
    const { input_context } = (await caller.api.get(`/executions/${answer.data.id}`)).data;
    expect(input_context.applicant).toEqual({ name: 'Ada', half: '\ufffd' });
  });
});

describe('triggers that come at once', () => {
  // Each of these has a meaning in PostgreSQL's list syntax, or between JSON texts that are joined.
  test('keep every text that PostgreSQL can store, to the character', async () => {
    const texts = [
      '',
      'null',
      'NULL',
      '"',
      '\\',
      '\\"',
      '{1,2}',
      ',',
      "'",
      '\u0001',
      '\u001f\n\t',
      '\\u0001',
      'Zoë 🏠',
      ' a ',
    ];
    const answers = await Promise.all(
      texts.map((text) => {
        const payload = { applicant: { name: text, list: [text, null, true, 1.5] } };
        return caller.api.trigger(workflowId, { external_reference: text, payload }, randomUUID());
      }),
    );
    const stored = await Promise.all(
      answers.map(async ({ data }) => (await caller.api.get(`/executions/${data.id}`)).data),
    );
    for (const [index, text] of texts.entries()) {
      expect(answers[index]?.data.external_reference).toBe(text);
      expect(stored[index].external_reference).toBe(text);
      expect(stored[index].input_context.applicant).toEqual({ name: text, list: [text, null, true, 1.5] });
    }
  });

  test('are answered each with its own execution', async () => {
    const references = Array.from({ length: 60 }, (_, index) => `at-once-${index}`);
    const answers = await Promise.all(
      references.map((reference) => caller.api.trigger(workflowId, { external_reference: reference }, randomUUID())),
    );
    expect(answers.map(({ status, data }) => [status, data.external_reference])).toEqual(
      references.map((reference) => [202, reference]),
    );
    const stored = await gateway.db.kysely
      .selectFrom('execution')
      .select(['id', 'external_reference'])
      .where('external_reference', 'in', references)
      .execute();
    expect(new Map(stored.map((row) => [row.id, row.external_reference]))).toEqual(
      new Map(answers.map(({ data }) => [data.id, data.external_reference])),
    );
  });

  // Rules: 1.2.1
  test('fail by themselves where one cannot be written', async () => {
    await sql`
      create function refuse_spoiler() returns trigger language plpgsql as $$
      begin
        if new.external_reference = 'spoiler' then raise exception 'spoiled'; end if;
        return new;
      end $$`.execute(gateway.db.kysely);
    await sql`
      create trigger refuse_spoiler before insert on execution
      for each row execute function refuse_spoiler()`.execute(gateway.db.kysely);
    try {
      const references = Array.from({ length: 12 }, (_, index) => (index === 5 ? 'spoiler' : `beside-${index}`));
      const answers = await Promise.all(
        references.map((reference) => caller.api.trigger(workflowId, { external_reference: reference }, randomUUID())),
      );
      expect(answers.map(({ status }) => status)).toEqual(
        references.map((reference) => (reference === 'spoiler' ? 500 : 202)),
      );
    } finally {
      await sql`drop trigger refuse_spoiler on execution`.execute(gateway.db.kysely);
      await sql`drop function refuse_spoiler`.execute(gateway.db.kysely);
    }
  });
});

// Rules: 2.5.2
test('a trigger runs the version that another process has just made', async () => {
  const { data: workflow } = await caller.api.post('/workflows', { name: 'Changing', definition: SIMPLE });
  await caller.api.trigger(workflow.id, {}, randomUUID());
  await changeElsewhere(workflow.id, { version: 2, active: false });
  const { data } = await caller.api.trigger(workflow.id, {}, randomUUID());
  expect(data.workflow_version).toBe(2);
  const [execution] = await gateway.db.kysely
    .selectFrom('execution')
    .select(['workflow_version', 'allow_inactive'])
    .where('id', '=', data.id)
    .execute();
  expect(execution).toEqual({ workflow_version: 2, allow_inactive: true });
});

/** The state after a PATCH in another process. */
async function changeElsewhere(id: number, { version, active }: { version: number; active: boolean }): Promise<void> {
  await gateway.db.kysely
    .insertInto('workflow_version')
    .values({ workflow_id: id, version, name: 'Changed', definition: asJson(SIMPLE as readonly CascadeNode[]) })
    .execute();
  await gateway.db.kysely.updateTable('workflow').set({ version, active }).where('id', '=', id).execute();
}

describe('an Idempotency-Key', () => {
  // Rules: 1.4.3
  test('makes one execution and one command of 40 identical triggers at once, with one answer', async () => {
    const key = randomUUID();
    const body = { payload: { applicant: APPLICANT }, external_reference: 'forty' };
    const answers = await Promise.all(Array.from({ length: 40 }, () => caller.api.trigger(workflowId, body, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ text }) => text.slice(0, text.indexOf(',"meta"')))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const executions = await executionsOf(key);
    expect(executions).toHaveLength(1);
    const commands = await gateway.db.kysely
      .selectFrom('command')
      .select('id')
      .where('execution_id', '=', executions[0]!.id)
      .execute();
    expect(commands).toHaveLength(1);
  });

  // Rules: 1.4.2
  test('replays the original data byte for byte, with a request id of its own', async () => {
    const key = randomUUID();
    const first = await caller.api.trigger(workflowId, { payload: { b: 1, a: 2 } }, key);
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'completed' }).where('id', '=', first.data.id).execute(),
    );
    const again = await caller.api.trigger(workflowId, { payload: { a: 2, b: 1 }, execution_mode: 'test' }, key);
    expect(again.status).toBe(202);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.data).toEqual(first.data);
    expect(again.body.meta.request_id).not.toBe(first.body.meta.request_id);
  });

  // Rules: 1.4.1
  test.each([
    ['payload', { payload: { a: 2 } }],
    ['external_reference', { payload: { a: 1 }, external_reference: 'other' }],
    ['execution_mode', { payload: { a: 1 }, execution_mode: 'live' }],
    ['skip_waits', { payload: { a: 1 }, skip_waits: true }],
  ])('conflicts when the %s is another', async (_member, body) => {
    const key = randomUUID();
    await caller.api.trigger(workflowId, { payload: { a: 1 } }, key);
    const { status, error } = await caller.api.trigger(workflowId, body, key);
    expect([status, error.code]).toEqual([409, 'idempotency_conflict']);
    expect(await executionsOf(key)).toHaveLength(1);
  });

  test('conflicts when it was used on another workflow', async () => {
    const key = randomUUID();
    const other = (await caller.api.post('/workflows', { name: 'Other', definition: SIMPLE })).data;
    await caller.api.trigger(workflowId, {}, key);
    expect((await caller.api.trigger(other.id, {}, key)).error.code).toBe('idempotency_conflict');
  });

  // Rules: 1.3.1
  test('replays the original also after the cascade was made a draft', async () => {
    const key = randomUUID();
    const { data: workflow } = await caller.api.post('/workflows', { name: 'Active', definition: SIMPLE });
    const first = await caller.api.trigger(workflow.id, { execution_mode: 'live' }, key);
    expect(first.status).toBe(202);
    await caller.api.patch(`/workflows/${workflow.id}`, { active: false });
    const other = await caller.api.trigger(workflow.id, { execution_mode: 'live' });
    expect(other.error.code).toBe('workflow_not_active');
    const again = await caller.api.trigger(workflow.id, { execution_mode: 'live' }, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.data).toEqual(first.data);
  });

  // Rules: 1.3.1
  test('replays what was accepted before its legal dates were checked', async () => {
    const key = randomUUID();
    const date = new Date(Date.now() + 3_600_000);
    const body = { applicant: { application_completed_at: date.toISOString() }, execution_mode: 'live' };
    const first = await caller.api.trigger(workflowId, body, key);
    expect(first.status).toBe(202);
    const earlier = { applicant: { application_completed_at: '11/02/2026' }, execution_mode: 'live' };
    const refused = await caller.api.trigger(workflowId, earlier);
    expect(refused.error.code).toBe('validation_failed');
    // Pretends that it was accepted.
    const fingerprint = fingerprintOf({
      operation: triggerWorkflow.operationId,
      params: { id: workflowId },
      body: triggerWorkflow.body?.identity?.(earlier) ?? {},
      schema: triggerWorkflow.body?.schema,
      userId: null,
    });
    await gateway.db.kysely
      .updateTable('idempotency_key')
      .set({ fingerprint })
      .where('key', '=', `api_client:${caller.clientId}:${key}`)
      .execute();
    const again = await caller.api.trigger(workflowId, earlier, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.data).toEqual(first.data);
    expect((await caller.api.trigger(workflowId, body, key)).error.code).toBe('idempotency_conflict');
  });

  test('is compared per client', async () => {
    const key = randomUUID();
    const other = await gateway.caller({ of: caller });
    const [a, b] = await Promise.all([caller.api.trigger(workflowId, {}, key), other.api.trigger(workflowId, {}, key)]);
    expect([a.status, b.status]).toEqual([202, 202]);
    expect(a.data.id).not.toBe(b.data.id);
  });

  // Rules: 1.3.2
  test('is not stored by a request that was refused', async () => {
    const key = randomUUID();
    const empty = (await caller.api.post('/workflows', { name: 'Empty' })).data;
    expect((await caller.api.trigger(empty.id, {}, key)).error.code).toBe('workflow_not_runnable');
    expect((await caller.api.trigger(workflowId, {}, key)).status).toBe(202);
  });

  test.each([
    ['missing', undefined],
    ['blank', '   '],
  ])('that is %s is refused', async (_what, key) => {
    const { status, error } = await caller.api.post(
      `/workflows/${workflowId}/trigger`,
      {},
      key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
    );
    expect([status, error.code]).toEqual([422, 'missing_idempotency_key']);
  });

  test.each([
    ['the header', 201],
    ['the namespaced key', 195],
  ])('is refused when %s is too long', async (_what, length) => {
    const { status, error } = await caller.api.trigger(workflowId, {}, 'k'.repeat(length));
    expect([status, error.code, error.details[0].field]).toEqual([422, 'validation_failed', 'Idempotency-Key']);
  });

  // Rules: 1.9.9
  test.each([
    ['a letter beyond ASCII', 'caf\u00e9'],
    ['a blank that is no space', '\u00a0'],
    ['a tab', 'a\tb'],
  ])('is refused when it has %s', async (_what, key) => {
    const { status, error } = await caller.api.trigger(workflowId, {}, key);
    expect([status, error.code, error.details]).toEqual([
      422,
      'validation_failed',
      [{ field: 'Idempotency-Key', message: 'must have printable ASCII characters only (U+0020 to U+007E)' }],
    ]);
  });
});

describe('a trigger is refused', () => {
  // Rules: 10.12.1
  test('in live mode with legal dates that cannot be read or lie ahead, each by its path', async () => {
    const ahead = new Date(Date.now() + 25 * 3_600_000).toISOString();
    const applicant = { application_completed_at: '2026-02-30', co_applicants: [{ esign_consent: 'yes' }] };
    const payload = { applicant, household: { cosigner: { esign_consent: ahead } } };
    const key = randomUUID();
    const { status, error } = await caller.api.trigger(workflowId, { payload, execution_mode: 'live' }, key);
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toEqual([
      { field: 'payload.applicant.application_completed_at', message: expect.stringMatching(/ISO 8601/) },
      { field: 'payload.applicant.co_applicants[0].esign_consent', message: expect.stringMatching(/ISO 8601/) },
      { field: 'payload.household.cosigner.esign_consent', message: expect.stringMatching(/24 hours/) },
    ]);
    expect(await executionsOf(key)).toEqual([]);

    const alone = await caller.api.trigger(workflowId, { applicant, execution_mode: 'live' }, key);
    expect(alone.error.details).toMatchObject([
      { field: 'applicant.application_completed_at' },
      { field: 'applicant.co_applicants[0].esign_consent' },
    ]);
    const soon = { application_completed_at: new Date(Date.now() + 23 * 3_600_000).toISOString(), esign_consent: null };
    const { data } = await caller.api.trigger(workflowId, { applicant: soon, execution_mode: 'live' }, key);
    expect(data).not.toHaveProperty('warnings');
  });

  // Rules: 1.3.1
  test('for legal dates before the workflow is looked for and production access asked', async () => {
    const other = await gateway.caller();
    const body = { applicant: { esign_consent: 'yes' }, execution_mode: 'live' };
    const { error } = await other.api.trigger(workflowId, body);
    expect(error.code).toBe('validation_failed');
  });

  test('in live mode without production access', async () => {
    const other = await gateway.caller();
    const workflow = (await other.api.post('/workflows', { name: 'Draft', definition: SIMPLE })).data;
    const { status, error } = await other.api.trigger(workflow.id, { execution_mode: 'live' });
    expect([status, error.code]).toEqual([403, 'production_access_required']);
  });

  // Rules: 2.10.2
  test('in live mode for a draft', async () => {
    const draft = (await caller.api.post('/workflows', { name: 'Draft', definition: SIMPLE, active: false })).data;
    const { status, error } = await caller.api.trigger(draft.id, { execution_mode: 'live' });
    expect([status, error.code]).toEqual([409, 'workflow_not_active']);
  });

  test('for a workflow that was deleted', async () => {
    const { id } = (await caller.api.post('/workflows', { name: 'Gone', definition: SIMPLE })).data;
    await caller.api.delete(`/workflows/${id}`);
    expect((await caller.api.trigger(id, {})).error.code).toBe('not_found');
  });

  // Rules: 15.1.1
  test('with all that is wrong listed together', async () => {
    const { error } = await caller.api.trigger(workflowId, {
      payload: { applicant: 'Ada', property: [] },
      execution_mode: 'dry',
      external_reference: 'x'.repeat(201),
      skip_waits: 'yes',
    });
    expect(error.code).toBe('validation_failed');
    expect(error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'execution_mode',
      'external_reference',
      'payload.applicant',
      'payload.property',
      'skip_waits',
    ]);
  });

  // Rules: 7.1.2
  test('when waits are to be skipped in live mode', async () => {
    const { error } = await caller.api.trigger(workflowId, { execution_mode: 'live', skip_waits: true });
    expect(error.details).toEqual([{ field: 'skip_waits', message: 'is for test mode only' }]);
  });

  // Rules: 1.3.1
  test('for its body before its Idempotency-Key is looked at', async () => {
    const { error } = await caller.api.post(`/workflows/${workflowId}/trigger`, { execution_mode: 'dry' });
    expect(error.code).toBe('validation_failed');
  });
});

describe('a misspelt key', () => {
  // Rules: 1.7.1
  test.each([
    [{ paylaod: { applicant: {} } }, 'paylaod', 'payload'],
    [{ payload: {}, external_refrence: 'x' }, 'external_refrence', 'external_reference'],
    [{ aplicant: { first_name: 'Ada' } }, 'aplicant', 'applicant'],
  ])('at the top of %j is refused and names the right one', async (body, field, meant) => {
    const { id } = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data;
    const { status, error } = await caller.api.trigger(id, body);
    expect([status, error.details[0].field]).toEqual([422, field]);
    expect(error.details[0].message).toContain(meant);
  });

  // Rules: 1.7.1, 1.7.2
  test('inside the payload, or beside the applicant of a body that is itself the payload, is accepted', async () => {
    const { id } = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data;
    expect((await caller.api.trigger(id, { payload: { paylaod: 1, aplicant: {} } })).status).toBe(202);
    const { status, data } = await caller.api.trigger(id, { applicant: {}, source: 'crm' });
    expect(status).toBe(202);
    expect((await caller.api.get(`/executions/${data.id}`)).data.input_context.source).toBe('crm');
  });

  test('that is like none is refused beside a payload, and without an input', async () => {
    const { id } = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data;
    for (const body of [{ payload: {}, source: 'crm' }, { source: 'crm' }]) {
      const { status, error } = await caller.api.trigger(id, body);
      expect([status, error.details[0].field]).toEqual([422, 'source']);
    }
  });
});
