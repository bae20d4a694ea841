import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { SERVICES } from '../../dev/stack/names.ts';
import { servicesThatLoad, watchSources } from '../../dev/stack/watch.ts';
import { until } from '../support/until.ts';

test.each([
  ['services/gateway/app.ts', ['gateway']],
  ['services/renderer/main.ts', ['renderer']],
  ['core/path.ts', SERVICES],
  ['platform/log/index.ts', SERVICES],
  ['data/templates/x.json', SERVICES],
  ['core/path.ts~', []],
  ['test/core/path.test.ts', []],
  ['docs/guides/start.md', []],
  ['services/unknown/x.ts', []],
])('a change of %s restarts %j', (path, services) => {
  expect(servicesThatLoad(path)).toEqual(services);
});

test('changes that follow each other closely are reported together, and none after the end', async () => {
  const project = await mkdtemp(join(tmpdir(), 'cascade-watch-'));
  for (const folder of ['core', 'platform', 'services/gateway', 'services/webhooks', 'data']) {
    await mkdir(join(project, folder), { recursive: true });
  }
  const told: (readonly string[])[] = [];
  const stop = watchSources((services) => void told.push(services), project, 300);
  try {
    await writeFile(join(project, 'services/webhooks/loop.ts'), 'export {};\n');
    await writeFile(join(project, 'services/gateway/app.ts'), 'export {};\n');
    await until(() => told.length > 0);
    expect(told).toEqual([['gateway', 'webhooks']]);
  } finally {
    stop();
    await rm(project, { recursive: true, force: true });
  }
});
