import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { createConfig, lintFromString, type Config } from '@redocly/openapi-core';
import { startGateway, type TestGateway } from './support.ts';

/**
 * Every rule of the linter is on, including its recommended ones. Off are those that the reference itself breaks (names
 * and shapes that integrators already use) and duplicates of others.
 */
const SWITCHED_OFF = {
  // The reference's names: snake_case paths, verbs at their end (`/trigger`), `filter[active]`.
  'paths-kebab-case': 'off',
  'path-segment-plural': 'off',
  'boolean-parameter-prefixes': 'off',
  // The reference's ErrorEnvelope is `application/json`.
  'operation-4xx-problem-details-rfc7807': 'off',
  // In the order of the reference's sections, which is that of an integration.
  'tags-alphabetical': 'off',
  // Every operation and event carries a whole example; one more for each of their members would only disagree.
  'scalar-property-missing-example': 'off',
  // The rule takes `/posted` for a verb of HTTP, but it means that a notice was put into the mail.
  'no-http-verbs-in-paths': 'off',
  // The rule wants a `minLength` of every text, including texts of answers and constants.
  'required-string-property-missing-min-length': 'off',
} as const;

const RULES = {
  ...SWITCHED_OFF,
  'response-mime-type': {
    severity: 'error',
    allowedValues: [
      'application/json',
      'application/pdf',
      'application/zip',
      'message/rfc822',
      'text/csv',
      'text/event-stream',
    ],
  },
} as const;

interface Problem {
  readonly rule: string;
  readonly at: string;
  readonly message: string;
}

async function lint(document: unknown, config: Config): Promise<Problem[]> {
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location: [where] }) => ({
    rule: ruleId,
    at: where?.pointer ?? '',
    message,
  }));
}

let gateway: TestGateway;
let served: { readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>> };
beforeAll(async () => {
  gateway = await startGateway();
  const response = await fetch(`${gateway.baseUrl}/api/openapi.json`);
  served = (await response.json()) as typeof served;
});
afterAll(() => gateway.stop());

describe('the served document', () => {
  test("has no error and no warning by the linter's recommended rules", async () => {
    expect(await lint(served, await createConfig({ extends: ['recommended'] }))).toEqual([]);
  });

  test('has none by any rule that the reference leaves room for', async () => {
    expect(await lint(served, await createConfig({ extends: ['all'], rules: RULES }))).toEqual([]);
  });

  test('breaks each of the rules that are off, so that none is off without need', async () => {
    const switchedOn = Object.keys(SWITCHED_OFF).map((rule) => [rule, 'error']);
    const problems = await lint(served, await createConfig({ rules: Object.fromEntries(switchedOn) }));
    expect([...new Set(problems.map(({ rule }) => rule))].toSorted()).toEqual(Object.keys(SWITCHED_OFF).toSorted());
  });

  test('is refused with an operation that lacks its success and its id', async () => {
    const { get, ...others } = served.paths['/workflows']!;
    const { operationId: _id, ...rest } = get as { operationId: string };
    const broken = {
      ...served,
      paths: { ...served.paths, '/workflows': { ...others, get: { ...rest, responses: {} } } },
    };
    const problems = await lint(broken, await createConfig({ extends: ['recommended'] }));
    const rules = problems.map(({ rule }) => rule);
    expect(rules).toEqual(expect.arrayContaining(['operation-operationId', 'operation-2xx-response']));
  });
});
