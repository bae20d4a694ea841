import { kindsIn } from '../../../core/fields/dictionary.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { Masks } from '../../../core/masks.ts';
import { fieldsOfExecution } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Calculate } from '../calculations/index.ts';
import { shownExecution } from '../calculations/shown.ts';
import type { Auth } from '../services.ts';
import { readExecutionJson } from './records.ts';

/** Above this a detail is parsed and written anew in a process beside the gateway. */
const MOST_HERE_CHARACTERS = 64 * 1_024;

/** ExecutionDetail as JSON, as much of it as the caller sees. Or `not_found`. */
export async function readShownExecution(
  db: Queryable,
  auth: Auth,
  { executionId, calculate }: { readonly executionId: number; readonly calculate: Calculate },
): Promise<string> {
  const { view } = auth;
  const labels = await readLabels(db, auth, [executionId]);
  const full = auth.scopes.has('executions:read:full');
  const json = await readExecutionJson(db, auth, executionId, { full });
  if (view === 'whole' || json.length <= MOST_HERE_CHARACTERS) return shownExecution(json, { view, labels });
  return calculate('showExecution', { json, view, labels });
}

/** Knows the applicant's numbers, for a caller who sees words in which they may stand. */
export async function readMasks(db: Queryable, auth: Auth, executionId: number): Promise<Masks> {
  if (auth.view !== 'masked') return new Masks([]);
  const row = await db
    .selectFrom('execution as e')
    .select(['e.payload', fieldsOfExecution().as('labels')])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  return row === undefined ? new Masks([]) : new Masks([row.payload], kindsIn(dictionaryIn(row.labels).dictionary));
}

/** What the account said of its fields when these were accepted, for a caller to whom something is masked. */
export async function readLabels(
  db: Queryable,
  { view, apiClientId }: Auth,
  executionIds: readonly number[],
): Promise<FieldSpecsJson | null> {
  if (view !== 'masked') return null;
  const rows = await db
    .selectFrom('execution as e')
    .select(fieldsOfExecution().as('labels'))
    .where('e.id', 'in', [...executionIds])
    .where('e.api_client_id', '=', apiClientId)
    .execute();
  const said = rows.flatMap(({ labels }) => (labels === null ? [] : [labels]));
  return said.length === 0 ? null : Object.assign({}, ...said);
}
