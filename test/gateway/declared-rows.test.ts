import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* The rows of a batch are checked against the types that the account declared. */

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const declare = (by: Caller, path: string, body: object) => by.api.call('PUT', `/fields/${path}`, { body });
const account = async () => {
  const caller = await gateway.caller({ productionAccess: true });
  const { id } = (await caller.api.post('/workflows', { name: 'Simple', definition: SIMPLE })).data;
  const send = (body: object, key = randomUUID()) =>
    caller.api.post(`/workflows/${id}/batches`, body, { headers: { 'Idempotency-Key': key } });
  return { caller, send };
};
const dti = (value: unknown) => ({ applicant: { dti: value } });

// Rules: 17.8.1
test('a row with a value of another type refuses the batch, by row and path; others that are wrong too', async () => {
  const { caller, send } = await account();
  await declare(caller, 'applicant.dti', { type: 'number' });
  const key = randomUUID();
  const late = { applicant: { esign_consent: '31.12.2025' } };
  const refused = await send({ rows: [dti(1), dti('n/a'), dti(''), late], execution_mode: 'live' }, key);
  expect([refused.status, refused.error.details]).toEqual([
    422,
    [
      { field: 'rows[1].applicant.dti', message: 'must be a number: so it is declared' },
      { field: 'rows[3].applicant.esign_consent', message: expect.stringMatching(/ISO 8601/) },
    ],
  ]);
  const many = await send({ rows: Array.from({ length: 300 }, () => dti({})) });
  expect([many.error.details.length, many.error.message]).toEqual([100, expect.stringContaining('300')]);
  // The key is free.
  expect((await send({ rows: [dti('0.4')] }, key)).status).toBe(202);
});

// Rules: 17.8.2
test('with `skip` the batch runs without rows that are wrong, says which, and replays that', async () => {
  const { caller, send } = await account();
  await declare(caller, 'applicant.dti', { type: 'number' });
  const key = randomUUID();
  const SKIPPED = {
    ...{ count: 1, rows: [1] },
    faults: [{ field: 'rows[1].applicant.dti', message: 'must be a number: so it is declared' }],
  };
  const body = { rows: [dti(1), dti('n/a'), { ...dti(2), external_reference: 'c' }], on_invalid_rows: 'skip' };
  const first = await send(body, key);
  expect(first.data).toMatchObject({
    total_count: 2,
    skipped_rows: SKIPPED,
    warnings: [{ code: 'invalid_row', field: 'rows[1].applicant.dti' }],
  });
  expect((await caller.api.get(`/batches/${first.data.id}`)).data.skipped_rows).toEqual(SKIPPED);
  const { data: rows } = await caller.api.get(`/batches/${first.data.id}/executions`);
  expect(rows).toMatchObject([{ row_index: 0 }, { row_index: 2, external_reference: 'c' }]);
  const [act] = (await caller.api.get('/audit_events?filter[action]=batch.created')).data;
  expect(act.detail).toMatchObject({ rows: 3, skipped: 1 });

  await declare(caller, 'applicant.dti', { type: 'text' });
  expect((await send(body, key)).data).toEqual(first.data);
  expect((await send({ ...body, on_invalid_rows: 'refuse' }, key)).error.code).toBe('idempotency_conflict');
  expect((await send({ rows: [dti([])], on_invalid_rows: 'skip' })).error.details).toMatchObject([
    { field: 'rows[0].applicant.dti' },
  ]);
  expect((await send({ rows: [dti('x')] })).data).not.toHaveProperty('skipped_rows');
});

// Rules: 17.8.6
test('of many faults the first hundred are kept, and no name of a member that may be a value', async () => {
  const { caller, send } = await account();
  await declare(caller, 'applicant.dti', { type: 'number' });
  const wrong = Array.from({ length: 120 }, () => dti('secret-value'));
  const rows = [{ 'Maria 777-45-6781': 1 }, ...wrong, dti(1)];
  const { data } = await send({ rows, on_invalid_rows: 'skip' });
  const { data: batch, text } = await caller.api.get(`/batches/${data.id}`);
  expect(batch.skipped_rows.count).toBe(121);
  expect(batch.skipped_rows.faults.slice(0, 2)).toMatchObject([
    { field: 'rows[0]' },
    { field: 'rows[1].applicant.dti' },
  ]);
  expect([batch.skipped_rows.rows.length, batch.skipped_rows.faults.length]).toEqual([121, 100]);
  expect(text).not.toMatch(/secret-value|777-45/);
});

// Rules: 17.8.1
test('a batch is replayed whatever was declared since, and conflicts before its rows are looked at', async () => {
  const { caller, send } = await account();
  const key = randomUUID();
  const first = await send({ rows: [dti('high')] }, key);
  expect(first.status).toBe(202);
  await declare(caller, 'applicant.dti', { type: 'number' });
  expect((await send({ rows: [dti('high')] }, key)).data).toEqual(first.data);
  expect((await send({ rows: [dti('low')] }, key)).error.code).toBe('idempotency_conflict');
});

// Rules: 17.8.3
describe('other members of a row', () => {
  test('are part of the payload if they are declared', async () => {
    const { caller, send } = await account();
    await declare(caller, 'vehicle.price', { type: 'number' });
    const members = { co_applicant: { first_name: 'Ben' }, loan: { amount: 1 }, vehicle: { price: 2 } };
    const { data } = await send({ rows: [{ ...members, property: null }] });
    const { data: rows } = await caller.api.get(`/batches/${data.id}/executions`);
    const detail = await caller.api.get(`/executions/${rows[0].id}`);
    expect(detail.data.input_context).toMatchObject(members);
    expect(detail.data.input_context).not.toHaveProperty('property');
  });

  test('are refused if they are not, with the one that is meant', async () => {
    const { caller, send } = await account();
    await declare(caller, 'vehicle.price', { type: 'number' });
    const { error } = await send({ rows: [{ vehicel: {}, colour: 1 }] });
    expect(error.details).toEqual([
      { field: 'rows[0].vehicel', message: expect.stringContaining('vehicle') },
      { field: 'rows[0].colour', message: expect.stringContaining('data dictionary') },
    ]);
  });
});
