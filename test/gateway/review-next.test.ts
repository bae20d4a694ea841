import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { Scope } from '../../core/access.ts';
import { createToken } from '../../platform/identity/index.ts';
import { asJson } from '../../platform/database/index.ts';
import { unguarded } from '../support/transitions.ts';
import { ApiCaller } from './api-caller.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
/** Another reviewer of the same client. */
let colleague: Caller;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  caller = await gateway.caller();
  colleague = await gateway.caller({ of: caller, sameClient: true });
});

async function parked(kind: 'decision' | 'notice' = 'decision', dueAt: string | null = null): Promise<number> {
  const id = await executionOf(caller);
  await park(gateway.db, id, [kind]);
  await gateway.db.kysely
    .updateTable('review_round')
    .set({ due_at: dueAt === null ? null : new Date(dueAt) })
    .where('execution_id', '=', id)
    .execute();
  return id;
}
const next = (who: Caller, body: object = {}, key: string = randomUUID()) =>
  who.api.post('/reviews/next', body, { headers: { 'Idempotency-Key': key } });
const idOf = async (answer: ReturnType<typeof next>) => (await answer).data.execution_id as number;

describe('POST /reviews/next', () => {
  // Rules: 9.3.1
  test('claims the first due review that nobody has, then the oldest without a time limit', async () => {
    const [late, soon, none, taken] = [
      await parked('decision', '2030-01-02T00:00:00Z'),
      await parked('decision', '2020-01-01T00:00:00Z'),
      await parked(),
      await parked('decision', '2019-01-01T00:00:00Z'),
    ];
    await colleague.api.post(`/executions/${taken}/review_assignment`, { assignee: 'me' });
    const first = await next(caller);
    expect(first.data).toMatchObject({ object: 'review', execution_id: soon, assigned_to_user_id: caller.userId });
    expect([await idOf(next(caller)), await idOf(next(caller))]).toEqual([late, none]);
    const { data: events } = await caller.api.get(`/executions/${soon}/review_events`);
    expect(events).toMatchObject([{ event_type: 'assigned', actor_user_id: caller.userId }]);
  });

  // Rules: 9.3.2
  test('gives two people who ask at once two reviews, and nobody one that somebody has', async () => {
    const ids = [];
    for (let count = 0; count < 8; count += 1) ids.push(await parked());
    const asked = Array.from({ length: 12 }, (_, index) => next(index % 2 === 0 ? caller : colleague));
    const answers = await Promise.all(asked);
    const given = answers.filter(({ status }) => status === 200).map(({ data }) => data.execution_id as number);
    expect(given.toSorted((a, b) => a - b)).toEqual(ids);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(4);
  });

  // Rules: 9.3.2
  test('passes over a case that is being decided, and waits for nobody', async () => {
    const [busy, free] = [await parked('decision', '2020-01-01T00:00:00Z'), await parked()];
    await gateway.db.transaction(async (trx) => {
      await trx.selectFrom('execution').select('id').where('id', '=', busy).forUpdate().execute();
      expect(await idOf(next(caller))).toBe(free);
    });
  });

  // Rules: 1.9.8, 18.6.2
  test('and moving or putting off a review store no name with the key, which is shown to who may read it', async () => {
    const id = await executionOf(caller);
    const named = (first: string) =>
      unguarded(gateway.db, (trx) =>
        trx
          .updateTable('execution')
          .set({ payload: asJson({ applicant: { first_name: first, last_name: 'Quist' } }) })
          .where('id', '=', id)
          .execute(),
      );
    await named('Ada');
    await park(gateway.db, id, ['decision']);
    const { clientId, userId } = caller;
    const scopes = ['executions:read', 'reviews:decide'] as const;
    const { token } = await createToken(gateway.db.kysely, { clientId, userId, scopes, expiresAt: null });
    const narrow = new ApiCaller(gateway.baseUrl, token);
    const requests = [
      { path: '/reviews/next', body: {} },
      { path: `/executions/${id}/review_queue`, body: { queue: null } },
      { path: `/executions/${id}/review_snooze`, body: { until: new Date(Date.now() + 86_400_000).toISOString() } },
    ];
    for (const { path, body } of requests) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await caller.api.post(path, body, { headers });
      expect([first.status, first.data.applicant_name]).toEqual([200, 'Ada Quist']);
      const again = await caller.api.post(path, body, { headers });
      expect(again.text.replaceAll(/"request_id":"[^"]*"/g, '')).toBe(
        first.text.replaceAll(/"request_id":"[^"]*"/g, ''),
      );
      await named('Eve');
      const renamed = await caller.api.post(path, body, { headers });
      expect([renamed.data, renamed.headers.get('idempotent-replayed')]).toEqual([
        { ...first.data, applicant_name: 'Eve Quist' },
        'true',
      ]);
      await named('Ada');
      const { applicant_name: _name, rules: _rules, ...unnamed } = first.data;
      const shown = await narrow.post(path, body, { headers });
      expect([shown.status, shown.data, shown.headers.get('idempotent-replayed')]).toEqual([200, unnamed, 'true']);
    }
    const stored = await gateway.db.kysely.selectFrom('idempotency_key').select('response_data').execute();
    expect(stored.length).toBeGreaterThan(2);
    expect(JSON.stringify(stored)).not.toContain('Quist');
  });

  // Rules: 1.9.8
  test('a replay shows each caller their own view, whoever used the key first', async () => {
    const id = await executionOf(caller);
    await unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({ payload: asJson({ applicant: { first_name: 'Ada', last_name: 'Quist 900-12-3456' } }) })
        .where('id', '=', id)
        .execute(),
    );
    await park(gateway.db, id, ['decision']);
    const { clientId, userId } = caller;
    const callerWith = async (...more: readonly Scope[]) => {
      const scopes: readonly Scope[] = ['executions:read', 'reviews:decide', ...more];
      const { token } = await createToken(gateway.db.kysely, { clientId, userId, scopes, expiresAt: null });
      return new ApiCaller(gateway.baseUrl, token);
    };
    const views = [
      { caller: await callerWith('executions:read:full', 'pii:read'), sees: 'Ada Quist 900-12-3456' },
      { caller: await callerWith('executions:read:full'), sees: 'Ada Quist ***-**-3456' },
      { caller: await callerWith(), sees: undefined },
    ];
    const requests = [
      { path: `/executions/${id}/review_queue`, body: { queue: null } },
      { path: `/executions/${id}/review_snooze`, body: { until: new Date(Date.now() + 86_400_000).toISOString() } },
    ];
    for (const { path, body } of requests) {
      for (const first of views) {
        const headers = { 'Idempotency-Key': randomUUID() };
        for (const { caller: each, sees } of [first, ...views]) {
          const { status, data } = await each.post(path, body, { headers });
          expect([status, data.applicant_name]).toEqual([200, sees]);
        }
      }
    }
  });

  test('under one Idempotency-Key claims one review, however often it is sent', async () => {
    await parked();
    await parked();
    const key = randomUUID();
    const [first, again] = [await next(caller, {}, key), await next(caller, {}, key)];
    expect(again.data).toEqual(first.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await caller.api.get('/reviews')).body.meta.counts).toMatchObject({ assigned_to_me: 1, unassigned: 1 });
  });

  // Rules: 9.3.1
  test('takes those of a kind or a workflow alone', async () => {
    const [decision, letter] = [await parked(), await parked('notice')];
    const { workflow_id: workflowId } = (await caller.api.get(`/executions/${letter}`)).data;
    expect(await idOf(next(caller, { kind: 'notice' }))).toBe(letter);
    expect((await next(caller, { workflow_id: workflowId })).status).toBe(404);
    expect(await idOf(next(caller))).toBe(decision);
    const { error } = await next(caller, { kind: 'letter' });
    expect(error).toMatchObject({ code: 'validation_failed', details: [{ field: 'kind' }] });
  });

  // Rules: 9.3.3
  test('finds nothing of another client, and nothing live without production access', async () => {
    const live = await parked();
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ execution_mode: 'live' }).where('id', '=', live).execute(),
    );
    const others = [caller, await gateway.caller(), await gateway.caller({ of: caller })];
    for (const one of others) {
      const { status, error } = await next(one);
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
  });
});
