import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer } from '../../cli/program.ts';
import { denyingBelow850 } from '../executor/support/definitions.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/* A denied person whose letter had no address: the command line corrects it, and the letter is sent. */

const FELIX = { first_name: 'Felix', last_name: 'Ashdown', date_of_birth: '1984-12-21', ssn: '900-10-1003' };

let stack: SharedStack;
let folder: string;
let token: string;
let denied: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-re-evaluations-'));
  stack = await sharedStack();
  token = (await stack.createCaller()).token;
  const { id } = await api('/workflows', {
    name: 'Denied',
    definition: denyingBelow850('{{applicant.contact.email}}'),
  });
  denied = Number((await api(`/workflows/${String(id)}/trigger`, { payload: { applicant: FELIX } })).id);
  await until(async () => (await execution(denied)).status === 'failed');
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function api(path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': path },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { data: Record<string, unknown> }).data;
}
const execution = (id: number) => api(`/executions/${id}`);

async function reEvaluate(id: number, corrections: string | null, ...more: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const file = join(folder, 'corrections.json');
  if (corrections !== null) await writeFile(file, corrections);
  const flags = corrections === null ? [] : ['--corrections', file];
  const address = ['--base-url', stack.baseUrl, '--token-env', 'TOKEN'];
  const code = await administer(['--json', 'executions', 're-evaluate', String(id), ...flags, ...address, ...more], {
    env: { DATABASE_URL: stack.databaseUrl, TOKEN: token },
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { code, err: err.join(''), made: code === 0 ? (JSON.parse(out.join('')) as { id: number }) : null };
}

const ADDRESS = JSON.stringify({ 'applicant.contact.email': 'felix.ashdown@example.com' });
const WHY = ['--reason', 'The applicant gave it by phone.'];

describe('executions re-evaluate', () => {
  // Rules: 13.4.9
  test('corrects the address of a denied person, and the letter goes there; repeated it makes no second execution', async () => {
    const { code, err, made } = await reEvaluate(denied, ADDRESS, ...WHY);
    expect([code, err, made]).toEqual([
      0,
      '',
      {
        object: 'execution',
        id: expect.any(Number),
        re_evaluated_from: denied,
        status: 'pending',
        execution_mode: 'test',
      },
    ]);
    const id = made?.id ?? 0;
    await until(async () => (await execution(id)).status === 'completed');
    expect(await execution(id)).toMatchObject({ outcome: 'denied', notices_due: [] });
    expect(await api(`/executions/${id}/notice_artifacts`)).toMatchObject([{ status: 'sent' }]);

    const repeated = await reEvaluate(denied, ADDRESS, ...WHY);
    expect([repeated.made?.id, repeated.err]).toEqual([
      id,
      'This was asked for before; with --again it runs once more.\n',
    ]);
    const again = await reEvaluate(denied, ADDRESS, ...WHY, '--again');
    expect(again.made?.id).toBeGreaterThan(id);
  });

  test('without corrections runs on what there is', async () => {
    expect((await reEvaluate(denied, null, '--fresh-reports')).made).toMatchObject({ re_evaluated_from: denied });
  });

  // Rules: 13.4.9
  test.each([
    [
      '{"applicant.mail": "felix@example.com"}',
      WHY,
      /^Nothing was evaluated again:\n {2}applicant\.mail: .*applicant\.contact\.email/,
    ],
    [ADDRESS, [], /^Nothing was evaluated again:\n {2}reason: is required/],
    ['{"applicant.first_name": "Fel', WHY, /corrections\.json holds no JSON\.\n$/],
    ['{"a.b": 1, "a.b": 2}', WHY, /corrections\.json cannot be used: .*is there twice/],
    ['[]', WHY, /corrections\.json must hold an object/],
  ])('refuses %s by its path, and quotes no value', async (corrections, more, message) => {
    const { code, err } = await reEvaluate(denied, corrections, ...more);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(err).not.toMatch(/felix@|Fel\b/);
  });

  test('of an execution that the client does not have says so', async () => {
    expect((await reEvaluate(999_999_999, null)).err).toBe("The token's API client has no execution 999999999.\n");
  });
});
