import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `npm run verify`, what CI runs: every check, also after one has failed, so that one run shows all there is to mend. */
const folder = await mkdtemp(join(tmpdir(), 'cascade-verify-'));
const report = join(folder, 'jest.json');
const checks: readonly { name: string; args: readonly string[] }[] = [
  { name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  {
    name: 'tests',
    args: [
      ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
      ...['--config', 'jest.config.mjs', '--ci', '--json', '--outputFile', report],
    ],
  },
];

const failed: string[] = [];
for (const { name, args } of checks) {
  const begun = performance.now();
  process.stderr.write(`\n== ${name}\n`);
  const isRight = await runNode(args);
  if (!isRight) failed.push(name);
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stderr.write(`== ${name}: ${isRight ? 'right' : 'WRONG'} (${seconds} s)\n`);
}
const counts = await testCounts();
await rm(folder, { recursive: true, force: true });
if (failed.length > 0) process.stderr.write(`\nWrong: ${failed.join(', ')}\n`);
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(failed.length === 0 && counts.passed > 0 && counts.failed === 0 ? 0 : 1);

function runNode(args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // jest prints its whole report to standard output when asked for --json; what it tells people goes to the other.
    const child = spawn(process.execPath, args, { stdio: ['ignore', args.includes('--json') ? 'ignore' : 2, 2] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
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
