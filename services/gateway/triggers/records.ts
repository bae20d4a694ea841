import { LRUCache } from 'lru-cache';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { AppError, type ErrorCode } from '../../../core/errors.ts';
import { isJsonObject } from '../../../core/json.ts';
import { payloadRefused } from '../../../core/notices/payload-check.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { currentTraceparent } from '../../../platform/tracing/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import type { Commit } from '../http/commit.ts';
import { microBatch, type MicroBatch } from '../http/micro-batch.ts';
import {
  storedResponse,
  type Attempt,
  type StoredResponse,
  type Together,
  type TogetherKey,
} from '../http/together.ts';
import { productCodesOf } from '../workflows/definition.ts';
import type { Auth, Services } from '../services.ts';
import { writeTriggers, type Proposal, type TriggerRequest } from './writing.ts';

/** The state of a workflow that decides whether it can be triggered, as last read. */
interface Cascade {
  readonly version: number;
  readonly isActive: boolean;
  readonly nodeCount: number;
  readonly productCodes: ReadonlySet<string>;
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
 * - The state of a workflow is cached, and the statement writes only if the workflow still has it. If nothing
 *   was written, or if the cached state would refuse the request, the rows are read: a replay goes before a refusal.
 * Source: semantics 1.1.1 and 1.2.1.
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
   * Throws `not_found`, `idempotency_conflict`, `validation_failed` with the faults of the payload, why the workflow cannot be run in this mode, or `service_unavailable` if a
   * request with the same key is under way for long.
   */
  accept(auth: Auth, commit: Pick<Commit, 'together'>, request: TriggerRequest): Promise<Together> {
    const knownAs = `${auth.accountId} ${request.workflowId}`;
    let cascade = this.#known.get(knownAs);
    return commit.together(async (as) => {
      const { faults } = request.findings;
      if (cascade === undefined || faults.length > 0 || refusalReason(auth, request, cascade) !== null) {
        const situation = await this.#look(auth, as, request);
        if (situation.original !== null) return { kind: 'stored', original: situation.original };
        // Only now: what was accepted under earlier rules, or at another time, is replayed.
        if (faults.length > 0) throw payloadRefused(faults);
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
      return await writeTriggers(this.#db, proposals);
    } catch (error) {
      if (proposals.length === 1 || isUnavailable(error)) throw error;
      const verdicts: Verdict[] = [];
      for (const proposal of proposals) {
        const alone = writeTriggers(this.#db, [proposal]);
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
