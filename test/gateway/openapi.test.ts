import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { definitionJsonSchema } from '../../core/cascade/schema.ts';
import { ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { EVENT_NAMES } from '../../core/events.ts';
import { errorsOf, OF_NO_OPERATION } from '../../services/gateway/docs/openapi/errors.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import type { AnyJson } from './api-caller.ts';
import { DOCUMENT } from './conformance.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** The tables of the reference's "Endpoints". */
const REFERENCE = `
GET /workflows
POST /workflows
POST /workflows/generate
GET /workflows/{id}
PATCH /workflows/{id}
DELETE /workflows/{id}
GET /workflows/{id}/test_cases
POST /workflows/{id}/trigger
POST /workflows/{id}/batches
GET /workflow_templates
GET /workflow_templates/{id}
GET /executions
GET /executions/{id}
POST /executions/{id}/cancel
POST /executions/{id}/re_evaluations
POST /executions/{id}/review_decisions
GET /executions/{id}/review_events
POST /executions/{id}/review_assignment
POST /executions/{id}/review_notes
POST /executions/review_bulk_actions
GET /executions/{id}/report_artifacts
GET /executions/{id}/report_artifacts/{artifact_id}
GET /executions/{id}/notice_artifacts
GET /executions/{id}/notice_artifacts/{artifact_id}
GET /batches
GET /batches/{id}
GET /batches/{id}/executions
POST /batches/{id}/cancel
POST /batches/{id}/resume
POST /batches/{id}/retry_failed
GET /batches/{id}/exports.csv
GET /batches/{id}/exports.zip
GET /batches/{id}/adverse_action_notices.zip
GET /webhook_subscriptions
POST /webhook_subscriptions
GET /webhook_subscriptions/{id}
PATCH /webhook_subscriptions/{id}
DELETE /webhook_subscriptions/{id}
POST /webhook_subscriptions/{id}/rotate_secret
GET /webhook_deliveries
GET /webhook_deliveries/{id}
POST /webhook_deliveries/{id}/retry
`
  .trim()
  .split('\n');

/** Operations that the reference does not have. */
const ADDITIONS = [
  'POST /executions/{id}/reveal',
  'GET /executions/{id}/evidence.zip',
  'POST /applicants/{id}/erasures',
  'GET /applicants/{id}/erasures',
  'GET /applicants/{id}/erasures/{erasure_id}',
  'GET /applicants/{id}/export',
  'GET /executions/{id}/explanation',
  'GET /executions/{id}/timeline',
  'GET /executions/{id}/mail_artifacts',
  'GET /executions/{id}/mail_artifacts/{artifact_id}',
  'POST /executions/{id}/notice_artifacts/{artifact_id}/posted',
  'POST /executions/{id}/notice_artifacts/{artifact_id}/resend',
  'POST /executions/{id}/sent_notices',
  'POST /executions/{id}/application_answers',
  'POST /webhook_subscriptions/{id}/redeliver',
  'POST /webhook_subscriptions/{id}/test',
  'GET /executions/{id}/review',
  'GET /reviews',
  'POST /executions/{id}/review_queue',
  'POST /executions/{id}/review_snooze',
  'GET /activation_requests',
  'POST /workflows/{id}/activation_requests',
  'GET /workflows/{id}/activation_requests',
  'GET /workflows/{id}/activation_requests/{activation_request_id}',
  'POST /workflows/{id}/activation_requests/{activation_request_id}/approve',
  'POST /workflows/{id}/activation_requests/{activation_request_id}/refuse',
  'POST /workflows/{id}/activation_requests/{activation_request_id}/withdraw',
  'GET /audit_events',
  'GET /audit_events/exports.csv',
  'GET /reviews/stream',
  'GET /statistics/decisions',
  'GET /statistics/rules',
  'GET /statistics/reasons',
  'GET /statistics/reviews',
  'GET /statistics/vendors',
  'GET /statistics/drifts',
  'POST /reviews/next',
  'POST /reviews/release',
  'GET /me',
  'GET /company',
  'PATCH /company',
  'GET /agencies',
  'PUT /agencies/{code}',
  'GET /products/{code}/connection',
  'PUT /products/{code}/connection',
  'DELETE /products/{code}/connection',
  'POST /products/{code}/connection/check',
  'GET /unknown_pulls',
  'POST /executions/{id}/settle_pull',
  'GET /executions/{id}/comparison',
  'POST /applicants/searches',
  'GET /applicants/{id}',
  'POST /applicants/{id}/executions',
  'POST /applicants/{id}/separations',
  'GET /workflows/{id}/backtests',
  'POST /workflows/{id}/backtests',
  'GET /workflows/{id}/backtests/{backtest_id}',
  'POST /workflows/{id}/backtests/{backtest_id}/cancel',
  'GET /workflows/{id}/backtests/{backtest_id}/changes',
  'GET /workflows/{id}/backtests/{backtest_id}/changes.csv',
  'GET /workflows/{id}/examples',
  'POST /workflows/{id}/examples',
  'POST /workflows/{id}/examples/run',
  'GET /workflows/{id}/examples/{example_id}',
  'PATCH /workflows/{id}/examples/{example_id}',
  'DELETE /workflows/{id}/examples/{example_id}',
  'GET /workflows/{id}/reading',
  'POST /workflows/{id}/reading',
  'GET /workflows/{id}/rules',
  'PUT /workflows/{id}/rules',
  'POST /workflows/{id}/rules/preview',
  'GET /workflows/{id}/versions',
  'GET /workflows/{id}/versions/{version}',
  'POST /workflows/{id}/versions/{version}/restore',
  'GET /users',
  'GET /people',
  'POST /people',
  'PATCH /people/{id}',
  'POST /people/{id}/links',
  'GET /tokens',
  'POST /tokens',
  'POST /tokens/{id}/rotate',
  'POST /tokens/{id}/revoke',
  'GET /waiting_letters',
  'PATCH /users/{id}',
  'GET /batches/{id}/summary',
  'POST /workflows/validate',
  'GET /products',
  'GET /products/{code}',
  'POST /products',
  'PATCH /products/{code}',
  'DELETE /products/{code}',
  'GET /products/{code}/versions',
  'POST /workflows/{id}/simulate',
  'POST /workflows/simulate',
  'GET /fields',
  'GET /fields/{field}',
  'GET /fields/proposals',
  'GET /fields/schema',
  'PUT /fields',
  'POST /executions/re_evaluations',
  'POST /fields/changes',
  'GET /field_requests',
  'POST /field_requests',
  'GET /field_requests/{id}',
  'POST /field_requests/{id}/approve',
  'POST /field_requests/{id}/refuse',
  'POST /field_requests/{id}/withdraw',
  'PUT /fields/{field}',
  'PUT /fields/{field}/answers',
  'DELETE /fields/{field}',
];

/**
 * Operations that do not exist yet, each with what it waits for. An operation that is built must be removed from this
 * list.
 */
const MISSING: Record<string, string> = {};

/** Codes that only missing operations can answer. */
const UNUSED_CODES: Partial<Record<ErrorCode, string>> = {};

const DECLARED = ROUTES.map(({ method, path }) => `${method} ${path}`);

describe('the declarations', () => {
  test("are the reference's endpoints and our additions, less those that are known to be missing", () => {
    const wanted = [...REFERENCE, ...ADDITIONS].filter((endpoint) => MISSING[endpoint] === undefined);
    expect(DECLARED.toSorted()).toEqual(wanted.toSorted());
  });

  test('use every error code that no missing endpoint is waited for', () => {
    const used = new Set<ErrorCode>([...ROUTES.flatMap(errorsOf), ...OF_NO_OPERATION]);
    const unused = Object.keys(ERROR_CODES).filter((code) => !used.has(code as ErrorCode));
    expect(unused.toSorted()).toEqual(Object.keys(UNUSED_CODES).toSorted());
    for (const endpoint of Object.values(UNUSED_CODES)) expect(MISSING[endpoint]).toBeDefined();
  });

  test('have an operation id each', () => {
    const ids = ROUTES.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the document', () => {
  let gateway: TestGateway;
  let caller: Caller;
  beforeAll(async () => {
    gateway = await startGateway();
    caller = await gateway.caller();
  });
  afterAll(() => gateway.stop());

  test('has beside it the schema of definitions for editors, without a token', async () => {
    const { status, text, headers } = await caller.api.get('/docs/cascade.schema.json', { token: null });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/schema+json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual(definitionJsonSchema());
  });

  test('is served without a token', async () => {
    const { status, body } = await caller.api.get('/api/openapi.json', { token: null });
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(DOCUMENT)));
    expect([body.openapi, body.info.version]).toEqual(['3.1.0', '1.0.0']);
  });

  test('refers only to components that it has', () => {
    const text = JSON.stringify(DOCUMENT);
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.]+)"/g)];
    expect(references.length).toBeGreaterThan(50);
    for (const [, section, name] of references) {
      const components = DOCUMENT.components as unknown as Record<string, Record<string, unknown>>;
      expect(components[section!]?.[name!]).toBeDefined();
    }
  });

  test('says the scope, the errors and an example of every operation', () => {
    for (const operations of Object.values(DOCUMENT.paths)) {
      for (const operation of Object.values(operations) as Record<string, AnyJson>[]) {
        const { operationId, responses } = operation;
        expect([operationId, operation['x-required-scope']]).toEqual([operationId, expect.any(String)]);
        const scopes = String(operation['x-required-scope']).split(' or ');
        expect(operation.security).toEqual(scopes.map((scope) => ({ bearerAuth: [scope] })));
        for (const status of ['400', '401', '403', '429', '500', '503']) expect(responses[status]).toBeDefined();
        const json = responses['200']?.content?.['application/json'] ?? responses['201']?.content?.['application/json'];
        if (json !== undefined) expect(json.example.data).toBeDefined();
      }
    }
  });

  test('says how long each text of a request may be', () => {
    type Schema = { readonly [key: string]: unknown };
    const unlimited = (schema: Schema, at: string): string[] => {
      const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
      const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
      const isLimited = ['maxLength', 'enum', 'const', 'pattern', 'format'].some((key) => key in schema);
      return [
        ...(isText && !isLimited ? [at] : []),
        ...Object.entries(properties as Schema).flatMap(([name, each]) => unlimited(each as Schema, `${at}.${name}`)),
        ...(items === undefined ? [] : unlimited(items as Schema, `${at}[]`)),
        ...[anyOf, oneOf, allOf].flatMap((all) => (all as Schema[]).flatMap((each) => unlimited(each, at))),
      ];
    };
    const found = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Schema>).flatMap(([method, operation]) => {
        const { content } = (operation.requestBody ?? {}) as { content?: Record<string, { schema: Schema }> };
        const schema = content?.['application/json']?.schema;
        return schema === undefined ? [] : unlimited(schema, `${method} ${path}`);
      }),
    );
    // An unknown trigger type is ignored, and not stored.
    expect(found.filter((at) => !at.endsWith('.trigger_type'))).toEqual([]);
    expect(found).not.toEqual([]);
  });

  test('says that an artifact has no bytes until it was made, though it can be downloaded', () => {
    for (const name of ['ReportArtifact', 'NoticeArtifact']) {
      const { description } = (DOCUMENT as unknown as AnyJson).components.schemas[name].properties.byte_size;
      expect(description).toContain('0 until `generated_at`');
    }
  });

  test('describes every event', () => {
    expect(Object.keys(DOCUMENT.webhooks as object).toSorted()).toEqual([...EVENT_NAMES].toSorted());
  });

  test.each(Object.keys(ERROR_CODES))('has a page about %s', async (code) => {
    const { status, text, headers } = await caller.api.get(`/docs/api/errors/${code}`, { token: null });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const part of [code, 'What happened', 'How to fix it', 'Example']) expect(text).toContain(part);
  });

  test('says how large each body may be and how many values it may hold', () => {
    const { paths } = DOCUMENT as unknown as AnyJson;
    expect(paths['/workflows/{id}/trigger'].post.requestBody.description).toBe(
      'At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep.',
    );
    expect(paths['/workflows/{id}/batches'].post.requestBody.description).toContain('8 MiB and 200,000 values');
  });

  test('describes every member of bodies and records', () => {
    const { components, paths } = DOCUMENT as unknown as AnyJson;
    const bodies = Object.values<AnyJson>(paths).flatMap((operations) =>
      Object.values<AnyJson>(operations).flatMap(({ operationId, requestBody }) =>
        requestBody === undefined ? [] : [[operationId, requestBody.content['application/json'].schema]],
      ),
    );
    const all = [...Object.entries<AnyJson>(components.schemas), ...bodies];
    expect(all.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
  });

  test('has no page about a code that is none', async () => {
    for (const code of ['nothing', 'constructor', '__proto__']) {
      expect((await caller.api.get(`/docs/api/errors/${code}`, { token: null })).status).toBe(404);
    }
  });
});

/** Members without a description. A named schema has its own, and a constant needs none. */
function undescribed(schema: AnyJson, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const members = Object.entries<AnyJson>(schema.properties ?? {}).flatMap(([name, member]) => [
    ...(member.description === undefined && member.$ref === undefined && member.const === undefined
      ? [`${at}.${name}`]
      : []),
    ...undescribed(member, `${at}.${name}`),
  ]);
  const inner = [schema.items, schema.additionalProperties, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [...members, ...inner.flatMap((one) => undescribed(one, `${at}[]`))];
}
