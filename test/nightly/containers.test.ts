import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RENDER_DEADLINE_MS, RENDER_PATH } from '../../platform/rendering.ts';
import { pagesOf } from '../artifacts/support.ts';
import { ApiCaller, type AnyJson } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { Compose } from './containers/compose.ts';
import { buildImages, podman, readPrograms, STAND_INS, whyNoContainers } from './containers/engine.ts';

/**
 * The images of the Dockerfile under the compose file's own settings, with PostgreSQL, NATS and Temporal in containers
 * of their own. Temporal's is its development server, which needs no `temporal-schema`; the rest of the file is
 * unchanged.
 */
const ROOT = join(import.meta.dirname, '../..');
const RATES = ['RATE_LIMIT_IP_PER_MINUTE', 'RATE_LIMIT_TOKEN_PER_HOUR', 'RATE_LIMIT_APP_PER_5_MINUTES'];
const SERVICES = ['renderer', 'gateway', 'executor', 'webhooks', 'artifacts', 'generator'];

const why = await whyNoContainers();
if (why !== undefined) process.stderr.write(`test/nightly/containers is skipped: ${why}\n`);
const describeWithEngine = why === undefined ? describe : describe.skip;

const LETTER = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          // No score is that high: everybody is denied and gets a letter.
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 849 }] },
        ],
      },
    },
    pass_steps: ['results'],
    fail_steps: ['decline'],
  },
  {
    id: 'decline',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
    next_step: ['results'],
  },
  { id: 'results', type: 'ShowResults' },
];

function passwords(): Record<string, string> {
  const database = ['CASCADE', 'TEMPORAL', 'GATEWAY', 'EXECUTOR', 'WEBHOOKS', 'ARTIFACTS'].map((name) => `${name}_DB`);
  const nats = ['GATEWAY', 'EXECUTOR', 'WEBHOOKS', 'ARTIFACTS', 'GENERATOR'].map((name) => `${name}_NATS`);
  return Object.fromEntries(
    ['POSTGRES', ...database, ...nats].map((name) => [`${name}_PASSWORD`, randomBytes(16).toString('hex')]),
  );
}

let compose: Compose;
let api: ApiCaller;
let token: string;
let workflowId: number;

async function bringUp(): Promise<void> {
  compose = new Compose({
    path: join(ROOT, 'docker-compose.yml'),
    project: `cascade-${randomUUID().slice(0, 8)}`,
    variables: {
      ...passwords(),
      ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      // Repeated reading is no attack here.
      ...Object.fromEntries(RATES.map((name) => [name, '1000000'])),
    },
    imageOf: { ...STAND_INS, 'temporal-namespace': STAND_INS.temporal },
  });
  const { gateway, renderer } = compose.file.services;
  await buildImages({ services: gateway?.image ?? '', renderer: renderer?.image ?? '' });
  await readPrograms(`localhost/${renderer?.image ?? ''}`);
  await compose.createNetworks();
  await Promise.all(['postgres', 'nats', 'temporal'].map((service) => compose.start(service)));
  await compose.run('temporal-namespace');
  await compose.run('migrate');
  await Promise.all(SERVICES.map((service) => compose.start(service)));
}

async function createCaller(): Promise<ApiCaller> {
  const cascade = async (...args: readonly string[]): Promise<AnyJson> =>
    JSON.parse(await compose.run('migrate', ['node', 'cli/cascade.ts', ...args, '--json']));
  const address = ['--address', '1 Main St, Springfield, IL 62701', '--phone', '+1 217 555 0100'];
  await cascade('accounts', 'create', '--name', 'Acme', '--legal-name', 'Acme LLC', ...address);
  await cascade('users', 'create', '--account', '1', '--name', 'Ada Example', '--email', 'ada@example.com');
  await cascade('clients', 'create', '--account', '1', '--name', 'Acme');
  const made = await cascade(
    'tokens',
    'create',
    '--client',
    '1',
    '--user',
    '1',
    '--scopes',
    'all',
    '--expires-in',
    '1d',
  );
  ({ token } = Array.isArray(made) ? made[0] : made);
  return new ApiCaller(`http://127.0.0.1:${compose.portOf('gateway')}`, token);
}

