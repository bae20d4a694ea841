import { Masks, STANDARD_RULES } from '../../../core/masks/index.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Calculate } from '../calculations/index.ts';
import { maskRules } from '../calculations/mask-basis.ts';
import { shownExecution } from '../calculations/shown.ts';
import type { Auth } from '../services.ts';
import { readMaskBasis } from './mask-basis.ts';
import { readExecutionJson } from './records.ts';

/** A larger detail is parsed and written by a worker process. */
const MOST_HERE_CHARACTERS = 64 * 1_024;

/** ExecutionDetail as JSON, as far as the caller may see it. Or `not_found`. */
export async function readShownExecution(
  db: Queryable,
  auth: Auth,
  { executionId, calculate }: { readonly executionId: number; readonly calculate: Calculate },
): Promise<string> {
  const { view } = auth;
  const full = auth.scopes.has('executions:read:full');
  const json = await readExecutionJson(db, auth, executionId, { full });
  const basis = await readMaskBasis(db, auth, executionId);
  if (view === 'whole' || json.length <= MOST_HERE_CHARACTERS) return shownExecution(json, { view, basis });
  return calculate('showExecution', { json, view, basis });
}

/** A `reveal` path as texts write it. */
function fieldOfReveal(path: string): string {
  return path.replace(/^input_context\./, '').replace(/^step_outputs\./, 'steps.');
}

/** The applicant's numbers, to mask texts that may quote them and revealed values. */
export async function readMasks(
  db: Queryable,
  auth: Auth,
  executionId: number,
  revealed: JsonObject = {},
): Promise<Masks> {
  const basis = await readMaskBasis(db, auth, executionId);
  if (basis === null) return new Masks(STANDARD_RULES);
  const { payload } = await db
    .selectFrom('execution as e')
    .select('e.payload')
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirstOrThrow();
  const values = Object.entries(revealed).map(([path, value]) => ({ field: fieldOfReveal(path), value }));
  return new Masks(maskRules(basis), { payload, values });
}
