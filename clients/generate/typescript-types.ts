import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { mapValues, type Body, type Document, type Paths } from './document.ts';

const HEAD = `/**
 * Types of the Cascade API. Generated from its OpenAPI document: do not edit, run \`npm run client:generate\`.
 */
`;

/** Text of `api.generated.ts`. `document` is OpenAPI 3.1 as the gateway serves it. */
export async function typescriptTypes(document: Document): Promise<string> {
  const { paths, webhooks } = document;
  const slim: unknown = { ...document, paths: slimPaths(paths), webhooks: slimPaths(webhooks) };
  const types = astToString(await openapiTS(slim as OpenAPI3));
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

function slimBody({ headers: _headers, links: _links, content, ...body }: Body): Body {
  return { ...body, ...(content === undefined ? {} : { content: mapValues(content, ({ schema }) => ({ schema })) }) };
}

function productOutputs({ components }: Document): string {
  const outputs = Object.entries(components.schemas).flatMap(([name, { 'x-product-code': code }]) =>
    code === undefined ? [] : [`  ${code}: components['schemas']['${name}'];`],
  );
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
