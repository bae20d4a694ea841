import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { BusError, connectBus, SUBJECTS } from '../../platform/nats/index.ts';
import { testEnvironment } from '../support/environment.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { compilerReply } from './compiler.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** The generator's reply; the built-in compiler's unless a test sets another. */
let reply: (request: JsonObject) => Promise<Json>;
let asked = 0;
let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  reply = compilerReply;
  gateway = await startGateway({
    generator: (_subject, payload) => {
      asked += 1;
      return reply(payload as JsonObject);
    },
  });
  caller = await gateway.caller({ productionAccess: true });
});
afterAll(() => gateway.stop());

const BANDS = 'Approve if the credit score is at least 700. Review from 600 to 699. Deny below 600.';
const post = (body: object, headers: Record<string, string> = {}) =>
  caller.api.post('/workflows/generate', body, { headers });
const countWorkflows = async (): Promise<number> =>
  (await gateway.db.kysely.selectFrom('workflow').select('id').execute()).length;

describe('generating a cascade', () => {
  // Rules: 2.6.1, 2.6.2
  test('saves a draft with a note and how it was made', async () => {
    const { status, data } = await post({ prompt: BANDS });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      object: 'workflow',
      active: false,
      warnings: [],
      use_case: 'tenant_screening',
      note: expect.stringContaining('draft'),
      generation: { model: 'builtin-1', repaired: false, warnings: [], unrecognized: [] },
    });
    const { data: read } = await caller.api.get(`/workflows/${data.id}`);
    expect(read.definition).toEqual(data.definition);
  });

  test('with create false is a preview, and nothing is saved', async () => {
    const before = await countWorkflows();
    const { status, data } = await post({ prompt: BANDS, create: false, name: 'Mine' });
    expect([status, data.object, data.valid, data.name]).toEqual([200, 'cascade_generation', true, 'Mine']);
    expect(await countWorkflows()).toBe(before);
  });

  // Rules: 2.8.11, 2.8.14
  test('reads a preview back by paths, and the saved cascade by what the account calls them', async () => {
    const field = '/fields/applicant.monthly_payment';
    expect(
      (
        await caller.api.call('PUT', field, {
          body: { type: 'number', label: 'Instalment', unit: 'USD', kind: 'fact' },
        })
      ).status,
    ).toBe(200);
    const prompt = 'Approve if monthly income is at least 3 times the payment. Otherwise deny.';
    const { data: preview } = await post({ prompt, create: false });
    expect(preview.reading.rules[0].read_as).toContain('3 times the field applicant.monthly_payment');
    const { data: saved } = await post({ prompt });
    const { data: reading } = await caller.api.get(`/workflows/${saved.id}/reading`);
    expect(reading.rules[0].read_as).toContain('3 times the instalment');
    await caller.api.call('DELETE', field);
  });

  // Rules: 2.6.3
  test('of words that are not understood is generation_failed, quotes them and saves nothing', async () => {
    const before = await countWorkflows();
    const { status, error } = await post({ prompt: 'Deny anyone with a large dog. Approve the rest.' });
    expect([status, error.code]).toEqual([422, 'generation_failed']);
    expect(error.details[0].message).toContain('large dog');
    const { data } = await post({ prompt: 'Deny anyone with a large dog. Approve the rest.', create: false });
    expect([data.valid, data.definition, data.errors[0].field]).toEqual([false, [], 'prompt']);
    expect(await countWorkflows()).toBe(before);
  });

  test.each([
    ['no prompt', {}],
    ['an empty prompt', { prompt: '' }],
    ['a blank prompt', { prompt: '  ' }],
    ['a prompt of 5,001 characters', { prompt: 'x'.repeat(5_001) }],
  ])('%s is validation_failed', async (_, body) => {
    const { status, error } = await post(body);
    expect([status, error.code, error.details[0].field]).toEqual([422, 'validation_failed', 'prompt']);
  });

  test('a repeat under the same key replays the response and asks nobody', async () => {
    const headers = { 'Idempotency-Key': 'generate-1' };
    const first = await post({ prompt: BANDS }, headers);
    const before = asked;
    const second = await post({ prompt: BANDS }, headers);
    expect([second.status, second.data, asked]).toEqual([201, first.data, before]);
    expect((await post({ prompt: `${BANDS} ` }, headers)).error.code).toBe('idempotency_conflict');
  });

  // Rules: 1.9.4
  test('two at once under one key ask once: the second waits for the first, and another body conflicts', async () => {
    const headers = { 'Idempotency-Key': 'generate-2' };
    const [before, saved] = [asked, await countWorkflows()];
    const gate = Promise.withResolvers<void>();
    reply = async (request) => (await gate.promise, compilerReply(request));
    const first = post({ prompt: BANDS }, headers);
    await until(() => asked > before);
    const second = post({ prompt: BANDS }, headers);
    expect((await post({ prompt: 'Something else.' }, headers)).error.code).toBe('idempotency_conflict');
    gate.resolve();
    const answers = await Promise.all([first, second]);
    reply = compilerReply;
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1].data).toEqual(answers[0].data);
    expect(answers.map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect([asked, await countWorkflows()]).toEqual([before + 1, saved + 1]);
  });

  // Rules: 1.9.4
  test('the key of one that failed is free again', async () => {
    const headers = { 'Idempotency-Key': 'generate-3' };
    reply = () => Promise.reject(new BusError('no_responders', 'x'));
    expect((await post({ prompt: BANDS }, headers)).status).toBe(503);
    reply = compilerReply;
    expect((await post({ prompt: 'Deny anyone with a large dog.' }, headers)).status).toBe(422);
    expect((await post({ prompt: BANDS }, headers)).status).toBe(201);
  });

  // Rules: 1.9.4
  test('the key of a process that died is taken over, and a late response of the dead is not saved', async () => {
    const headers = { 'Idempotency-Key': 'generate-4' };
    const [before, saved] = [asked, await countWorkflows()];
    const gate = Promise.withResolvers<void>();
    reply = async (request) => (await gate.promise, compilerReply(request));
    const late = post({ prompt: BANDS }, headers);
    await until(() => asked > before);
    const ended = await gateway.db.kysely
      .updateTable('idempotency_key')
      .set({ reserved_until: new Date(0) })
      .where('reserved_until', 'is not', null)
      .executeTakeFirst();
    expect(ended.numUpdatedRows).toBe(1n);
    reply = compilerReply;
    const taken = await post({ prompt: BANDS }, headers);
    gate.resolve();
    expect([taken.status, (await late).status]).toEqual([201, 503]);
    expect((await post({ prompt: BANDS }, headers)).data).toEqual(taken.data);
    expect(await countWorkflows()).toBe(saved + 1);
  });

  // Rules: 2.9.28
  test('a preview lists what the saved cascade would be warned of', async () => {
    const definition: JsonObject[] = [
      { id: 'start', type: 'ApplicantSource', next_step: ['mail'] },
      { id: 'mail', type: 'Action', action_type: 'SendEmail' },
    ];
    reply = () =>
      Promise.resolve({ ok: true, generation: { ok: true, name: 'x', model: 'm', repaired: false, definition } });
    const { data } = await post({ prompt: BANDS, create: false });
    const saved = await caller.api.post('/workflows', { name: 'x', definition });
    const { data: version } = await caller.api.get(`/workflows/${saved.data.id}/versions/1`);
    reply = compilerReply;
    expect(data.definition_warnings).toMatchObject([{ code: 'action_not_configured', node_id: 'mail' }]);
    expect(saved.data.warnings).toEqual(data.definition_warnings);
    expect(version.warnings).toEqual(data.definition_warnings);
    expect(data.warnings).toEqual([]);
  });

  test.each<[string, () => Promise<Json>]>([
    ['is away', () => Promise.reject(new BusError('no_responders', 'x'))],
    ['dies while it works', () => Promise.reject(new BusError('timeout', 'x'))],
    [
      'is full',
      () => Promise.resolve({ ok: false, code: 'service_unavailable', message: 'The generator is busy.', details: [] }),
    ],
  ])('is a clean 503 that saved nothing if the generator %s', async (_, unavailable) => {
    reply = unavailable;
    const before = await countWorkflows();
    const { status, error } = await post({ prompt: BANDS });
    reply = compilerReply;
    expect([status, error.code]).toEqual([503, 'service_unavailable']);
    expect(await countWorkflows()).toBe(before);
  });

  // Rules: 2.6.17
  test('is a 500 at once, by a real NATS, if the handler throws: no other replica is asked, and no fault is told', async () => {
    const options = { urls: [testEnvironment('NATS_URL')], subjectPrefix: `test-${randomUUID()}`, name: 'test' };
    const bus = connectBus({ ...options, log: createLogger('test', 'silent') });
    await until(() => bus.isUp());
    let calls = 0;
    for (let replica = 1; replica <= 3; replica += 1) {
      bus.subscribe(SUBJECTS.generate, 'generator', () => {
        calls += 1;
        throw new Error('the secret of the fault');
      });
    }
    reply = (request) =>
      bus.request(SUBJECTS.generate, request, PATIENCE_MS, { watch: { silenceMs: PATIENCE_MS, attempts: 3 } });
    const saved = await countWorkflows();
    const headers = { 'Idempotency-Key': 'generate-throws' };
    const { status, error } = await post({ prompt: 'Misdemeanors older than 5 years are okay.' }, headers);
    const preview = await post({ prompt: 'Misdemeanors older than 5 years are okay.', create: false });
    reply = compilerReply;
    await bus.drain();
    expect([status, error.code, error.details]).toEqual([500, 'internal_error', []]);
    expect([preview.status, preview.error.code]).toEqual([500, 'internal_error']);
    expect(JSON.stringify([error, preview.error])).not.toContain('secret');
    expect([calls, await countWorkflows()]).toEqual([2, saved]);
    // The key is free again.
    expect((await post({ prompt: BANDS }, headers)).status).toBe(201);
  });

  // Rules: 2.6.2
  test('never saves a definition that is not valid, whoever sent it', async () => {
    reply = () =>
      Promise.resolve({ ok: true, generation: { ok: true, name: 'x', definition: [{ id: 'a', type: 'Walk' }] } });
    const { error } = await post({ prompt: BANDS });
    reply = compilerReply;
    expect(error.code).toBe('generation_failed');
  });
});

