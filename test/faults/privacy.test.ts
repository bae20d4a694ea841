import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { PULL_DECIDE_MAIL, REVIEW_THEN_MAIL } from './cascades.ts';
import { filesOf, foundIn, listenToNats, temporalFiles, type Traffic } from './leaks.ts';
import { setScene, type Scene } from './support.ts';

/** Words that occur nowhere else; a trace of any of them is a leak. */
const PLANTED = {
  name: 'Quixotinellia',
  email: 'zephyrine.marker@example.com',
  reference: 'reference-zwölfundvierzig-marker',
};

let scene: Scene;
let traffic: Traffic;
beforeAll(async () => {
  scene = await setScene({ env: { LOG_LEVEL: 'debug' } });
  traffic = await listenToNats(scene.stack.env.NATS_SUBJECT_PREFIX ?? '');
});
afterAll(async () => {
  await scene?.stop();
  await traffic?.close();
});

// Rules: 18.7.1
test("no applicant's name, e-mail or reference is in Temporal's database, NATS' traffic or the logs", async () => {
  const body = {
    payload: { applicant: { first_name: PLANTED.name, email: PLANTED.email } },
    external_reference: PLANTED.reference,
  };
  const [pull, review] = [await scene.createWorkflow(PULL_DECIDE_MAIL), await scene.createWorkflow(REVIEW_THEN_MAIL)];
  // One that succeeds, one that fails for good (the mail server refuses), one that a person decides.
  const good = await scene.trigger(pull, body);
  await scene.untilEnded([good]);
  scene.smtp.behave({ kind: 'refuse', at: 'recipient', code: 550 });
  const bad = await scene.trigger(pull, body);
  await scene.untilEnded([bad]);
  scene.smtp.behave({ kind: 'accept' });
  const reviewed = await scene.trigger(review, body);
  await until(
    async () =>
      (
        await scene.call('POST', `/executions/${reviewed}/review_decisions`, {
          decision: 'approved',
          note: PLANTED.name,
        })
      ).status === 200,
  );
  await scene.untilEnded([reviewed]);
  // A request that is refused carries the data into the errors.
  await scene.call('POST', `/workflows/${pull}/trigger`, { ...body, execution_mode: PLANTED.name }, PLANTED.reference);

  // Proves that the search works: PostgreSQL, where the data belongs, has all of it.
  const { rows } = await scene.stack.db.pool.query<{ dump: string }>(
    'select payload::text || external_reference as dump from execution limit 1',
  );
  expect(found(Buffer.from(rows[0]?.dump ?? ''))).toEqual(Object.values(PLANTED));

  const { messages } = traffic;
  const own = messages.filter((message) => message.startsWith(`${scene.stack.env.NATS_SUBJECT_PREFIX}.`));
  expect(own.filter((message) => !message.includes('X-Request-Id: '))).toEqual([]);
  // Every service's work for an execution names the request that created it.
  const { request_id: requestId } = await scene.stack.db.kysely
    .selectFrom('execution')
    .select('request_id')
    .where('id', '=', good)
    .executeTakeFirstOrThrow();
  expect(requestId).toMatch(/^[\w-]{36}$/);
  for (const subject of ['commands.ready', 'deliveries.ready', 'executions.settled']) {
    await until(() => messages.some((message) => message.includes(`.${subject} `) && message.includes(`${requestId}`)));
  }
  expect(found(Buffer.from(messages.join('\n')))).toEqual([]);
  const temporal = await temporalFiles();
  // Temporal's data on the runs can be searched.
  expect(temporal.filter(([, bytes]) => bytes.includes(`execution-${reviewed}-`))).not.toEqual([]);
  for (const [name, bytes] of [...temporal, ...(await filesOf(join(scene.stack.folder, 'logs')))]) {
    expect([name, found(bytes)]).toEqual([name, []]);
  }
});

const found = (bytes: Buffer) => foundIn(Object.values(PLANTED), bytes);
