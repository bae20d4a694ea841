import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { sendLetter, type LetterDependencies, type LetterOutcome } from '../../services/executor/perform/letters.ts';
import { mailExecutor } from '../../services/executor/perform/mail.ts';
import type { Quotas } from '../../services/executor/perform/quotas.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPROVE } from './support/definitions.ts';
import { createTenant, trigger, type Tenant } from './support/runs.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
beforeEach(async () => {
  tenant = await createTenant(db);
});
afterAll(async () => {
  await database?.drop();
});

const NOON = new Date('2026-03-01T12:00:00.000Z');
const GENEROUS: Quotas = {
  noticesPerHour: 1_000,
  noticesPerRecipient: 1_000,
  lettersPerHour: 1_000,
  lettersPerRecipient: 1_000,
  lettersPerExecution: 1_000,
  requestsPerHour: 1_000,
  requestsPerExecution: 1_000,
};
const signal = new AbortController().signal;

const dependencies = (lettersPerHour: number, at = NOON): LetterDependencies => ({
  db: own,
  mailer: { reachesRecipients: true, send: async () => ({ response: '250 queued' }), close: () => undefined },
  from: 'decisions@example.com',
  quotas: { ...GENEROUS, lettersPerHour },
  clock: () => at.getTime(),
});
const newExecution = async () => (await trigger(db, tenant, { definition: APPROVE })).id;

test('a letter that two attempts handed over keeps the acceptance that was recorded first', async () => {
  const executionId = await newExecution();
  const attempt = (at: Date) =>
    sendLetter(
      dependencies(10, at),
      {
        executionId,
        apiClientId: tenant.apiClientId,
        effectId: 1,
        mode: 'test',
        identity: ['mail', 1],
        kind: 'mail',
        compose: async () => ({ to: 'pat@example.com', subject: 'Hello', text: 'Hello Pat' }),
      },
      signal,
    );
  const record = async (outcome: LetterOutcome) => {
    if (outcome.is !== 'accepted') throw new Error(`the letter is ${outcome.is}`);
    await outcome.record(db.kysely);
  };
  // The second one was sent before the first one was recorded.
  const outcomes = [await attempt(NOON), await attempt(new Date(NOON.getTime() + 300_000))];
  for (const outcome of outcomes) await record(outcome);
  const letters = db.kysely.selectFrom('mail_message').select('accepted_at').where('execution_id', '=', executionId);
  expect(await letters.execute()).toEqual([{ accepted_at: NOON }]);
});

test('an e-mail of a cascade counts among the letters of its client, and waits beyond their limit', async () => {
  const send = async () => {
    const execution = {
      id: await newExecution(),
      runKey: 'key',
      accountId: tenant.accountId,
      apiClientId: tenant.apiClientId,
      mode: 'test',
      externalReference: null,
      payload: {},
      requestId: null,
    } as const;
    return mailExecutor(dependencies(1))(
      {
        id: 1,
        nodeId: 'mail',
        visit: 1,
        request: { kind: 'mail', key: 'mail', to: 'pat@example.com', subject: 'Hello', text: 'Hello', html: null },
        attempts: 1,
        elapsedMs: 0,
        askedAt: NOON,
        execution,
      },
      { signal, log: createLogger('test', 'silent') },
    );
  };
  expect(await send()).toMatchObject({ is: 'done', result: { message_id: expect.stringContaining('@') } });
  // Deferred to the end of the hour by PostgreSQL's clock.
  const deferred = expect.stringMatching(/:00:00\.000Z$/);
  expect(await send()).toEqual({ is: 'done', result: { deferred_until: deferred } });
});

test('of letters that many processes send an address at once, as many go out as its hour has', async () => {
  const sent: string[] = [];
  const limited: LetterDependencies = {
    ...dependencies(1_000),
    quotas: { ...GENEROUS, lettersPerRecipient: 5 },
    mailer: {
      reachesRecipients: true,
      send: async ({ to }) => (sent.push(to), { response: '250 queued' }),
      close: () => undefined,
    },
  };
  const executionIds = await Promise.all(Array.from({ length: 30 }, newExecution));
  const outcomes = await Promise.all(
    executionIds.map((executionId) =>
      sendLetter(
        limited,
        {
          executionId,
          apiClientId: tenant.apiClientId,
          effectId: 1,
          mode: 'test',
          identity: ['mail', 1],
          kind: 'mail',
          compose: async () => ({ to: 'pat@example.com', subject: 'Hello', text: 'Hello Pat' }),
        },
        signal,
      ),
    ),
  );
  expect(sent).toHaveLength(5);
  const refused = outcomes.filter((outcome) => outcome.is === 'failed');
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['letters_per_recipient_exceeded']));
  expect(refused).toHaveLength(25);
});
