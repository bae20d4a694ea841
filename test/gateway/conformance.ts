import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../services/gateway/docs/openapi/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';

/**
 * Checks every answer that a test gets against the OpenAPI document. A status, a body or a member that the document
 * does not describe fails the test, whatever its subject.
 */
type Schema = Record<string, unknown>;
interface Response {
  readonly content?: Record<string, { readonly schema?: Schema }>;
}

export const DOCUMENT = openApiDocument(ROUTES, { baseUrl: 'http://api.test', docsUrl: 'http://api.test/docs' });

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'api:', components: closeRecords(DOCUMENT.components) as object });

/** Closes records, so that undescribed members fail. */
function closeRecords(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closeRecords);
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closeRecords(member)]));
  const { properties } = copy as { properties?: Schema };
  const isRecord = typeof properties?.object === 'object' && 'const' in properties.object!;
  return isRecord ? { ...copy, additionalProperties: false } : copy;
}

export function checkConformance(method: string, path: string, status: number, type: string, body: unknown): void {
  const operation = findOperation(method, path);
  if (operation === undefined) return;
  const responses = operation.responses as Record<string, Response>;
  const response = responses[status];
  if (response === undefined) throw new Error(`${method} ${path}: the document does not describe status ${status}`);
  const [mediaType = ''] = type.split(';');
  if (mediaType !== 'application/json') return;
  const schema = response.content?.[mediaType]?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} ${status}: the document describes no JSON body`);
  check(`${method} ${path} ${status}`, schema, body);
}

/** Checks the body of an event against the `webhooks` section. */
export function checkEvent(name: string, body: unknown): void {
  const hooks = DOCUMENT.webhooks as Record<string, { post: { requestBody: Response } } | undefined>;
  const schema = hooks[name]?.post.requestBody.content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`the document does not describe ${name}`);
  check(name, schema, body);
}

const compiled = new Map<Schema, ValidateFunction>();

function check(what: string, schema: Schema, value: unknown): void {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api:#/')));
    compiled.set(schema, validate);
  }
  if (!validate(value)) throw new Error(`${what} is not as described: ${ajv.errorsText(validate.errors)}`);
}

function findOperation(method: string, path: string): { responses: unknown } | undefined {
  const pathname = path.split('?', 1)[0]!.replace(/^\/api\/v1/, '');
  for (const [template, operations] of Object.entries(DOCUMENT.paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const operation = operations[method.toLowerCase()];
    if (operation !== undefined && pattern.test(pathname)) return operation as { responses: unknown };
  }
  return undefined;
}
