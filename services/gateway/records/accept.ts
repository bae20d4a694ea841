import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { AppError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import { SerialisedData } from '../route.ts';
import { productCodesOf } from '../routes/workflows.ts';
import type { Auth } from '../services.ts';

/**
 * Accepting a trigger: one statement reads all that decides, one writes all that follows. 202 means committed.
 *
 * - The key's row, the execution and its command are written by one statement, which is one transaction.
 * - Of two that race one inserts the key; the other waits on the unique index, writes nothing, reads again and replays.
 * - A request that is refused stores no key.
 * Source: reference, "Workflows"; api-decisions sections 2, 4 and 5.
 */
export interface TriggerRequest {
  readonly workflowId: number;
  /** Namespaced. */
  readonly key: string;
  readonly payload: JsonObject;
  readonly executionMode: ExecutionMode;
  readonly externalReference: string | null;
  readonly skipWaits: boolean;
}

interface Situation {
  readonly fingerprint: string | null;
  readonly response_data: string | null;
  /** Null where the key is taken already. */
  readonly execution_id: number | null;
  readonly now: Date;
  /** Null where there is no such workflow. */
  readonly version: number | null;
  readonly active: boolean | null;
}

const MAX_ROUNDS = 5;

export async function acceptTrigger(
  db: Database,
  sandbox: SubjectRegistry,
  auth: Auth,
  request: TriggerRequest,
): Promise<{ readonly data: SerialisedData; readonly isNew: boolean }> {
  const fingerprint = fingerprintOf(request);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const situation = await readSituation(db, auth, request);
    if (situation.response_data !== null) {
      if (situation.fingerprint !== fingerprint) throw new AppError('idempotency_conflict');
      return { data: new SerialisedData(situation.response_data, true), isNew: false };
    }
    const { version, active, execution_id: executionId } = situation;
    if (version === null || executionId === null) throw new AppError('not_found');
    const facts = await versionFacts(db, request.workflowId, version);
    checkRunnable(auth, request, { isActive: active === true, isEmpty: facts.nodeCount === 0 });
    const accepted = { executionId, version, fingerprint, at: situation.now };
    const data = JSON.stringify(summary(request, accepted));
    const isWritten = await write(db, auth, request, accepted, data, {
      allowInactive: active !== true,
      sandboxReplay: isSandboxReplay(sandbox, request, facts.productCodes),
    });
    if (isWritten) return { data: new SerialisedData(data, false), isNew: true };
  }
  throw new Error('the idempotency key was neither free nor taken');
}

/** Of what makes two requests the same one; an absent member equals its default. */
function fingerprintOf({ workflowId, payload, executionMode, externalReference, skipWaits }: TriggerRequest): string {
  return sha256Hex(
    canonicalJson({
      operation: 'trigger',
      workflow_id: workflowId,
      payload,
      execution_mode: executionMode,
      external_reference: externalReference,
      skip_waits: skipWaits,
    }),
  );
}

async function readSituation(db: Database, auth: Auth, { workflowId, key }: TriggerRequest): Promise<Situation> {
  const { rows } = await db.pool.query<Situation>({
    name: 'trigger_situation',
    text: `
      select k.fingerprint, k.response_data, now() as now, w.version, w.active,
        case when k.key is null then nextval('execution_id_seq') end as execution_id
      from (select) as one
      left join idempotency_key k on k.api_client_id = $1 and k.key = $2
      left join workflow w on w.id = $3 and w.account_id = $4 and w.deleted_at is null`,
    values: [auth.apiClientId, key, workflowId, auth.accountId],
  });
  const [situation] = rows;
  if (situation === undefined) throw new Error('the situation of a trigger is always one row');
  return situation;
}

interface VersionFacts {
  readonly nodeCount: number;
  readonly productCodes: ReadonlySet<string>;
}

/** Versions never change, so what they say may be kept. */
const VERSION_FACTS = new WeakMap<Database, LRUCache<string, VersionFacts>>();
const MAX_VERSIONS = 5_000;

async function versionFacts(db: Database, workflowId: number, version: number): Promise<VersionFacts> {
  const cache = VERSION_FACTS.get(db) ?? new LRUCache<string, VersionFacts>({ max: MAX_VERSIONS });
  VERSION_FACTS.set(db, cache);
  const cacheKey = `${workflowId} ${version}`;
  const known = cache.get(cacheKey);
  if (known !== undefined) return known;
  const { definition } = await db.kysely
    .selectFrom('workflow_version')
    .select('definition')
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const facts = { nodeCount: definition.length, productCodes: productCodesOf(definition) };
  cache.set(cacheKey, facts);
  return facts;
}

function checkRunnable(
  auth: Auth,
  { executionMode }: TriggerRequest,
  { isActive, isEmpty }: { isActive: boolean; isEmpty: boolean },
): void {
  const isLive = executionMode === 'live';
  if (isLive && !auth.productionAccess) throw new AppError('production_access_required');
  if (isEmpty) throw new AppError('workflow_not_runnable');
  if (isLive && !isActive) throw new AppError('workflow_not_active');
}

function isSandboxReplay(sandbox: SubjectRegistry, request: TriggerRequest, codes: ReadonlySet<string>): boolean {
  const { applicant } = request.payload;
  if (request.executionMode !== 'test' || !isJsonObject(applicant)) return false;
  return [...codes].some((code) => sandbox.find(code, applicant) !== undefined);
}

interface Accepted {
  readonly executionId: number;
  readonly version: number;
  readonly fingerprint: string;
  readonly at: Date;
}

/** ExecutionSummary of an execution that has just been accepted. */
function summary(request: TriggerRequest, { executionId, version, at }: Accepted): JsonObject {
  return {
    id: executionId,
    object: 'execution',
    workflow_id: request.workflowId,
    workflow_version: version,
    status: 'pending',
    execution_mode: request.executionMode,
    execution_key: request.key,
    external_reference: request.externalReference,
    needs_human_review: false,
    review_status: 'none',
    pending_review: null,
    outcome: null,
    batch_execution_id: null,
    re_evaluated_from: null,
    started_at: null,
    completed_at: null,
    created_at: at.toISOString(),
    updated_at: null,
  };
}

/** False where another request has taken the key meanwhile; nothing is written then. */
async function write(
  db: Database,
  auth: Auth,
  request: TriggerRequest,
  { executionId, version, fingerprint, at }: Accepted,
  data: string,
  resolved: { allowInactive: boolean; sandboxReplay: boolean },
): Promise<boolean> {
  const { rowCount } = await db.pool.query({
    name: 'trigger_write',
    text: `
      with won as (
        insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data, created_at)
        values ($1, $2, $3, 202, $4, $5)
        on conflict (api_client_id, key) do nothing
        returning 1
      ), run as (
        insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_key,
          external_reference, execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits,
          run_key, created_at)
        select $6::bigint, $7::bigint, $1, $8::bigint, $9::int, 'pending', $2,
          $10::text, $11::text, $12::bigint, $13::jsonb, $14::boolean, $15::boolean, $16::boolean,
          $17::uuid, $5
        from won
      ), told as (
        insert into command (kind, execution_id, lane) select 'start', $6::bigint, 'single' from won
      )
      select from won`,
    values: [
      auth.apiClientId,
      request.key,
      fingerprint,
      data,
      at,
      executionId,
      auth.accountId,
      request.workflowId,
      version,
      request.externalReference,
      request.executionMode,
      auth.userId,
      JSON.stringify(request.payload),
      resolved.allowInactive,
      resolved.sandboxReplay,
      request.skipWaits,
      randomUUID(),
    ],
  });
  return rowCount === 1;
}
