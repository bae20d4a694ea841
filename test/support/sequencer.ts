import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/** The files that take longest, below `test/`, the longest first: between four minutes and ten seconds. */
export const LONGEST = [
  'slow/random-kills',
  'faults/taken-down',
  'executor/batches',
  'faults/slow-vendors',
  'slow/failover',
  'slow/console-workflows',
  'faults/webhooks-killed',
  'slow/batches',
  'slow/console',
  'slow/restore',
  'slow/silent-database',
  'slow/console-batches',
  'slow/console-webhooks',
  'slow/forgetting',
  'slow/backtests',
  'slow/console-rules',
  'slow/console-sources',
  'slow/console-examples',
  'slow/s3',
  'slow/console-inbox',
  'docs/guides',
  'slow/fairness',
  'executor/abandoned',
  'slow/console-case',
  'gateway/roles',
  'slow/restarts',
  'slow/console-executions',
  'executor/notice-mail',
  'clients/typescript-e2e',
  'slow/point-in-time',
  'faults/mail-attack',
  'generator/api',
  'docs/reference',
  'gateway/errors',
  'platform/nats',
  'faults/vendor-outages',
  'executor/second-look',
  'platform/database/timeouts',
  'executor/worker-versioning',
  'slow/partitions',
  'renderer/service',
  'unit/platform/workers',
  'cli/audit',
  'slow/console-whole-way',
  'slow/weeks',
].map((name) => `test/${name}.test.ts`);

interface TestFile {
  readonly path: string;
}

/**
 * Starts the files that take longest first, so that none is left for the end while the other processes are idle. jest
 * does so from its memory of earlier runs, which a fresh clone lacks. The others follow by their size, as with jest.
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
