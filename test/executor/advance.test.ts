import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { CascadeDefinition, CascadeNode } from '../../core/cascade/registry.ts';
import { EVENT_NAMES } from '../../core/events.ts';
import type { Json } from '../../core/json.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import {
  APPLICANT,
  APPROVE,
  EMAIL,
  PULL_ONLY,
  REVIEW,
  TWO_EMAILS,
  TWO_REVIEWS,
  waiting,
} from './support/definitions.ts';
import {
  createTenant,
  decide,
  effectsOf,
  eventsOf,
  executionOf,
  stepsOf,
  trigger,
  type Tenant,
  type TriggerOptions,
} from './support/runs.ts';
import { blockedBy } from '../support/locks.ts';
import { unguarded } from '../support/transitions.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;
let advance: Activities['advance'];
const published: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
  advance = createAdvance({
    db: own,
    bus: { publish: (subject) => void published.push(subject) },
    sandbox: loadReferenceData().sandbox,
    log: createLogger('test', 'silent'),
  });
});
beforeEach(async () => {
  tenant = await createTenant(db);
  published.length = 0;
});
afterAll(async () => {
  await database?.drop();
});

/** A run that the dispatcher has begun, and no workflow drives. */
const dispatched = (options: TriggerOptions) => trigger(db, tenant, { ...options, isDispatched: true });

/** A source and as many approvals, one after the other. */
function chainOf(length: number): CascadeDefinition {
  const approvals = Array.from({ length }, (_, index): CascadeNode => {
    const next_step = index + 1 < length ? [`n${index + 1}`] : [];
    return { id: `n${index}`, type: 'Action', action_type: 'Approve', next_step };
  });
  return [{ id: 'applicant', type: 'ApplicantSource', next_step: ['n0'] }, ...approvals];
}

const NOW = Date.parse('2026-03-02T10:00:00.000Z');

