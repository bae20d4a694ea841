import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { ArtifactStore } from '../../platform/artifact-store/index.ts';
import { sql } from 'kysely';
import { createLogger } from '../../platform/log/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { standsStill, until } from '../support/until.ts';
import { SIMPLE } from './fixtures.ts';
import { connectionsOf, startGateway, type Caller, type TestGateway } from './support.ts';

const ROWS = 60;
const NOTICE = randomBytes(600_000);
/** A notice for tests of back-pressure: together they exceed all socket buffers by far. It is not stored. */
const VAST_NOTICE = Buffer.alloc(8 * 1_024 * 1_024);

let gateway: TestGateway;
let caller: Caller;
let batchId: number;
/** Numbers of notices that were read together, in the order of the reads. */
let reads: number[] = [];
let readMany: ArtifactStore['getMany'];
let fromStore: ArtifactStore['getMany'];
/** The gateway's log. */
let lines: { readonly level: string; readonly msg: string; readonly request_id?: string }[] = [];

beforeAll(async () => {
  gateway = await startGateway({
    log: createLogger('gateway', 'debug', { write: (line) => void lines.push(JSON.parse(line)) }),
    artifacts: (store) => {
      fromStore = (ids) => store.getMany(ids);
      return {
        put: (id, bytes) => store.put(id, bytes),
        get: (id) => store.get(id),
        open: (id) => store.open(id),
        delete: (id) => store.delete(id),
        getMany: (ids) => {
          if (ids.length > 0) reads.push(ids.length);
          return readMany(ids);
        },
      };
    },
  });
  caller = await gateway.caller();
  const { data: workflow } = await caller.api.post('/workflows', { name: 'Exported', definition: SIMPLE });
  const rows = Array.from({ length: ROWS }, (_, n) => ({ external_reference: `row-${n}` }));
  const headers = { 'Idempotency-Key': randomUUID() };
  batchId = (await caller.api.post(`/workflows/${workflow.id}/batches`, { rows }, { headers })).data.id;
  const { kysely } = gateway.db;
  const artifacts = await kysely
    .insertInto('artifact')
    .columns([
      ...(['api_client_id', 'execution_id', 'kind', 'node_id', 'visit', 'stage', 'status'] as const),
      ...(['notice_status', 'filename', 'byte_size'] as const),
    ])
    .expression(
      kysely
        .selectFrom('execution')
        .select(({ val, lit }) => [
          'api_client_id',
          'id',
          val('notice').as('kind'),
          val('deny').as('node_id'),
          lit(1).as('visit'),
          val('single').as('stage'),
          val('ready').as('status'),
          val('sent').as('notice_status'),
          val('notice.pdf').as('filename'),
          lit(NOTICE.length).as('byte_size'),
        ])
        .where('batch_id', '=', batchId),
    )
    .returning('id')
    .execute();
  for (const { id } of artifacts) {
    await kysely.insertInto('artifact_blob').values({ artifact_id: id, bytes: NOTICE }).execute();
  }
});
beforeEach(() => {
  reads = [];
  lines = [];
  readMany = fromStore;
});
afterAll(() => gateway.stop());

const vastNotices: ArtifactStore['getMany'] = (ids) => Promise.resolve(new Map(ids.map((id) => [id, VAST_NOTICE])));

async function open(file: string, baseUrl = gateway.baseUrl): Promise<IncomingMessage> {
  const response = await ask(file, baseUrl);
  expect(response.statusCode).toBe(200);
  return response;
}

