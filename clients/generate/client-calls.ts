import type { Document } from './document.ts';
import { resourcesOf } from './operations.ts';

const HEAD = `/**
 * The method of the clients for each operation, for the examples of the reference. Generated from the OpenAPI document: do
 * not edit, run \`npm run client:generate\`.
 */
export interface ClientCall {
  /** camelCase; Python's is made of it. */
  readonly resource: string;
  readonly method: string;
  readonly reply: 'item' | 'list' | 'file' | 'nothing';
}

export const CLIENT_CALLS: Readonly<Record<string, ClientCall>> = {
`;

/** Text of `client-calls.generated.ts`. */
export function clientCalls(document: Document): string {
  const lines = resourcesOf(document).flatMap(({ name: resource, operations }) =>
    operations.map(
      ({ id, name, reply }) => `  ${id}: { resource: '${resource}', method: '${name}', reply: '${reply.kind}' },`,
    ),
  );
  return `${HEAD}${lines.join('\n')}\n};\n`;
}