describe('advance', () => {
  test('opens a review with as many approvals as its node asks for', async () => {
    const definition = REVIEW.map((node) => (node.type === 'IfElse' ? { ...node, review: { approvals: 2 } } : node));
    const { id, runKey } = await dispatched({ definition, payload: APPLICANT });
    await advance(id, runKey, NOW);
    const round = db.kysely.selectFrom('review_round').select(['approvals_required', 'approvals', 'status']);
    expect(await round.where('execution_id', '=', id).execute()).toEqual([
      { approvals_required: 2, approvals: [], status: 'open' },
    ]);
  });

  test('opens a review in the queue of its node', async () => {
    const definition = REVIEW.map((node) => (node.type === 'IfElse' ? { ...node, review: { queue: 'fraud' } } : node));
    const { id, runKey } = await dispatched({ definition, payload: APPLICANT });
    await advance(id, runKey, NOW);
    const round = db.kysely.selectFrom('review_round').select(['queue', 'snoozed_until', 'status']);
    expect(await round.where('execution_id', '=', id).execute()).toEqual([
      { queue: 'fraud', snoozed_until: null, status: 'open' },
    ]);
  });

  // Rules: 7.2.1
  test('takes a run without effects to its end in one pass, at the time of the workflow', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    expect(await advance(id, runKey, NOW)).toEqual({ effects: [], wakeAt: null, done: true });
    const execution = await executionOf(db, id);
    // The time of the change is the database's: lists are read by it.
    expect(execution).toMatchObject({ status: 'completed', completed_at: new Date(NOW), updated_at: expect.any(Date) });
  });

  test('returns the effects of the run and when to wake it', async () => {
    const letter = await dispatched({ definition: EMAIL, payload: APPLICANT });
    const asleep = await dispatched({ definition: waiting(60) });
    const [effect] = await (async () => {
      await advance(letter.id, letter.runKey, NOW);
      return effectsOf(db, letter.id);
    })();
    expect(effect).toMatchObject({ kind: 'mail', status: 'intended', attempts: 0 });
    expect(await advance(letter.id, letter.runKey, NOW)).toEqual({
      effects: [{ id: effect?.id, kind: 'mail' }],
      wakeAt: null,
      done: false,
    });
    expect(await advance(asleep.id, asleep.runKey, NOW)).toEqual({ effects: [], wakeAt: NOW + 60_000, done: false });
    expect(await executionOf(db, asleep.id)).toMatchObject({ status: 'waiting', wake_at: new Date(NOW + 60_000) });
  });

  test('takes a long run in slices: each is saved, and the next is called for at once', async () => {
    const definition = chainOf(250);
    const { id, runKey } = await dispatched({ definition, payload: APPLICANT });
    expect(await advance(id, runKey, NOW)).toEqual({ effects: [], wakeAt: NOW, done: false });
    expect(await executionOf(db, id)).toMatchObject({ status: 'running', state: { arrivals: [{ at: 'n99' }] } });
    expect(await stepsOf(db, id)).toHaveLength(100);
    expect(await advance(id, runKey, NOW + 1)).toMatchObject({ done: false });
    expect(await advance(id, runKey, NOW + 2)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed', outcome: 'approved' });
    expect((await stepsOf(db, id)).map(({ node_id }) => node_id)).toEqual(definition.map((node) => node.id));
  });

  test('writes nothing where nothing has happened since', async () => {
    const { id, runKey } = await dispatched({ definition: EMAIL, payload: APPLICANT });
    await advance(id, runKey, NOW);
    const before = await executionOf(db, id);
    await advance(id, runKey, NOW + 5_000);
    expect(await executionOf(db, id)).toEqual(before);
    expect(await effectsOf(db, id)).toHaveLength(1);
  });

  test('repeated side by side makes every row once', async () => {
    const { id, runKey } = await dispatched({ definition: TWO_EMAILS, payload: APPLICANT });
    await subscribe([]);
    await Promise.all(Array.from({ length: 5 }, () => advance(id, runKey, NOW)));
    expect(await effectsOf(db, id)).toHaveLength(2);
    await finishEffects(id);
    await Promise.all(Array.from({ length: 5 }, () => advance(id, runKey, NOW + 1)));
    expect(await eventsOf(db, id)).toHaveLength(1);
    expect(await deliveriesOf(id)).toHaveLength(1);
    expect((await stepsOf(db, id)).filter(({ node_id }) => node_id === 'approve')).toHaveLength(1);
  });

  // Rules: 14.1.3
  test('gives an event the same id, wherever the run is advanced', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE });
    const before = await db.kysely.selectFrom('execution').select('state').where('id', '=', id).executeTakeFirst();
    await advance(id, runKey, NOW);
    const [first] = await eventsOf(db, id);
    // Pretends that the commit was lost and another process continued the run later.
    await db.kysely.deleteFrom('event').where('execution_id', '=', id).execute();
    await db.kysely.deleteFrom('step').where('execution_id', '=', id).execute();
    await unguarded(db, (trx) =>
      trx
        .updateTable('execution')
        .set({ status: 'running', state: before?.state ?? null, completed_at: null })
        .where('id', '=', id)
        .execute(),
    );
    await advance(id, runKey, NOW + 9_000);
    const [second] = await eventsOf(db, id);
    expect(second?.id).toBe(first?.id);
  });

  // Rules: 13.2.3
  test('under a run key that was superseded writes nothing and ends its loop', async () => {
    const { id } = await dispatched({ definition: APPROVE });
    const before = await executionOf(db, id);
    expect(await advance(id, randomUUID(), NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toEqual(before);
    expect(await stepsOf(db, id)).toEqual([]);
  });

  test('of a run that has been cancelled writes nothing and ends its loop', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE });
    await db.kysely.updateTable('execution').set({ status: 'cancelled' }).where('id', '=', id).execute();
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await stepsOf(db, id)).toEqual([]);
  });

  test('loses against whoever writes the row at the same time, and then sees what they wrote', async () => {
    const { id, runKey } = await dispatched({ definition: REVIEW, payload: APPLICANT });
    await advance(id, runKey, NOW);
    await decide(db, id, 'approved');
    // The other one holds the row while the advance computes, and changes it before it writes.
    const other = await db.pool.connect();
    await other.query('begin');
    await other.query('select 1 from execution where id = $1 for update', [id]);
    await other.query("update execution set status = 'cancelled' where id = $1", [id]);
    const advancing = advance(id, runKey, NOW + 1);
    await blockedBy(db, other);
    await other.query('commit');
    other.release();
    expect(await advancing).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'cancelled' });
    expect((await stepsOf(db, id)).map(({ node_id }) => node_id)).not.toContain('approve');
  });

  test('tells the services that there is something to deliver and to render, and only then', async () => {
    const plain = await dispatched({ definition: waiting(0) });
    await advance(plain.id, plain.runKey, NOW);
    expect(published).toEqual(['executions.settled']);
    await subscribe([]);
    const pull = await dispatched({ definition: PULL_ONLY });
    published.length = 0;
    await advance(pull.id, pull.runKey, NOW);
    expect(published.toSorted()).toEqual(['artifacts.ready', 'deliveries.ready', 'executions.settled']);
  });

  test('tells those who wait when a run asks a person and when it has ended, and not before', async () => {
    const sleeping = await dispatched({ definition: waiting(60) });
    await advance(sleeping.id, sleeping.runKey, NOW);
    expect(published).toEqual([]);
    const asking = await dispatched({ definition: REVIEW, payload: APPLICANT });
    await advance(asking.id, asking.runKey, NOW);
    expect(published).toContain('executions.settled');
    await decide(db, asking.id, 'approved');
    await advance(asking.id, asking.runKey, NOW + 1_000);
    expect(published.filter((subject) => subject === 'executions.settled')).toHaveLength(2);
  });

  // Rules: 14.1.1
  test('delivers an event to the active subscriptions of the client that want it', async () => {
    const wanted = [await subscribe([]), await subscribe(['execution.completed', 'execution.failed'])];
    await subscribe(['execution.failed']);
    await subscribe([], { active: false });
    await subscribe([], { deleted_at: new Date() });
    const stranger = await createTenant(db);
    await subscribe([], {}, stranger);
    const { id, runKey } = await dispatched({ definition: APPROVE });
    await advance(id, runKey, NOW);
    expect((await deliveriesOf(id)).map(({ subscription_id }) => subscription_id)).toEqual(wanted);
  });
});

