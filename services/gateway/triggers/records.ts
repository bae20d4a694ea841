import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { AppError, type ErrorCode } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Database } from '../../../platform/database/index.ts';
import { labelsUpTo } from '../../../platform/database/field-labels.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { currentTraceparent, isTracing } from '../../../platform/tracing/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import type { Commit } from '../http/commit.ts';
import { microBatch, type MicroBatch } from '../http/micro-batch.ts';
import {
  insertKeys,
  isKeyFree,
  storedResponse,
  type Attempt,
  type StoredResponse,
  type Together,
  type TogetherKey,
} from '../http/together.ts';
import { productCodesOf } from '../workflows/definition.ts';
import type { Auth, Services } from '../services.ts';

export interface TriggerRequest {
  readonly workflowId: number;
  readonly payload: JsonObject;
  /** What the caller chose as results of products: stored as reports that the run uses. */
  readonly chosenReports: JsonObject;
  readonly executionMode: ExecutionMode;
  readonly externalReference: string | null;
  readonly skipWaits: boolean;
  /** Stays with the execution, and goes along with every message about it. */
  readonly requestId: string;
}

/** The state of a workflow that decides whether it can be triggered, as last read. */
interface Cascade {
  readonly version: number;
  readonly isActive: boolean;
  readonly nodeCount: number;
  readonly productCodes: ReadonlySet<string>;
}

interface Proposal {
  readonly auth: Auth;
  readonly request: TriggerRequest;
  readonly cascade: Cascade;
  readonly as: TogetherKey;
  readonly sandboxReplay: boolean;
  readonly traceparent: string | null;
}

type Verdict = Attempt | { readonly kind: 'failed'; readonly error: unknown };

const MAX_KNOWN = 5_000;
/** Limits the size of the statement: payloads are large. */
const MAX_TOGETHER = 32;

/**
 * Accepting triggers: 202 means committed.
 *
 * - The key's row, the execution and its command are written by one statement, which is one transaction. Requests that
 *   arrive while a statement is running are written by the next one (`http/together.ts`): one commit serves many.
 * - The state of a workflow is cached, and the statement writes only if the workflow still has it. If it does not, or if
 *   the cached state would refuse the request, the rows are read first: a replay goes before a refusal.
 * Source: semantics 1.
 */
export class TriggerAcceptor {
  readonly #db: Database;
  readonly #sandbox: SubjectRegistry;
  readonly #known = new LRUCache<string, Cascade>({ max: MAX_KNOWN });
  readonly #write: MicroBatch<Proposal, Verdict>;

  constructor({ db, bus, sandbox }: Pick<Services, 'db' | 'bus' | 'sandbox'>) {
    this.#db = db;
    this.#sandbox = sandbox;
    this.#write = microBatch(
      async (proposals) => {
        const verdicts = await this.#writeTogether(proposals);
        const written = proposals.filter((_, index) => verdicts[index]?.kind === 'written');
        const requestId = written.map(({ request }) => request.requestId);
        if (requestId.length > 0) bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
        return verdicts;
      },
      { maxItems: MAX_TOGETHER, maxInFlight: 1 },
    );
  }

  /**
   * Throws `not_found`, `idempotency_conflict`, why the workflow cannot be run in this mode, or `service_unavailable` if a
   * request with the same key is under way for long.
   */
  accept(auth: Auth, commit: Pick<Commit, 'together'>, request: TriggerRequest): Promise<Together> {
    const knownAs = `${auth.accountId} ${request.workflowId}`;
    let cascade = this.#known.get(knownAs);
    return commit.together(async (as) => {
      if (cascade === undefined || refusalReason(auth, request, cascade) !== null) {
        const situation = await this.#look(auth, as, request);
        if (situation.original !== null) return { kind: 'stored', original: situation.original };
        cascade = situation.cascade ?? undefined;
        if (cascade === undefined) throw new AppError('not_found');
        this.#known.set(knownAs, cascade);
        const refusal = refusalReason(auth, request, cascade);
        if (refusal !== null) throw new AppError(refusal);
      }
      const isChosen = [...cascade.productCodes].some((code) => Object.hasOwn(request.chosenReports, code));
      const sandboxReplay = isChosen || isSandboxReplay(this.#sandbox, request, cascade.productCodes);
      const verdict = await this.#write({
        auth,
        request,
        cascade,
        as,
        sandboxReplay,
        traceparent: currentTraceparent(),
      });
      if (verdict.kind === 'failed') throw verdict.error;
      if (verdict.kind === 'again') cascade = undefined;
      return verdict;
    });
  }

  async #look(
    auth: Auth,
    { key, fingerprint: asked }: TogetherKey,
    { workflowId }: TriggerRequest,
  ): Promise<{ readonly original: StoredResponse | null; readonly cascade: Cascade | null }> {
    const { rows } = await this.#db.pool.query<SituationRow>({
      name: 'trigger_situation',
      text: `
        select ${storedResponse('$5')}, w.version, w.active, v.definition
        from (select) as one
        left join idempotency_key k on k.api_client_id = $1 and k.key = $2
        left join workflow w on w.id = $3 and w.account_id = $4 and w.deleted_at is null
        left join workflow_version v on v.workflow_id = w.id and v.version = w.version`,
      values: [auth.apiClientId, key, workflowId, auth.accountId, asked],
    });
    const [row] = rows;
    if (row === undefined) throw new Error('the situation of a trigger is always one row');
    const { id, fingerprint, data, version, active, definition } = row;
    return {
      original: fingerprint === null || data === null ? null : { id, fingerprint, data },
      cascade:
        version === null || definition === null
          ? null
          : {
              version,
              isActive: active === true,
              nodeCount: definition.length,
              productCodes: productCodesOf(definition),
            },
    };
  }

  /** If one request makes the statement fail, each is written by itself. */
  async #writeTogether(proposals: readonly Proposal[]): Promise<readonly Verdict[]> {
    try {
      return await write(this.#db, proposals);
    } catch (error) {
      if (proposals.length === 1 || isUnavailable(error)) throw error;
      const verdicts: Verdict[] = [];
      for (const proposal of proposals) {
        const alone = write(this.#db, [proposal]);
        verdicts.push(...(await alone.catch((failure: unknown): Verdict[] => [{ kind: 'failed', error: failure }])));
      }
      return verdicts;
    }
  }
}

