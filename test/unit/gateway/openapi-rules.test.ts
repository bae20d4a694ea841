import { openApiDocument } from '../../../services/gateway/docs/openapi/index.ts';
import { readIdempotencyKey } from '../../../services/gateway/http/idempotency/identity.ts';
import { idempotencyKeyUse } from '../../../services/gateway/http/route.ts';
import { ID } from '../../../services/gateway/http/schemas.ts';
import { ROUTES } from '../../../services/gateway/routes.ts';
import { expect, test } from '../../support/jest.ts';

/*
 * Rules of the API that the OpenAPI document has to tell (issue 28, 8): whoever makes requests from it alone meets no
 * refusal that it does not announce. Schemathesis asks the running API (test/slow/schemathesis.test.ts).
 */
interface Node {
  readonly [key: string]: unknown;
}
interface Parameter extends Node {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly schema: Node;
}
interface Operation extends Node {
  readonly operationId: string;
  readonly security: readonly { readonly bearerAuth: readonly string[] }[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Node;
}

const DOCUMENT = JSON.parse(
  JSON.stringify(openApiDocument(ROUTES, { baseUrl: 'http://127.0.0.1', docsUrl: 'http://127.0.0.1/docs' })),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: { readonly bearerAuth: { readonly 'x-scopes': readonly string[] } };
    readonly schemas: Readonly<Record<string, Node>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
  readonly webhooks: Node;
};
const OPERATIONS = Object.values(DOCUMENT.paths).flatMap((path) => Object.values(path));
const parametersOf = (operation: Operation): Parameter[] =>
  operation.parameters.map((parameter) =>
    parameter.$ref === undefined
      ? parameter
      : (DOCUMENT.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] ?? parameter),
  );

/** Every schema below, those that it refers to included, with where it stands. Examples are no schemas. */
function schemasIn(node: unknown, path: string, seen = new Set<string>()): { path: string; schema: Node }[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => schemasIn(item, `${path}/${index}`, seen));
  if (typeof node !== 'object' || node === null) return [];
  const { $ref } = node as Node;
  if (typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')) {
    const name = $ref.split('/').at(-1) ?? '';
    if (seen.has(name)) return [];
    return schemasIn(DOCUMENT.components.schemas[name], name, seen.add(name));
  }
  const inner = Object.entries(node).filter(
    ([key]) => !['example', 'examples', 'default', 'const', 'enum'].includes(key),
  );
  return [{ path, schema: node as Node }, ...inner.flatMap(([key, value]) => schemasIn(value, `${path}/${key}`, seen))];
}

const hasType = ({ type }: Node, wanted: string) => [type].flat().includes(wanted);
const sentBy = (operation: Operation) => [
  ...parametersOf(operation).flatMap(({ name, schema }) => schemasIn(schema, `${operation.operationId} ${name}`)),
  ...schemasIn(operation.requestBody, `${operation.operationId} body`),
];

test('every array says what its items are', () => {
  const arrays = schemasIn(DOCUMENT, '').filter(({ schema }) => hasType(schema, 'array'));
  expect(arrays.length).toBeGreaterThan(100);
  expect(arrays.filter(({ schema }) => !('items' in schema)).map(({ path }) => path)).toEqual([]);
});

test('every scope that an operation asks for stands under bearerAuth', () => {
  const known = DOCUMENT.components.securitySchemes.bearerAuth['x-scopes'];
  for (const { operationId, security } of OPERATIONS) {
    const scopes = security.flatMap(({ bearerAuth }) => bearerAuth);
    expect([operationId, scopes.length > 0, scopes.filter((scope) => !known.includes(scope))]).toEqual([
      operationId,
      true,
      [],
    ]);
  }
});

test('every whole number that a caller sends has a maximum', () => {
  // The maximum of `at_least` is the number of conditions that stand beside it; whatever `per_page` is, it is clamped.
  const numbers = OPERATIONS.flatMap(sentBy).filter(
    ({ path, schema }) => hasType(schema, 'integer') && !/\/at_least$| per_page$/.test(path),
  );
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.filter(({ schema }) => !('maximum' in schema) && !('enum' in schema)).map(({ path }) => path)).toEqual(
    [],
  );
});

test('a URL that a caller sends has the format of one', () => {
  const sent = OPERATIONS.flatMap(sentBy).filter(({ path }) => path.endsWith('/properties/url'));
  // Settings of a node are free-form, and a URL of theirs may hold variables.
  const urls = sent.filter(({ path }) => !path.includes('internal_notification'));
  expect(urls.map(({ schema }) => schema.format)).toEqual(urls.map(() => 'uri'));
  expect(urls.length).toBeGreaterThan(1);
});

test('`page` and `cursor` say that they exclude each other', () => {
  const lists = OPERATIONS.map(parametersOf).filter((parameters) => parameters.some(({ name }) => name === 'cursor'));
  expect(lists.length).toBeGreaterThan(5);
  for (const parameters of lists) {
    expect(parameters.find(({ name }) => name === 'page')?.description).toContain('Not beside `cursor`');
  }
});

const KEYED = ROUTES.filter((route) => idempotencyKeyUse(route) !== 'none').map(
  (route) => [route.operationId, route] as const,
);

test.each(KEYED)('%s: the document tells how long a key may be that is accepted whatever the ids are', (id, route) => {
  const operation = DOCUMENT.paths[route.path]?.[route.method.toLowerCase()];
  expect(operation?.operationId).toBe(id);
  const key =
    operation === undefined ? undefined : parametersOf(operation).find(({ name }) => name === 'Idempotency-Key');
  const most = Number(key?.schema.maxLength);
  const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ID.maximum]));
  const read = (length: number) =>
    readIdempotencyKey('k'.repeat(length), {
      apiClientId: ID.maximum,
      namespace: route.keyNamespace?.(params) ?? '',
      isRequired: true,
    });
  expect(read(most)).toHaveLength(200);
  expect(() => read(most + 1)).toThrow();
});