describe('reviews', () => {
  // Rules: 9.1.1, 9.1.2, 14.6.3
  test('are opened one at a time, each unclaimed', async () => {
    const { id, runKey } = await dispatched({ definition: TWO_REVIEWS, payload: APPLICANT });
    await advance(id, runKey, NOW);
    expect(await roundsOf(id)).toEqual(['check open', 'second queued']);
    await db.kysely.updateTable('execution').set({ assigned_to_user_id: 7 }).where('id', '=', id).execute();
    await decide(db, id, 'approved');
    await advance(id, runKey, NOW + 1);
    expect(await roundsOf(id)).toEqual(['check decided', 'second open']);
    expect(await executionOf(db, id)).toMatchObject({ status: 'awaiting_review', assigned_to_user_id: null });
  });
});

describe('data that PostgreSQL refuses', () => {
  test('ends the run as failed, with an event', async () => {
    // The gateway removes NUL from texts; this definition bypasses it, and `json` keeps NUL.
    const definition: Json = [
      { id: 'applicant', type: 'ApplicantSource', next_step: ['letter'] },
      {
        id: 'letter',
        type: 'Action',
        action_type: 'SendEmail',
        email: { to: 'somebody@example.com', subject: 'x', body: 'a\u0000b' },
      },
    ];
    const { id, runKey } = await dispatched({ definition: EMAIL });
    const { workflow_id: workflowId } = await executionOf(db, id);
    await db.kysely
      .updateTable('workflow_version')
      .set({ definition: asJson(definition) as never })
      .where('workflow_id', '=', workflowId)
      .execute();
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed' });
    expect((await eventsOf(db, id)).map(({ name }) => name)).toEqual(['execution.failed']);
    expect((await stepsOf(db, id)).map(({ error_code }) => error_code)).toEqual(['internal_error', 'internal_error']);
  });
});

