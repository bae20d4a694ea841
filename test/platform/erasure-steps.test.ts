import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { holdApplicant, releaseApplicant } from '../../cli/erasures.ts';
import { PostgresArtifactStore, type ArtifactStore } from '../../platform/artifact-store/index.ts';
import { asJson, type Database, type Queryable } from '../../platform/database/index.ts';
import { FileErasureLog, type ErasureLog } from '../../platform/erasures/log.ts';
import { replayErasures, requireReplayed } from '../../platform/erasures/replay.ts';
import { eraseNext, type ErasureWork } from '../../platform/erasures/steps.ts';
import { runRetention } from '../../platform/retention/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterEach, beforeEach, expect, test } from '../support/jest.ts';

/* Requests to forget a person, step by step, on a database of their own. */

const NAME = 'Quartermain';
const CREDIT = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['deny'] },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { purpose: 'credit' } },
];
const HIRING = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['deny'] },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { action_taken: 'adverse_employment', jurisdiction: 'US-TX' },
  },
];
const RENTING = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['deny'] },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { purpose: 'tenant' } },
];
const UNKNOWN = [{ id: 'applicant', type: 'ApplicantSource', next_step: [] }];
const VERSIONS = { credit: CREDIT, hiring: HIRING, renting: RENTING, unknown: UNKNOWN } as const;
type Kind = keyof typeof VERSIONS;
const KINDS = Object.keys(VERSIONS) as readonly Kind[];

let database: TestDatabase;
let db: Database;
let log: FileErasureLog;
let logPath: string;
beforeEach(async () => {
  database = await createTestDatabase();
  db = await database.open();
  logPath = join(await mkdtemp(join(tmpdir(), 'cascade-erasure-log-')), 'erasures.log');
  log = new FileErasureLog(logPath);
  await prepare(db);
});
afterEach(() => database?.drop());

async function prepare({ kysely }: Database): Promise<void> {
  await sql`insert into account (name, legal_name, address, phone) values ('a', 'A', 'x', '1')`.execute(kysely);
  await sql`insert into api_client (account_id, name) select id, 'c' from account`.execute(kysely);
  for (const [index, kind] of KINDS.entries()) {
    await sql`
      insert into workflow_version (workflow_id, version, definition, name)
      values (${index + 1}, 1, ${JSON.stringify(VERSIONS[kind])}::json, ${kind})`.execute(kysely);
  }
}

const work = (more: Partial<ErasureWork> = {}): ErasureWork => ({
  db,
  erasureLog: log,
  storeOn: (trx) => new PostgresArtifactStore(trx),
  ...more,
});

interface Fixture {
  readonly kind?: Kind;
  readonly mode?: 'live' | 'test';
  readonly status?: 'completed' | 'waiting';
  readonly daysAgo?: number;
}