interface SituationRow {
  /** What the key has; null if there is no such key. */
  readonly id: number | null;
  readonly fingerprint: string | null;
  readonly data: string | null;
  /** Null if there is no such workflow. */
  readonly version: number | null;
  readonly active: boolean | null;
  readonly definition: readonly CascadeNode[] | null;
}

/** Why the workflow cannot be run in this mode, or null. */
export function refusalReason(
  auth: Auth,
  { executionMode }: Pick<TriggerRequest, 'executionMode'>,
  cascade: Pick<Cascade, 'nodeCount' | 'isActive'>,
): ErrorCode | null {
  const isLive = executionMode === 'live';
  if (isLive && !auth.productionAccess) return 'production_access_required';
  if (cascade.nodeCount === 0) return 'workflow_not_runnable';
  if (isLive && !cascade.isActive) return 'workflow_not_active';
  return null;
}

/** Whether a report of the run is that of a registered sandbox subject. */
export function isSandboxReplay(
  sandbox: SubjectRegistry,
  request: Pick<TriggerRequest, 'payload' | 'executionMode'>,
  codes: ReadonlySet<string>,
): boolean {
  const { applicant } = request.payload;
  if (request.executionMode !== 'test' || !isJsonObject(applicant)) return false;
  return [...codes].some((code) => sandbox.find(code, applicant) !== undefined);
}

/** ExecutionSummary of an execution that was just accepted, without its id and times. */
function summary({ request, cascade, as }: Proposal): JsonObject {
  return {
    object: 'execution',
    workflow_id: request.workflowId,
    workflow_version: cascade.version,
    status: 'pending',
    execution_mode: request.executionMode,
    execution_key: as.key,
    external_reference: request.externalReference,
    needs_human_review: false,
    review_status: 'none',
    pending_review: null,
    outcome: null,
    batch_execution_id: null,
    re_evaluated_from: null,
    notice_due_at: null,
    notices_due: [],
    started_at: null,
    completed_at: null,
  };
}

interface WrittenRow extends StoredResponse {
  /** Which of the proposals, from 1. */
  readonly n: number;
  /** False of a response that the key already had. */
  readonly is_new: boolean;
}

/** An ExecutionSummary. */
const RESPONSE = `'{"id":' || id || ',' || summary || ',"created_at":"'
        || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","updated_at":null}'`;

