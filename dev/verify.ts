import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findS3Server } from './manifests/tools.ts';

/**
 * `npm run verify`, which CI runs: all checks, whether or not an earlier one failed, so that one run shows every fault.
 * Checks that measure no time run in parallel: those that only read files, a start of the whole, and the check of the
 * manifests. That one downloads and builds its programs if the cache is empty. Then the tests, which need the whole
 * machine.
 */
interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** jest's JSON report. Without one the check counts as one test. */
  readonly report?: string;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const folder = await mkdtemp(join(tmpdir(), 'cascade-verify-'));
const STATIC_CHECKS: readonly Check[] = [
  {
    name: 'format',
    command: process.execPath,
    // Read by a native parser, and printed by the same printer: two thirds of the time.
    args: ['node_modules/prettier/bin/prettier.cjs', '--check', '--plugin=@prettier/plugin-oxc', '.'],
  },
  {
    name: 'lint and types',
    command: process.execPath,
    args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
    // The type checker spends a third of its time on freeing memory that its end would free: 4.6 GB instead of 4.4.
    env: { ...process.env, GOGC: 'off', GOMEMLIMIT: '6GiB' },
  },
  { name: 'plain English', command: process.execPath, args: ['dev/prose/check.ts'] },
  {
    name: 'unused files, exports and packages',
    command: process.execPath,
    args: ['node_modules/knip/bin/knip.js', '--no-progress'],
  },
];
const MANIFESTS: Check = { name: 'manifests', command: process.execPath, args: ['dev/manifests/check.ts'] };
const START: Check = {
  name: 'npm start -- --once',
  command: 'npm',
  args: ['start', '--', '--once'],
  env: { ...process.env, GATEWAY_PORT: '0', CASCADE_DATA_DIR: join(folder, 'data') },
};
const REPORT = join(folder, 'tests.json');
const TESTS: Check = {
  name: 'tests',
  command: process.execPath,
  args: [
    ...['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--config', 'jest.verify.config.mjs', '--ci', '--json', '--outputFile', REPORT],
  ],
  // It runs unattended, and its machine may be busy.
  env: { ...process.env, CI: process.env.CI ?? 'true' },
  report: REPORT,
};

say(`\n== ${[...STATIC_CHECKS, START, MANIFESTS].map(({ name }) => name).join(', ')}`);
const counts: Counts[] = await Promise.all([
  ...[...STATIC_CHECKS, START].map((check) => run(check, 'captured')),
  checkManifestsAndBuild(),
]);
say(`\n== ${TESTS.name}`);
counts.push(await run(TESTS, 'shown'));
await rm(folder, { recursive: true, force: true });
say(`Not run here, but by \`npm run test:nightly\`: ${globSync('test/nightly/*.test.ts').toSorted().join(', ')}`);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

/** The S3 server of the slow tests is built of packages that the manifests' programs have just compiled. */
async function checkManifestsAndBuild(): Promise<Counts> {
  const result = await run(MANIFESTS, 'captured');
  // If it cannot be had, the test that needs it says so.
  await findS3Server(say).catch(() => undefined);
  return result;
}

/** Captured output is printed in one piece and only after a failure. jest and npm start report on standard error. */
async function run({ name, command, args, env, report }: Check, output: 'captured' | 'shown'): Promise<Counts> {
  const begun = performance.now();
  const child = spawn(command, args, {
    env: env ?? process.env,
    stdio: output === 'shown' ? ['ignore', report === undefined ? 2 : 'ignore', 2] : ['ignore', 'pipe', 'pipe'],
  });
  let captured = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (captured += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) process.stderr.write(captured);
  const seconds = Math.round((performance.now() - begun) / 1000);
  say(`== ${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`);
  if (report === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const reported = await countsIn(report);
  // jest also fails for reasons that are no test's, such as a leaked handle.
  return code !== 0 && reported.failed === 0 ? { ...reported, failed: 1 } : reported;
}

/** A test file that could not be loaded counts as one failure, and so does a run without any test. */
async function countsIn(report: string): Promise<Counts> {
  try {
    const result: unknown = JSON.parse(await readFile(report, 'utf8'));
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = result as Record<string, number>;
    const passed = Number(numPassedTests);
    const failed = Number(numFailedTests) + Number(numRuntimeErrorTestSuites);
    return passed + failed === 0 ? { passed, failed: 1 } : { passed, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
