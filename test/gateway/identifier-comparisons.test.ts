import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '../../core/access.ts';
import { executionOf } from './executions-support.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* A masked number must not be revealed by the paths of runs (rules 2.11 and 13.3.6). */

let gateway: TestGateway;
let reader: Caller;
let author: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  reader = await gateway.caller();
  const scopes: Scope[] = SCOPES.filter((scope) => scope !== 'pii:read');
  author = await gateway.caller({ of: reader, sameClient: true, scopes });
});
afterAll(() => gateway.stop());

const asking = (condition: object, fields?: object) => [
  {
    id: 'start',
    type: 'ApplicantSource',
    ...(fields === undefined ? {} : { config: { fields } }),
    next_step: ['decide'],
  },
  { id: 'decide', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
];
const SSN = { source_node_id: 'start', field: 'applicant.ssn', operator: 'starts_with', value: '900' };
const IS_THERE = { source_node_id: 'start', field: 'applicant.ssn', operator: 'is_not_empty' };
const save = (definition: object, by = author) => by.api.post('/workflows', { name: 'Asking', definition });

describe('a cascade that compares what an identifier is', () => {
  // Rules: 2.11.1
  test('is saved by who may read it, with a warning', async () => {
    const { status, data } = await save(asking(SSN), reader);
    expect(status).toBe(201);
    expect(data.warnings).toContainEqual(expect.objectContaining({ code: 'compares_identifier', node_id: 'decide' }));
  });

  // Rules: 2.11.1
  test('is refused to others, however it is saved', async () => {
    const plain = (await save(asking(IS_THERE))).data;
    const foul = (await save(asking(SSN), reader)).data;
    await reader.api.patch(`/workflows/${foul.id}`, { definition: asking(IS_THERE) });
    const path = `/workflows/${plain.id}`;
    const answers = [
      await save(asking(SSN)),
      await author.api.patch(path, { definition: asking(SSN) }),
      await author.api.post(`${path}/activation_requests`, { definition: asking(SSN) }),
      await author.api.post(`/workflows/${foul.id}/versions/1/restore`, {}),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
      answers.map(() => [403, 'insufficient_scope']),
    );
    expect(answers[0]?.error.details).toEqual([
      {
        field: 'definition',
        message: 'decide compares `applicant.ssn`, which is an identifier: that needs the scope pii:read',
      },
    ]);
  });

  // Rules: 2.11.2
  test('may be changed otherwise by whoever may change it', async () => {
    const { data } = await save(asking(SSN), reader);
    const more = [...asking(SSN), { id: 'end', type: 'ShowResults' }];
    expect((await author.api.patch(`/workflows/${data.id}`, { definition: more })).status).toBe(200);
    const other = await author.api.patch(`/workflows/${data.id}`, { definition: asking({ ...SSN, value: '901' }) });
    expect(other.error.code).toBe('insufficient_scope');
  });

  // Rules: 2.11.1
  test('is refused by what the account declares, whatever the cascade says of the same field', async () => {
    await reader.api.call('PUT', '/fields/loan.passport', {
      body: { type: 'text', label: 'passport', kind: 'identifier' },
    });
    const condition = { source_node_id: 'start', field: 'context.loan.passport', operator: 'contains', value: '9' };
    expect((await save(asking(condition))).error.code).toBe('insufficient_scope');
    const fields = { 'loan.passport': { type: 'text', label: 'passport', kind: 'fact' } };
    expect((await save(asking(condition, fields))).error.code).toBe('insufficient_scope');
    expect((await save(asking(condition, fields), reader)).status).toBe(201);
  });

  // Rules: 2.11.3
  test('is saved if it asks whether there is one', async () => {
    expect((await save(asking(IS_THERE))).status).toBe(201);
  });
});

describe('re-evaluations of one execution', () => {
  const ended = async () => {
    const id = await executionOf(reader);
    await end(id);
    return id;
  };
  const end = (id: number, status = 'completed') =>
    unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({ status: status as 'completed' })
        .where('id', '=', id)
        .execute(),
    );
  const again = (id: number) =>
    reader.api.post(`/executions/${id}/re_evaluations`, {}, { headers: { 'Idempotency-Key': randomUUID() } });

  // Rules: 13.3.6
  test('are ten in a day, the re-evaluations of its re-evaluations included', async () => {
    const first = await ended();
    let last = first;
    for (let count = 0; count < 10; count += 1) {
      const { status, data } = await again(count % 2 === 0 ? first : last);
      expect(status).toBe(202);
      last = data.id;
      await end(last);
    }
    for (const id of [first, last]) {
      const { status, error, headers } = await again(id);
      expect([status, error.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    }
    expect((await again(await ended())).status).toBe(202);
    await gateway.db.kysely
      .updateTable('execution')
      .set({ created_at: new Date(Date.now() - 86_401_000) })
      .where('re_evaluated_from', '=', first)
      .execute();
    expect((await again(first)).status).toBe(202);
  });

  // Rules: 13.3.6
  test('that are asked for many at once count too: one beyond its day is skipped', async () => {
    const first = await ended();
    for (let count = 0; count < 9; count += 1) await end((await again(first)).data.id);
    const last = (await again(first)).data.id;
    await end(last, 'failed');
    const found = (await reader.api.get('/executions?filter[status]=failed&filter[unresolved]=true')).body.meta
      .total_count;
    const { status, data } = await reader.api.post(
      '/executions/re_evaluations',
      { expected_count: found },
      { headers: { 'Idempotency-Key': randomUUID() } },
    );
    expect(status).toBe(202);
    expect(data).toMatchObject({ accepted_count: found - 1, skipped_count: 1 });
    expect(data.executions.map((each: { re_evaluated_from: number }) => each.re_evaluated_from)).not.toContain(last);
  });
});
