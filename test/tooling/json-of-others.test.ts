import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/jest.ts';
import { sourcePaths } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The authors of the texts that each reads by itself. */
const OURS: Readonly<Record<string, string>> = {
  'core/json-keys.ts': 'one string of a text that readJson looks at',
  'core/read-json.ts': 'readJson itself',
  'cli/on-database.ts': 'what it wrote just now',
  'platform/evidence/verify.ts': 'a manifest whose signature of ours holds',
  'platform/metrics.ts': 'package.json of this release',
  'platform/retention/executions.ts': 'an event of ours',
  'platform/vendor-callbacks.ts': 'what it sealed itself',
  'services/artifacts/renderer.ts': 'our renderer',
  'services/executor/advance/run-data.ts': 'a column of ours',
  'services/executor/backtests/tasks.ts': 'columns of ours',
  'services/gateway/batches/exports.ts': 'a column of ours',
  'services/gateway/calculations/evidence.ts': 'a process of ours',
  'services/gateway/calculations/mask-basis.ts': 'a process of ours',
  'services/gateway/calculations/shown.ts': 'a process of ours',
  'services/gateway/calculations/stored-run.ts': 'columns of ours',
  'services/gateway/calculations/tasks.ts': 'a process of ours',
  'services/gateway/docs/index.ts': 'the OpenAPI document',
  'services/gateway/docs/site/drawing.ts': 'a guide',
  'services/gateway/http/serialised.ts': 'a response of ours',
  'services/gateway/http/cursor.ts': 'a list of numbers and times without keys',
  'services/generator/requests.ts': 'what it wrote just now',
};

// Rules: 15.10.1
test('JSON that others wrote is read by readJson, which refuses a key that is there twice', () => {
  const shipped = sourcePaths(ROOT).filter((path) =>
    /^(core|platform|services|cli)\/.*(?<!assets\/\w+)\.ts$/.test(path),
  );
  const withoutComments = (path: string) =>
    readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
  const reading = shipped.filter((path) => /\bJSON\.parse\(|\.json\(\)/.test(withoutComments(path)));
  expect(shipped.length).toBeGreaterThan(500);
  expect(reading.toSorted()).toEqual(Object.keys(OURS).toSorted());
});
