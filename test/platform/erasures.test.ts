import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { verifyEvidence } from '../../cli/evidence.ts';
import { TABLE_RECORDS } from '../../platform/database/tables.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { columnsWithTheName, NAME, plantEverywhere } from './planted.ts';

/** Somebody else's, who is not forgotten. */
const OTHER = 'Bystander';
const SERVICES = ['gateway', 'executor', 'artifacts'] as const;

let stack: Stack;
let caller: Caller;
let api: ApiCaller;
let folder: string;
let executionId: number;
let reEvaluationId: number;
let applicantId: number;
let keys: string;
let receipt: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-erasures-'));
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url').toString('base64');
  stack = await startStack({
    services: [...SERVICES],
    env: { ERASURE_LOG: join(folder, 'erasures.log'), EVIDENCE_KEYS: `e1:${seed}`, BACKUP_DAYS: '35' },
  });
  caller = await stack.createCaller();
  ({ api, executionId, reEvaluationId } = await plantEverywhere(stack, caller.token, { asReference: true }));
  applicantId = await applicantOf(executionId);
  keys = stack.baseUrl;
});
afterAll(async () => {
  await stack?.stop();
});

async function applicantOf(id: number): Promise<number> {
  const { applicant_id: found } = await stack.db.kysely
    .selectFrom('execution')
    .select('applicant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return found ?? 0;
}

const REMEMBER = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['results'] },
  { id: 'results', type: 'ShowResults' },
];

/** An execution about somebody else, of this caller. */
async function bystander(by: ApiCaller): Promise<number> {
  const { data } = await by.post('/workflows', { name: 'Other', active: true, definition: REMEMBER });
  const payload = { applicant: { first_name: 'Bea', last_name: OTHER, email: 'bea@bystander.example' } };
  const triggered = await by.trigger(data.id, { payload, external_reference: OTHER });
  await until(async () => (await by.get(`/executions/${triggered.data.id}`)).data.status === 'completed');
  return triggered.data.id;
}

const statusOf = async (id: number) => (await api.get(`/applicants/${applicantId}/erasures/${id}`)).data.status;

async function logsWithTheName(): Promise<readonly string[]> {
  const names = await readdir(join(stack.folder, 'logs'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(stack.folder, 'logs', name), 'utf8')]),
  );
  return texts.flatMap(([name = '', text = '']) => (text.toLowerCase().includes(NAME.toLowerCase()) ? [name] : []));
}

/** Columns in which redaction leaves the name, because the caller finds the execution by it. */
const IDENTITIES = TABLE_RECORDS.flatMap(({ table, erased = {} }) =>
  Object.keys(erased).flatMap((column) =>
    ['recipient_hash', 'request_id', 'traceparent'].includes(column) ? [] : `${table}.${column}`,
  ),
);