async function trigger(): Promise<number> {
  const applicant = { first_name: 'Dana', last_name: 'Doe', email: 'dana@example.com' };
  const { status, data } = await api.trigger(workflowId, { payload: { applicant } });
  expect(status).toBe(202);
  return data.id;
}

const ended = (id: number): Promise<void> =>
  until(async () => (await api.get(`/executions/${id}`)).data.status === 'completed', 120_000);

/** The text of its letter, which the renderer printed. */
async function letterOf(id: number): Promise<string> {
  let letters: readonly AnyJson[] = [];
  await until(async () => {
    const answer = await api.get(`/executions/${id}/notice_artifacts`);
    if (answer.status !== 200) throw new Error(`GET notice_artifacts: ${answer.status} ${answer.text}`);
    letters = answer.data;
    return letters[0]?.status === 'sent';
  }, 180_000);
  expect(letters.length).toBe(1);
  const url = `http://127.0.0.1:${compose.portOf('gateway')}/api/v1/executions/${id}/notice_artifacts/${letters[0].id}`;
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(' ');
}

/**
 * Sends the renderer a document with one image: 66 bytes that the browser draws in 4 GB. Its container may have half of
 * that, which the first write over the whole image reaches. An image that only just fills the container takes a minute
 * on a busy machine: the kernel first evicts the pages of running programs repeatedly.
 */
const HUNGRY = `
  const SIDE = 23_000;
  // It moves, so its first frame is kept beside the copy that is drawn. A frame says one pixel; the others are cleared.
  const frame = '21f90400000000002c0000000001000100000202440100';
  const picture = Buffer.from('474946383961' + '00000000' + '800000' + 'ffffff000000' + frame + frame + '3b', 'hex');
  picture.writeUInt16LE(SIDE, 6);
  picture.writeUInt16LE(SIDE, 8);
  const body = '<!doctype html><img width="100" src="data:image/gif;base64,' + picture.toString('base64') + '">';
  const answer = await fetch(process.env.RENDERER_URL + '${RENDER_PATH}', { method: 'POST', body });
  console.log(answer.status, await answer.text());`;

const FAILED = '500 {"message":"The browser failed while it rendered."}';
const TOOK_TOO_LONG = `500 {"message":"Rendering took longer than ${RENDER_DEADLINE_MS / 1_000} seconds."}`;

/** Number of a container's processes that the kernel has ended for taking too much memory. */
async function killedForMemory(service: string): Promise<number> {
  const files = ['memory.events', 'memory/memory.oom_control'].map((name) => `/sys/fs/cgroup/${name}`);
  const text = await compose.exec(service, 'sh', '-c', `cat ${files.join(' ')} 2>/dev/null || true`);
  return Number(/^oom_kill (\d+)/m.exec(text)?.[1] ?? 0);
}

/** The result of a connection from inside a container's own network. */
const reaches = (service: string, host: string, port: number): Promise<string> =>
  compose
    .exec(
      service,
      'node',
      '-e',
      `const socket = require('node:net').connect({ host: '${host}', port: ${port} });
       const say = (text) => { console.log(text); process.exit(); };
       socket.setTimeout(3000, () => say('no answer'));
       socket.on('connect', () => say('open')).on('error', (error) => say(error.code));`,
    )
    .then((text) => text.trim());

