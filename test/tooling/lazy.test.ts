import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SERVICES } from '../../dev/stack/services.ts';
import { expect, test } from '../support/jest.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Prints, when the process ends, the packages that were loaded. */
const REPORT = `
  import { createRequire } from 'node:module';
  const { cache } = createRequire(process.cwd() + '/');
  process.on('exit', () => {
    const packages = Object.keys(cache).map((path) => /.*node_modules.((?:@[^/\\\\]+.)?[^/\\\\]+)/.exec(path)?.[1]);
    console.log(JSON.stringify([...new Set(packages)]));
  });`;

test.each(SERVICES)('%s loads neither the SDK of S3 nor that of OpenTelemetry before they are asked for', (service) => {
  // Without its variables it ends once all that it imports is loaded.
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, `services/${service}/main.ts`],
    { cwd: ROOT, env: { PATH: process.env.PATH }, encoding: 'utf8' },
  );
  const packages = JSON.parse(stdout) as readonly string[];
  expect(status).toBe(1);
  expect(packages.length).toBeGreaterThan(3);
  expect(packages.filter((name) => /^@(aws-sdk|smithy)\/|^@opentelemetry\/(sdk|exporter|otlp)/.test(name))).toEqual([]);
});
