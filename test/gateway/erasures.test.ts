import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import type { ErasureLog, LogEntry } from '../../platform/erasures/log.ts';
import { eraseNext } from '../../platform/erasures/steps.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const PAYLOAD = { applicant: { first_name: 'Ada', last_name: 'Quartermain<b>', email: 'ada@quartermain.example' } };

interface Person {
  readonly applicantId: number;
  readonly executionId: number;
}

/** A person of the caller with an execution that has ended. */
async function person(key: string, by: Caller = caller): Promise<Person> {
  const workflow = (await by.api.post('/workflows', { name: 'W', definition: SIMPLE })).data;
  const { data } = await by.api.trigger(workflow.id, {
    payload: PAYLOAD,
    applicant_key: key,
    external_reference: `ref-${key}`,
  });
  await unguarded(gateway.db, (trx) =>
    trx
      .updateTable('execution')
      .set({ status: 'completed', completed_at: new Date() })
      .where('id', '=', data.id)
      .execute(),
  );
  const { applicant_id: applicantId } = await gateway.db.kysely
    .selectFrom('execution')
    .select('applicant_id')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow();
  return { applicantId: applicantId ?? 0, executionId: data.id };
}

const written: LogEntry[] = [];
const erasureLog: ErasureLog = {
  append: (entry) => Promise.resolve(void written.push(entry)),
  read: () => Promise.resolve(written),
  close: () => undefined,
};
const work = () => eraseNext({ db: gateway.db, erasureLog, storeOn: (trx) => new PostgresArtifactStore(trx) });
const ask = (id: number, body: object = { reason: 'asked_by_person' }, by: Caller = caller) =>
  by.api.post(`/applicants/${id}/erasures`, body);