describeWithEngine('the compose file, brought up in containers', () => {
  beforeAll(async () => {
    await bringUp();
    api = await createCaller();
    workflowId = (await api.post('/workflows', { name: 'Letters', definition: LETTER })).data.id;
  }, 3_600_000);
  afterAll(() => compose?.down(), 120_000);

  test('takes a trigger, decides, and prints the letter', async () => {
    const id = await trigger();
    await ended(id);
    expect(await letterOf(id)).toContain('Dana Doe');
  }, 300_000);

  test('every service runs as 1000, read-only, without capabilities, under the limits of the file', async () => {
    for (const service of SERVICES) {
      const status = await compose.exec(service, 'cat', '/proc/1/status');
      const line = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1];
      expect([service, line('Uid'), line('CapEff'), line('CapBnd'), line('NoNewPrivs')]).toEqual([
        service,
        '1000',
        '0000000000000000',
        '0000000000000000',
        '1',
      ]);
      await expect(compose.exec(service, 'touch', '/app/written')).rejects.toThrow('Read-only file system');
      const limit = compose.file.services[service]?.mem_limit === '2g' ? 2048 : 768;
      expect([service, await compose.inspect(service, '{{.HostConfig.Memory}}')]).toEqual([
        service,
        String(limit * 1024 * 1024),
      ]);
    }
  }, 120_000);

  test('artifacts and renderer have no way out, and the renderer reaches no server', async () => {
    for (const service of ['artifacts', 'renderer']) {
      expect([service, await reaches(service, '1.1.1.1', 443)]).toEqual([service, 'ENETUNREACH']);
    }
    expect(await reaches('artifacts', 'postgres', 5432)).toBe('open');
    for (const [host, port] of [
      ['postgres', 5432],
      ['nats', 4222],
      ['temporal', 7233],
      ['gateway', 8080],
    ] as const) {
      expect([host, await reaches('renderer', host, port)]).toEqual([host, 'ENOTFOUND']);
    }
  }, 120_000);

  test('a document that eats the memory of its container fails, and letters are printed beside it and after it', async () => {
    const said = compose.exec('artifacts', 'node', '--input-type=module', '-e', HUNGRY);
    const ids = [await trigger(), await trigger()];
    // On a busy machine the kernel may take so long to give up that the deadline comes first, which ends the browser, too.
    const answer = (await said).trim();
    expect([FAILED, TOOK_TOO_LONG]).toContain(answer);
    if (answer === FAILED) expect(await killedForMemory('renderer')).toBeGreaterThan(0);
    ids.push(await trigger());
    for (const id of ids) {
      await ended(id);
      expect(await letterOf(id)).toContain('Dana Doe');
    }
  }, 400_000);

  test('a renderer that is killed comes back by itself, and the letters are printed', async () => {
    const before = Number(await compose.inspect('renderer', '{{.RestartCount}}'));
    const ids = [await trigger()];
    process.kill(Number(await compose.inspect('renderer', '{{.State.Pid}}')), 'SIGKILL');
    ids.push(await trigger(), await trigger());
    await until(async () => Number(await compose.inspect('renderer', '{{.RestartCount}}')) > before, 60_000);
    await until(() => compose.isHealthy('renderer'), 120_000);
    for (const id of ids) {
      await ended(id);
      expect(await letterOf(id)).toContain('Dana Doe');
    }
  }, 400_000);

  test('every service ends within its grace, with all it accepted done after its start', async () => {
    for (const service of SERVICES) {
      expect([service, await compose.inspect(service, '{{.Config.StopTimeout}}')]).toEqual([service, '120']);
    }
    const ids = await Promise.all(Array.from({ length: 10 }, trigger));
    const begun = performance.now();
    await Promise.all(SERVICES.map((service) => podman('stop', compose.container(service))));
    const took = performance.now() - begun;
    for (const service of SERVICES) {
      expect([service, await compose.inspect(service, '{{.State.ExitCode}}')]).toEqual([service, '0']);
    }
    expect(took).toBeLessThan(120_000);
    process.stderr.write(`six services ended ${Math.round(took / 100) / 10} s after SIGTERM\n`);
    await Promise.all(SERVICES.map((service) => podman('start', compose.container(service))));
    for (const service of SERVICES) await until(() => compose.isHealthy(service), 120_000);
    for (const id of ids) {
      await ended(id);
      expect(await letterOf(id)).toContain('Dana Doe');
    }
  }, 500_000);

  test('nothing that a process could write to is in the images', async () => {
    for (const service of ['gateway', 'renderer']) {
      const found = await compose.exec(
        service,
        'find',
        '/app',
        '(',
        '-perm',
        '-o+w',
        '-o',
        '-user',
        '1000',
        ')',
        '!',
        '-type',
        'l',
      );
      expect([service, found]).toEqual([service, '']);
      const bom = JSON.parse(await compose.exec(service, 'cat', '/app/sbom.cdx.json')) as {
        readonly bomFormat: string;
      };
      expect(bom.bomFormat).toBe('CycloneDX');
    }
  }, 120_000);
});
