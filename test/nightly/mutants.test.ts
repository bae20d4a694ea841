import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MUTANTS } from '../core/notices/mutants/list.ts';
import { beforeAll, describe, expect, test } from '../support/jest.ts';

/*
 * Each property of semantics 10.17 to 10.23 can fail: each has a way to break the code itself so that it must fail. A
 * process for each, because the broken module has to be loaded before the others. `decided/properties.test.ts` sees
 * that they hold of the code as it is.
 */
const RUN = fileURLToPath(new URL('../core/notices/mutants/run.ts', import.meta.url));
const AT_ONCE = 2;
const run = promisify(execFile);

const violations = new Map<string, string>();

async function runAll(): Promise<void> {
  const left = [...MUTANTS.entries()];
  const runNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, { name }] = next;
      const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', RUN, String(index)], {
        // A run that never ends violates nothing.
        timeout: 240_000,
      });
      violations.set(name, stdout);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
}

describe('the code that is broken so', () => {
  beforeAll(runAll, 300_000);

  test.each(MUTANTS)('$name violates $property', ({ name }) => {
    expect(violations.get(name)).not.toBe('');
  });
});
