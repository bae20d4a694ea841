import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/**
 * `npm run client:generate`: reads the OpenAPI document from standard input and writes `src/api.generated.ts`. The
 * document comes by pipe, so that this package knows nothing of the service but what every integrator may know.
 */
export const GENERATED_FILE = join(import.meta.dirname, 'src/api.generated.ts');

const HEAD = `/**
 * Types of the Cascade API. Generated from its OpenAPI document: do not edit, run \`npm run client:generate\`.
 */
`;

interface Content {
  readonly schema?: unknown;
}
interface Body {
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: unknown;
  readonly links?: unknown;
}
interface Operation {
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
export interface Document {
  readonly paths: Paths;
  readonly webhooks: Paths;
}

/** The text of the generated file. `document` is OpenAPI 3.1 as the gateway serves it. */
export async function generateClient(document: Document): Promise<string> {
  const { paths, webhooks } = document;
  const slim: unknown = { ...document, paths: slimPaths(paths), webhooks: slimPaths(webhooks) };
  const types = astToString(await openapiTS(slim as OpenAPI3));
  return `${HEAD}${types}${idempotentOperations(paths)}`;
}

/**
 * What a typed caller has no use for is left out, so that people can review the file when the API changes: refusals,
 * which are thrown and have one shape, the headers and links of responses, and the examples.
 */
function slimPaths(paths: Paths): Paths {
  return mapValues(paths, (operations) =>
    mapValues(operations, ({ requestBody, responses, ...operation }) => ({
      ...operation,
      ...(requestBody === undefined ? {} : { requestBody: slimBody(requestBody) }),
      responses: mapValues(
        Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2'))),
        slimBody,
      ),
    })),
  );
}

function slimBody({ headers: _headers, links: _links, content, ...body }: Body): Body {
  return { ...body, ...(content === undefined ? {} : { content: mapValues(content, ({ schema }) => ({ schema })) }) };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** The one thing about operations that has to be known while the program runs. */
function idempotentOperations(paths: Paths): string {
  const names = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { parameters }]) => parameters?.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')))
      .map(([method]) => `  '${method.toUpperCase()} ${path}',`),
  );
  return `
/** Operations that take an Idempotency-Key. */
export const IDEMPOTENT_OPERATIONS: readonly string[] = [
${names.join('\n')}
];
`;
}

async function main(): Promise<void> {
  writeFileSync(GENERATED_FILE, await generateClient((await json(process.stdin)) as Document));
}

// What goes wrong ends the process with an error: the file stays as it was.
if (import.meta.main) void main();
