import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asJson } from '../../platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { declinedWorld, executionOf, park, recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

// Rules: 3.9.1, 10.17.1
test('the timeline has the cascade, the way taken and what each choice chose', async () => {
  const id = await recordedRun(gateway, caller, declinedWorld());
  const { status, data } = await caller.api.get(`/executions/${id}/timeline`);
  expect(status).toBe(200);
  expect(data.nodes.find((node: { is_entry: boolean }) => node.is_entry).id).toBe('applicant');
  expect(data.nodes.find((node: { id: string }) => node.id === 'decide').ways).toContainEqual({
    key: 'fail_steps',
    to: 'decline',
  });
  const way = data.steps.map((step: { node_id: string; branch: string | null; caused_by: { node_id: string }[] }) => [
    step.node_id,
    step.branch,
    step.caused_by.map(({ node_id }) => node_id),
  ]);
  expect(way).toEqual([
    ['applicant', null, []],
    ['income', null, ['applicant']],
    ['decide', 'fail', ['income']],
    ['decline', null, ['decide']],
  ]);
  expect(data.effects).toMatchObject([{ node_id: 'decline', kind: 'notice' }]);
});

// Rules: 3.9.1, 15.6.1
test('it stays when the cascade is changed and deleted', async () => {
  const id = await executionOf(caller);
  const { workflow_id: workflowId } = (await caller.api.get(`/executions/${id}`)).data;
  const before = (await caller.api.get(`/executions/${id}/timeline`)).data;
  expect((await caller.api.delete(`/workflows/${workflowId}`)).status).toBe(204);
  expect((await caller.api.get(`/executions/${id}/timeline`)).data).toEqual(before);
});

// Rules: 3.9.2
test('events come with their deliveries, mail without its address, reviews with names', async () => {
  const id = await recordedRun(gateway, caller, declinedWorld());
  const { kysely } = gateway.db;
  const { data: subscription } = await caller.api.post('/webhook_subscriptions', {
    url: 'https://example.com/hook',
    event_filter: ['execution.completed'],
  });
  const eventId = randomUUID();
  const of = { api_client_id: caller.clientId, execution_id: id };
  await kysely
    .insertInto('event')
    .values({ id: eventId, ...of, name: 'execution.completed', body: '{}' })
    .execute();
  await kysely
    .insertInto('webhook_delivery')
    .values({
      event_id: eventId,
      subscription_id: subscription.id,
      api_client_id: caller.clientId,
      event: 'execution.completed',
      status: 'dead',
      attempts: 3,
      last_response_status: 500,
    })
    .execute();
  const { id: effectId } = await kysely
    .selectFrom('effect')
    .select('id')
    .where('execution_id', '=', id)
    .executeTakeFirstOrThrow();
  const letter = { sender: 'a@example.com', recipient: 'zelda@canary.example', raw: Buffer.from('hello') };
  await kysely
    .insertInto('mail_message')
    .values({ message_id: `<${eventId}>`, ...of, effect_id: effectId, ...letter, accepted_at: new Date() })
    .execute();
  await kysely
    .insertInto('mail_report')
    .values({ message_id: `<${eventId}>`, ...of, kind: 'bounce', status: '5.1.1' })
    .execute();
  await kysely
    .insertInto('review_event')
    .values({
      execution_id: id,
      event_type: 'denied',
      actor_user_id: caller.userId,
      note: 'zelda canary',
      metadata: asJson({ node_id: 'decide' }),
    })
    .execute();
  const answer = await caller.api.get(`/executions/${id}/timeline`);
  expect(answer.data.events).toMatchObject([
    { name: 'execution.completed', deliveries: [{ status: 'dead', attempts: 3, last_response_status: 500 }] },
  ]);
  expect(answer.data.mails).toMatchObject([
    { node_id: 'decline', kind: 'notice', report: 'bounce', report_status: '5.1.1' },
  ]);
  expect(answer.data.reviews).toMatchObject([
    { event_type: 'denied', node_id: 'decide', kind: null, actor: { id: caller.userId, name: expect.any(String) } },
  ]);
  expect(JSON.stringify(answer)).not.toMatch(/canary/);
});

