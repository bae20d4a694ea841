import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';

const PROJECT = join(import.meta.dirname, '../..');
const textOf = (path: string): Promise<string> => readFile(join(PROJECT, path), 'utf8');

/* Without one of them queues are not fair, or a worker that shuts down is sent tasks that nobody takes. */
// Rules: 18.8.3
test.each(['dev/servers/temporal.ts', 'docs/runbook/deploy.md', 'test/nightly/containers/images/Containerfile'])(
  'the settings of Temporal in docker-compose are those of %s',
  async (path) => {
    const settings = await textOf('deploy/compose/temporal/dynamicconfig.yaml');
    const keys = [...settings.matchAll(/^([a-z]+\.\w+):/gm)].map(([, key = '']) => key);
    expect(keys).toContain('frontend.enableCancelWorkerPollsOnShutdown');
    const text = await textOf(path);
    expect(keys.filter((key) => !text.includes(key))).toEqual([]);
  },
);
