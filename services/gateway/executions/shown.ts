import { Masks } from '../../../core/masks.ts';
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
  const full = auth.scopes.has('executions:read:full');
  const json = await readExecutionJson(db, auth, executionId, { full });
  if (view === 'whole' || json.length <= MOST_HERE_CHARACTERS) return shownExecution(json, view);
  return calculate('showExecution', { json, view });
}

/** Knows the applicant's numbers, for a caller who sees words in which they may stand. */
export async function readMasks(db: Queryable, auth: Auth, executionId: number): Promise<Masks> {
  if (auth.view !== 'masked') return new Masks([]);
  const row = await db
    .selectFrom('execution')
    .select('payload')
    .where('id', '=', executionId)
    .where('api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  return new Masks(row === undefined ? [] : [row.payload]);
}
