import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/** The files that take longest, below `test/`, the longest first: between four minutes and ten seconds. */
export const LONGEST = [
  'slow/containers',
  'slow/random-kills',
  'slow/contributing',
  'faults/taken-down',
  'slow/docs-browser',
  'slow/schemathesis',
  'slow/policies',
  'slow/batch-waits',
  'executor/batches',
  'slow/failover',
  'slow/silent-database',
  'slow/console-inbox',
  'core/notices/decided/properties',
  'faults/webhooks-killed',
  'slow/console-webhooks',
  'slow/restore',
  'slow/batches',
  'slow/console-batches',
  'slow/console-workflows',
  'slow/corpus-examples',
  'slow/console',
  'docs/guides',
  'slow/python-client',
  'slow/s3',
  'slow/image',
  'slow/restarts',
  'executor/abandoned',
  'executor/notice-mail',
  'slow/point-in-time',
  'faults/mail-attack',
  'clients/typescript-e2e',
  'slow/console-executions',
  'generator/api',
  'platform/nats',
  'platform/database/timeouts',
  'slow/console-case',
  'gateway/errors',
  'servers/watchdog',
  'cli/batches',
  'slow/weeks',
  'artifacts/worker',
  'slow/console-whole-way',
  'renderer/service',
].map((name) => `test/${name}.test.ts`);

interface TestFile {
  readonly path: string;
}

/**
 * Starts the files that take longest first, so that none is left for the end, when the other processes have nothing to
 * do any more. jest does so with what it remembers of earlier runs; a fresh clone has no earlier run. The others follow
 * by their size, as with jest.
 */
export default class LongestFirst {
  sort<File extends TestFile>(tests: readonly File[]): File[] {
    const ranks = new Map(LONGEST.map((path, index) => [PROJECT_FOLDER + path, index]));
    const keyed = tests.map((test) => ({
      test,
      rank: ranks.get(test.path) ?? LONGEST.length,
      size: statSync(test.path).size,
    }));
    return keyed.toSorted((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }

  /** jest asks for it when a test fails in watch mode. */
  allFailedTests<File extends TestFile>(tests: readonly File[]): readonly File[] {
    return tests;
  }

  /** Nothing is remembered. */
  cacheResults(): void {}
}
