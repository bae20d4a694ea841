import { sql } from 'kysely';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { AppError } from '../../../core/errors.ts';
import type { Json, JsonObject, JsonSchema } from '../../../core/json.ts';
import { sha256Hex, type SecretBox } from '../../../platform/crypto.ts';
import type { Database, DB, Queryable, Transaction } from '../../../platform/database/index.ts';
import { keyLock, reserveKey } from './reservation.ts';
import { SerialisedData } from './serialised.ts';
import { writeTogether, type Attempt, type Together, type TogetherKey } from './together.ts';
import { responseSecretContext } from '../../../platform/database/sealed.ts';

/**
 * Job: one transaction per write, which also makes its response and stores it under the Idempotency-Key.
 * Boundary: the keys of work that takes long are in `reservation.ts`, those of writes that one statement makes for many
 * requests in `together.ts`.
 *
 * Invariants (semantics 1.9):
 * - The key is inserted first. A second request with the same key waits for its lock until the first one commits, and
 *   then replays its response; if the first one was refused, its key is rolled back and the second one runs.
 * - The response is read inside the transaction, so a failure after COMMIT cannot report that nothing was done.
 * - Members that hold a secret are stored only encrypted, and erased after a day.
 */
export interface Commit {
  (work: Work, options?: CommitOptions): Promise<SerialisedData>;
  /** The stored response, if the request was completed before; null too while it is under way. Throws `idempotency_conflict`. */
  replay(): Promise<SerialisedData | null>;
  /**
   * One of several transactions of a request, by a name that is unique in it. A repeat of the request does not run a part
   * again that was committed, whatever became of the others.
   */
  part(name: string, work: Work): Promise<JsonObject>;
  /**
   * For a write that takes long to prepare: the key is reserved in a short transaction of its own, `prepare` runs outside
   * of any, and `write` in the one that stores the response. See `reservation.ts`.
   */
  prepared<T>(
    prepare: () => Promise<T>,
    write: Write<T>,
    options: { readonly leaseMs: number },
  ): Promise<SerialisedData>;
  /** For a write that one statement makes for many requests. Only of operations that require a key. See `together.ts`. */
  together(attempt: (as: TogetherKey) => Promise<Attempt>): Promise<Together>;
  /** The parts among these that were committed before, with what they returned. Throws `idempotency_conflict`. */
  findParts(names: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  /** The row of a part for a statement that writes it with its change; null if the request has no key. */
  partRow(name: string, data: JsonObject): PartRow | null;
}

/** A row of `idempotency_key`, without the client. */
export interface PartRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly response_status: number;
  readonly response_data: string;
}

export type Write<T> = (trx: Transaction<DB>, made: T) => Promise<JsonObject>;
type Work = (trx: Transaction<DB>) => Promise<JsonObject>;

export interface CommitOptions {
  /** Member of the response that is a secret: stored encrypted, and missing from replays after a day. */
  readonly secretMember?: string;
}

export interface KeyedRequest {
  readonly apiClientId: number;
  /** Namespaced; null if the request has no key. */
  readonly key: string | null;
  readonly fingerprint: () => string;
  /** HTTP status of the response. */
  readonly status: number;
}

/** How long a replay still holds the secret of the original response. */
export const SECRET_REPLAY_HOURS = 24;

export function committing(db: Database, secrets: SecretBox, request: KeyedRequest): Commit {
  const { key, fingerprint, ...rest } = request;
  if (key === null) {
    const commit = async (work: Work) => new SerialisedData(JSON.stringify(await db.transaction(work)), false);
    return Object.assign(commit, {
      replay: () => Promise.resolve(null),
      part: (_name: string, work: Work) => db.transaction(work),
      prepared: async <T>(prepare: () => Promise<T>, write: Write<T>) => {
        const made = await prepare();
        return commit((trx) => write(trx, made));
      },
      together: () => Promise.reject(new AppError('missing_idempotency_key')),
      findParts: () => Promise.resolve(new Map<string, JsonObject>()),
      partRow: () => null,
    });
  }
  let known: Keyed | undefined;
  const keyed = (): Keyed => (known ??= { ...rest, key, fingerprint: fingerprint() });
  const once = (as: Keyed, work: Work, { secretMember }: CommitOptions = {}) =>
    db.transaction(async (trx) => {
      if (!(await reserve(trx, as))) return requireReplay(await findReplay(trx, secrets, as));
      const data = await work(trx);
      await store(trx, secrets, as, data, secretMember);
      return new SerialisedData(JSON.stringify(data), false);
    });
  return Object.assign((work: Work, options?: CommitOptions) => once(keyed(), work, options), {
    replay: () => findReplay(db.kysely, secrets, keyed()),
    part: async (name: string, work: Work) => {
      const { json } = await once({ ...keyed(), key: partKey(name, key) }, work);
      return JSON.parse(json) as JsonObject;
    },
    prepared: async <T>(prepare: () => Promise<T>, write: Write<T>, { leaseMs }: { readonly leaseMs: number }) => {
      const as = keyed();
      const reservation = await reserveKey(db, as, {
        leaseMs,
        findReplay: () => findReplay(db.kysely, secrets, as),
      });
      if (reservation instanceof SerialisedData) return reservation;
      return reservation.run(prepare, async (trx, made) => {
        const data = await write(trx, made);
        await store(trx, secrets, as, data, undefined);
        return new SerialisedData(JSON.stringify(data), false);
      });
    },
    together: (attempt: (as: TogetherKey) => Promise<Attempt>) => writeTogether(keyed(), attempt),
    findParts: (names: readonly string[]) => findParts(db.kysely, keyed(), names),
    partRow: (name: string, data: JsonObject) => ({
      key: partKey(name, key),
      fingerprint: keyed().fingerprint,
      response_status: rest.status,
      response_data: JSON.stringify(data),
    }),
  });
}

