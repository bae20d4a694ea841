import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { administer } from '../../cli/program.ts';
import { ArtifactStoreUnavailable, PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { S3ArtifactStore, type S3Options } from '../../platform/artifact-store/s3.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { ERASURE_LOG_VARIABLES, openErasureLog } from '../../platform/erasures/log.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { artifactStoreConformance } from '../platform/artifact-store/conformance.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startS3Server, type S3Server } from '../support/s3.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { standsStill, until } from '../support/until.ts';

/** Artifacts on a real S3 server. It is built with Go, which takes a minute, so it is no part of `npm test`. */
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
}, 900_000);
afterAll(() => s3?.stop());

const storeIn = async (more: Partial<S3Options> = {}) =>
  new S3ArtifactStore({
    bucket: more.bucket ?? (await s3.makeBucket()),
    prefix: 'files/',
    endpoint: s3.endpoint,
    region: 'us-east-1',
    isPathStyle: true,
    credentials: s3.credentials,
    ca: undefined,
    ...more,
  });

artifactStoreConformance('S3', async () => {
  const store = await storeIn();
  return { store, close: () => Promise.resolve(store.close()) };
});

describe('the log of erasures in a bucket', () => {
  // Rules: 23.4.2
  test('is read whole and in order, however many lines it has', async () => {
    const bucket = await s3.makeBucket();
    const env = { ...s3.environment(bucket), ERASURE_LOG: 's3' };
    const log = await openErasureLog(loadConfig(ERASURE_LOG_VARIABLES, env));
    expect(await log?.read()).toEqual([]);
    const entry = (id: number) => ({ is: 'erased', erasure_id: id, execution_ids: [id], at: '2026-03-02' }) as const;
    await log?.append(entry(1));
    // A page of a list has a thousand.
    const store = await storeIn({ bucket });
    const many = Array.from({ length: 1_010 }, (_, index) => `erasures/2999-${String(index).padStart(5, '0')}.json`);
    for (let at = 0; at < many.length; at += 50) {
      await Promise.all(many.slice(at, at + 50).map((name) => store.putText(name, JSON.stringify(entry(2)))));
    }
    const read = (await log?.read()) ?? [];
    expect([read.length, read[0]?.erasure_id, read.at(-1)?.erasure_id]).toEqual([1_011, 1, 2]);
    store.close();
    log?.close();
  });
});

describe('the S3 driver', () => {
  test('reads no faster than what it reads is taken', async () => {
    const bucket = await s3.makeBucket();
    // Far more than the sockets on the way can buffer.
    const file = Buffer.alloc(48 * 1024 * 1024, randomBytes(1024 * 1024));
    const direct = await storeIn({ bucket });
    await direct.put(1, file);
    const proxy = await startTcpProxy(s3.port);
    const store = await storeIn({ bucket, endpoint: `http://127.0.0.1:${proxy.port}` });
    const content = await store.open(1);
    if (!(content instanceof Readable)) throw new Error('the file is not streamed');
    const pieces = content[Symbol.asyncIterator]();
    const first = (await pieces.next()).value as Buffer;
    await standsStill(() => proxy.bytesFromTarget());
    expect(proxy.bytesFromTarget()).toBeLessThan(file.length / 2);
    const hash = createHash('sha256').update(first);
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) hash.update(next.value);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(file).digest('hex'));
    store.close();
    direct.close();
    await proxy.close();
  });

  // Rules: 18.3.3
  test('finds that a stored file was changed', async () => {
    const bucket = await s3.makeBucket();
    const store = await storeIn({ bucket });
    await store.put(1, Buffer.from('the letter that was sent'));
    await writeFile(s3.fileOf(bucket, 'files/1'), 'a letter that was forged');
    await expect(store.get(1)).rejects.toThrow('Checksum mismatch');
    await expect(store.open(1).then((content) => buffer(content as Readable))).rejects.toThrow('Checksum mismatch');
    store.close();
  });

  test.each([
    ['no such bucket', { bucket: 'there-is-none' }],
    ['a wrong secret', { credentials: { accessKeyId: 'test', secretAccessKey: 'wrong' } }],
    ['nobody listens', { endpoint: 'http://127.0.0.1:9' }],
  ])('says that the store cannot be used: %s', async (_why, options) => {
    const store = await storeIn(options);
    const bytes = Buffer.from('bytes');
    for (const use of [
      () => store.check(),
      () => store.put(1, bytes),
      () => store.get(1),
      () => store.open(1),
      () => store.getMany([1]),
      () => store.delete(1),
    ]) {
      await expect(use()).rejects.toThrow(ArtifactStoreUnavailable);
    }
    store.close();
  });
});