describe('the name and the use case of a cascade', () => {
  // Rules: 2.5.2
  test('are those of the version that the run was accepted with', async () => {
    const named = EMAIL.map((node) =>
      'email' in node ? { ...node, email: { ...node.email, subject: '{{workflow.name}}' } } : node,
    ) as typeof EMAIL;
    const { id, runKey } = await dispatched({ definition: named, payload: APPLICANT });
    const { workflow_id: workflowId } = await executionOf(db, id);
    await db.kysely
      .updateTable('workflow_version')
      .set({ name: 'As accepted' })
      .where('workflow_id', '=', workflowId)
      .execute();
    await db.kysely.updateTable('workflow').set({ name: 'Renamed' }).where('id', '=', workflowId).execute();
    await advance(id, runKey, NOW);
    expect(await effectsOf(db, id)).toMatchObject([{ request: { subject: 'As accepted' } }]);
  });
});

describe('the events of a review', () => {
  // Rules: 14.6.1, 14.6.2
  test('are delivered to the subscriptions that name them; an empty filter means the six of the reference', async () => {
    const REFERENCE = EVENT_NAMES.filter((name) => !name.startsWith('review.'));
    const filters = [[], [...REFERENCE], ['review.opened'], ['review.decided', 'review.overdue'], ['execution.failed']];
    const subscriptions: number[] = [];
    for (const filter of filters) subscriptions.push(await subscribe(filter));
    const review = { due_in: { duration: 60, unit: 'seconds' }, on_overdue: 'notify' } as const;
    const definition = REVIEW.map((node) => (node.type === 'IfElse' ? { ...node, review } : node));
    const { id, runKey } = await dispatched({ definition, payload: APPLICANT });
    await advance(id, runKey, NOW);
    await advance(id, runKey, NOW + 60_000);
    published.length = 0;
    await decide(db, id, 'approved');
    expect(await advance(id, runKey, NOW + 61_000)).toMatchObject({ done: true });
    expect(published).toContain('deliveries.ready');
    const names = (await eventsOf(db, id)).map(({ name }) => name);
    // `review.decided` belongs to the transaction of the decision.
    expect(names.toSorted()).toEqual(['execution.completed', 'review.opened', 'review.overdue']);
    const deliveries = await deliveriesOf(id);
    const receivedBy = (subscription: number) =>
      deliveries.filter(({ subscription_id }) => subscription_id === subscription).map(({ event }) => event);
    expect(subscriptions.map(receivedBy)).toEqual([
      ['execution.completed'],
      ['execution.completed'],
      ['review.opened'],
      ['review.overdue'],
      [],
    ]);
  });
});

async function subscribe(filter: string[], more: object = {}, { accountId, apiClientId } = tenant): Promise<number> {
  const { id } = await db.kysely
    .insertInto('webhook_subscription')
    .values({
      account_id: accountId,
      api_client_id: apiClientId,
      url: 'https://example.com/hook',
      event_filter: filter as never,
      secret: 'sealed',
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function deliveriesOf(id: number) {
  return db.kysely
    .selectFrom('webhook_delivery')
    .innerJoin('event', 'event.id', 'webhook_delivery.event_id')
    .select(['subscription_id', 'webhook_delivery.event', 'webhook_delivery.status'])
    .where('execution_id', '=', id)
    .orderBy('webhook_delivery.id')
    .execute();
}

async function roundsOf(id: number): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('review_round')
    .select(['node_id', 'status'])
    .where('execution_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ node_id, status }) => `${node_id} ${status}`);
}

async function finishEffects(id: number): Promise<void> {
  await db.kysely
    .updateTable('effect')
    .set({ status: 'done', result: asJson({}), finished_at: new Date(NOW) })
    .where('execution_id', '=', id)
    .execute();
}
