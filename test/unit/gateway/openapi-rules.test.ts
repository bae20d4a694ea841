import { takesNull } from '../../../core/absent.ts';
import { openApiDocument } from '../../../services/gateway/docs/openapi/index.ts';
import { withOptionalNulls } from '../../../services/gateway/docs/openapi/optional-nulls.ts';
import { readIdempotencyKey } from '../../../services/gateway/http/idempotency/identity.ts';
import { idempotencyKeyUse } from '../../../services/gateway/http/route.ts';
import { ID } from '../../../services/gateway/http/schemas.ts';
import { ROUTES } from '../../../services/gateway/routes.ts';
import { describe, expect, test } from '../../support/jest.ts';

/*
 * Rules of the API that the OpenAPI document has to tell: whoever makes requests from it alone meets no
 * refusal that it does not announce. Schemathesis asks the running API (test/nightly/schemathesis.test.ts).
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
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Node }>> };
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

// Rules: 1.9.9
test.each(KEYED)('%s: a key that the document forbids is refused', (id, route) => {
  const operation = DOCUMENT.paths[route.path]?.[route.method.toLowerCase()];
  expect(operation?.operationId).toBe(id);
  const key =
    operation === undefined ? undefined : parametersOf(operation).find(({ name }) => name === 'Idempotency-Key');
  const { maxLength, pattern } = key?.schema ?? {};
  expect([maxLength, typeof pattern]).toEqual([200, 'string']);
  const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ID.maximum]));
  const isRequired = idempotencyKeyUse(route) === 'required';
  const read = (text: string) =>
    readIdempotencyKey(text, { apiClientId: ID.maximum, namespace: route.keyNamespace?.(params) ?? '', isRequired });
  for (const text of ['a key with spaces', '~!"#%', 'ключ', 'caf\u00e9', '\u00a0', 'tab\tin it', '\u007f']) {
    if (new RegExp(String(pattern)).test(text)) expect(read(text)?.shown.endsWith(text)).toBe(true);
    else expect(() => read(text)).toThrow();
  }
  // A UUID, and any key of 128 characters, is accepted whatever the ids are.
  expect(read('k'.repeat(128))?.shown.length).toBeLessThanOrEqual(200);
  expect(() => read('k'.repeat(201))).toThrow();
  // A key that an execution shows has at most 200 characters with its prefix; a hidden one may have 200 itself.
  const longest = isRequired ? 200 - (read('k')?.shown.length ?? 0) + 1 : 200;
  expect(read('k'.repeat(longest))).not.toBeNull();
  expect(() => read('k'.repeat(longest + 1))).toThrow();
});

/** Each schema and operation of the document, with where it stands. Values are none. */
function everything(node: unknown, path = ''): { path: string; node: Node }[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => everything(item, `${path}/${index}`));
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.entries(node).filter(([key]) => !['example', 'examples', 'enum', 'const'].includes(key));
  return [{ path, node: node as Node }, ...inner.flatMap(([key, member]) => everything(member, `${path}/${key}`))];
}

