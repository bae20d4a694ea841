import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { fromBufferPromise } from 'yauzl';
import { administer } from '../../cli/program.ts';
import { publishKeys, readPublishedKeys } from '../../platform/evidence/index.ts';
import { verifyBundle } from '../../platform/evidence/verify.ts';
import { asJson } from '../../platform/database/index.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { faultsOfExport } from '../support/tables-read.ts';
import { until } from '../support/until.ts';
import { declinedWorld, executionOf, recordedRun } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { EVIDENCE_KEY, newEvidenceKey, startGateway, type Caller, type TestGateway } from './support.ts';

const KEYS = readPublishedKeys(publishKeys([EVIDENCE_KEY]));
const LETTER = Buffer.from('%PDF-1.7 the letter');
const MAIL = Buffer.from('From: a@example.com\r\n\r\nDear Pat');

let gateway: TestGateway;
let caller: Caller;
let executionId: number;
let folder: string;
let bundle: Buffer;
let delivery: { readonly id: number; readonly subscription_id: number };

const EVENT_ID = randomUUID();
const HOOK = 'https://93.184.215.14/hook';
const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));
const PETS = { type: 'integer', label: 'Pets', kind: 'fact' };
const COMPLETED = { name: 'execution.completed', body: '{"sent":"bytes"}', created_at: at(0) } as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-evidence-'));
  gateway = await startGateway();
  caller = await gateway.caller();
  await caller.api.call('PUT', '/fields/applicant.pets', { body: PETS });
  executionId = await executionOf(caller);
  await caller.api.call('PUT', '/fields/applicant.pets', { body: { ...PETS, label: 'Animals' } });
  await addRecords();
  const response = await download(caller);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  bundle = Buffer.from(await response.arrayBuffer());
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

