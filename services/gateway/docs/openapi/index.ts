import { PRODUCT_CODES } from '../../../../core/products/index.ts';
import { PRODUCT_SCHEMA } from '../../../../core/sources/product.ts';
import { definitionComponents } from '../../../../core/cascade/schema.ts';
import { ERROR_CODES, type ErrorCode } from '../../../../core/errors.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { SCOPES } from '../../../../core/access.ts';
import { MAX_FIELD_PATH_LENGTH } from '../../../../core/fields/spec.ts';
import { API_PREFIX } from '../../http/dispatch.ts';
import { errorsOf } from './errors.ts';
import { COLLECTION_META, COMPONENT_HEADERS, ERROR_ENVELOPE, extendedMeta, META, PAGE_META } from './components.ts';
import { linksOf } from './links.ts';
import { withOptionalNulls } from './optional-nulls.ts';
import { portable } from './portable.ts';
import { WEBHOOK_TAG, webhooks } from './webhooks.ts';
import { DEFAULT_MAX_BODY_BYTES, DEFAULT_MAX_BODY_VALUES } from '../../http/middleware/body.ts';
import { KEY_PATTERN, MAX_KEY_LENGTH } from '../../http/idempotency/identity.ts';
import { idempotencyKeyUse, scopesOf, takesBody, type Route, type TextParameter } from '../../http/route.ts';
import { ID, nameOf } from '../../http/schemas.ts';
import { OWN_EXAMPLE } from '../../products/schemas.ts';
import { TAGS } from '../../tags.ts';

const API_VERSION = '1.0.0';

/** The OpenAPI 3.1 document, made from the route declarations alone, so it has every endpoint and nothing else. */
export function openApiDocument(routes: readonly Route[], { baseUrl, docsUrl }: { baseUrl: string; docsUrl: string }) {
  const schemas = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method.toLowerCase()] = operation(route, schemas, docsUrl, linksOf(route, routes));
  }
  const hooks = schemas.resolve(webhooks());
  const document = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
    info: {
      title: 'Cascade Decisioning Service API',
      version: API_VERSION,
      summary: 'Decision workflows: trigger a cascade for an applicant, read the execution, receive signed events.',
      description: DESCRIPTION,
      contact: { name: 'API support', url: docsUrl },
      license: { name: 'Proprietary', url: docsUrl },
    },
    servers: [{ url: `${baseUrl}${API_PREFIX}`, description: 'This service.' }],
    tags: [...Object.entries(TAGS).map(([name, description]) => ({ name, description })), WEBHOOK_TAG],
    security: [{ bearerAuth: [] }],
    paths,
    webhooks: hooks,
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'UUID',
          description: `A token of an API client. Its scopes are among: ${SCOPES.join(', ')}.`,
          // HTTP authentication has no scopes of its own in OpenAPI.
          'x-scopes': SCOPES,
        },
      },
      parameters: {
        RequestId: {
          name: 'X-Request-Id',
          in: 'header',
          required: false,
          description:
            'Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our ' +
            'logs. Any other value is replaced by an id of the service.',
          schema: { type: 'string' },
        },
        IdempotencyKey: keyParameter({ isRequired: true }),
        OptionalIdempotencyKey: keyParameter({ isRequired: false }),
        IfMatch: ifMatchHeader({ isRequired: false }),
        RequiredIfMatch: ifMatchHeader({ isRequired: true }),
      },
      headers: COMPONENT_HEADERS,
      schemas: { ...schemas.all(), ...definitionComponents() },
    },
  };
  return portable(document);
}

const DESCRIPTION = `
Cascades are decision workflows defined as a graph of nodes. A caller creates a cascade, triggers it for an applicant,
and reads the resulting execution. The service is asynchronous: a trigger returns 202, and the caller polls the
execution or receives signed webhook events.

Single resources are returned as \`{data, meta}\`, lists as \`{data: [...], meta}\` with the page in \`meta\`, and every
failure as \`{error}\` with a code to branch on. Times are RFC 3339 in UTC with milliseconds.

A member of a body that the operation does not know is refused, and so is such a query parameter; free-form objects, as
a payload, hold anything. Null for an optional member is its absence, unless the member takes null. JSON may be nested 64
levels deep, and a whole number beyond 2^53 is sent as text, because it would be rounded. A delivery of an event has 5 s
to connect, 10 s between bytes and 15 s in all.
`.trim();

/** Publishes each named schema once; all other places refer to it. */
class Components {
  readonly #schemas = new Map<string, unknown>();

  resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    const name = nameOf(value);
    if (name === undefined) return this.#members(value);
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, undefined);
      this.#schemas.set(name, this.#members(value));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #members(value: object): unknown {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.resolve(member)]));
  }

  all(): Record<string, unknown> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function operation(route: Route, schemas: Components, docsUrl: string, links: object | undefined) {
  const { reply, body } = route;
  const scopes = scopesOf(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\nScope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    security: scopes.map((scope) => ({ bearerAuth: [scope] })),
    'x-required-scope': scopes.join(' or '),
    parameters: parameters(route),
    ...(body === undefined || !takesBody(route)
      ? {}
      : {
          requestBody: {
            description: bodyLimits(route),
            required: isBodyRequired(route),
            content: {
              'application/json': {
                schema: schemas.resolve(withOptionalNulls(body.published ?? body.schema)),
                example: body.example,
              },
            },
          },
        }),
    responses: { ...withLinks(success(reply, schemas, route), links), ...failures(route, schemas, docsUrl) },
  };
}

/** Limits that no schema can express. */
function bodyLimits({ maxBodyBytes = DEFAULT_MAX_BODY_BYTES, maxBodyValues = DEFAULT_MAX_BODY_VALUES }: Route): string {
  const values = maxBodyValues.toLocaleString('en-US');
  return `At most ${maxBodyBytes / 1_048_576} MiB and ${values} values, lists and objects included, 64 levels deep.`;
}

function withLinks(responses: Record<string, object>, links: object | undefined): Record<string, object> {
  if (links === undefined) return responses;
  return Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, { ...response, links }]));
}

function isBodyRequired({ body }: Route): boolean {
  return Array.isArray(body?.schema.required) && body.schema.required.length > 0;
}

function parameters(route: Route): unknown[] {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name ?? ''] ?? 'Id of the record.',
    ...(TEXT_PARAMETERS[name ?? ''] ?? { schema: ID, example: 4711 }),
    ...(name === 'code' && route.isOfOwnProduct === true ? { example: OWN_EXAMPLE.code } : {}),
  }));
  const properties = (route.query?.properties ?? {}) as Record<string, { description?: string; type?: unknown }>;
  const required: unknown = route.query?.required;
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const query = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: isRequired(name),
    // Several values: the parameter is repeated.
    ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    description: description ?? 'Only records that have this value.',
    schema,
  }));
  const key =
    idempotencyKeyUse(route) === 'none' ? [] : [{ $ref: `#/components/parameters/${keyParameterName(route)}` }];
  const ifMatch = ifMatchParameter(route);
  return [...path, ...query, ...key, ...ifMatch, { $ref: '#/components/parameters/RequestId' }];
}

const TEXT_PARAMETERS: Readonly<Record<string, object>> = {
  code: { schema: PRODUCT_SCHEMA.properties.code, example: PRODUCT_CODES[0] },
  field: { schema: { type: 'string', maxLength: MAX_FIELD_PATH_LENGTH }, example: 'applicant.ltv_percent' },
} satisfies Readonly<Record<TextParameter, object>>;

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  artifact_id: 'Id of the artifact, from the list.',
  code: 'Code of the product.',
  field: 'Path of the field in the payload.',
  version: 'Number of the version, from the list.',
};

function ifMatchHeader({ isRequired }: { readonly isRequired: boolean }) {
  return {
    name: 'If-Match',
    in: 'header',
    required: isRequired,
    description:
      'The `ETag` of the record as it was read. If the record has changed since, the request is refused with ' +
      '`precondition_failed` and nothing changes.',
    schema: { type: 'string' },
    example: '"12.1.1772467512000"',
  };
}

function ifMatchParameter({ etag }: Route): readonly object[] {
  if (etag !== 'checked' && etag !== 'required') return [];
  return [{ $ref: `#/components/parameters/${etag === 'required' ? 'RequiredIfMatch' : 'IfMatch'}` }];
}

function keyParameterName(route: Route): string {
  return idempotencyKeyUse(route) === 'optional' ? 'OptionalIdempotencyKey' : 'IdempotencyKey';
}

function keyParameter({ isRequired }: { readonly isRequired: boolean }) {
  const purpose = isRequired
    ? 'Identifies this request: repeating the same request with the same key returns the original response. Executions ' +
      'show the key with its namespace (`api_client:<id>:<key>`, of re-evaluations `api_client:<id>:reeval:<id>:<key>`), ' +
      'which has at most 200 characters; one of 128 characters is accepted whatever the ids are.'
    : 'Makes this request safe to repeat: the same request with the same key returns the original response, with ' +
      '`Idempotent-Replayed: true`.';
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: isRequired,
    description: `${purpose} Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.`,
    schema: {
      type: 'string',
      ...(isRequired ? { minLength: 1 } : {}),
      maxLength: MAX_KEY_LENGTH,
      pattern: KEY_PATTERN,
    },
    example: '5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11',
  };
}

