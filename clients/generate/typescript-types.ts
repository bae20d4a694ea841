import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { mapValues, productOutputsOf, type Body, type Document, type Paths } from './document.ts';

const HEAD = `/**
 * Types of the Cascade API. Generated from its OpenAPI document: do not edit, run \`npm run client:generate\`.
 */
`;

/** Text of `api.generated.ts`. `document` is OpenAPI 3.1 as the gateway serves it. */
export async function typescriptTypes(document: Document): Promise<string> {
  const { paths, webhooks } = document;
  const slim = withPlainUnions({ ...document, paths: slimPaths(paths), webhooks: slimPaths(webhooks) });
  // Members of requests that have a default may be left out.
  const types = astToString(await openapiTS(slim as OpenAPI3, { defaultNonNullable: false }));
  return `${HEAD}${types}${productOutputs(document)}${idempotentOperations(paths)}`;
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

/**
 * An object that is one of several, or any other: TypeScript would make `unknown` of it. The others say what it is. Literal
 * types tell the members of a union apart, so a discriminator has nothing to add.
 */
function withPlainUnions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainUnions);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([key]) =>
      key !== '$defs' &&
      key !== 'discriminator' &&
      (key !== 'anyOf' || !('additionalProperties' in value) || value.additionalProperties !== true),
  );
  return Object.fromEntries(members.map(([key, member]) => [key, withPlainUnions(member)]));
}

function slimBody({ headers: _headers, links: _links, content, ...body }: Body): Body {
  return { ...body, ...(content === undefined ? {} : { content: mapValues(content, ({ schema }) => ({ schema })) }) };
}

function productOutputs(document: Document): string {
  const outputs = productOutputsOf(document).map(({ name, code }) => `  ${code}: components['schemas']['${name}'];`);
  return `
/** The report of each product, as it stands in \`step_outputs\`. */
export interface ProductOutputs {
${outputs.join('\n')}
}
`;
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
