import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run verify`, what CI runs: every check, also after one has failed, so that one run shows all there is to mend.
 * Those that read the code alone run side by side; the tests come after, with the machine for themselves.
 */
const folder = await mkdtemp(join(tmpdir(), 'cascade-verify-'));
const report = join(folder, 'jest.json');
interface Check {
  readonly name: string;
  readonly args: readonly string[];
}
const readings: readonly Check[] = [
  { name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
  { name: 'types', args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
];
const tests: Check = {
  name: 'tests',
  args: [
    ...['--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--config', 'jest.config.mjs', '--ci', '--json', '--outputFile', report],
  ],
};

const failed: string[] = [];
process.stderr.write(`\n== ${readings.map(({ name }) => name).join(', ')}\n`);
await Promise.all(readings.map(run));
process.stderr.write(`\n== ${tests.name}\n`);
await run(tests);
const counts = await testCounts();
await rm(folder, { recursive: true, force: true });
if (failed.length > 0) process.stderr.write(`\nWrong: ${failed.join(', ')}\n`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(failed.length === 0 && counts.passed > 0 && counts.failed === 0 ? 0 : 1);

/** What a check prints comes in one piece, so that those side by side can be told apart; the tests' comes as it is. */
async function run({ name, args }: Check): Promise<void> {
  const begun = performance.now();
  const isTests = name === tests.name;
  // jest prints its whole report to standard output when asked for --json; what it tells people goes to the other.
  const child = spawn(process.execPath, args, {
    stdio: isTests ? ['ignore', 'ignore', 2] : ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    failed.push(name);
    process.stderr.write(said);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stderr.write(`== ${name}: ${code === 0 ? 'right' : 'WRONG'} (${seconds} s)\n`);
}

/** A file that could not be run at all is one failure. */
async function testCounts(): Promise<{ passed: number; failed: number }> {
  try {
    const result: unknown = JSON.parse(await readFile(report, 'utf8'));
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = result as Record<string, unknown>;
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) + Number(numRuntimeErrorTestSuites) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
