import { LRUCache } from 'lru-cache';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import { AppError, type ErrorCode } from '../../../core/errors.ts';
import { dictionaryOf, type Dictionary } from '../../../core/fields/dictionary.ts';
import { payloadTypesOf, type PayloadTypes } from '../../../core/fields/payload-types.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { isJsonObject } from '../../../core/json.ts';
import { payloadFaults } from '../../../core/notices/payload-check.ts';
import type { Findings } from '../../../core/schema/findings.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import { personOf } from '../../../platform/applicant-marks.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import { dictionaryVersion, fieldsIn } from '../../../platform/database/fields.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { currentTraceparent } from '../../../platform/tracing/index.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { REPLAY_COLUMNS, untilAnswered, type IdempotencyKey, type KeyRow } from '../http/idempotency/index.ts';
import { microBatch, type MicroBatch } from '../http/micro-batch.ts';
import { SerialisedData } from '../http/serialised.ts';
import { pathsDeclaredBy, productCodesOf } from '../workflows/definition.ts';
import type { Auth, Services } from '../services.ts';
import { writeTriggers, type Proposal, type TriggerRequest, type Written } from './statement.ts';

/** The state that decides whether a workflow can be triggered, as last read. */
interface Cascade {
  readonly version: number;
  readonly isActive: boolean;
  readonly nodeCount: number;
  readonly productCodes: ReadonlySet<string>;
  /** Paths that the cascade declares itself. */
  readonly declares: ReadonlySet<string>;
}

/** The types that an account declared, as last read. */
interface Declared {
  /** Null if nothing was ever declared. */
  readonly version: number | null;
  readonly fieldCount: number;
  readonly types: PayloadTypes;
  readonly dictionary: Dictionary;
}

/**
 * The result of a proposal: null if nothing was written, because its key is taken, or its workflow or the dictionary
 * has changed.
 */
type Outcome = Written | null | { readonly failure: unknown };

export interface Accepted {
  readonly executionId: number;
  readonly answer: SerialisedData;
}

const MAX_KNOWN = 5_000;
const MAX_KNOWN_FIELDS = 50_000;
/** Limits the size of the statement, because payloads are large. */
const MAX_IN_STATEMENT = 32;

/**
 * Accepts triggers: 202 means committed.
 *
 * - The key's row, the execution and its command are written by one statement, which is one transaction. Requests that
 *   arrive while a statement is running are written by the next one, so one commit serves many.
 * - The state of a workflow and the dictionary of an account are cached, and the statement writes only if they are
 *   unchanged. If nothing was written, or if the cached state would refuse the request, the rows are read: a replay
 *   takes precedence over a refusal. Source: semantics 1.1.1, 1.2.1 and 1.10.
 */
export class TriggerAcceptor {
  readonly #db: Database;
  readonly #sandbox: SubjectRegistry;
  readonly #searchKeys: readonly EncryptionKey[];
  readonly #known = new LRUCache<string, Cascade>({ max: MAX_KNOWN });
  /** By account. */
  readonly #declared = new LRUCache<number, Declared>({
    maxSize: MAX_KNOWN_FIELDS,
    sizeCalculation: ({ fieldCount }) => fieldCount + 1,
  });
  readonly #write: MicroBatch<Proposal, Outcome>;

  constructor({ db, bus, sandbox, searchKeys }: Pick<Services, 'db' | 'bus' | 'sandbox' | 'searchKeys'>) {
    this.#db = db;
    this.#searchKeys = searchKeys;
    this.#sandbox = sandbox;
    this.#write = microBatch(
      async (proposals) => {
        const outcomes = await writeApart(db, proposals);
        const written = proposals.filter((_, index) => isWritten(outcomes[index] ?? null));
        const requestId = written.map(({ request }) => request.requestId);
        if (requestId.length > 0) bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
        return outcomes;
      },
      { maxItems: MAX_IN_STATEMENT, maxInFlight: 1 },
    );
  }

  /**
   * Throws `not_found`, `idempotency_conflict`, `validation_failed`, the reason why the workflow cannot run in this
   * mode, or `service_unavailable` if a request with the key takes too long.
   */
  accept(auth: Auth, key: IdempotencyKey, request: TriggerRequest): Promise<Accepted> {
    const knownAs = `${auth.accountId} ${request.workflowId}`;
    let cascade = this.#known.get(knownAs);
    let declared = this.#declared.get(auth.accountId);
    return untilAnswered(async () => {
      if (cascade === undefined || declared === undefined || isRefused(auth, request, cascade, declared)) {
        const situation = await this.#look(auth, key, request);
        if (situation.replay !== null) return replayed(situation.replay);
        declared = situation.declared;
        // Checked only now, because a request that was accepted under earlier rules or declarations is replayed.
        const faults = faultsOf(request, declared, situation.cascade);
        if (faults.total > 0) throw new AppError('validation_failed', faults);
        cascade = situation.cascade ?? undefined;
        if (cascade === undefined) throw new AppError('not_found');
        this.#known.set(knownAs, cascade);
        const refusal = refusalReason(auth, request, cascade);
        if (refusal !== null) throw new AppError(refusal);
      }
      const isChosen = [...cascade.productCodes].some((code) => Object.hasOwn(request.chosenReports, code));
      const sandboxReplay = isChosen || isSandboxReplay(this.#sandbox, request, cascade.productCodes);
      const traceparent = currentTraceparent();
      const { version: dictionaryVersion, dictionary } = declared;
      const person = personOf(this.#searchKeys, dictionary, { ...request, apiClientId: key.apiClientId });
      const proposal = { auth, request, cascade, dictionaryVersion, key, sandboxReplay, person, traceparent };
      const outcome = await this.#write(proposal);
      if (outcome !== null && 'failure' in outcome) throw outcome.failure;
      if (outcome === null) cascade = undefined;
      return outcome && { executionId: outcome.id, answer: new SerialisedData(outcome.data, false) };
    });
  }

  async #look(auth: Auth, key: IdempotencyKey, { workflowId }: TriggerRequest): Promise<Situation> {
    const known = this.#declared.get(auth.accountId);
    const { rows } = await this.#db.pool.query<SituationRow>({
      name: 'trigger_situation',
      text: SITUATION,
      values: [auth.apiClientId, key.key, workflowId, auth.accountId, known === undefined ? -1 : known.version],
    });
    const [row] = rows;
    if (row === undefined) throw new Error('the situation of a trigger is always one row');
    const { version, active, definition, dictionary_version: newest, fields } = row;
    const specs = specsIn(fields ?? {});
    const declared: Declared =
      known?.version === newest
        ? known
        : {
            ...{ version: newest, fieldCount: specs.size, types: payloadTypesOf(specs) },
            dictionary: dictionaryOf(STANDARD_SPECS, specs),
          };
    this.#declared.set(auth.accountId, declared);
    return {
      replay: key.replayOf(row),
      declared,
      cascade:
        version === null || definition === null
          ? null
          : {
              version,
              isActive: active === true,
              nodeCount: definition.length,
              productCodes: productCodesOf(definition),
              declares: pathsDeclaredBy(definition),
            },
    };
  }
}