describe('a stack with S3', () => {
  let bucket: string;
  let stack: Stack;
  let api: ApiCaller;
  let token: string;
  let workflow: number;
  let payload: unknown;
  beforeAll(async () => {
    bucket = await s3.makeBucket();
    stack = await startStack({
      services: ['gateway', 'executor', 'artifacts'],
      env: s3.environment(bucket),
    });
    ({ token } = await stack.createCaller());
    api = new ApiCaller(stack.baseUrl, token);
    const { data: templates } = await api.get('/workflow_templates?per_page=100');
    const { id } = templates.find(({ name }: { name: string }) => name === 'Tenant screening');
    const { definition } = (await api.get(`/workflow_templates/${id}`)).data;
    const created = await api.post('/workflows', { name: 'Screening', use_case: 'tenant_screening', definition });
    workflow = created.data.id;
    const { test_cases: cases } = (await api.get(`/workflows/${workflow}/test_cases`)).data;
    ({ payload } = cases.find((one: { case_name: string }) => one.case_name === 'fail'));
  });
  afterAll(() => stack?.stop());

  const trigger = async (): Promise<number> => (await api.trigger(workflow, { payload })).data.id;
  const denied = (id: number) =>
    until(async () => {
      const { status, outcome } = (await api.get(`/executions/${id}`)).data;
      if (status === 'failed') throw new Error('the execution failed');
      return status === 'completed' && outcome === 'denied';
    });
  const noticeOf = async (id: number) => (await api.get(`/executions/${id}/notice_artifacts`)).data[0];
  const download = (of: number, notice: number) =>
    fetch(`${stack.baseUrl}/api/v1/executions/${of}/notice_artifacts/${notice}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
  const objectOf = (id: number): string => s3.fileOf(bucket, `files/${id}`);
  const rowOf = (id: number) =>
    stack.db.kysely.selectFrom('artifact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  // Rules: 18.3.1
  test('keeps its files there, mails them and gives them to the caller', async () => {
    const execution = await trigger();
    await denied(execution);
    const notice = await noticeOf(execution);
    const file = await readFile(objectOf(notice.id));
    expect(Buffer.from(await (await download(execution, notice.id)).arrayBuffer()).equals(file)).toBe(true);
    const { raw } = await stack.db.kysely
      .selectFrom('mail_message')
      .select('raw')
      .where('execution_id', '=', execution)
      .executeTakeFirstOrThrow();
    expect(raw.toString().replaceAll(/\r?\n/g, '')).toContain(file.toString('base64'));
    const { count } = await stack.db.kysely
      .selectFrom('artifact_blob')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);

    // A row of an installation that kept its files in PostgreSQL before.
    const { id, ...row } = await rowOf(notice.id);
    const { id: earlier } = await stack.db.kysely
      .insertInto('artifact')
      .values({ ...row, document: null, visit: 2 } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(earlier).not.toBe(id);
    await new PostgresArtifactStore(stack.db.kysely).put(earlier, file);
    expect(Buffer.from(await (await download(execution, earlier)).arrayBuffer()).equals(file)).toBe(true);
    expect((await download(execution, notice.id)).status).toBe(200);

    // The headers are sent before the last byte can be compared.
    const letter = Buffer.from(file);
    letter.writeUInt8(letter.readUInt8(100) ^ 1, 100);
    await writeFile(objectOf(notice.id), letter);
    await expect(download(execution, notice.id).then((response) => response.arrayBuffer())).rejects.toThrow();
    await writeFile(objectOf(notice.id), file);
    expect(Buffer.from(await (await download(execution, notice.id)).arrayBuffer()).equals(file)).toBe(true);
  });

  // Rules: 18.3.2
  test('waits while S3 is away, uses up no attempt, and goes on by itself', async () => {
    const before = await trigger();
    await denied(before);
    const stored = await noticeOf(before);
    await s3.kill();
    const refused = await download(before, stored.id);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    const during = await trigger();
    await until(async () => (await noticeOf(during)) !== undefined);
    const { id: waiting } = await noticeOf(during);
    await until(async () => {
      const lines = (await readFile(stack.logFile('artifacts'), 'utf8')).split('\n');
      return lines.some((line) => line.includes('could not be stored') && line.includes(`"artifact_id":${waiting},`));
    });
    await until(async () => {
      const row = await rowOf(waiting);
      return row.status === 'pending' && row.attempts === 0 && row.lease_until === null;
    });
    const ready = await fetch(`${stack.opsUrl('artifacts')}/readyz`);
    expect([ready.status, ((await ready.json()) as { checks: object }).checks]).toEqual([
      503,
      expect.objectContaining({ 'artifact store': expect.not.stringMatching('ok'), postgresql: 'ok' }),
    ]);
    expect((await fetch(`${stack.opsUrl('gateway')}/readyz`)).status).toBe(200);
    await s3.start();
    await denied(during);
    expect(existsSync(objectOf(waiting))).toBe(true);
    await until(async () => (await fetch(`${stack.opsUrl('artifacts')}/readyz`)).ok);
  });

  test('retention removes the objects, and the API then says that there is no file', async () => {
    const execution = await trigger();
    await denied(execution);
    const notice = await noticeOf(execution);
    expect(existsSync(objectOf(notice.id))).toBe(true);
    await sql`update artifact set created_at = created_at - interval '10 days'`.execute(stack.db.kysely);
    let out = '';
    const code = await administer(['--json', 'retention', 'run'], {
      env: { ...stack.env, RETENTION_LETTER_DAYS: '9' },
      out: (text) => (out += text),
      err: (text) => (out += text),
    });
    expect([code, out]).toEqual([0, expect.stringContaining('"removed_letters"')]);
    expect(existsSync(objectOf(notice.id))).toBe(false);
    expect((await download(execution, notice.id)).status).toBe(404);
    expect((await noticeOf(execution)).downloadable).toBe(false);
  });
});