// Rules: 3.9.2
test('whoever may see that an execution exists may read it, and nobody else', async () => {
  const id = await executionOf(caller);
  const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
  expect((await reader.api.get(`/executions/${id}/timeline`)).status).toBe(200);
  const author = await gateway.caller({ of: caller, sameClient: true, scopes: ['workflows:read'] });
  expect((await author.api.get(`/executions/${id}/timeline`)).status).toBe(403);
  const stranger = await gateway.caller();
  expect((await stranger.api.get(`/executions/${id}/timeline`)).status).toBe(404);
});

// Rules: 3.9.3
test('of each list there are the first thousand, and whether there may be more is said', async () => {
  const id = await executionOf(caller);
  const insertMany = async (howMany: number, from: number) => {
    const numbers = sql`generate_series(${from}::int, ${from + howMany - 1}::int) n`;
    const mine = sql`${id}::bigint`;
    const statements = [
      sql`insert into step (execution_id, node_id, visit, node_type, status)
        select ${mine}, 'a', n, 'Wait', 'succeeded' from ${numbers}`,
      sql`insert into effect (execution_id, key, node_id, visit, kind, request, status)
        select ${mine}, 'a#' || n, 'a', n, 'mail', '{}', 'done' from ${numbers}`,
      sql`insert into review_event (execution_id, event_type, metadata)
        select ${mine}, 'note_added', '{}' from ${numbers}`,
      sql`insert into event (id, api_client_id, execution_id, name, body)
        select gen_random_uuid(), ${caller.clientId}, ${mine}, 'execution.completed', '{}' from ${numbers}`,
      sql`insert into mail_message (message_id, execution_id, api_client_id, effect_id, sender, recipient, raw)
        select '<' || f.id || '@timeline.example>', ${mine}, ${caller.clientId}, f.id, 'a', 'b', ''
        from effect f where f.execution_id = ${mine} and f.visit >= ${from}`,
    ];
    for (const statement of statements) await statement.execute(gateway.db.kysely);
  };
  const lengths = async () => {
    const { data } = await caller.api.get(`/executions/${id}/timeline`);
    const { steps, effects, reviews, events, mails } = data as Record<string, unknown[]>;
    return [data.truncated, ...[steps, effects, reviews, events, mails].map((list) => list?.length)];
  };
  await insertMany(999, 1);
  expect(await lengths()).toEqual([false, 999, 999, 999, 999, 999]);
  await insertMany(2, 1_000);
  expect(await lengths()).toEqual([true, 1_000, 1_000, 1_000, 1_000, 1_000]);
});

// Rules: 9.1.3
test('a review says whether it is about the person or about a letter, whatever happened to it', async () => {
  const id = await executionOf(caller);
  await park(gateway.db, id, ['notice', 'decision']);
  await caller.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
  await caller.api.post(`/executions/${id}/review_notes`, { note: 'x' });
  const decide = (decision: string, node_id: string) =>
    caller.api.post(`/executions/${id}/review_decisions`, { decision, node_id });
  expect([(await decide('denied', 'node0')).status, (await decide('denied', 'node1')).status]).toEqual([200, 200]);
  const { reviews } = (await caller.api.get(`/executions/${id}/timeline`)).data;
  expect(reviews.map(({ event_type: type, kind }: { event_type: string; kind: string }) => [type, kind])).toEqual([
    ['assigned', 'notice'],
    ['note_added', null],
    ['denied', 'notice'],
    ['denied', 'decision'],
  ]);
});