describe('simulating a cascade', () => {
  /** The number of rows of each table, without the API's limits, which count every request. */
  const rowsWritten = async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_stat_user_tables where relname <> 'rate_window' order by 1`.execute(
      gateway.db.kysely,
    );
    return Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql<{ n: string }>`select count(*) as n from ${sql.id(name)}`.execute(gateway.db.kysely);
        return [name, rows[0]?.n];
      }),
    );
  };
  const report = (score: number) => ({ ...PRODUCTS.credit_report.synthetic({}, '2026-01-05', {}), score });

  // Rules: 2.7.4, 2.7.5
  test('takes the branch of each example, and leaves no trace', async () => {
    const { data } = await post({ prompt: BANDS });
    const before = await rowsWritten();
    expect(data.generation.explanation.branches).toHaveLength(7);
    for (const { node_id: node, branch, example } of data.generation.explanation.branches) {
      const { status, data: run } = await caller.api.post(`/workflows/${data.id}/simulate`, {
        ...example,
        decisions: { ask: 'approved' },
      });
      expect([status, run.step_outputs[node].branch]).toEqual([200, branch]);
    }
    expect(await rowsWritten()).toEqual(before);
  });

  // Rules: 2.7.4
  test('explains each notice that would be issued', async () => {
    const { data } = await post({ prompt: BANDS });
    const payload = { applicant: { first_name: 'Ann', email: 'ann@example.com' } };
    const simulate = async (score: number, decisions: object = {}) => {
      const reports = { credit_report: report(score) };
      return (await caller.api.post(`/workflows/${data.id}/simulate`, { payload, reports, decisions })).data;
    };
    const { outcome, explanation } = await simulate(599);
    expect([outcome, explanation.notices]).toMatchObject([
      'denied',
      [{ node_id: 'deny', would_have_changed: { values: [{ field: 'score', actual: 599, value: 600 }] } }],
    ]);
    expect(explanation.notices[0].summary.join(' ')).toContain('599');
    expect((await simulate(700)).explanation.notices).toEqual([]);
    const [denied] = (await simulate(650, { ask: 'denied' })).explanation.notices;
    expect(denied.would_have_changed.decisions).toEqual([{ node_id: 'ask', visit: 1, decision: 'approved' }]);
    expect((await simulate(650)).stopped_at).toBe('ask');
  });

  // Rules: 2.7.2
  test('takes a part of a report, and fills the rest as test mode does', async () => {
    const { data } = await post({ prompt: BANDS });
    const payload = { applicant: { first_name: 'Ann', email: 'ann@example.com' } };
    const simulate = async (reports?: object) =>
      (await caller.api.post(`/workflows/${data.id}/simulate`, { payload, ...(reports ? { reports } : {}) })).data;
    const rest = (await simulate()).step_outputs;
    const node = Object.keys(rest).find((id) => 'score' in rest[id]) ?? '';
    const { outcome, step_outputs: outputs } = await simulate({ credit_report: { score: 599 } });
    expect([outcome, outputs[node]]).toEqual(['denied', { ...rest[node], score: 599 }]);
  });

  test.each([
    ['its product cannot give', { credit_report: { score: 900 } }, 'reports.credit_report.score'],
    ['is of no product', { palm_reading: {} }, 'reports.palm_reading'],
  ])('refuses a report that %s', async (_what, reports, field) => {
    const { data } = await post({ prompt: BANDS });
    const { error } = await caller.api.post(`/workflows/${data.id}/simulate`, { reports });
    expect(error.details).toEqual([{ field, message: expect.any(String) }]);
  });
});
