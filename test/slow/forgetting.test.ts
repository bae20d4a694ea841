import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer } from '../../cli/program.ts';
import { columnsWithTheName, NAME, plantEverywhere } from '../platform/planted.ts';
import type { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startPostgres, type FaultyPostgres } from '../support/servers.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** A person who asked to be forgotten, on a PostgreSQL whose files are searched and that is restored from a backup. */
const SERVICES = ['gateway', 'executor', 'artifacts'] as const;

let postgres: FaultyPostgres;
let stack: Stack;
let api: ApiCaller;
let env: Readonly<Record<string, string>>;
let applicantId: number;
let restore: () => Promise<void>;

beforeAll(async () => {
  postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-forgetting-'));
  env = { ERASURE_LOG: join(folder, 'erasures.log') };
  stack = await startStack({ services: [...SERVICES], databaseUrl: postgres.url, env });
  const { token } = await stack.createCaller();
  const planted = await plantEverywhere(stack, token, { asReference: true });
  api = planted.api;
  const { applicant_id: found } = await stack.db.kysely
    .selectFrom('execution')
    .select('applicant_id')
    .where('id', '=', planted.executionId)
    .executeTakeFirstOrThrow();
  applicantId = found ?? 0;
  // Analyzes like autovacuum, which samples values for plans.
  await stack.db.pool.query('analyze');
  restore = await postgres.backUp();
});
afterAll(async () => {
  await stack?.stop();
  await postgres?.stop();
});

const cascade = async (...args: string[]) => {
  let out = '';
  let err = '';
  const surroundings = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await administer([...args, '--json'], { env: { ...env, DATABASE_URL: postgres.url }, ...surroundings });
  return { code, out, err };
};

/**
 * Files of the data folder that hold the name in any case. The write-ahead log is left out, because it is archived with
 * a retention of its own.
 */
async function filesWithTheName(): Promise<readonly string[]> {
  await stack.db.pool.query('checkpoint');
  const names = await readdir(postgres.data, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.includes('pg_wal')) continue;
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const text = bytes.toString('latin1').toLowerCase();
    if (text.includes(NAME.toLowerCase())) found.push(path.slice(postgres.data.length + 1));
  }
  return found;
}

async function erase(): Promise<void> {
  const asked = await api.post(`/applicants/${applicantId}/erasures`, { reason: 'asked_by_person' });
  expect(asked.status).toBe(202);
  const path = `/applicants/${applicantId}/erasures/${asked.data.id}`;
  await until(async () => (await api.get(path)).data.status === 'completed');
}

// Rules: 23.4.4
test('is in no file of the database, once its tables were written anew', async () => {
  expect((await filesWithTheName()).length).toBeGreaterThan(5);
  await erase();
  expect(await columnsWithTheName(stack.db)).toEqual([]);
  const { code, out } = await cascade('retention', 'run', '--rewrite');
  expect(code).toBe(0);
  expect(JSON.parse(out).scrubbed_tables).toBeGreaterThan(10);
  expect(await filesWithTheName()).toEqual([]);
});

// Rules: 23.4.3
test('comes back with a backup, and is erased again before any service starts', async () => {
  for (const service of SERVICES) expect(await stack.terminate(service)).toBe('exit code 0');
  await restore();
  expect(await columnsWithTheName(stack.db)).not.toEqual([]);
  for (const service of SERVICES) {
    await expect(stack.restart(service)).rejects.toThrow('exit code 1');
    expect(await readFile(stack.logFile(service), 'utf8')).toContain('The database is older than ERASURE_LOG');
  }
  const { code, out, err } = await cascade('recover', '--restored');
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out).erased_again).toBe(2);
  expect(await columnsWithTheName(stack.db)).toEqual([]);
  for (const service of SERVICES) await stack.restart(service);
  await until(async () => (await api.get(`/applicants/${applicantId}/erasures`)).data[0].status === 'completed');
}, 240_000);

// Rules: 23.4.1
test('whoever works off a request is killed in the middle of it, and another one ends it', async () => {
  const definition = [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['results'] },
    { id: 'results', type: 'ShowResults' },
  ];
  const { data: workflow } = await api.post('/workflows', { name: 'Many', active: true, definition });
  const ids: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const payload = { applicant: { last_name: `${NAME} ${n}` } };
    ids.push((await api.trigger(workflow.id, { payload, applicant_key: 'many' })).data.id);
  }
  const { kysely } = stack.db;
  const of = () =>
    kysely
      .selectFrom('execution')
      .select(['id', 'status', 'erased_at', 'applicant_id'])
      .where('id', 'in', ids)
      .execute();
  await until(async () => (await of()).every(({ status }) => status === 'completed'));
  const { applicant_id: person } = (await of())[0] ?? {};
  const { data } = await api.post(`/applicants/${person}/erasures`, { reason: 'asked_by_person' });
  const erased = async () => (await of()).filter(({ erased_at: at }) => at !== null).length;
  for (let before = 0; before < ids.length; before = await erased()) {
    await until(async () => (await erased()) > before);
    await stack.kill('executor');
    // As its lease ends.
    await kysely
      .updateTable('erasure')
      .set({ lease_until: null, due_at: new Date(0) })
      .where('id', '=', data.id)
      .execute();
    await stack.restart('executor');
  }
  await until(async () => (await api.get(`/applicants/${person}/erasures/${data.id}`)).data.status === 'completed');
  expect(await columnsWithTheName(stack.db)).toEqual([]);
  const log = (await readFile(env.ERASURE_LOG ?? '', 'utf8')).split('\n').filter((line) => line.includes('"erased"'));
  const written = new Set(log.flatMap((line) => (JSON.parse(line) as { execution_ids: number[] }).execution_ids));
  expect(ids.filter((id) => !written.has(id))).toEqual([]);
}, 240_000);