/** A person with one execution, and a letter as a file. */
async function person(
  { kind = 'renting', mode = 'live', status = 'completed', daysAgo = 0 }: Fixture = {},
  into: Database = db,
): Promise<{ readonly applicantId: number; readonly executionId: number }> {
  const { kysely } = into;
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  const { id: applicantId } = await kysely
    .insertInto('applicant')
    .values({ account_id: 1, api_client_id: 1, execution_mode: mode })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: executionId } = await kysely
    .insertInto('execution')
    .values({
      ...{ account_id: 1, api_client_id: 1, workflow_id: KINDS.indexOf(kind) + 1, workflow_version: 1 },
      ...{ status, execution_mode: mode, applicant_id: applicantId, external_reference: NAME },
      ...{ payload: asJson({ applicant: { last_name: NAME } }), run_key: randomUUID(), created_at: at },
      completed_at: status === 'completed' ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('artifact')
    .values({
      ...{ api_client_id: 1, execution_id: executionId, kind: 'notice', node_id: 'deny', visit: 1, stage: 'final' },
      ...{ status: 'ready', notice_status: 'sent', filename: 'n.pdf', document: asJson({ name: NAME }) },
    })
    .execute();
  await sql`insert into artifact_blob (artifact_id, bytes) select max(id), ${Buffer.from(NAME)} from artifact`.execute(
    kysely,
  );
  await sql`
    insert into applicant_handle (api_client_id, execution_mode, handle, applicant_id)
    values (1, ${mode}, ${`key:${applicantId}`}, ${applicantId})`.execute(kysely);
  await sql`
    insert into applicant_word (api_client_id, execution_mode, word, applicant_id, execution_id)
    values (1, ${mode}, 'quartermain', ${applicantId}, ${executionId})`.execute(kysely);
  return { applicantId, executionId };
}

async function ask(applicantId: number, executionIds: readonly number[]): Promise<number> {
  const { id } = await db.kysely
    .insertInto('erasure')
    .values({ account_id: 1, api_client_id: 1, applicant_id: applicantId, reason: 'asked_by_person', cancels: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into erasure_execution (erasure_id, execution_id)
    select ${id}, e from unnest(${[...executionIds]}::bigint[]) e`.execute(db.kysely);
  return id;
}

const erasureOf = (id: number) =>
  db.kysely.selectFrom('erasure').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const erasedOf = (id: number) =>
  db.kysely.selectFrom('erasure_execution').selectAll().where('execution_id', '=', id).executeTakeFirstOrThrow();
const makeDue = () => sql`update erasure set due_at = now(), lease_until = null`.execute(db.kysely);

/** The tables that hold the name. */
async function named(into: Database = db): Promise<readonly string[]> {
  const { rows } = await sql<{ place: string }>`
    select 'payload' as place from execution where payload::text like ${`%${NAME}%`}
    union all select 'reference' from execution where external_reference like ${`%${NAME}%`}
    union all select 'letter' from artifact where document::text like ${`%${NAME}%`}
    union all select 'file' from artifact_blob where bytes = ${Buffer.from(NAME)}
    union all select 'handle' from applicant_handle
    union all select 'word' from applicant_word`.execute(into.kysely);
  return rows.map(({ place }) => place).toSorted();
}

/**
 * The remains of a request from which nothing may be removed yet: nothing joins the person, and no search finds them.
 */
const KEPT = ['file', 'letter', 'payload', 'reference'];

// Rules: 23.2.1, 23.2.6
test.each([
  ['credit', 25],
  ['hiring', 12],
] as const)('an execution about %s goes after %i months, and not before', async (kind, months) => {
  const { applicantId, executionId } = await person({ kind });
  const id = await ask(applicantId, [executionId]);
  expect(await eraseNext(work())).toBe(true);
  expect(await erasureOf(id)).toMatchObject({ status: 'kept', completed_at: null });
  const { kept_until: until, kept_for: why } = await erasedOf(executionId);
  expect(why).toMatchObject([{ kind: 'must' }]);
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() + months);
  expect(Math.abs((until?.getTime() ?? 0) - day.getTime())).toBeLessThan(3 * 86_400_000);
  // Nothing that comes joins the person, though the execution is kept.
  expect(await named()).toEqual(KEPT);
  expect(await eraseNext(work())).toBe(false);

  await sql`update execution set completed_at = completed_at - interval '27 months', created_at = created_at - interval '27 months'`.execute(
    db.kysely,
  );
  await makeDue();
  expect(await eraseNext(work())).toBe(true);
  expect(await named()).toEqual([]);
  expect(await erasureOf(id)).toMatchObject({ status: 'completed' });
});

// Rules: 23.2.2
test('what the law lets go is kept for claims as long as the account chose, and goes at once otherwise', async () => {
  const one = await person({ kind: 'renting' });
  await ask(one.applicantId, [one.executionId]);
  await eraseNext(work());
  expect(await named()).toEqual([]);

  await sql`update account set claims_months = 60`.execute(db.kysely);
  const two = await person({ kind: 'renting' });
  await ask(two.applicantId, [two.executionId]);
  await eraseNext(work());
  expect(await erasedOf(two.executionId)).toMatchObject({
    erased_at: null,
    kept_for: [{ rule: 'claims', kind: 'may' }],
  });
});

// Rules: 23.2.3
test('a made-up applicant of test mode is kept by nothing', async () => {
  const { applicantId, executionId } = await person({ kind: 'credit', mode: 'test' });
  await ask(applicantId, [executionId]);
  await eraseNext(work());
  expect(await named()).toEqual([]);
});

// Rules: 23.1.4
test('a letter that is owed goes first, and a run ends first', async () => {
  const owing = await person();
  const due = [
    { applicant: 'applicant', kind: 'tenant', due_at: '2026-03-02T00:00:00.000Z', why: 'step_failed', node_id: 'deny' },
  ];
  await sql`update execution set notices_due = ${JSON.stringify(due)}::jsonb`.execute(db.kysely);
  const running = await person({ status: 'waiting' });
  const id = await ask(owing.applicantId, [owing.executionId]);
  const other = await ask(running.applicantId, [running.executionId]);
  while (await eraseNext(work()));
  expect(await erasureOf(id)).toMatchObject({ status: 'waiting' });
  expect(await erasedOf(owing.executionId)).toMatchObject({ waits_for: 'letter', begun_at: null });
  expect(await erasureOf(other)).toMatchObject({ status: 'waiting' });
  expect(await erasedOf(running.executionId)).toMatchObject({ waits_for: 'run' });

  await sql`update execution set notices_due = null, status = 'completed', completed_at = now()`.execute(db.kysely);
  await makeDue();
  while (await eraseNext(work()));
  expect(await named()).toEqual([]);
});

// Rules: 23.1.4
test('a letter that came back is owed still, until it was posted', async () => {
  const { applicantId, executionId } = await person();
  await sql`
    insert into effect (id, execution_id, key, node_id, visit, kind, request, status)
    values (5, ${executionId}, 'k', 'deny', 1, 'notice', '{}', 'done')`.execute(db.kysely);
  await sql`
    insert into mail_message (message_id, execution_id, api_client_id, effect_id, sender, recipient, raw, accepted_at)
    values ('<1@a>', ${executionId}, 1, 5, 'a', 'b', 'x', now())`.execute(db.kysely);
  await sql`
    insert into mail_report (api_client_id, execution_id, message_id, kind) values (1, ${executionId}, '<1@a>', 'bounce')`.execute(
    db.kysely,
  );
  await ask(applicantId, [executionId]);
  await eraseNext(work());
  expect(await erasedOf(executionId)).toMatchObject({ waits_for: 'letter', erased_at: null });

  await sql`
    insert into review_event (execution_id, event_type, metadata)
    values (${executionId}, 'adverse_action_sent', '{"also_posted": true}')`.execute(db.kysely);
  await makeDue();
  await eraseNext(work());
  expect(await named()).toEqual([]);
});

// Rules: 23.2.4
test('a legal hold keeps a person from erasure and from redaction, and its end takes the request up again', async () => {
  const { applicantId, executionId } = await person({ daysAgo: 90 });
  const audit = () => Promise.resolve();
  await holdApplicant({ trx: db.kysely, audit }, applicantId, { matter: '26-cv-1' });
  const id = await ask(applicantId, [executionId]);
  await eraseNext(work());
  expect(await erasureOf(id)).toMatchObject({ status: 'on_hold' });
  const retain = () =>
    runRetention(
      { db, storeOn: (trx) => new PostgresArtifactStore(trx), audit },
      { piiDays: 30, artifactDays: 7, letterDays: 60 },
    );
  expect(await retain()).toMatchObject({ executions: 0, letters: 0 });
  expect(await named()).toEqual([...KEPT, 'handle', 'word'].toSorted());

  expect(await releaseApplicant({ trx: db.kysely, audit }, applicantId)).toMatchObject({ waiting_erasures: 1 });
  await eraseNext(work());
  expect(await named()).toEqual([]);
});

// Rules: 23.3.6
test('an execution that was taken apart from the person meanwhile is not erased', async () => {
  const { applicantId, executionId } = await person();
  const other = await person();
  await ask(applicantId, [executionId, other.executionId]);
  await eraseNext(work());
  const { rows } = await sql`select from execution where id = ${other.executionId} and erased_at is null`.execute(
    db.kysely,
  );
  expect(rows).toHaveLength(1);
});

// Rules: 23.2.5
test('where nothing says what was decided about, the longest duty counts', async () => {
  const { applicantId, executionId } = await person({ kind: 'unknown' });
  await ask(applicantId, [executionId]);
  await eraseNext(work());
  const { kept_for: why } = await erasedOf(executionId);
  expect(why.map(({ rule }) => rule)).toEqual(['employment_colorado', 'employment_california', 'credit', 'employment']);
});

// Rules: 23.3.3
test('a vendor is asked no more, and a run that is still worked for writes nothing', async () => {
  const { applicantId, executionId } = await person();
  await sql`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit, product_code,
      connection, reference, poll_at, deadline_at)
    values (gen_random_uuid(), 1, 1, ${executionId}, 1, 'credit', 1, 'credit_report', 'a', ${NAME}, now(), now())`.execute(
    db.kysely,
  );
  await sql`
    insert into effect (execution_id, key, node_id, visit, kind, request, status)
    values (${executionId}, 'k', 'credit', 1, 'live_pull', '{}', 'begun')`.execute(db.kysely);
  const { run_key: before } = await runOf(executionId);
  await ask(applicantId, [executionId]);
  await eraseNext(work());
  const { rows } = await sql<{ ended_as: string; reference: string | null; status: string }>`
    select o.ended_as, o.reference, f.status from vendor_order o join effect f on f.execution_id = o.execution_id`.execute(
    db.kysely,
  );
  expect(rows).toEqual([{ ended_as: 'cancelled', reference: null, status: 'cancelled' }]);
  expect((await runOf(executionId)).run_key).not.toBe(before);
});

const runOf = (id: number) =>
  db.kysely.selectFrom('execution').select('run_key').where('id', '=', id).executeTakeFirstOrThrow();

/** A log that writes its n-th line and then dies, or dies before. */
function dyingLog(at: number, isWritten: boolean): ErasureLog {
  let lines = 0;
  return {
    append: async (entry) => {
      lines += 1;
      if (lines !== at) return log.append(entry);
      if (isWritten) await log.append(entry);
      else await appendFile(logPath, '{"is":"erased","erasure_');
      throw new Error('the process dies');
    },
    read: () => log.read(),
    close: () => undefined,
  };
}

const dyingStore: ArtifactStore = {
  ...{ put: () => Promise.reject(new Error()), get: () => Promise.reject(new Error()) },
  ...{ open: () => Promise.reject(new Error()), getMany: () => Promise.reject(new Error()) },
  delete: () => Promise.reject(new Error('the process dies')),
};

// Rules: 23.4.1
test.each<[string, () => Partial<ErasureWork>]>([
  ['before the request is written down', () => ({ erasureLog: dyingLog(1, false) })],
  ['after the request is written down', () => ({ erasureLog: dyingLog(1, true) })],
  ['before it is written that they go', () => ({ erasureLog: dyingLog(2, false) })],
  ['after it is written that they go', () => ({ erasureLog: dyingLog(2, true) })],
  ['while files are removed', () => ({ storeOn: () => dyingStore })],
])('whoever dies %s is taken up again, and nothing is half done', async (_, dying) => {
  const { applicantId, executionId } = await person();
  const id = await ask(applicantId, [executionId]);
  await expect(eraseNext(work(dying()))).rejects.toThrow('the process dies');
  expect(await named()).toEqual(KEPT);
  // A service that starts now is not refused: nothing was restored.
  await requireReplayed(db, log, { log: { warn: () => undefined }, stopping: new AbortController().signal });
  await makeDue();
  await eraseNext(work());
  expect(await named()).toEqual([]);
  expect(await erasureOf(id)).toMatchObject({ status: 'completed' });
  expect((await log.read()).filter((entry) => entry.is === 'erased').flatMap(({ execution_ids: of }) => of)).toContain(
    executionId,
  );
});

// Rules: 23.4.2, 23.4.3
test('a database that is older than the log is refused, until the log was replayed', async () => {
  const backup = await createTestDatabase();
  try {
    const restored = await backup.open();
    await prepare(restored);
    await sql`update api_client set created_at = ${await clientSince()}`.execute(restored.kysely);
    await person({}, restored);
    await person({ status: 'waiting' }, restored);
    const erased = await person();
    const cancelled = await person();
    for (const { applicantId, executionId } of [erased, cancelled]) await ask(applicantId, [executionId]);
    while (await eraseNext(work()));

    const noted = { log: { warn: () => undefined }, stopping: new AbortController().signal };
    await expect(requireReplayed(restored, log, noted)).rejects.toThrow('cascade recover --restored');
    expect(await named(restored)).not.toEqual([]);
    expect(await replayErasures({ ...work(), db: restored })).toBe(2);
    expect(await named(restored)).toEqual([]);
    const { rows } = await sql<{ status: string }>`select status from execution order by id`.execute(restored.kysely);
    expect(rows).toEqual([{ status: 'completed' }, { status: 'cancelled' }]);
    await requireReplayed(restored, log, noted);
    expect(await replayErasures({ ...work(), db: restored })).toBe(0);
  } finally {
    await backup.drop();
  }
});

// Rules: 23.4.5
test('a log that is of another installation, or that lost lines, erases nobody', async () => {
  const { applicantId, executionId } = await person();
  await ask(applicantId, [executionId]);
  while (await eraseNext(work()));
  const backup = await createTestDatabase();
  try {
    const other = await backup.open();
    await prepare(other);
    await sql`update api_client set created_at = created_at - interval '1 day'`.execute(other.kysely);
    await person({}, other);
    await expect(replayErasures({ ...work(), db: other })).rejects.toThrow('another installation');
    await sql`update api_client set created_at = ${await clientSince()}`.execute(other.kysely);
    const [asked, erased] = await log.read();
    await writeFile(logPath, `${JSON.stringify(erased)}\n`);
    await expect(replayErasures({ ...work(), db: other })).rejects.toThrow('lacks lines');
    expect((await named(other)).length).toBeGreaterThan(0);
    await writeFile(logPath, `${JSON.stringify(asked)}\n${JSON.stringify(erased)}\n`);
    expect(await replayErasures({ ...work(), db: other })).toBe(1);
    expect(await named(other)).toEqual([]);
  } finally {
    await backup.drop();
  }
  // A log that lacks executions erased before the backup is another one.
  await writeFile(logPath, '');
  await expect(replayErasures(work())).rejects.toThrow('lacks lines');
});

async function clientSince(): Promise<Date> {
  const { created_at: since } = await db.kysely.selectFrom('api_client').select('created_at').executeTakeFirstOrThrow();
  return since;
}

// Rules: 23.4.1
test('an execution that is evaluated again while it is emptied leaves no copy', async () => {
  const { applicantId, executionId } = await person();
  const evaluateAgain = async () => {
    await sql`
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload, run_key,
        applicant_id, re_evaluated_from, completed_at)
      select account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload, gen_random_uuid(),
        applicant_id, id, now()
      from execution where id = ${executionId}`.execute(db.kysely);
  };
  const storeOn = (trx: Queryable): ArtifactStore => {
    const store = new PostgresArtifactStore(trx);
    return Object.assign(store, { delete: evaluateAgain });
  };
  const id = await ask(applicantId, [executionId]);
  await eraseNext(work({ storeOn }));
  expect(await erasureOf(id)).toMatchObject({ status: 'completed' });
  expect((await named()).filter((place) => place === 'payload')).toEqual([]);
});

// Rules: 23.3.2
test('a stored response of somebody else who has the same reference stays', async () => {
  const [one, two] = [await person(), await person()];
  for (const { executionId } of [one, two]) {
    await db.kysely
      .insertInto('idempotency_key')
      .values({
        ...{ api_client_id: 1, key: `api_client:1:${executionId}`, fingerprint: 'f', response_status: 202 },
        response_data: `{"id":${executionId},"external_reference":"${NAME}"}`,
      })
      .execute();
  }
  await ask(one.applicantId, [one.executionId]);
  while (await eraseNext(work()));
  const left = await db.kysely.selectFrom('idempotency_key').select('key').execute();
  expect(left).toEqual([{ key: `api_client:1:${two.executionId}` }]);
});

test('the log holds ids, and nothing of a person', async () => {
  const { applicantId, executionId } = await person();
  await ask(applicantId, [executionId]);
  await eraseNext(work());
  const entries = await log.read();
  expect(entries.map(({ is }) => is)).toEqual(['requested', 'erased']);
  expect(JSON.stringify(entries)).not.toContain(NAME);
});
