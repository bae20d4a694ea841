import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/*
 * A stopped worker process stands for an endless calculation: the gateway's event loop has no part in any calculation.
 */

let gateway: TestGateway;
let mine: Caller;
let other: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  mine = await gateway.caller();
  other = await gateway.caller();
});
beforeEach(() => killWorkers());
afterAll(() => gateway.stop());

/** The worker processes of this process's gateways. */
function workers(): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, parent] = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const isWorker = readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('calculations/process.ts');
      return Number(parent) === process.pid && isWorker ? [Number(entry)] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** A process that has ended stays in /proc, without its command line, until this process has noticed its end. */
async function killWorkers(): Promise<void> {
  const killed = workers();
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await until(() => Promise.resolve(!killed.some((pid) => existsSync(`/proc/${pid}`))));
}

async function workflowOf({ api }: Caller): Promise<number> {
  return (await api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id;
}

const simulate = ({ api }: Caller, id: number, baseUrl = gateway.baseUrl) =>
  api.at(baseUrl).post(`/workflows/${id}/simulate`, { payload: { applicant: { first_name: 'Ada' } } });

/** A simulation whose process was started for it, and stopped before it could reply. */
async function stuck(id: number, baseUrl = gateway.baseUrl) {
  const answer = simulate(mine, id, baseUrl);
  await until(() => Promise.resolve(workers().length === 1));
  const [worker = 0] = workers();
  process.kill(worker, 'SIGSTOP');
  return { worker, answer };
}

// Rules: 15.13.1
test('while one is computed, the gateway answers everybody else', async () => {
  const [id, others] = [await workflowOf(mine), await workflowOf(other)];
  const { worker, answer } = await stuck(id);
  const answered: string[] = [];
  void answer.then(() => answered.push('stuck'));
  expect((await mine.api.get('/workflows')).status).toBe(200);
  expect((await other.api.get(`/workflows/${others}`)).status).toBe(200);
  expect((await simulate(other, others)).status).toBe(200);
  expect(answered).toEqual([]);
  process.kill(worker, 'SIGCONT');
  expect((await answer).status).toBe(200);
});

/** Rows that a request could have left: versions, executions, acts. */
async function rowsLeft(): Promise<unknown> {
  const { rows } = await gateway.db.pool.query(
    `select (select count(*) from workflow_version) as versions, (select count(*) from execution) as executions,
      (select count(*) from audit_event) as acts, (select count(*) from idempotency_key) as keys`,
  );
  return rows;
}

// Rules: 15.12.6
test('a simulation of a large body keeps no heavy request of its account waiting while it is computed', async () => {
  const { baseUrl } = await gateway.another({ timeouts: { slotWaitMs: 2_000 } });
  const id = await workflowOf(mine);
  const large = (body: object) => ({
    raw: JSON.stringify(body) + ' '.repeat(200_000),
    headers: { 'Content-Type': 'application/json' },
  });
  const computed = mine.api.at(baseUrl).call('POST', `/workflows/${id}/simulate`, large({}));
  await until(() => Promise.resolve(workers().length === 1));
  const [worker = 0] = workers();
  process.kill(worker, 'SIGSTOP');
  const change = large({ name: 'Meanwhile' });
  expect((await mine.api.at(baseUrl).call('PATCH', `/workflows/${id}`, change)).status).toBe(200);
  process.kill(worker, 'SIGCONT');
  expect((await computed).status).toBe(200);
});

// Rules: 15.13.4, 15.13.5
test('one that loses its process to a lack of memory is too much work, and the next one is computed', async () => {
  const id = await workflowOf(mine);
  const before = await rowsLeft();
  const { worker, answer } = await stuck(id);
  process.kill(worker, 'SIGKILL');
  const { status, error } = await answer;
  expect([status, error.code]).toEqual([422, 'too_much_work']);
  expect(await rowsLeft()).toEqual(before);
  expect((await simulate(mine, id)).status).toBe(200);
});

// Rules: 15.13.4, 15.13.5
test('one that takes too long is stopped, and says so', async () => {
  const { baseUrl } = await gateway.another({ calculations: { deadlineMs: 3_000 } });
  const id = await workflowOf(mine);
  const before = await rowsLeft();
  const { worker, answer } = await stuck(id, baseUrl);
  const { status, error } = await answer;
  expect([status, error.code, error.message]).toEqual([
    503,
    'service_unavailable',
    expect.stringMatching(/^The request took more than 3 seconds of work and was stopped/),
  ]);
  expect(workers()).not.toContain(worker);
  expect(await rowsLeft()).toEqual(before);
});

test('a worker process knows no secret: it has no environment', async () => {
  await simulate(mine, await workflowOf(mine));
  const [worker] = workers();
  const names = readFileSync(`/proc/${worker}/environ`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '');
  expect(names.filter((entry) => !/^(?:NODE_CHANNEL|NODE_UNIQUE)/.test(entry))).toEqual([]);
});

/** 50 choices of 10 comparisons each: some 59 kB, which make a long reading. */
const MANY_CHOICES = [
  { id: 'a', type: 'ApplicantSource', next_step: ['c0'] },
  ...Array.from({ length: 50 }, (_, n) => {
    const conditions = Array.from({ length: 10 }, (_condition, m) => ({
      ...{ source_node_id: 'context', field: `applicant.field_number_${n * 10 + m}` },
      ...{ operator: 'greater_than', value: 100 + n },
    }));
    const branches = { pass: { condition_groups: [{ logic: 'or', conditions }] } };
    return { id: `c${n}`, type: 'IfElse', branches, pass_steps: ['no'], fail_steps: [n < 49 ? `c${n + 1}` : 'ok'] };
  }),
  { id: 'ok', type: 'Action', action_type: 'Approve' },
  {
    id: 'no',
    type: 'Action',
    action_type: 'SendEmail',
    email: { to: '{{applicant.email}}', subject: 'No', body: 'No' },
  },
];

test('two accounts that read a large cascade again and again keep nobody from a simulation', async () => {
  const { baseUrl } = await gateway.another({ calculations: { patienceMs: PATIENCE_MS, deadlineMs: PATIENCE_MS } });
  const third = await gateway.caller();
  const small = await workflowOf(third);
  let isOver = false;
  const readers = [mine, other].map(async ({ api }) => {
    const { id } = (await api.post('/workflows', { name: 'Large', definition: MANY_CHOICES })).data;
    const readOn = async () => {
      const statuses: number[] = [];
      while (!isOver) statuses.push((await api.at(baseUrl).get(`/workflows/${id}/reading`)).status);
      return statuses;
    };
    return (await Promise.all(Array.from({ length: 3 }, readOn))).flat();
  });
  // Both are at work by now, and stay there.
  await until(() => Promise.resolve(workers().length === 2));
  const statuses: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) statuses.push((await simulate(third, small, baseUrl)).status);
  isOver = true;
  const read = await Promise.all(readers);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(read.map((each) => new Set(each))).toEqual([new Set([200]), new Set([200])]);
});