async function ask(file: string, baseUrl: string): Promise<IncomingMessage> {
  const sent = request(`${baseUrl}/api/v1/batches/${batchId}/${file}`, {
    headers: { authorization: `Bearer ${caller.token}` },
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

/** The gateway's log lines of the request. */
const linesOf = ({ headers }: IncomingMessage) =>
  lines.filter(({ request_id: requestId }) => requestId === headers['x-request-id']);

async function sizeOf(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) bytes += (chunk as Buffer).length;
  return bytes;
}

test('the notices of a batch are read a few at a time, and none is left out', async () => {
  expect(await sizeOf(await open('adverse_action_notices.zip'))).toBeGreaterThan(ROWS * NOTICE.length);
  expect(Math.max(...reads)).toBe(1);
  expect(reads).toHaveLength(ROWS);
});

test('a client that does not read makes the export wait', async () => {
  readMany = vastNotices;
  const response = await open('adverse_action_notices.zip');
  await standsStill(() => reads.length);
  expect(reads.length).toBeLessThan(ROWS);
  expect(await sizeOf(response)).toBeGreaterThan(ROWS * VAST_NOTICE.length);
  expect(reads).toHaveLength(ROWS);
});

// Rules: 15.12.9
test('a client that has stopped reading is cut off', async () => {
  readMany = vastNotices;
  const { baseUrl, gateway: impatient } = await gateway.another({ timeouts: { idleMs: 500 } });
  const response = await open('adverse_action_notices.zip', baseUrl);
  await until(async () => (await connectionsOf(impatient)) === 0);
  // Bytes in the sockets can still be read.
  await expect(sizeOf(response)).rejects.toThrow('aborted');
  expect(reads.length).toBeLessThan(ROWS);
});

// Rules: 15.12.8
test('an account has three exports under way, and one more when one of them has ended', async () => {
  readMany = vastNotices;
  const { baseUrl } = await gateway.another({ timeouts: { slotWaitMs: 50 } });
  const responses = [];
  for (let count = 0; count < 3; count += 1) responses.push(await open('adverse_action_notices.zip', baseUrl));
  const fourth = await ask('exports.csv', baseUrl);
  expect([fourth.statusCode, fourth.headers['retry-after']]).toEqual([429, '5']);
  responses[1]?.destroy();
  await until(async () => (await ask('exports.csv', baseUrl)).statusCode === 200);
  for (const response of responses) response.destroy();
});

test('a client that goes away stops the work', async () => {
  readMany = vastNotices;
  const response = await open('adverse_action_notices.zip');
  await until(() => reads.length > 0);
  response.destroy();
  await standsStill(() => reads.length);
  expect(reads.length).toBeLessThan(ROWS);
});

test('a client that goes away is a line for debugging and no warning', async () => {
  readMany = vastNotices;
  const response = await open('adverse_action_notices.zip');
  response.destroy();
  const own = () => linesOf(response);
  await until(() => own().some(({ msg }) => msg === 'request') && own().length > 1);
  const others = own().filter(({ msg }) => msg !== 'request');
  expect(others[0]).toEqual({
    level: 'debug',
    service: 'gateway',
    time: expect.any(String),
    request_id: response.headers['x-request-id'],
    // By the act under way when the connection breaks.
    code: expect.stringMatching(/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/),
    msg: 'the caller closed the connection before the response was complete',
  });
  expect(others.map(({ level }) => level)).not.toContain('warn');
});

test('a store that breaks its connection in the middle is a warning, whatever its code', async () => {
  readMany = async (ids) => {
    if (reads.length > 20) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
    return fromStore(ids);
  };
  const response = await open('adverse_action_notices.zip');
  await expect(sizeOf(response)).rejects.toThrow('aborted');
  await until(() => linesOf(response).some(({ msg }) => msg === 'request'));
  const warnings = linesOf(response).filter(({ msg }) => msg === 'a response could not be sent');
  expect(warnings).toContainEqual(
    expect.objectContaining({ level: 'warn', request_id: expect.any(String), err: expect.any(Object) }),
  );
});

// Rules: 17.7.4
test('a failure in the middle breaks the connection', async () => {
  readMany = async (ids) => {
    if (reads.length > 20) throw new Error('the store is away');
    return fromStore(ids);
  };
  const response = await open('adverse_action_notices.zip');
  await expect(sizeOf(response)).rejects.toThrow('aborted');
});

test.each(['exports.csv', 'exports.zip'])('a failure in the middle of %s breaks the connection', async (file) => {
  // A time that cannot be serialised, in the second page of rows.
  await startsAt('infinity');
  await expect(open(file).then(sizeOf)).rejects.toThrow('aborted');
  await startsAt(null);
  expect(await sizeOf(await open(file))).toBeGreaterThan(ROWS);
});

const startsAt = (time: string | null) =>
  unguarded(gateway.db, (trx) =>
    sql`update execution set started_at = ${time} where batch_id = ${batchId} and row_index = ${ROWS - 1}`.execute(trx),
  );