describe('a person who asked to be forgotten', () => {
  test('is found, before that, wherever they can be written', async () => {
    const registered = TABLE_RECORDS.flatMap(({ table, applicant = {} }) =>
      Object.keys(applicant).map((column) => `${table}.${column}`),
    );
    const found = await columnsWithTheName(stack.db);
    expect(found).toEqual(expect.arrayContaining(IDENTITIES));
    const handles = ['applicant_handle.handle'];
    expect(found).toEqual(expect.arrayContaining(registered.filter((name) => !handles.includes(name))));
    expect(found).toEqual(expect.arrayContaining(['idempotency_key.key', 'idempotency_key.response_data']));
  });

  test('is of its own API client: another one finds nobody', async () => {
    const stranger = await stack.createCaller();
    const asked = await new ApiCaller(stack.baseUrl, stranger.token).post(`/applicants/${applicantId}/erasures`, {
      reason: 'asked_by_person',
    });
    expect(asked.error.code).toBe('not_found');
  });

  test('needs the scope, which no scope implies', async () => {
    const { token } = await stack.createCaller({
      clientId: caller.clientId,
      accountId: caller.accountId,
      scopes: ['executions:write', 'executions:read:full', 'pii:read', 'settings:write'],
    });
    const asked = await new ApiCaller(stack.baseUrl, token).post(`/applicants/${applicantId}/erasures`, {
      reason: 'asked_by_person',
    });
    expect(asked.error.code).toBe('insufficient_scope');
  });

  // Rules: 23.1.2
  test('is told what is wrong with a reason that is a sentence', async () => {
    const asked = await api.post(`/applicants/${applicantId}/erasures`, { reason: `${NAME} called` });
    expect(asked.error.code).toBe('validation_failed');
    expect(asked.error.details).toMatchObject([{ field: 'reason' }]);
  });

  // Rules: 23.3.1, 23.3.2
  test('is nowhere any more, and nobody else is touched', async () => {
    const other = await bystander(api);
    const asked = await api.post(`/applicants/${applicantId}/erasures`, { reason: 'asked_by_person' });
    expect(asked.status).toBe(202);
    expect(asked.data).toMatchObject({ object: 'erasure', status: 'accepted', reason: 'asked_by_person' });
    await until(async () => (await statusOf(asked.data.id)) === 'completed');
    expect(await columnsWithTheName(stack.db)).toEqual([]);
    expect(await logsWithTheName()).toEqual([]);
    const { data } = await api.get(`/executions/${other}`);
    expect(data).toMatchObject({ external_reference: OTHER, redacted_at: null, erased_at: null });
    receipt = JSON.stringify((await api.get(`/applicants/${applicantId}/erasures/${asked.data.id}`)).data.receipt);
  });

  // Rules: 23.5.1, 23.5.2
  test('gets a receipt that anybody can verify, with what is out of reach', async () => {
    const file = join(folder, 'receipt.json');
    await writeFile(file, receipt);
    const verified = await verifyEvidence(file, keys);
    expect(verified).toMatchObject({ valid: true, status: 'completed' });
    expect('executions' in verified && verified.executions).toEqual([
      expect.stringContaining(`${executionId}: erased on`),
      expect.stringContaining(`${reEvaluationId}: erased on`),
    ]);
    const { document } = JSON.parse(receipt);
    const { out_of_reach: beyond, as_of: asOf } = JSON.parse(document);
    expect(beyond.map(({ what }: { what: string }) => what)).toEqual(
      expect.arrayContaining(['backups', 'write_ahead_log', 'freed_space', 'detached_partitions', 'files_of_callers']),
    );
    expect(Date.parse(beyond[0].until) - Date.parse(asOf)).toBe(35 * 86_400_000);
    await writeFile(file, receipt.replace('completed', 'cOmpleted'));
    await expect(verifyEvidence(file, keys)).rejects.toThrow('its signature does not fit');
  });

  // Rules: 23.3.4
  test('is of no further use: nothing is decided again, noted, or found by a reference', async () => {
    const detail = (await api.get(`/executions/${executionId}`)).data;
    expect(detail).toMatchObject({ outcome: 'denied', external_reference: null, execution_key: null });
    expect(detail.erased_at).not.toBeNull();
    const again = await api.post(
      `/executions/${executionId}/re_evaluations`,
      {},
      { headers: { 'Idempotency-Key': 'late' } },
    );
    expect(again.error.code).toBe('execution_not_reevaluable');
    const noted = await api.post(`/executions/${executionId}/review_notes`, { note: 'late' });
    expect(noted.error.code).toBe('execution_erased');
    const found = await api.get(`/executions?filter[external_reference]=of%20${NAME}`);
    expect(found.data).toEqual([]);
  });

  // Rules: 23.5.3
  test('is said to be erased by evidence that is made afterwards', async () => {
    const response = await fetch(`${stack.baseUrl}/api/v1/executions/${executionId}/evidence.zip`, {
      headers: { Authorization: `Bearer ${caller.token}` },
    });
    const file = join(folder, 'evidence.zip');
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    expect(await verifyEvidence(file, keys)).toMatchObject({
      valid: true,
      erased: expect.stringContaining('erased on 2'),
    });
  });

  // Rules: 23.3.5
  test('who applies again is somebody new', async () => {
    const { data } = await api.post('/workflows', { name: 'Again', active: true, definition: REMEMBER });
    const key = `trigger ${NAME}`;
    const payload = { applicant: { first_name: 'Allan', last_name: NAME }, remarks: 'back' };
    const triggered = await api.trigger(data.id, { payload, applicant_key: 'person-1' }, key);
    expect(triggered.status).toBe(202);
    expect(await applicantOf(triggered.data.id)).not.toBe(applicantId);
    await until(async () => (await api.get(`/executions/${triggered.data.id}`)).data.status === 'completed');
  });

  // Rules: 23.1.3
  test('is not erased while something is under way, unless it is cancelled', async () => {
    const waiting = [
      REMEMBER[0],
      { id: 'wait', type: 'Wait', wait: { duration: 1, unit: 'days' }, next_step: ['end'] },
      { id: 'end', type: 'ShowResults' },
    ].map((node) => (node?.id === 'applicant' ? { ...node, next_step: ['wait'] } : node));
    const { data } = await api.post('/workflows', { name: 'Waits', active: true, definition: waiting });
    const payload = { applicant: { first_name: 'Al', last_name: 'Waiter' } };
    const triggered = await api.trigger(data.id, { payload, applicant_key: 'waiter' });
    await until(async () => (await api.get(`/executions/${triggered.data.id}`)).data.status === 'waiting');
    const person = await applicantOf(triggered.data.id);
    const path = `/applicants/${person}/erasures`;
    const refused = await api.post(path, { reason: 'objection' });
    expect(refused.error.code).toBe('executions_in_flight');
    expect(refused.error.message).toContain(String(triggered.data.id));
    const asked = await api.post(path, { reason: 'objection', cancel: true });
    expect(asked.status).toBe(202);
    await until(async () => (await api.get(`${path}/${asked.data.id}`)).data.status === 'completed');
    const { data: ended } = await api.get(`/executions/${triggered.data.id}`);
    expect(ended.status).toBe('cancelled');
    expect(ended.erased_at).not.toBeNull();
    const { rows } = await sql`select from execution where payload::text like '%Waiter%'`.execute(stack.db.kysely);
    expect(rows).toEqual([]);
  });
});