function download(by: Caller, id = executionId): Promise<Response> {
  return fetch(`${gateway.baseUrl}/api/v1/executions/${id}/evidence.zip`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
}

/** A report, a decision, a letter, a mail, an event with a delivery that failed once, and a billed pull. */
async function addRecords(): Promise<void> {
  const { kysely } = gateway.db;
  const common = { execution_id: executionId, visit: 1, status: 'succeeded' } as const;
  await kysely
    .insertInto('step')
    .values([
      { ...common, node_id: 'credit', node_type: 'BillingProduct', output: JSON.stringify({ score: 612 }) },
      { ...common, node_id: 'check', node_type: 'IfElse', output: JSON.stringify({ branch: 'fail', conditions: [] }) },
    ])
    .execute();
  const { id: artifactId } = await kysely
    .insertInto('artifact')
    .values({
      api_client_id: caller.clientId,
      execution_id: executionId,
      kind: 'notice',
      node_id: 'deny',
      visit: 1,
      stage: 'single',
      status: 'ready',
      notice_status: 'sent',
      filename: 'notice.pdf',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await new PostgresArtifactStore(kysely).put(artifactId, LETTER);
  await kysely
    .insertInto('mail_message')
    .values({
      message_id: `<${randomUUID()}@example.com>`,
      execution_id: executionId,
      api_client_id: caller.clientId,
      effect_id: 1,
      sender: 'a@example.com',
      recipient: 'pat@example.com',
      raw: MAIL,
      accepted_at: new Date(),
      response: '250 2.0.0 Ok',
    })
    .execute();
  await kysely
    .insertInto('event')
    .values({ id: EVENT_ID, api_client_id: caller.clientId, execution_id: executionId, ...COMPLETED })
    .execute();
  const subscription_id = Number((await caller.api.post('/webhook_subscriptions', { url: HOOK })).data.id);
  const { id: delivery_id } = await kysely
    .insertInto('webhook_delivery')
    .values({
      api_client_id: caller.clientId,
      subscription_id,
      event_id: EVENT_ID,
      event: COMPLETED.name,
      status: 'succeeded',
      attempts: 2,
      last_response_status: 204,
      last_attempt_at: at(2),
      delivered_at: at(2),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('webhook_attempt')
    .values({ delivery_id, attempt: 1, attempted_at: at(1), duration_ms: 12, response_status: 503, error: 'http_503' })
    .execute();
  delivery = { id: delivery_id, subscription_id };
  await kysely
    .insertInto('review_event')
    .values({
      execution_id: executionId,
      event_type: 'note_added',
      actor_user_id: caller.userId,
      note: 'Called Pat.',
      metadata: asJson({}),
    })
    .execute();
  await kysely
    .insertInto('billing_entry')
    .values({
      account_id: caller.accountId,
      api_client_id: caller.clientId,
      execution_id: executionId,
      node_id: 'credit',
      visit: 1,
      product_code: 'credit_report',
    })
    .execute();
}

async function filesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await fromBufferPromise(zip);
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks));
  }
  return files;
}

/** Verifies it like a person, with the keys that the installation publishes. */
async function verifyByCommand(zip: Buffer, keys = gateway.baseUrl) {
  const file = join(folder, 'evidence.zip');
  await writeFile(file, zip);
  let out = '';
  let err = '';
  const code = await administer(['evidence', 'verify', file, '--keys', keys, '--json'], {
    env: {},
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

describe('an evidence bundle', () => {
  // Rules: 18.13.1, 20.7.9
  test('holds everything on the execution', async () => {
    const files = await filesOf(bundle);
    const json = (name: string) => JSON.parse(files.get(name)?.toString('utf8') ?? 'null') as never;

    expect([...files.keys()].filter((name) => !name.startsWith('files/'))).toEqual([
      'execution.json',
      'definition.json',
      'dictionary.json',
      'input.json',
      'corrections.json',
      'trace.json',
      'explanation.json',
      'reports/credit-1.json',
      'reviews.json',
      'letters.json',
      'mails.json',
      'events.json',
      'billing.json',
      'mails/1.eml',
      'manifest.json',
      'manifest.sig',
    ]);
    expect(json('execution.json')).toMatchObject({ id: executionId });
    expect(json('definition.json')).toMatchObject({ version: 1, definition: expect.any(Array) });
    // Later declarations do not change its letters.
    expect(json('dictionary.json')).toEqual({ dictionary_version: 1, fields: { 'applicant.pets': PETS } });
    expect(json('reports/credit-1.json')).toEqual({ score: 612 });
    expect(json('reviews.json')).toMatchObject({ events: [{ actor_name: 'Robin', note: 'Called Pat.' }] });
    expect(json('mails.json')).toMatchObject([{ file: 'mails/1.eml', server_response: '250 2.0.0 Ok' }]);
    expect(json('billing.json')).toMatchObject([{ node_id: 'credit', product_code: 'credit_report' }]);
    expect(files.get('mails/1.eml')?.equals(MAIL)).toBe(true);
    const letter = [...files].find(([name]) => name.startsWith('files/'));
    expect(letter?.[1].equals(LETTER)).toBe(true);
    expect(json('letters.json')).toMatchObject([
      { kind: 'notice', node_id: 'deny', visit: 1, stage: 'single', status: 'sent', filename: 'notice.pdf' },
    ]);
  });

  // Rules: 20.7.9
  test('holds what was declared when the execution was accepted, with its version', async () => {
    const own = await gateway.caller();
    const pets = { type: 'integer', label: 'Pets' };
    const declare = (body: object) => own.api.call('PUT', '/fields/applicant.pets', { body });
    const before = await executionOf(own);
    await declare(pets);
    const { data: cascade } = await own.api.post('/workflows', { name: 'W', definition: SIMPLE });
    const { id } = (await own.api.trigger(cascade.id, {})).data;
    await declare({ ...pets, label: 'Animals' });
    const files = async (of: number) => filesOf(Buffer.from(await (await download(own, of)).arrayBuffer()));
    const json = async (of: number, name: string) => JSON.parse((await files(of)).get(name)?.toString() ?? 'null');
    expect(await json(id, 'dictionary.json')).toEqual({ dictionary_version: 1, fields: { 'applicant.pets': pets } });
    expect(await json(id, 'execution.json')).toMatchObject({ dictionary_version: 1 });
    expect(await json(id, 'explanation.json')).toMatchObject({ dictionary_version: 1 });
    expect(await json(before, 'dictionary.json')).toEqual({ dictionary_version: null, fields: {} });
  });

  // Rules: 18.13.1
  test('says what each subscriber was sent, and how each attempt went', async () => {
    const files = await filesOf(bundle);
    expect(JSON.parse(files.get('events.json')?.toString() ?? 'null')).toEqual([
      {
        id: EVENT_ID,
        event: 'execution.completed',
        created_at: at(0).toISOString(),
        body: COMPLETED.body,
        deliveries: [
          {
            ...delivery,
            url: HOOK,
            status: 'succeeded',
            attempts: 2,
            last_response_status: 204,
            last_error: null,
            last_attempt_at: at(2).toISOString(),
            delivered_at: at(2).toISOString(),
            failed_attempts: [
              {
                attempt: 1,
                attempted_at: at(1).toISOString(),
                duration_ms: 12,
                response_status: 503,
                error: 'http_503',
              },
            ],
          },
        ],
      },
    ]);
  });

  test('reads what the registry of tables says, and no other words about an applicant', async () => {
    const id = await executionOf(caller);
    await gateway.db.kysely.updateTable('execution').set({ reuse_reports: true }).where('id', '=', id).execute();
    const faults = await faultsOfExport('evidence', async () => {
      for (const each of [executionId, id]) await (await download(caller, each)).arrayBuffer();
    });
    expect(faults).toEqual({ unread: [], unsaid: [] });
  });

  test('holds nothing of another execution of the client', async () => {
    const id = await executionOf(caller);
    const events = [id, executionId].map((execution_id) => ({
      id: randomUUID(),
      api_client_id: caller.clientId,
      execution_id,
      name: 'execution.completed' as const,
      body: '{}',
    }));
    await gateway.db.kysely.insertInto('event').values(events).execute();
    const files = await filesOf(Buffer.from(await (await download(caller, id)).arrayBuffer()));
    const idsIn = (name: string) => (JSON.parse(files.get(name)?.toString() ?? 'null') as { id: unknown }[]).length;
    expect(['letters.json', 'mails.json', 'events.json', 'billing.json'].map(idsIn)).toEqual([0, 0, 1, 0]);
    expect([...files.keys()].filter((name) => /^(reports|mails|files)\//.test(name))).toEqual([]);
  });

  // Rules: 8.7.2, 18.13.2
  test("has the reports made that nobody has downloaded yet, and no other execution's", async () => {
    const { kysely } = gateway.db;
    const [id, otherId] = [await executionOf(caller), await executionOf(caller)];
    const unasked = (execution_id: number) => ({
      ...{ api_client_id: caller.clientId, execution_id, kind: 'report' as const, node_id: 'credit', visit: 1 },
      ...{ stage: 'report', filename: 'credit.pdf' },
    });
    const insert = kysely.insertInto('artifact').values([unasked(id), unasked(otherId)]);
    const [own, other] = await insert.returning('id').execute();
    const rowOf = (one: typeof own) =>
      kysely
        .selectFrom('artifact')
        .selectAll()
        .where('id', '=', one?.id ?? 0)
        .executeTakeFirstOrThrow();
    const before = gateway.published.length;
    const downloading = download(caller, id);
    await until(() => gateway.published.slice(before).includes('artifacts.ready'));
    expect([(await rowOf(own)).priority, (await rowOf(other)).priority]).toEqual([1, 2]);
    await new PostgresArtifactStore(kysely).put(own?.id ?? 0, LETTER);
    await kysely
      .updateTable('artifact')
      .set({ status: 'ready' })
      .where('id', '=', own?.id ?? 0)
      .execute();
    const files = await filesOf(Buffer.from(await (await downloading).arrayBuffer()));
    const reports = [...files].filter(([name]) => name.startsWith('files/')).map(([, bytes]) => bytes.toString());
    expect(reports).toEqual([LETTER.toString()]);
  });

  test('of an account that waits for reports keeps no slot of heavy work meanwhile', async () => {
    const { kysely } = gateway.db;
    const id = await executionOf(caller);
    await kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: caller.clientId, execution_id: id, kind: 'report', node_id: 'credit', visit: 1 },
        ...{ stage: 'report', filename: 'credit.pdf' },
      })
      .execute();
    const before = gateway.published.length;
    const waiting = download(caller, id);
    await until(() => gateway.published.slice(before).includes('artifacts.ready'));
    const { status } = await caller.api.get(`/executions/${executionId}/explanation`);
    expect(status).toBe(200);
    await kysely.updateTable('artifact').set({ status: 'failed' }).where('execution_id', '=', id).execute();
    expect((await waiting).status).toBe(200);
  });

  test('holds the bytes of each mail of the execution', async () => {
    const id = await executionOf(caller);
    const mails = ['the first letter', 'the second letter'].map((raw, index) => ({
      ...{ message_id: `<${randomUUID()}@example.com>`, execution_id: id, effect_id: index, raw: Buffer.from(raw) },
      ...{
        api_client_id: caller.clientId,
        sender: 'a@example.com',
        recipient: 'pat@example.com',
        created_at: at(index),
      },
    }));
    await gateway.db.kysely.insertInto('mail_message').values(mails).execute();
    const files = await filesOf(Buffer.from(await (await download(caller, id)).arrayBuffer()));
    const texts = [...files].filter(([name]) => name.startsWith('mails/')).map(([, bytes]) => bytes.toString());
    expect(texts).toEqual(['the first letter', 'the second letter']);
  });

  test('is made however many deliveries the installation holds', async () => {
    // More than a statement of PostgreSQL's can name by their ids (65,535).
    await sql`
      insert into webhook_delivery (event_id, subscription_id, api_client_id, event, status, next_retry_at)
      select gen_random_uuid(), ${delivery.subscription_id}, ${(await gateway.caller()).clientId},
        'execution.completed', 'succeeded', null
      from generate_series(1, 65536)`.execute(gateway.db.kysely);
    expect((await download(caller)).status).toBe(200);
  });

  test('explains the decision as the API does', async () => {
    const id = await recordedRun(gateway, caller, declinedWorld());
    const { data } = await caller.api.get(`/executions/${id}/explanation`);
    expect(data.notices).toMatchObject([{ node_id: 'decline', choices: [{ taken: 'fail' }] }]);
    const files = await filesOf(Buffer.from(await (await download(caller, id)).arrayBuffer()));
    expect(JSON.parse(files.get('explanation.json')?.toString('utf8') ?? 'null')).toEqual(data);
  });

  // Rules: 18.13.3, 18.13.5, 18.13.6
  test('is signed by the first key, and verified by the command line with those that are published', async () => {
    const published = await fetch(`${gateway.baseUrl}/.well-known/cascade-evidence.json`);
    expect([...readPublishedKeys(await published.json()).keys()]).toEqual(['test', 'older']);
    const { code, out } = await verifyByCommand(bundle);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ valid: true, execution_id: executionId, key_id: 'test' });
  });

  // Rules: 18.13.3
  test('fails its verification when any byte is changed', async () => {
    const unnoticed: number[] = [];
    for (let position = 0; position < bundle.length; position += position > bundle.length - 300 ? 1 : 23) {
      const changed = Buffer.from(bundle);
      changed[position] = (changed[position] ?? 0) ^ 1;
      if ((await verifyBundle(changed, KEYS)).problems.length === 0) unnoticed.push(position);
    }
    expect(unnoticed).toEqual([]);
  });

  test('that was changed is refused by the command line with the reason', async () => {
    const changed = Buffer.from(bundle);
    changed[40] = (changed[40] ?? 0) ^ 1;
    const { code, err } = await verifyByCommand(changed);
    expect(code).toBe(1);
    expect(err).toContain('at least one byte of the file was changed');
  });

  test('is not verified with a file of keys that has a key twice', async () => {
    const file = join(folder, 'keys.json');
    const [known, other] = [EVIDENCE_KEY, newEvidenceKey('other')].map((key) => JSON.stringify(publishKeys([key])));
    await writeFile(file, `${known?.slice(0, -1)},${other?.slice(1)}`);
    const { code, err } = await verifyByCommand(bundle, file);
    expect([code, err]).toEqual([1, expect.stringContaining('keys is there twice')]);
  });

  test('of another installation is refused', async () => {
    const file = join(folder, 'keys.json');
    await writeFile(file, JSON.stringify(publishKeys([newEvidenceKey('test')])));
    expect((await verifyByCommand(bundle, file)).code).toBe(1);
    await writeFile(file, JSON.stringify(publishKeys([newEvidenceKey('other')])));
    expect((await verifyByCommand(bundle, file)).err).toContain('the key "test"; the known keys are: other');
  });

  test('is for its own client and the full scope alone', async () => {
    expect((await download(await gateway.caller())).status).toBe(404);
    const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    expect((await download(reader)).status).toBe(403);
  });
});
