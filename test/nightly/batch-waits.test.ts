import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { sql } from 'kysely';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { spreadWakeUp } from '../../services/executor/advance/spread.ts';
import { executionWorkflowId } from '../../platform/temporal/index.ts';
import { APPLICANT } from '../executor/support/definitions.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const ROWS = 500;
const WAIT_SECONDS = 25;
const SINGLES = 5;
/** The timers of this many rows are read. */
const SAMPLED = 25;

const letter = { to: '{{applicant.email}}', subject: 'Your application', body: 'Dear {{applicant.first_name}}.' };
const LETTER: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['letter'] },
  { id: 'letter', type: 'Action', action_type: 'SendEmail', email: letter },
];
const WAIT_AND_LETTER: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['wait'] },
  { id: 'wait', type: 'Wait', wait: { duration: WAIT_SECONDS, unit: 'seconds' }, next_step: ['letter'] },
  ...LETTER.slice(1),
];

let smtp: SmtpReceiver;
let stack: Stack;
let temporal: NativeConnection;

beforeAll(async () => {
  smtp = await startSmtp();
  stack = await startStack({
    services: ['gateway', 'executor'],
    env: {
      SMTP_URL: smtp.url,
    },
  });
  temporal = await NativeConnection.connect({ address: testEnvironment('TEMPORAL_ADDRESS') });
});
afterAll(async () => {
  await temporal?.close();
  await stack?.stop();
  await smtp?.stop();
});

const newCaller = async () =>
  new ApiCaller(stack.baseUrl, (await stack.createCaller({ productionAccess: true })).token);

const rowsOf = (batchId: number) =>
  stack.db.kysely
    .selectFrom('execution')
    .select(['id', 'run_key', 'status', 'wake_at'])
    // A row has a state after its first advance, which takes it into its Wait.
    .select(sql<boolean>`state is not null`.as('isBegun'))
    .where('batch_id', '=', batchId)
    .orderBy('row_index')
    .execute();

/** For each row, the milliseconds from the end of its Wait to its timer, and their least value. */
async function delaysOf(rows: Awaited<ReturnType<typeof rowsOf>>) {
  const { workflow } = new Client({ connection: temporal });
  return Promise.all(
    rows.map(async ({ id, run_key: runKey, wake_at: endsAt }) => {
      const { events } = await workflow.getHandle(executionWorkflowId(id, runKey)).fetchHistory();
      const timer = events?.find((event) => event.timerStartedEventAttributes);
      const ms = (time: { seconds?: unknown; nanos?: number | null } | null | undefined) =>
        Number(time?.seconds) * 1_000 + (time?.nanos ?? 0) / 1e6;
      const firesAt = ms(timer?.eventTime) + ms(timer?.timerStartedEventAttributes?.startToFireTimeout);
      const end = endsAt?.getTime() ?? 0;
      return { delay: firesAt - end, least: spreadWakeUp(id, end, end - WAIT_SECONDS * 1_000) - end };
    }),
  );
}

const addressee = (n: number) => `row-${n}@example.com`;
const inTheMailOf = (prefix: string) => smtp.letters.filter(({ to }) => to[0]?.startsWith(prefix));

test('500 rows that leave one Wait together are spread, none is lost, and letters of others do not wait for theirs', async () => {
  const [many, few] = await Promise.all([newCaller(), newCaller()]);
  const { data: wait } = await many.post('/workflows', { name: 'Wait', definition: WAIT_AND_LETTER });
  const { data: single } = await few.post('/workflows', { name: 'Letter', definition: LETTER });
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    applicant: { ...APPLICANT.applicant, email: addressee(n) },
  }));
  const headers = { 'Idempotency-Key': randomUUID() };
  const { id: batchId } = (await many.post(`/workflows/${wait.id}/batches`, { rows }, { headers })).data;
  // Not until none is running: if rows begin more slowly than they leave the Wait, that holds only when all have left
  // it.
  await until(async () => (await rowsOf(batchId)).every(({ isBegun }) => isBegun));

  // While the executor is down the Wait ends for all rows still in it, which makes the greatest burst possible.
  await stack.kill('executor');
  const waiting = (await rowsOf(batchId)).filter(({ status }) => status === 'waiting');
  const delays = await delaysOf(waiting.filter((_, n) => n % SAMPLED === 0));
  const last = Math.max(...waiting.map(({ wake_at: wakeAt }) => wakeAt?.getTime() ?? 0));
  await sleep(Math.max(0, last + 3_000 - Date.now()));
  const sentBefore = inTheMailOf('row-').length;
  await stack.restart('executor');
  await until(() => inTheMailOf('row-').length > sentBefore);
  for (let n = 0; n < SINGLES; n += 1) {
    const payload = { applicant: { ...APPLICANT.applicant, email: `single-${n}@example.com` } };
    expect((await few.trigger(single.id, { payload })).status).toBe(202);
  }
  await until(() => inTheMailOf('single-').length === SINGLES);
  const sentMeanwhile = inTheMailOf('row-').length - sentBefore;
  const finished = async () =>
    (await stack.db.kysely.selectFrom('batch').select('status').where('id', '=', batchId).executeTakeFirstOrThrow())
      .status === 'completed';
  await until(finished);

  expect(delays.length).toBeGreaterThan(0);
  expect(delays.filter(({ delay, least }) => delay < least - 1)).toEqual([]);
  expect(new Set((await rowsOf(batchId)).map(({ status }) => status))).toEqual(new Set(['completed']));
  // A letter that the kill cut short may come twice, under one Message-ID.
  expect(new Set(inTheMailOf('row-').map(({ to }) => to[0])).size).toBe(ROWS);
  expect(new Set(inTheMailOf('row-').map(({ messageId }) => messageId)).size).toBe(ROWS);
  // On a slow machine few rows may be left to compare with.
  if (waiting.length > ROWS / 2) expect(sentMeanwhile).toBeLessThan(waiting.length / 2);
});
