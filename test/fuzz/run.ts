/**
 * Fuzzes the API by its own OpenAPI document with Schemathesis, all checks on, against a stack started for it.
 *
 *   npm run fuzz [-- options of `st run`, such as --max-examples 200]
 *
 * Needs Python 3 with pip, and gets Schemathesis into the user's cache. `test/nightly/schemathesis.test.ts` is a short run.
 */
import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../dev/servers/cache.ts';
import { run } from '../../dev/servers/run.ts';
import { seed, type SeededIds } from './seed.ts';

const SCHEMATHESIS = '4.32.5';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const CONFIG = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
const HOOKS = fileURLToPath(new URL('./hooks.py', import.meta.url));
const START_TIMEOUT_MS = 600_000;

/** E-mails are kept for an account without production access; the one of the stack has it. */
const WITHOUT_RECORDS: readonly string[] = ['downloadMailArtifact'];
/** Responses that are given before a record is looked for, and if there is none. */
const BEFORE_A_RECORD: readonly number[] = [400, 401, 404, 405, 406, 413, 415, 422, 428, 429];

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
  const config = join(folder, 'schemathesis.toml');
  await writeFile(config, `${await readFile(CONFIG, 'utf8')}\n${dictionariesOf(await seed(baseUrl, token))}`);
  process.exitCode = await fuzz(baseUrl, token, config);
  const unreached = await operationsThatFoundNothing();
  if (unreached.length > 0) {
    process.stderr.write(`Found no record, so nothing of it was tested: ${unreached.join(', ')}\n`);
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

/** Half of the ids in these paths are of records that exist; the other half is made up. */
function dictionariesOf(ids: SeededIds): string {
  const bound = (path: string, ...parameters: readonly (readonly [string, keyof SeededIds])[]) => [
    '[[operations]]',
    `include-path-regex = "^${path}"`,
    ...parameters.map(([name, kind]) => `parameters."path.${name}" = { dictionary = "${kind}", probability = 0.5 }`),
  ];
  return [
    ...Object.entries(ids).map(([kind, values]) => `[dictionaries.${kind}]\nvalues = ${JSON.stringify(values)}`),
    ...bound('/batches/', ['id', 'batches']),
    ...bound('/webhook_deliveries/', ['id', 'webhook_deliveries']),
    ...bound('/executions/.id./notice_artifacts', ['id', 'lettered'], ['artifact_id', 'notices']),
  ].join('\n');
}

/** Operations that have answered 404 and never anything that takes a record. Read from the request log of the gateway. */
async function operationsThatFoundNothing(): Promise<string[]> {
  const statuses = new Map<string, Set<number>>();
  const log = createReadStream(join(folder, 'logs', 'gateway.log'));
  for await (const line of createInterface({ input: log })) {
    const { operation, status } = parseLine(line);
    if (operation === undefined || operation === 'none' || status === undefined) continue;
    statuses.set(operation, (statuses.get(operation) ?? new Set()).add(status));
  }
  const foundNothing = ([operation, seen]: [string, Set<number>]) =>
    !WITHOUT_RECORDS.includes(operation) &&
    seen.has(404) &&
    [...seen].every((status) => BEFORE_A_RECORD.includes(status));
  return [...statuses].filter(foundNothing).map(([operation]) => operation);
}

function parseLine(line: string): { readonly operation?: string; readonly status?: number } {
  try {
    return JSON.parse(line) as { operation?: string; status?: number };
  } catch {
    return {};
  }
}

function fuzz(baseUrl: string, token: string, config: string): Promise<number> {
  const args = ['--config-file', config, 'run', `${baseUrl}/api/openapi.json`, '--checks', 'all'];
  // For each request it reads all variables, to find a proxy.
  const { PATH, HOME, LANG } = process.env;
  const child = spawn(schemathesis, [...args, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: folder,
    env: { PATH, HOME, LANG, CASCADE_TOKEN: token, SCHEMATHESIS_HOOKS: HOOKS },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
