import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';

const PROJECT = join(import.meta.dirname, '../..');

/**
 * The requests are equal in each run; `npm run fuzz -- --max-examples 200` tries more. One worker: threads of Python
 * 3.11 trip over each other when they describe so deep a schema ("AST constructor recursion depth mismatch").
 */
const OPTIONS = ['--max-examples', '8', '--seed', '1', '--workers', '1'];

test('Schemathesis finds nothing: no 5xx, no answer outside of its schema, no rule that the document does not tell', async () => {
  const fuzzer = spawn(process.execPath, ['test/fuzz/run.ts', ...OPTIONS], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [fuzzer.stdout, fuzzer.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const [code] = (await once(fuzzer, 'close')) as [number | null];
  expect(code === 0 ? '' : said).toBe('');
  // Ensures that the test does not pass by doing nothing.
  expect(Number(/Test cases:\s+(\d+) generated/.exec(said)?.[1])).toBeGreaterThan(1_000);
  expect(said).toMatch(/Tested: (\d+)/);
});
