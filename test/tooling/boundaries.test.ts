import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import {
  doubleShapes,
  importCycles,
  importsIn,
  importsOf,
  readsClock,
  sourcePaths,
  violationOf,
} from './boundaries.ts';

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
    ['core/cascade/conditions.ts', "import { Pool } from 'pg';"],
    ['core/cascade/conditions.ts', "import { readFile } from 'node:fs/promises';"],
    ['core/cascade/conditions.ts', "import type { Config } from '../../platform/config/index.ts';"],
    ['core/cascade/conditions.ts', "import words from '../../data/notices/letter.en-US.json' with { type: 'json' };"],
    ['core/cascade/conditions.ts', "const later = await import('../../platform/config/index.ts');"],
    ['core/products/contract.ts', "import type { VisitContext } from '../cascade/contract.ts';"],
    ['core/cascade/nodes/adverse-action.ts', "import { noticeRequest } from '../../notices/request.ts';"],
    ['core/notices/request.ts', "import type { RunState } from '../interpreter/types.ts';"],
    ['core/path.ts', "import { PRODUCTS } from './products/index.ts';"],
    ['core/letters/index.ts', "import { NODES } from '../cascade/registry.ts';"],
    ['services/gateway/workflows/records.ts', "import { createWorkflow } from './routes.ts';"],
    ['services/gateway/workflows/records.ts', "import type { Filters } from '../executions/routes.ts';"],
    ['services/gateway/reviews/schemas.ts', "import { REVIEW_ROUTES } from './routes.ts';"],
    ['platform/log/index.ts', "import { app } from '../../services/gateway/app.ts';"],
    ['platform/log/index.ts', "export * from '../../cli/cascade.ts';"],
    ['services/gateway/app.ts', "import { claim } from '../webhooks/claim.ts';"],
    ['services/gateway/app.ts', "import { x } from '../../test/support/database.ts';"],
    ['services/gateway/http/dispatch.ts', "import { write } from '../triggers/records.ts';"],
    ['services/gateway/http/dispatch.ts', "import { read } from '../re-evaluations/records.ts';"],
    ['services/gateway/http/dispatch.ts', "import { ROUTES } from '../routes.ts';"],
    ['services/gateway/artifacts/records.ts', "import { setTimeout } from 'node:timers/promises';"],
    ['services/gateway/batches/records.ts', "import type { Bus } from '../../../platform/nats/index.ts';"],
    ['services/gateway/reviews/records.ts', "import type { Idempotency } from '../http/idempotency/index.ts';"],
    ['services/gateway/executions/records.ts', "import { listWorkflows } from '../workflows/routes.ts';"],
    ['console/src/live.tsx', "import { SUBJECTS } from '../../platform/nats/index.ts';"],
    ['console/src/api/http.ts', "import type { Route } from '../../../services/gateway/http/route.ts';"],
    ['cli/cascade.ts', "import { app } from '../services/gateway/app.ts';"],
    ['clients/typescript/src/client.ts', "import { ERROR_CODES } from '../../../core/errors.ts';"],
    ['clients/typescript/src/webhook.ts', "import { createHmac } from 'node:crypto';"],
    ['clients/typescript/generate.ts', "import { ROUTES } from '../../services/gateway/routes.ts';"],
    ['dev/stack/demo.ts', "import { NOUNS } from '../../cli/nouns.ts';"],
    ['dev/demo/index.ts', "import { ROUTES } from '../../services/gateway/routes.ts';"],
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

describe('import cycles', () => {
  test('there are none in the project, type-only imports included', () => {
    expect(importCycles(importsOf(ROOT)).map((cycle) => cycle.join(' -> '))).toEqual([]);
  });

  test('of two files, of three and of types alone are found', () => {
    const imports = [
      ...importsIn('core/a.ts', "import { b } from './b.ts';"),
      ...importsIn('core/b.ts', "import type { A } from './a.ts';\nimport './c.ts';"),
      ...importsIn('core/c.ts', "export * from './d.ts';"),
      ...importsIn('core/d.ts', "const b = await import('./b.ts');\nimport './e.ts';"),
      ...importsIn('core/e.ts', "import { x } from 'package';"),
    ];
    expect(importCycles(imports)).toEqual([
      ['core/a.ts', 'core/b.ts', 'core/a.ts'],
      ['core/b.ts', 'core/c.ts', 'core/d.ts', 'core/b.ts'],
    ]);
  });
});

describe('core', () => {
  test('reads no clock by new Date(), which the rules of the linter let pass', () => {
    const paths = sourcePaths(ROOT).filter((path) => path.startsWith('core/'));
    expect(paths.filter((path) => readsClock(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
    expect(paths.length).toBeGreaterThan(100);
  });

  test.each(['const now = new Date();', 'const text = Date();'])('the checker finds %s', (text) => {
    expect(readsClock(text)).toBe(true);
  });

  test.each(['new Date(now)', 'new Date(Date.UTC(2026, 0, 1))', 'date()'])('%s reads none', (text) => {
    expect(readsClock(text)).toBe(false);
  });
});

describe('the shape of a module', () => {
  test('is a file or a folder, never both', () => {
    expect(doubleShapes(sourcePaths(ROOT))).toEqual([]);
  });

  test('a file beside a folder of its name is found', () => {
    const paths = ['platform/mail.ts', 'platform/mail/smtp.ts', 'platform/mail/index.ts', 'platform/log/index.ts'];
    expect(doubleShapes(paths)).toEqual(['platform/mail.ts']);
  });
});