interface Keyed {
  readonly apiClientId: number;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
}

async function reserve(trx: Transaction<DB>, { apiClientId, key, fingerprint, status }: Keyed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data)
    select k.api_client_id, k.key, ${fingerprint}, ${status}::int, ''
    from (values (${apiClientId}::bigint, ${key}::text)) as k (api_client_id, key),
      pg_advisory_xact_lock(${sql.raw(keyLock('k.api_client_id', 'k.key'))})
    on conflict (api_client_id, key) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

async function store(
  trx: Transaction<DB>,
  secrets: SecretBox,
  { apiClientId, key }: Keyed,
  data: JsonObject,
  secretMember: string | undefined,
): Promise<void> {
  const { [secretMember ?? '']: secret, ...open } = data;
  const hasSecret = secretMember !== undefined && secret !== undefined;
  await trx
    .updateTable('idempotency_key')
    .set({
      response_data: JSON.stringify(hasSecret ? open : data),
      response_sealed: hasSecret ? secrets.seal(JSON.stringify(data), responseSecretContext(apiClientId)) : null,
    })
    .where('api_client_id', '=', apiClientId)
    .where('key', '=', key)
    .execute();
}

async function findReplay(
  db: Queryable,
  secrets: SecretBox,
  { apiClientId, key, fingerprint }: Keyed,
): Promise<SerialisedData | null> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'response_data', 'response_sealed', 'reserved_until'])
    .where('api_client_id', '=', apiClientId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.fingerprint !== fingerprint) throw new AppError('idempotency_conflict');
  if (row.reserved_until !== null) return null;
  const { response_data: open, response_sealed: sealed } = row;
  return new SerialisedData(sealed === null ? open : secrets.open(sealed, responseSecretContext(apiClientId)), true);
}

const partKey = (name: string, key: string) => `part ${name} of ${key}`;

async function findParts(
  db: Queryable,
  { apiClientId, key, fingerprint }: Keyed,
  names: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const nameOf = new Map(names.map((name) => [partKey(name, key), name]));
  const rows = await db
    .selectFrom('idempotency_key')
    .select(['key', 'fingerprint', 'response_data'])
    .where('api_client_id', '=', apiClientId)
    .where('key', 'in', [...nameOf.keys()])
    .execute();
  if (rows.some((row) => row.fingerprint !== fingerprint)) throw new AppError('idempotency_conflict');
  return new Map(rows.map((row) => [nameOf.get(row.key) ?? '', JSON.parse(row.response_data) as JsonObject] as const));
}

function requireReplay(found: SerialisedData | null): SerialisedData {
  if (found === null) throw new Error('the idempotency key was neither free nor taken');
  return found;
}

/**
 * What an idempotency key was first used for: SHA-256 over the operation, the ids of its path, its body and, for acts of a
 * person, the user. Of the body's own members one that is missing equals its default, and null equals a missing one.
 *
 * It is stored with the key, which is the API client's: after another rule here, a repeat of a request from before would
 * be taken for another request.
 */
export function fingerprintOf(request: {
  readonly operation: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly body: JsonObject;
  readonly schema: JsonSchema | undefined;
  readonly userId: number | null;
}): string {
  const { operation, params, body, schema, userId } = request;
  const given = Object.entries(body).filter(([, value]) => value !== null);
  const whole: JsonObject = { ...defaultsOf(schema), ...Object.fromEntries(given) };
  return sha256Hex(canonicalJson({ operation, params: { ...params }, body: whole, user: userId }));
}

function defaultsOf(schema: JsonSchema | undefined): JsonObject {
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, { default?: Json }>);
  return Object.fromEntries(
    properties.flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])),
  );
}
