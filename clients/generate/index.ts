import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { clientCalls } from './client-calls.ts';
import type { Document } from './document.ts';
import { pythonModels } from './python-models.ts';
import { pythonResources } from './python-resources.ts';
import { typescriptResources } from './typescript-resources.ts';
import { typescriptTypes } from './typescript-types.ts';

/** The generated files of the clients, by path in the repository, and what their text is. */
export const GENERATED: Readonly<Record<string, (document: Document) => string | Promise<string>>> = {
  'clients/typescript/src/api.generated.ts': typescriptTypes,
  'clients/typescript/src/resources.generated.ts': typescriptResources,
  'clients/python/src/cascade_client/models.py': pythonModels,
  'clients/python/src/cascade_client/_operations.py': pythonResources,
  'services/gateway/docs/reference/client-calls.generated.ts': clientCalls,
};

export const ROOT = join(import.meta.dirname, '../..');

/** `npm run client:generate`: reads the OpenAPI document from standard input and writes what is generated from it. */
async function main(): Promise<void> {
  const document = (await json(process.stdin)) as Document;
  // All or none: what goes wrong ends the process with an error before a file is written.
  const texts = await Promise.all(
    Object.entries(GENERATED).map(async ([path, generate]) => [path, await generate(document)] as const),
  );
  for (const [path, text] of texts) writeFileSync(join(ROOT, path), text);
}

if (import.meta.main) void main();
