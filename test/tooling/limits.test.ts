import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../support/jest.ts';
import { MAX_NODES } from '../../core/cascade/schema.ts';
import { DEFAULT_MAX_BODY_VALUES } from '../../services/gateway/http/middleware/body.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../services/webhooks/loop.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/guides/limits.md'), 'utf8');
const lineOf = (name: string) => PAGE.split('\n').find((line) => line.startsWith(`| ${name}`)) ?? '';
const members = (operationId: string) => {
  const schema = ROUTES.find((route) => route.operationId === operationId)?.body?.schema;
  return (schema?.properties ?? {}) as Record<string, { maxLength?: number }>;
};

describe('the page of limits', () => {
  test('has the greatest lengths of names and notes', () => {
    const { name, use_case: useCase, version_note: versionNote } = members('createWorkflow');
    expect(lineOf('`name`, `use_case` of a cascade')).toContain(
      `${name?.maxLength} and ${useCase?.maxLength} characters`,
    );
    expect(versionNote?.maxLength).toBe(members('addReviewNote').note?.maxLength);
    expect(lineOf('Note of a review or of a version')).toContain(versionNote?.maxLength?.toLocaleString('en-US'));
  });

  test('has how many values a body may hold', () => {
    const { maxBodyValues } = ROUTES.find(({ operationId }) => operationId === 'createBatch') ?? {};
    expect(maxBodyValues).toBeGreaterThan(DEFAULT_MAX_BODY_VALUES);
    expect(lineOf('JSON of a body')).toContain(`${DEFAULT_MAX_BODY_VALUES.toLocaleString('en-US')} values`);
    expect(lineOf('JSON of a body')).toContain(`${maxBodyValues?.toLocaleString('en-US')} of a batch`);
  });

  test('has the number of nodes, and how long an attempt of a webhook takes', () => {
    expect(lineOf('Definition')).toContain(`${MAX_NODES} nodes`);
    expect(lineOf('Attempts of a webhook')).toContain(`${ATTEMPT_TIMEOUT_MS / 1_000} s in all`);
  });
});