/** The state of the rows. */
interface Situation {
  readonly replay: SerialisedData | null;
  readonly cascade: Cascade | null;
  readonly declared: Declared;
}

/** Declarations are read only if the caller does not know the version `$5`. */
const SITUATION = `
  select ${REPLAY_COLUMNS.map((column) => `k.${column}`).join(', ')}, w.version, w.active, v.definition,
    d.version as dictionary_version,
    case when d.version is distinct from $5::int then ${fieldsIn('$4', 'd.version')} end as fields
  from (select ${dictionaryVersion('$4')} as version) d
  left join idempotency_key k on k.api_client_id = $1 and k.key = $2
  left join workflow w on w.id = $3 and w.account_id = $4 and w.deleted_at is null
  left join workflow_version v on v.workflow_id = w.id and v.version = w.version`;

function faultsOf(
  { payload, findings, at }: TriggerRequest,
  { types }: Declared,
  cascade: Pick<Cascade, 'declares'> | null,
): Findings {
  return payloadFaults(findings, (report) => types(payload, at, report, cascade?.declares));
}

function isRefused(auth: Auth, request: TriggerRequest, cascade: Cascade, declared: Declared): boolean {
  return refusalReason(auth, request, cascade) !== null || faultsOf(request, declared, cascade).total > 0;
}

function replayed(answer: SerialisedData): Accepted {
  return { executionId: Number(answer.data().id), answer };
}

function isWritten(outcome: Outcome): outcome is Written {
  return outcome !== null && !('failure' in outcome);
}

/** If one proposal makes the statement fail, each is written by itself, so that only that one fails. */
async function writeApart(db: Database, proposals: readonly Proposal[]): Promise<readonly Outcome[]> {
  try {
    return await writeTriggers(db, proposals);
  } catch (error) {
    if (proposals.length === 1 || isUnavailable(error)) throw error;
    const outcomes: Outcome[] = [];
    for (const proposal of proposals) {
      const alone = writeTriggers(db, [proposal]);
      outcomes.push(...(await alone.catch((failure: unknown): Outcome[] => [{ failure }])));
    }
    return outcomes;
  }
}

interface SituationRow extends KeyRow {
  /** Null if the workflow does not exist. */
  readonly version: number | null;
  readonly active: boolean | null;
  readonly definition: readonly CascadeNode[] | null;
  readonly dictionary_version: number | null;
  readonly fields: FieldSpecsJson | null;
}

/** The reason why the workflow cannot be run in this mode, or null. */
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

/** True if a report of the run is that of a registered sandbox subject. */
export function isSandboxReplay(
  sandbox: SubjectRegistry,
  request: Pick<TriggerRequest, 'payload' | 'executionMode'>,
  codes: ReadonlySet<string>,
): boolean {
  const { applicant } = request.payload;
  if (request.executionMode !== 'test' || !isJsonObject(applicant)) return false;
  return [...codes].some((code) => sandbox.find(code, applicant) !== undefined);
}