// Rules: 6.7.9
test('a report that came when nobody waited for it any more is shown with its pull, and nothing of it', async () => {
  const id = await executionOf(caller);
  const came = new Date('2026-03-02T10:00:00.000Z').toISOString();
  const pull = { execution_id: id, node_id: 'credit', visit: 1, kind: 'live_pull' } as const;
  const request = asJson({ kind: 'live_pull', key: 'pull', product_code: 'credit_report' } as const);
  await gateway.db.kysely
    .insertInto('effect')
    .values([
      { ...pull, key: 'a', request, status: 'failed', result: asJson({ report: { score: 700 }, came_at: came }) },
      { ...pull, key: 'b', request, status: 'done', result: asJson({ report: { score: 700 } }) },
    ])
    .execute();
  const { data } = await caller.api.get(`/executions/${id}/timeline`);
  const pulls = data.effects.filter(({ kind }: { kind: string }) => kind === 'live_pull');
  expect(pulls).toMatchObject([{ report_came_at: came }, { report_came_at: null }]);
  expect(JSON.stringify(pulls)).not.toContain('700');
});

// Rules: 6.10.3, 6.10.5
test('that a vendor corrected a report is shown with its pull, and nothing of it', async () => {
  const id = await executionOf(caller);
  const request = asJson({ kind: 'live_pull', key: 'pull', product_code: 'credit_report' } as const);
  const result = asJson({ report: { score: 640, bureau: 'a', removed: 1 } });
  await gateway.db.kysely
    .insertInto('effect')
    .values({
      execution_id: id,
      node_id: 'credit',
      visit: 1,
      kind: 'live_pull',
      key: 'a',
      request,
      status: 'done',
      result,
    })
    .execute();
  const versions = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'].map((at) => ({
    came_at: at,
    report: { score: 700, bureau: 'a', added: null, 'Ann Lee': 1, '900-10-1002': 2 },
  }));
  await sql`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, poll_at, deadline_at, ended_at, ended_as, corrections)
    select gen_random_uuid(), account_id, api_client_id, id, 1, 'credit', 1, 'credit_report', 'a', now(), now(), now(),
      'reported', ${JSON.stringify(versions)}::jsonb
    from execution where id = ${id}`.execute(gateway.db.kysely);
  const { data } = await caller.api.get(`/executions/${id}/timeline`);
  const pulls = data.effects.filter(({ kind }: { kind: string }) => kind === 'live_pull');
  expect(pulls).toMatchObject([
    { report_corrected_at: versions[1]?.came_at, report_corrected_fields: ['***', 'added', 'removed', 'score'] },
  ]);
  expect(JSON.stringify(pulls)).not.toMatch(/Ann|1002/);
  expect(JSON.stringify(pulls)).not.toContain('700');
  expect((await caller.api.get(`/executions/${id}`)).data.corrected_reports).toEqual([
    {
      ...{ node_id: 'credit', visit: 1, corrected_at: versions[1]?.came_at },
      changes: [
        { field: '900-10-1002', reported: null, corrected_to: 2 },
        { field: 'Ann Lee', reported: null, corrected_to: 1 },
        { field: 'added', reported: null, corrected_to: null },
        { field: 'removed', reported: 1, corrected_to: null },
        { field: 'score', reported: 640, corrected_to: 700 },
      ],
    },
  ]);
  const masked = await gateway.caller({
    of: caller,
    sameClient: true,
    scopes: ['executions:read', 'executions:read:full'],
  });
  const { changes } = (await masked.api.get(`/executions/${id}`)).data.corrected_reports[0];
  expect(changes).toContainEqual({ field: 'score', reported: 640, corrected_to: 700 });
  expect(JSON.stringify(changes)).not.toMatch(/Ann|1002/);
  const narrow = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
  expect((await narrow.api.get(`/executions/${id}`)).data).not.toHaveProperty('corrected_reports');
  const seen = (await narrow.api.get(`/executions/${id}/timeline`)).data.effects;
  expect(seen.find(({ kind }: { kind: string }) => kind === 'live_pull').report_corrected_fields).toBeNull();
});