/** The column of the trace is written if there are traces, and chosen reports if there are some: others pay nothing. */
const writeText = (isTraced: boolean, hasReports: boolean): string => `
  with proposed as (
    select * from unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
      $8::int[], $9::boolean[], $10::text[], $11::text[], $12::bigint[], $13::text[], $14::boolean[], $15::boolean[],
      $16::boolean[], $17::uuid[], $18::text[]${isTraced ? ', $19::text[]' : ''}${hasReports ? `, $${isTraced ? 20 : 19}::text[]` : ''}) as p (n, api_client_id, key, fingerprint, summary, account_id, workflow_id,
      version, active, external_reference, execution_mode, user_id, payload, allow_inactive, sandbox_replay,
      skip_waits, run_key, request_id${isTraced ? ', traceparent' : ''}${hasReports ? ', reports' : ''})
  ), taken as (
    select p.n, ${storedResponse('p.fingerprint')}
    from proposed p join idempotency_key k on k.api_client_id = p.api_client_id and k.key = p.key
  ), fit as materialized (
    select nextval('execution_id_seq') as id, now()::timestamptz(3) as at, one.*
    from (
      select distinct on (p.api_client_id, p.key) p.*
      from proposed p
      join workflow w on w.id = p.workflow_id and w.account_id = p.account_id and w.deleted_at is null
        and w.version = p.version and w.active = p.active
      where not exists (select from taken t where t.n = p.n)
      order by p.api_client_id, p.key, p.n
    ) one
    where ${isKeyFree('one')}
  ), won as (
    ${insertKeys('fit', { status: 202, response: RESPONSE })}
  ), accepted as (
    select fit.*, won.response_data from fit join won using (api_client_id, key)
  ), run as (
    insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_key,
      external_reference, execution_mode, submitted_by_user_id, payload, allow_inactive, sandbox_replay, skip_waits,
      run_key, request_id, created_at, labels_up_to${isTraced ? ', traceparent' : ''}${hasReports ? ', reuse_reports' : ''})
    select id, account_id, api_client_id, workflow_id, version, 'pending', key,
      external_reference, execution_mode, user_id, payload::jsonb, allow_inactive, sandbox_replay, skip_waits,
      run_key, request_id, at, ${labelsUpTo('accepted.account_id')}${isTraced ? ', traceparent' : ''}${hasReports ? `, reports <> '{}'` : ''}
    from accepted
  )${hasReports ? REPORTS : ''}, notified as (
    insert into command (kind, execution_id, lane) select 'start', id, 'single' from accepted order by id
  )
  select n, true as is_new, id, fingerprint, response_data as data from accepted
  union all
  select n, false, id, fingerprint, data from taken`;
/** A run that was given its reports is its own source of them. */
const REPORTS = `, reported as (
    insert into reused_report (execution_id, product_code, output, from_execution_id)
    select accepted.id, report.key, report.value, accepted.id
    from accepted cross join jsonb_each(accepted.reports::jsonb) report
  )`;
const WRITE = { name: 'trigger_write', text: writeText(false, false) };
const WRITE_TRACED = { name: 'trigger_write_traced', text: writeText(true, false) };
const WRITE_REPORTS = { name: 'trigger_write_reports', text: writeText(false, true) };
const WRITE_TRACED_REPORTS = { name: 'trigger_write_traced_reports', text: writeText(true, true) };

function writingOf(proposals: readonly Proposal[]) {
  const hasReports = proposals.some(({ request }) => Object.keys(request.chosenReports).length > 0);
  if (isTracing()) return { hasReports, ...(hasReports ? WRITE_TRACED_REPORTS : WRITE_TRACED) };
  return { hasReports, ...(hasReports ? WRITE_REPORTS : WRITE) };
}

async function write(db: Database, proposals: readonly Proposal[]): Promise<readonly Verdict[]> {
  const column = <T>(value: (proposal: Proposal) => T): T[] => proposals.map(value);
  const { hasReports, name, text } = writingOf(proposals);
  const { rows } = await db.writeStatement<WrittenRow>({
    name,
    text,
    values: [
      proposals.map((_, index) => index + 1),
      column(({ as }) => as.apiClientId),
      column(({ as }) => as.key),
      column(({ as }) => as.fingerprint),
      column((proposal) => JSON.stringify(summary(proposal)).slice(1, -1)),
      column(({ auth }) => auth.accountId),
      column(({ request }) => request.workflowId),
      column(({ cascade }) => cascade.version),
      column(({ cascade }) => cascade.isActive),
      column(({ request }) => request.externalReference),
      column(({ request }) => request.executionMode),
      column(({ auth }) => auth.userId),
      column(({ request }) => JSON.stringify(request.payload)),
      column(({ cascade }) => !cascade.isActive),
      column(({ sandboxReplay }) => sandboxReplay),
      column(({ request }) => request.skipWaits),
      proposals.map(() => randomUUID()),
      column(({ request }) => request.requestId),
      ...(isTracing() ? [column(({ traceparent }) => traceparent)] : []),
      ...(hasReports ? [column(({ request }) => JSON.stringify(request.chosenReports))] : []),
    ],
  });
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return proposals.map((_, index): Verdict => {
    const row = byNumber.get(index + 1);
    if (row === undefined) return { kind: 'again' };
    const { is_new: isNew, id, fingerprint, data } = row;
    return isNew && id !== null
      ? { kind: 'written', id, data }
      : { kind: 'stored', original: { id, fingerprint, data } };
  });
}
