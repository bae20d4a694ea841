import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { importsIn, importsOf, violationOf } from './boundaries.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('who may import whom', () => {
  test('every import of the project keeps to the rules', () => {
    const imports = importsOf(ROOT);
    const violations = imports.flatMap((entry) => {
      const rule = violationOf(entry);
      return rule === undefined ? [] : [`${entry.from} imports ${entry.to}: ${rule}`];
    });
    expect(violations).toEqual([]);
    expect(imports.length).toBeGreaterThan(100);
  });

  test.each([
    ['core/conditions.ts', "import { Pool } from 'pg';"],
    ['core/conditions.ts', "import { readFile } from 'node:fs/promises';"],
    ['core/conditions.ts', "import type { Config } from '../platform/config.ts';"],
    ['core/conditions.ts', "const later = await import('../platform/config.ts');"],
    ['platform/log.ts', "import { app } from '../services/gateway/app.ts';"],
    ['platform/log.ts', "export * from '../cli/cascade.ts';"],
    ['services/gateway/app.ts', "import { claim } from '../webhooks/claim.ts';"],
    ['services/gateway/app.ts', "import { x } from '../../test/support/database.ts';"],
    ['cli/cascade.ts', "import { app } from '../services/gateway/app.ts';"],
    ['clients/typescript/src/client.ts', "import { ERROR_CODES } from '../../../core/errors.ts';"],
    ['clients/typescript/src/webhook.ts', "import { createHmac } from 'node:crypto';"],
    ['clients/typescript/generate.ts', "import { ROUTES } from '../../services/gateway/routes/index.ts';"],
    ['cli/main-job/api.ts', "import { CascadeClient } from '../../clients/typescript/src/index.ts';"],
    ['test/e2e/spine.test.ts', "import '../../services/gateway/main.ts';"],
    ['services/executor/workflows/execution.ts', "import { createActivities } from '../activities.ts';"],
    ['services/executor/workflows/execution.ts', "import { readFile } from 'node:fs/promises';"],
  ])('in %s the checker finds %s', (path, text) => {
    expect(importsIn(path, text).map(violationOf)).toEqual([expect.any(String)]);
  });

  test('workflow code may import types from anywhere in its service', () => {
    const text = "import { proxyActivities } from '@temporalio/workflow';\nimport type { A } from '../activities.ts';";
    expect(importsIn('services/executor/workflows/execution.ts', text).map(violationOf)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
