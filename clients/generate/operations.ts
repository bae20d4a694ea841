import type { Document, DocumentedOperation, Parameter, Schema } from './document.ts';
import { RESOURCES } from './resources.ts';

/** One method of a client. */
export interface Operation {
  readonly id: string;
  /** Name of the method, camelCase. */
  readonly name: string;
  /** `get`, `post`, … */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Words of the document about it, in Markdown. */
  readonly description: string;
  readonly pathParameters: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly isRequired: boolean } | null;
  readonly takesKey: boolean;
  readonly takesIfMatch: boolean;
  readonly reply: Reply;
}

/** What a success returns: `data` with one object or a list of them, a file, or no content. */
export type Reply =
  | { readonly kind: 'item'; readonly schemas: readonly Schema[] }
  | { readonly kind: 'list'; readonly items: Schema }
  | { readonly kind: 'file' }
  | { readonly kind: 'nothing' };

export interface Resource {
  /** camelCase, as in `client.webhookSubscriptions`. */
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** @throws if the document and the table of names do not have the same operations */
export function resourcesOf(document: Document): Resource[] {
  const documented = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId ?? '', { path, method, operation }]),
    ),
  );
  const named = new Set(Object.values(RESOURCES).flatMap((methods) => Object.values(methods)));
  const nameless = [...documented.keys()].filter((id) => !named.has(id));
  if (nameless.length > 0) {
    throw new Error(`Give ${nameless.join(', ')} a method of a resource in clients/generate/resources.ts.`);
  }
  return Object.entries(RESOURCES).map(([resource, methods]) => ({
    name: resource,
    operations: Object.entries(methods).map(([name, id]) => {
      const found = documented.get(id);
      if (found === undefined)
        throw new Error(`clients/generate/resources.ts names ${id}, which the API does not have.`);
      return read(id, name, found.method, found.path, found.operation);
    }),
  }));
}

function read(id: string, name: string, method: string, path: string, operation: DocumentedOperation): Operation {
  const { parameters = [], requestBody, responses, summary = '', description = '' } = operation;
  const schema = requestBody?.content?.['application/json']?.schema;
  return {
    id,
    name,
    method,
    path,
    summary,
    description,
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    query: parameters.filter((parameter) => parameter.in === 'query'),
    body: schema === undefined ? null : { schema, isRequired: requestBody?.required === true },
    takesKey: parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')),
    takesIfMatch: parameters.some(({ $ref }) => $ref?.endsWith('IfMatch')),
    reply: replyOf(responses),
  };
}

function replyOf(responses: DocumentedOperation['responses']): Reply {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.flatMap(([, { content }]) => (content === undefined ? [] : [content]));
  if (contents.length === 0) return { kind: 'nothing' };
  const bodies = contents.flatMap((content) => content['application/json']?.schema ?? []);
  if (bodies.length === 0) return { kind: 'file' };
  const schemas = bodies.flatMap(({ properties }) => properties?.data ?? []);
  const [first] = schemas;
  return first?.type === 'array' && first.items !== undefined
    ? { kind: 'list', items: first.items }
    : { kind: 'item', schemas };
}

/** `webhook_subscriptions` of `webhookSubscriptions`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function pascalCase(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Query parameters of a list that its iteration sets. */
export const PAGING = new Set(['page', 'cursor']);

/** `status` of `filter[status]`. */
export function parameterName({ name = '' }: Parameter): string {
  return /^filter\[(\w+)\]$/.exec(name)?.[1] ?? name;
}
