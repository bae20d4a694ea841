import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import type { Json } from '../../core/json.ts';
import { connectBus, type Bus } from '../../platform/nats/index.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { testEnvironment } from '../support/environment.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { until } from '../support/until.ts';
import { pino } from 'pino';

let stack: SharedStack;
let bus: Bus;
beforeAll(async () => {
  stack = await sharedStack();
  bus = connectBus({
    urls: [testEnvironment('NATS_URL')],
    subjectPrefix: stack.env.NATS_SUBJECT_PREFIX ?? '',
    name: 'test',
    log: pino({ level: 'silent' }),
  });
  await until(() => bus.isUp());
});
afterAll(async () => {
  await bus?.drain();
  await stack?.stop();
});

const ask = (subject: string, payload: Json): Promise<Json> =>
  bus.request(`generator.${subject}`, payload, PATIENCE_MS);

test('is ready', async () => {
  expect((await fetch(`${stack.opsUrl('generator')}/readyz`)).status).toBe(200);
});

test('compiles a prompt', async () => {
  const prompt = 'Approve if the credit score is at least 700, otherwise deny.';
  const answer = await ask('generate', { prompt, name: 'Mine', use_case: 'tenant_screening' });
  expect(answer).toMatchObject({ ok: true, generation: { ok: true, name: 'Mine', model: 'builtin-1' } });
});

test.each<[string, Json, string[]]>([
  ['nothing', null, ['']],
  ['no prompt', {}, ['prompt']],
  ['an empty prompt', { prompt: '' }, ['prompt']],
  ['a blank prompt', { prompt: '   ' }, ['prompt']],
  ['a prompt over 5000 characters', { prompt: 'x'.repeat(5_001) }, ['prompt']],
  ['several faults', { prompt: 7, name: 7, use_case: [] }, ['prompt', 'name', 'use_case']],
])('lists what is wrong with %s', async (_, request, fields) => {
  const answer = await ask('generate', request);
  expect(answer).toMatchObject({ ok: false, code: 'validation_failed' });
  const { details } = answer as { details: { field: string; message: string }[] };
  expect([...new Set(details.map(({ field }) => field))]).toEqual(fields);
});

test('takes a prompt of 5000 characters, each of which may be two code units', async () => {
  expect(await ask('generate', { prompt: '😀'.repeat(5_000) })).toMatchObject({ ok: true, generation: { ok: false } });
});

test('checks a definition as saving it would', async () => {
  const start = { id: 'a', type: 'ApplicantSource', next_step: ['b'] };
  const end = { id: 'b', type: 'ShowResults' };
  expect(await ask('validate', { definition: [start, end] })).toEqual({ ok: true, valid: true, errors: [] });
  const wrong = await ask('validate', { definition: [start] });
  expect(wrong).toMatchObject({ ok: true, valid: false });
  expect((wrong as { errors: { field: string }[] }).errors[0]?.field).toBe('definition[0].next_step[0]');
});

test('refuses a request without a definition', async () => {
  expect(await ask('validate', [])).toMatchObject({ ok: false, code: 'malformed_request' });
});