describe('a request to forget a person', () => {
  // Rules: 23.1.1
  test('asks for a scope that no other one brings', async () => {
    const { applicantId } = await person('scope');
    const { api } = await gateway.caller({
      of: caller,
      sameClient: true,
      scopes: ['executions:write', 'executions:read:full', 'pii:read', 'people:write', 'settings:write'],
    });
    for (const answer of [
      await api.post(`/applicants/${applicantId}/erasures`, { reason: 'objection' }),
      await api.get(`/applicants/${applicantId}/erasures`),
      await api.get(`/applicants/${applicantId}/export`),
    ]) {
      expect(answer.error.code).toBe('insufficient_scope');
    }
  });

  // Rules: 23.1.5
  test('is the same one while it is open, and takes in executions that were added since', async () => {
    const first = await person('twice');
    const asked = await ask(first.applicantId);
    const again = await ask(first.applicantId, { reason: 'objection' });
    expect([asked.status, again.status]).toEqual([202, 202]);
    expect(again.data).toEqual(asked.data);
    const second = await person('thrice');
    const joined = { execution_ids: [second.executionId] };
    expect((await caller.api.post(`/applicants/${first.applicantId}/executions`, joined)).status).toBe(200);
    await ask(first.applicantId);
    const { data } = await caller.api.get(`/applicants/${first.applicantId}/erasures/${asked.data.id}`);
    expect(data.executions.map(({ execution_id: id }: { execution_id: number }) => id)).toEqual([
      first.executionId,
      second.executionId,
    ]);
    expect(data.receipt).toBeNull();
    while (await work());
    const after = (await caller.api.get(`/applicants/${first.applicantId}/erasures`)).data;
    expect(after).toMatchObject([{ id: asked.data.id, status: 'completed' }]);
  });

  // Rules: 23.3.5
  test('is of nobody who applies from then on, before anything is erased', async () => {
    const { applicantId } = await person('again');
    await ask(applicantId);
    expect((await person('again')).applicantId).not.toBe(applicantId);
  });

  // Rules: 23.3.5
  test('is found by no search through an evaluation that corrects what is kept', async () => {
    const { applicantId, executionId } = await person('corrected');
    await ask(applicantId);
    const again = await caller.api.post(
      `/executions/${executionId}/re_evaluations`,
      { corrections: { 'applicant.last_name': 'Featherstonehaugh' }, reason: 'typing error' },
      { headers: { 'Idempotency-Key': 'corrected again' } },
    );
    expect(again.status).toBe(202);
    const words = await gateway.db.kysely
      .selectFrom('applicant_word')
      .select('word')
      .where('execution_id', '=', again.data.id)
      .execute();
    expect(words).toEqual([]);
  });

  // Rules: 23.3.7
  test('is not got around by giving its executions to another person', async () => {
    const [asked, other] = [await person('asked'), await person('other')];
    await ask(asked.applicantId);
    const moved = { execution_ids: [asked.executionId] };
    const refused = await caller.api.post(`/applicants/${other.applicantId}/executions`, moved);
    expect([refused.status, refused.error.details[0].field]).toEqual([422, 'execution_ids']);
    while (await work());
    expect((await caller.api.get(`/executions/${asked.executionId}`)).data.erased_at).not.toBeNull();
  });

  // Rules: 23.2.7
  test('a person under a legal hold keeps their executions, and the hold with them', async () => {
    const [held, other] = [await person('held'), await person('other than held')];
    await gateway.db.kysely
      .insertInto('legal_hold')
      .values({ applicant_id: held.applicantId, account_id: 1, api_client_id: 1, matter: '26-cv-1' })
      .execute();
    const second = await person('held');
    const moved = { execution_ids: [held.executionId] };
    for (const path of [`${other.applicantId}/executions`, `${held.applicantId}/separations`]) {
      const refused = await caller.api.post(`/applicants/${path}`, moved);
      expect(refused.error.details[0].message).toContain('legal hold');
    }
    expect(second.applicantId).toBe(held.applicantId);
  });

  // Rules: 23.1.6
  test('emits no event, and stands in the audit log with ids alone', async () => {
    const { applicantId } = await person('quiet');
    const { data: subscription } = await caller.api.post('/webhook_subscriptions', {
      url: 'https://93.184.215.14/hook',
    });
    const events = async () => (await sql`select from event`.execute(gateway.db.kysely)).rows.length;
    const before = await events();
    const { data } = await ask(applicantId);
    while (await work());
    expect(subscription.id).toBeGreaterThan(0);
    expect(await events()).toBe(before);
    const audited = await caller.api.get('/audit_events?filter[action]=applicant.erasure_requested&per_page=1');
    expect(audited.data).toMatchObject([
      {
        subject_type: 'applicant',
        subject_id: String(applicantId),
        detail: { erasure_id: data.id, reason: 'asked_by_person', executions: 1, cancelled: [] },
      },
    ]);
  });

  // Rules: 23.2.2
  test('leaves for claims what the account chose, within what a claim can take', async () => {
    const { api } = await gateway.caller();
    expect((await api.get('/company')).data.claims_months).toBe(0);
    expect((await api.patch('/company', { claims_months: 60 })).data.claims_months).toBe(60);
    const { status, error } = await api.patch('/company', { claims_months: 85 });
    expect([status, error.details[0].field]).toEqual([422, 'claims_months']);
  });

  test('is refused where erasures cannot be written down', async () => {
    const { baseUrl } = await gateway.another({ hasErasureLog: false });
    const { applicantId } = await person('no log');
    const response = await fetch(`${baseUrl}/api/v1/applicants/${applicantId}/erasures`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${caller.token}`, 'Content-Type': 'application/json' },
      body: '{"reason":"objection"}',
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('ERASURE_LOG');
  });
});

/** The files of an export, by name. */
async function exported({ applicantId }: Person, by: Caller = caller): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(`${gateway.baseUrl}/api/v1/applicants/${applicantId}/export`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks).toString('utf8'));
  }
  return files;
}

describe('the export of a person', () => {
  // Rules: 23.6.1
  test('holds what is held of them and nobody else, in words and as data, and is recorded', async () => {
    const one = await person('exported');
    await person('another');
    const files = await exported(one);
    const folder = `applications/${one.executionId}`;
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['index.html', 'contents.json', `${folder}/read-me.html`, `${folder}/input.json`]),
    );
    expect([...files.keys()].filter((name) => name.startsWith('applications/') && !name.startsWith(folder))).toEqual(
      [],
    );
    const words = files.get(`${folder}/read-me.html`) ?? '';
    // Nothing of an applicant is markup.
    expect(words).toContain('Quartermain&#60;b&#62;');
    expect(words).not.toContain('<b>');
    expect(files.get(`${folder}/input.json`)).toContain('ada@quartermain.example');
    expect(JSON.parse(files.get('contents.json') ?? '')).toMatchObject({ applicant_id: one.applicantId });
    const audited = await caller.api.get('/audit_events?filter[action]=applicant.exported&per_page=1');
    expect(audited.data).toMatchObject([{ subject_id: String(one.applicantId) }]);
  });

  // Rules: 23.6.2
  test('leaves out the rules of the cascade, the ledger and who acted', async () => {
    const one = await person('without');
    await sql`
      insert into review_event (execution_id, event_type, metadata)
      values (${one.executionId}, 'unassigned', '{"previously_assigned_to_user_id": 1}')`.execute(gateway.db.kysely);
    const files = await exported(one);
    const names = [...files.keys()].map((name) => name.split('/').at(-1));
    for (const name of ['definition.json', 'dictionary.json', 'explanation.json', 'billing.json']) {
      expect(names).not.toContain(name);
    }
    const texts = [...files.values()].join('\n');
    for (const name of ['_user_id', 'decided_by_name', 'actor_name', 'corrected_by_name'])
      expect(texts).not.toContain(name);
  });

  // Rules: 23.6.2
  test('shows the server of a subscription, and no secret of its address', async () => {
    const by = await gateway.caller();
    await by.api.post('/webhook_subscriptions', {
      url: 'https://93.184.215.14/services/T0/hook-secret?key=hook-secret',
    });
    const one = await person('subscribed', by);
    await sql`
      insert into event (id, api_client_id, execution_id, name, body)
      values (gen_random_uuid(), ${by.clientId}, ${one.executionId}, 'execution.completed',
        '{"data": {"actor_user_id": 1, "status": "completed"}}')`.execute(gateway.db.kysely);
    await sql`
      insert into webhook_delivery (api_client_id, subscription_id, event_id, event, status)
      select ${by.clientId}, s.id, v.id, v.name, 'pending' from event v, webhook_subscription s
      where v.execution_id = ${one.executionId} and s.api_client_id = ${by.clientId}`.execute(gateway.db.kysely);
    const texts = [...(await exported(one, by)).values()].join('\n');
    expect(texts).toContain('"url": "https://93.184.215.14"');
    expect(texts).not.toMatch(/hook-secret|actor_user_id/);
  });

  test('has an execution that was erased with its dates alone', async () => {
    const one = await person('erased');
    await ask(one.applicantId);
    while (await work());
    const files = await exported(one);
    expect(files.get('index.html')).toContain('erased on');
    expect([...files.values()].join('\n')).not.toContain('Quartermain');
  });

  test('is of its own API client', async () => {
    const one = await person('own');
    const stranger = await gateway.caller();
    expect((await stranger.api.get(`/applicants/${one.applicantId}/export`)).error.code).toBe('not_found');
    expect((await stranger.api.get(`/applicants/${one.applicantId}/erasures`)).error.code).toBe('not_found');
  });
});
