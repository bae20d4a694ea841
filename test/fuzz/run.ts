/**
 * Fuzzes the API by its own OpenAPI document with Schemathesis, all checks on, against a stack started for it.
 *
 *   npm run fuzz [-- options of `st run`, such as --max-examples 200]
 *
 * Needs Python 3 with pip, and gets Schemathesis into the user's cache. Takes some minutes; not part of `npm test`.
 */
import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../dev/servers/cache.ts';
import { run } from '../../dev/servers/run.ts';
import { seed } from './seed.ts';

const SCHEMATHESIS = '4.32.5';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const CONFIG = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
const START_TIMEOUT_MS = 600_000;

const schemathesis = await install();
const folder = await mkdtemp(join(tmpdir(), 'cascade-fuzz-'));
const stack = spawn(process.execPath, ['dev/start.mjs', 'up'], {
  cwd: PROJECT,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    CASCADE_DATA_DIR: folder,
    GATEWAY_PORT: '0',
    // The limits are the fuzzer's first find otherwise, and its last.
    RATE_LIMIT_IP_PER_MINUTE: '100000000',
    RATE_LIMIT_TOKEN_PER_HOUR: '100000000',
    RATE_LIMIT_APP_PER_5_MINUTES: '100000000',
    AUTH_BAN_THRESHOLD: '1000000',
  },
});
const ended = new Promise<void>((resolve) => stack.once('exit', () => resolve()));
try {
  const { base_url: baseUrl, token } = await demo();
  await seed(baseUrl, token);
  process.exitCode = await fuzz(baseUrl, token);
  const unreached = await operationsThatOnlyAnswered404();
  if (unreached.length > 0) {
    process.stderr.write(`Answered 404 throughout, so nothing of it was tested: ${unreached.join(', ')}\n`);
    process.exitCode = 1;
  }
} finally {
  stack.kill('SIGTERM');
  await ended;
  await rm(folder, { recursive: true, force: true });
}

async function install(): Promise<string> {
  const home = join(cacheFolder(), `schemathesis-${SCHEMATHESIS}`);
  const program = join(home, 'bin', 'st');
  if (existsSync(program)) return program;
  await run('python3', ['-m', 'venv', home]);
  await run(join(home, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${SCHEMATHESIS}`]);
  return program;
}

/** Written when the stack is up and its main job done. */
async function demo(): Promise<{ base_url: string; token: string }> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until && stack.exitCode === null) {
    const text = await readFile(join(folder, 'demo.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as { base_url: string; token: string };
    await sleep(500);
  }
  throw new Error('the stack did not start');
}

/** Read from the request log of the gateway. */
async function operationsThatOnlyAnswered404(): Promise<string[]> {
  const statuses = new Map<string, Set<number>>();
  const log = createReadStream(join(folder, 'logs', 'gateway.log'));
  for await (const line of createInterface({ input: log })) {
    const { operation, status } = parseLine(line);
    if (operation === undefined || operation === 'none' || status === undefined) continue;
    statuses.set(operation, (statuses.get(operation) ?? new Set()).add(status));
  }
  return [...statuses]
    .filter(([, seen]) => [...seen].every((status) => status === 404))
    .map(([operation]) => operation);
}

function parseLine(line: string): { readonly operation?: string; readonly status?: number } {
  try {
    return JSON.parse(line) as { operation?: string; status?: number };
  } catch {
    return {};
  }
}

function fuzz(baseUrl: string, token: string): Promise<number> {
  const args = ['--config-file', CONFIG, 'run', `${baseUrl}/api/openapi.json`, '--checks', 'all'];
  const child = spawn(schemathesis, [...args, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: folder,
    env: { ...process.env, CASCADE_TOKEN: token },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
