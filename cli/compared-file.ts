import { NotFoundError, PermissionDeniedError, type CascadeClient } from '../clients/typescript/src/index.ts';
import type { FileRows } from '../core/batches/rows.ts';
import { compareRows, requireColumns } from '../core/cascade/file-faults.ts';
import { specIn, type FieldSpec, type FieldSpecs } from '../core/fields/spec.ts';
import { SetupError } from '../platform/setup-error.ts';

/** The account's dictionary; empty if the token may not read it. */
export async function declaredFields(api: CascadeClient): Promise<FieldSpecs> {
  const specs = new Map<string, FieldSpec>();
  try {
    for await (const field of api.pages('/fields')) specs.set(field.path, specIn(field));
  } catch (error) {
    if (!(error instanceof PermissionDeniedError)) throw error;
  }
  return specs;
}

/**
 * The file, with an error for each value that the conditions of the workflow cannot compare, and for each required
 * value that is missing. `err` is told if that could not be looked at.
 */
export async function compareFile(
  api: CascadeClient,
  file: FileRows,
  { workflowId, specs }: { readonly workflowId: number; readonly specs: FieldSpecs },
  err: (text: string) => void,
): Promise<FileRows> {
  const definition = await definitionOf(api, workflowId).catch((error: unknown) => {
    // A file with errors of its own is refused for those.
    if (file.errorCount === 0) throw error;
  });
  if (definition === undefined) return file;
  if (definition === null) {
    err(`No value was compared with what the conditions of workflow ${workflowId} ask for: ${WHY_NOT}.\n`);
    return file;
  }
  const compared = compareRows(file, definition);
  const { uncomparedFrom: line } = compared;
  if (line !== null) err(`From line ${line} on no value was compared with what the conditions ask for.\n`);
  return requireColumns(compared, definition, specs);
}
const WHY_NOT = 'the token cannot read it (scope workflows:read)';

/** Null if the token may not read it. */
async function definitionOf(api: CascadeClient, id: number): Promise<readonly object[] | null> {
  try {
    return (await api.workflows.get(id)).definition;
  } catch (error) {
    if (error instanceof PermissionDeniedError) return null;
    throw error instanceof NotFoundError ? noWorkflow(id) : error;
  }
}

export function noWorkflow(id: number): SetupError {
  return new SetupError(`There is no workflow ${id} in the token's account.`);
}