// Rules: 15.15.1
describe('generators of clients find nothing that they do not survive:', () => {
  const ALL = everything(DOCUMENT);
  const where = (isSo: (node: Node) => boolean) => ALL.filter(({ node }) => isSo(node)).map(({ path }) => path);
  const unions = ({ anyOf, oneOf }: Node): readonly (readonly Node[])[] =>
    [anyOf, oneOf].filter((union): union is readonly Node[] => Array.isArray(union));

  test('no schema has two types beside null', () => {
    expect(where(({ type }) => Array.isArray(type) && type.filter((each) => each !== 'null').length > 1)).toEqual([]);
  });

  test('no union has a member that takes everything', () => {
    const takesAll = (member: Node) =>
      Object.keys(member).every((key) => ['description', 'title', 'additionalProperties'].includes(key));
    expect(where((node) => unions(node).some((union) => union.some(takesAll)))).toEqual([]);
  });

  test('no union has objects that nothing tells apart', () => {
    const isObject = (member: Node): boolean =>
      typeof member.$ref === 'string'
        ? isObject(DOCUMENT.components.schemas[member.$ref.split('/').at(-1) ?? ''] ?? {})
        : member.type === 'object';
    const told = (member: Node): boolean => {
      const { properties = {} } = (DOCUMENT.components.schemas[String(member.$ref).split('/').at(-1) ?? ''] ??
        member) as { readonly properties?: Record<string, Node> };
      return Object.values(properties).some(({ const: only, enum: one }) => only !== undefined || Array.isArray(one));
    };
    const mixed = (union: readonly Node[]) => union.filter(isObject).length > 1 && !union.filter(isObject).every(told);
    expect(where((node) => unions(node).some(mixed))).toEqual([]);
  });

  // Rules: 15.15.2
  test('a discriminator says of each member of its union which values it has', () => {
    const named = (ref: unknown) => String(ref).split('/').at(-1) ?? '';
    const told = ALL.filter(({ node }) => node.discriminator !== undefined);
    expect(told.map(({ path }) => named(path))).toEqual(['CascadeNode', 'ActionNode']);
    const valuesOf = (name: string, member: string): unknown[] => {
      const { oneOf, properties = {} } = DOCUMENT.components.schemas[name] as {
        readonly oneOf?: readonly Node[];
        readonly properties?: Readonly<Record<string, { readonly enum?: readonly unknown[] }>>;
      };
      const inner = (oneOf ?? []).flatMap(({ $ref }) => valuesOf(named($ref), member));
      return [...new Set([...(properties[member]?.enum ?? []), ...inner])];
    };
    for (const { node } of told) {
      const { propertyName, mapping } = node.discriminator as { propertyName: string; mapping: Record<string, string> };
      const members = node.oneOf as readonly Node[];
      const own = members.flatMap(({ $ref }) => valuesOf(named($ref), propertyName).map((value) => [value, $ref]));
      expect(Object.entries(mapping).toSorted()).toEqual(own.toSorted());
      expect(new Set(Object.values(mapping)).size).toBe(members.length);
    }
  });

  test('no default is an object', () => {
    const isDefault = (node: Node) =>
      node.type !== undefined &&
      typeof node.default === 'object' &&
      node.default !== null &&
      !Array.isArray(node.default);
    expect(where(isDefault)).toEqual([]);
  });

  test('no tag is one of operations and of webhooks', () => {
    const tagsIn = (paths: unknown) =>
      new Set(
        everything(paths).flatMap(({ node }) =>
          node.operationId === undefined ? [] : ((node.tags ?? []) as string[]),
        ),
      );
    const ofPaths = tagsIn(DOCUMENT.paths);
    expect([...tagsIn(DOCUMENT.webhooks)].filter((tag) => ofPaths.has(tag))).toEqual([]);
  });
});

// Rules: 15.8.3
describe('null for an optional member of a body', () => {
  const refusesNull = (schema: Node, at: string): string[] => {
    const {
      properties = {},
      required = [],
      items,
    } = schema as {
      readonly properties?: Record<string, Node>;
      readonly required?: readonly string[];
      readonly items?: Node;
    };
    const own = Object.entries(properties).flatMap(([name, member]) => {
      const optional = !required.includes(name) && !takesNull(member) && !isNullableUnion(member);
      return [...(optional ? [`${at}.${name}`] : []), ...refusesNull(member, `${at}.${name}`)];
    });
    return items === undefined ? own : [...own, ...refusesNull(items, `${at}[]`)];
  };
  const isNullableUnion = ({ anyOf }: Node): boolean =>
    Array.isArray(anyOf) && anyOf.some((one) => (one as Node).type === 'null');

  test('is allowed by the document wherever it is accepted', () => {
    const bodies = OPERATIONS.flatMap(({ operationId, requestBody }) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema === undefined ? [] : refusesNull(schema, operationId);
    });
    expect(bodies).toEqual([]);
  });

  test('is not allowed for a member that is required and takes none', () => {
    const schema = withOptionalNulls({
      type: 'object',
      required: ['url'],
      properties: { url: { type: 'string' }, kind: { type: 'string', enum: ['a'] }, any: {} },
    });
    expect(schema.properties).toEqual({
      url: { type: 'string' },
      kind: { type: ['string', 'null'], enum: ['a', null] },
      any: {},
    });
  });
});