const LIMIT_HEADERS = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

function success(reply: Route['reply'], schemas: Components, route: Route): Record<string, object> {
  const { description } = reply;
  const meta: JsonObject = { request_id: 'b1f6c1d2-8c35-4c53-9c5e-0a1f6f0a7d11' };
  switch (reply.kind) {
    case 'item': {
      const headers = {
        ...LIMIT_HEADERS,
        ...(idempotencyKeyUse(route) === 'none'
          ? {}
          : { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
        ...(route.etag === undefined ? {} : { ETag: { $ref: '#/components/headers/RecordETag' } }),
      };
      const schema = envelope(schemas.resolve(reply.schema), schemas.resolve(META));
      const { preview } = reply;
      const previewed: Record<string, object> =
        preview === undefined
          ? {}
          : {
              200: {
                description: preview.description,
                headers,
                ...json(envelope(schemas.resolve(preview.schema), schemas.resolve(META)), {
                  data: preview.example,
                  meta,
                }),
              },
            };
      return { ...previewed, [reply.status]: { description, headers, ...json(schema, { data: reply.example, meta }) } };
    }
    case 'page':
    case 'collection': {
      const more = reply.kind === 'page' ? reply.meta : undefined;
      const plain = reply.kind === 'page' ? PAGE_META : COLLECTION_META;
      const metaSchema = more === undefined ? plain : extendedMeta(more.properties);
      const schema = envelope({ type: 'array', items: schemas.resolve(reply.schema) }, schemas.resolve(metaSchema));
      const perPage = reply.kind === 'page' ? 25 : 1;
      const paging = { page: 1, per_page: perPage, total_count: 1, total_pages: 1, object: reply.object };
      const cursor = reply.kind === 'page' ? { next_cursor: null } : {};
      const example = { data: [reply.example], meta: { ...meta, ...paging, ...cursor, ...more?.example } };
      return { 200: { description, headers: LIMIT_HEADERS, ...json(schema, example) } };
    }
    case 'file': {
      const etag = { ETag: { $ref: '#/components/headers/ETag' } };
      const headers = {
        ...LIMIT_HEADERS,
        ...etag,
        'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' },
      };
      const content = { [reply.contentType]: { schema: { type: 'string', format: 'binary' } } };
      return {
        200: { description, headers, content },
        304: { description: 'The file has the `ETag` of `If-None-Match`.', headers: { ...LIMIT_HEADERS, ...etag } },
      };
    }
    case 'stream': {
      const headers = {
        ...LIMIT_HEADERS,
        'Content-Disposition': { $ref: '#/components/headers/ContentDisposition' },
      };
      const content = { [reply.contentType]: { schema: { type: 'string', format: 'binary' } } };
      return { 200: { description, headers, content } };
    }
    case 'events': {
      const schema = {
        type: 'string',
        description: 'The data of each event is JSON.',
        contentSchema: schemas.resolve(reply.schema),
      };
      return {
        200: {
          description,
          headers: LIMIT_HEADERS,
          content: { 'text/event-stream': { schema, example: reply.example } },
        },
      };
    }
    case 'nothing':
      return { 204: { description, headers: LIMIT_HEADERS } };
  }
}

function envelope(data: unknown, meta: unknown) {
  return { type: 'object', properties: { data, meta }, required: ['data', 'meta'] };
}

function json(schema: unknown, example: unknown) {
  return { content: { 'application/json': { schema, example } } };
}

/** One response per status, with an example for each code of that status. */
function failures(route: Route, schemas: Components, docsUrl: string): Record<string, unknown> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERROR_CODES[code].status);
  const responses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].what}`).join('\n\n'),
        headers: failureHeaders(status),
        content: {
          'application/json': {
            schema: schemas.resolve(ERROR_ENVELOPE),
            examples: Object.fromEntries(
              codes.map((code) => [code, { summary: code, value: errorExample(code, docsUrl) }]),
            ),
          },
        },
      },
    ]);
  return Object.fromEntries(responses);
}

function failureHeaders(status: number) {
  const retry = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };
  const challenge = { 'WWW-Authenticate': { $ref: '#/components/headers/WWWAuthenticate' } };
  return { ...LIMIT_HEADERS, ...(status === 429 || status === 503 ? retry : {}), ...(status === 401 ? challenge : {}) };
}

export function errorExample(code: ErrorCode, docsUrl: string) {
  return {
    error: {
      code,
      message: ERROR_CODES[code].message,
      details: code === 'validation_failed' ? [{ field: 'name', message: 'is required' }] : [],
      request_id: 'b1f6c1d2-8c35-4c53-9c5e-0a1f6f0a7d11',
      doc_url: `${docsUrl}/api/errors/${code}`,
    },
  };
}
