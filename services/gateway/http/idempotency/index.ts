import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../../../../core/errors.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type { SecretBox } from '../../../../platform/crypto.ts';
import type { Database, DB, Queryable, Transaction } from '../../../../platform/database/index.ts';
import { responseSecretContext } from '../../../../platform/database/sealed.ts';
import { SerialisedData } from '../serialised.ts';
import type { RequestKey } from './identity.ts';

/**
 * The Idempotency-Key: a request does its work once, and each repeat of it gets the same response (semantics 1.4, 1.9).
 * All of it is the table `idempotency_key`. A key is in one of three states:
 *
 * - free: there is no row, or a reservation that has ended.
 * - held: one request is at work. Either its open transaction holds the key, by an uncommitted row and the advisory
 *   lock `keyLock`. Or a reservation does: a committed row with `reserved_until` and no response.
 * - answered: there is a committed row with the response.
 *
 * | from → to | by | | --------------- |
 * ---------------------------------------------------------------------------------------------- | | free → held |
 * `commit`: the transaction inserts the row. A statement (`insertAnswers`) does the same for | | | many keys.
 * `prepared`: a reservation is inserted and committed, or takes over one that ended. | | held → answered | The
 * transaction that does the work stores the response and commits. With a reservation it | | | first makes sure that the
 * reservation is still its own. | | held → free | The request is refused or fails: its transaction rolls back, or its
 * reservation is deleted. | | answered → free | `purgeExpired`, after IDEMPOTENCY_DAYS. |
 *
 * A request that finds its key answered replays the response, or is an `idempotency_conflict` if the key was used for
 * another request. If the key is held, `commit` waits at the lock; `prepared`, and a request whose statement may not
 * wait, look again (`untilAnswered`) and give up with a 503 that says that nothing was done.
 *
 * If the process dies
 * - before the key is held: it is free.
 * - while a transaction holds it: PostgreSQL rolls back when the connection breaks, so it is free and no work was done.
 * - while a reservation holds it: it is free once the reservation has ended. A holder that was slow and not dead finds
 *   that its reservation is another's by then, and writes nothing.
 * - at the COMMIT: it is free or answered. A gateway that only lost its connection says that the outcome is unknown.
 * - after the COMMIT: it is answered, and a repeat replays the response that nobody received.
 * - between two parts of a request: each part is a key of its own. A repeat runs those that are not answered.
 *
 * Invariants:
 * - The response is read inside the transaction of the work, so a failure after COMMIT cannot report that nothing was
 *   done.
 * - A statement that carries the writes of several requests never waits for a key: it tries `keyLock` (`isKeyFree`).
 * - Members that hold a secret are stored only encrypted, and erased after SECRET_REPLAY_HOURS.
 */
export interface Idempotency {
  /** Runs the work in one transaction, which also stores its response. */
  readonly commit: Commit;
  /** For work that takes too long to hold a transaction open: `prepare` runs outside of any, under a reservation. */
  prepared<T>(
    prepare: () => Promise<T>,
    write: Write<T>,
    options: { /** Longer than `prepare` takes. */ readonly leaseMs: number },
  ): Promise<SerialisedData>;
  /** The response if the key is answered, else null. Throws `idempotency_conflict`. */
  replay(): Promise<SerialisedData | null>;
  /** One of several transactions of a request, by a name that is unique in it. */
  part(name: string): Idempotency;
  /** The responses of those of these parts that are answered, by name. Throws `idempotency_conflict`. */
  findParts(names: readonly string[]): Promise<ReadonlyMap<string, JsonObject>>;
  /** The answered key, for a statement that inserts it with its work; null if the request has no key. */
  answered(data: JsonObject): AnsweredKey | null;
  /** Throws `missing_idempotency_key`. */
  required(): IdempotencyKey;
}

export interface Commit {
  (work: Work, options?: CommitOptions): Promise<SerialisedData>;
}

type Work = (trx: Transaction<DB>) => Promise<JsonObject>;
type Write<T> = (trx: Transaction<DB>, made: T) => Promise<JsonObject>;

export interface CommitOptions {
  /** Member of the response that is a secret: stored encrypted, and missing from replays after a day. */
  readonly secretMember?: string;
}

/** A row of `idempotency_key`, without the client. */
export interface AnsweredKey {
  readonly key: string;
  readonly fingerprint: string;
  readonly response_status: number;
  readonly response_data: string;
}

/** How long a replay still holds the secret of the original response. */
export const SECRET_REPLAY_HOURS = 24;

/** Requests without a key: nothing is stored, and a repeat is another request. */
export class NoKey implements Idempotency {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  readonly commit = async (work: Work) => new SerialisedData(JSON.stringify(await this.#db.transaction(work)), false);

  async prepared<T>(prepare: () => Promise<T>, write: Write<T>): Promise<SerialisedData> {
    const made = await prepare();
    return this.commit((trx) => write(trx, made));
  }

  readonly replay = () => Promise.resolve(null);
  readonly part = () => this;
  readonly findParts = () => Promise.resolve(new Map<string, JsonObject>());
  readonly answered = () => null;

  required(): never {
    throw new AppError('missing_idempotency_key');
  }
}

interface KeyedRequest {
  readonly apiClientId: number;
  readonly key: RequestKey;
  /** The fingerprint of the request (`fingerprintOf`). Called once at most. */
  readonly fingerprint: () => string;
  /** HTTP status of the response. */
  readonly status: number;
}

export class IdempotencyKey implements Idempotency {
  readonly #db: Database;
  readonly #secrets: SecretBox;
  readonly #request: KeyedRequest;
  #fingerprint: string | undefined;

  constructor(db: Database, secrets: SecretBox, request: KeyedRequest) {
    this.#db = db;
    this.#secrets = secrets;
    this.#request = request;
  }

  get apiClientId(): number {
    return this.#request.apiClientId;
  }

  /** The key as it is stored. */
  get key(): string {
    return this.#request.key.stored;
  }

  /** As executions show it. */
  get shown(): string {
    return this.#request.key.shown;
  }

  get status(): number {
    return this.#request.status;
  }

  get fingerprint(): string {
    return (this.#fingerprint ??= this.#request.fingerprint());
  }

  readonly commit = (work: Work, { secretMember }: CommitOptions = {}): Promise<SerialisedData> =>
    this.#db.transaction(async (trx) => {
      if (await hold(trx, this)) return this.#answer(trx, await work(trx), secretMember);
      const earlier = await this.#find(trx);
      // The holder has released it just now.
      if (earlier === null) throw keyHeld();
      return earlier;
    });

  async prepared<T>(
    prepare: () => Promise<T>,
    write: Write<T>,
    { leaseMs }: { readonly leaseMs: number },
  ): Promise<SerialisedData> {
    const holder = randomUUID();
    const earlier = await untilAnswered(
      async () => ((await reserve(this.#db, this, holder, leaseMs)) ? 'ours' : this.replay()),
      leaseMs,
    );
    if (earlier !== 'ours') return earlier;
    try {
      const made = await prepare();
      return await this.#db.transaction(async (trx) => {
        await confirm(trx, this, holder);
        return this.#answer(trx, await write(trx, made));
      });
    } catch (error) {
      // If this fails too, the reservation expires by itself. If the transaction was committed after all, there is
      // none.
      await release(this.#db, this, holder).catch(() => undefined);
      throw error;
    }
  }

  replay(): Promise<SerialisedData | null> {
    return this.#find(this.#db.kysely);
  }

  part(name: string): IdempotencyKey {
    return new IdempotencyKey(this.#db, this.#secrets, {
      ...this.#request,
      key: { stored: partKey(name, this.key), shown: this.shown },
      fingerprint: () => this.fingerprint,
    });
  }

  async findParts(names: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const nameOf = new Map(names.map((name) => [partKey(name, this.key), name]));
    const rows = await selectKeys(this.#db.kysely, this.apiClientId, [...nameOf.keys()]).execute();
    return new Map(rows.map((row) => [nameOf.get(row.key) ?? '', this.replayOf(row)?.data() ?? {}] as const));
  }

  answered(data: JsonObject): AnsweredKey {
    const { key, fingerprint, status } = this;
    return { key, fingerprint, response_status: status, response_data: JSON.stringify(data) };
  }

  required(): IdempotencyKey {
    return this;
  }

  /** The response of a row of REPLAY_COLUMNS; null if the key is free or held. Throws `idempotency_conflict`. */
  replayOf(row: KeyRow | undefined): SerialisedData | null {
    if (row === undefined || row.fingerprint === null) return null;
    if (row.fingerprint !== this.fingerprint) throw new AppError('idempotency_conflict');
    if (row.reserved_until !== null) return null;
    const { response_data: open, response_sealed: sealed } = row;
    const json = sealed === null ? open : this.#secrets.open(sealed, responseSecretContext(this.apiClientId));
    return new SerialisedData(json ?? '', true);
  }

  async #find(db: Queryable): Promise<SerialisedData | null> {
    return this.replayOf(await selectKeys(db, this.apiClientId, [this.key]).executeTakeFirst());
  }

  async #answer(trx: Transaction<DB>, data: JsonObject, secretMember?: string): Promise<SerialisedData> {
    const { [secretMember ?? '']: secret, ...open } = data;
    const hasSecret = secretMember !== undefined && secret !== undefined;
    const json = JSON.stringify(data);
    await trx
      .updateTable('idempotency_key')
      .set({
        response_data: hasSecret ? JSON.stringify(open) : json,
        response_sealed: hasSecret ? this.#secrets.seal(json, responseSecretContext(this.apiClientId)) : null,
      })
      .where('api_client_id', '=', this.apiClientId)
      .where('key', '=', this.key)
      .execute();
    return new SerialisedData(json, false);
  }
}

/** Default of how long a request waits for another one that holds its key. */
const PATIENCE_MS = 5_000;
/** First pause between two attempts; doubled each time, up to LONGEST_POLL_MS. */
const POLL_MS = 10;
const LONGEST_POLL_MS = 250;

/**
 * Repeats `attempt` while it returns null, which means that another request holds the key. Throws `service_unavailable`
 * after `patienceMs`.
 */
export async function untilAnswered<T>(attempt: () => Promise<T | null>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let round = 0; ; round += 1) {
    const outcome = await attempt();
    if (outcome !== null) return outcome;
    if (Date.now() > deadline) throw keyHeld();
    // The first repeat is immediate, because the key was most often answered just now.
    if (round > 0) await sleep(Math.min(POLL_MS * 2 ** round, LONGEST_POLL_MS));
  }
}

function keyHeld(): AppError {
  return new AppError('service_unavailable', {
    message: 'A request with this Idempotency-Key is still under way. This one did nothing.',
  });
}

/** A row of `idempotency_key`, from a left join: the fingerprint is null if there is none. */
export interface KeyRow {
  readonly fingerprint: string | null;
  readonly response_data: string | null;
  readonly response_sealed: string | null;
  readonly reserved_until: Date | null;
}

export const REPLAY_COLUMNS = ['fingerprint', 'response_data', 'response_sealed', 'reserved_until'] as const;

function selectKeys(db: Queryable, apiClientId: number, keys: readonly string[]) {
  return db
    .selectFrom('idempotency_key')
    .select(['key', ...REPLAY_COLUMNS])
    .where('api_client_id', '=', apiClientId)
    .where('key', 'in', keys);
}

const partKey = (name: string, key: string) => `part ${name} of ${key}`;

/**
 * SQL of the advisory lock's number that each transaction holds while it writes a key. A statement that must not wait for
 * another request with the key, as the unique index would make it, tries the lock first.
 */
export function keyLock(apiClientId: string, key: string): string {
  return `hashtextextended(${key}, ${apiClientId})`;
}

/** SQL: true if no other request is writing the key now. Held to the end of the transaction. */
export function isKeyFree(apiClientId: string, key: string): string {
  return `pg_try_advisory_xact_lock(${keyLock(apiClientId, key)})`;
}

/**
 * SQL: inserts answered keys from a relation with these columns. Order the relation by them, so that statements cannot
 * deadlock.
 */
export function insertAnswers(from: string): string {
  const columns = 'api_client_id, key, fingerprint, response_status, response_data';
  return `insert into idempotency_key (${columns}) select ${columns} from ${from}`;
}

/** Free → held by this transaction. False if the key is held by a reservation or answered; waits for a transaction. */
async function hold(trx: Transaction<DB>, { apiClientId, key, fingerprint, status }: IdempotencyKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data)
    select k.api_client_id, k.key, ${fingerprint}, ${status}::int, ''
    from (values (${apiClientId}::bigint, ${key}::text)) as k (api_client_id, key),
      pg_advisory_xact_lock(${sql.raw(keyLock('k.api_client_id', 'k.key'))})
    on conflict (api_client_id, key) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Free → held by a reservation. False if the key is held or answered. */
async function reserve(
  { kysely }: Database,
  { apiClientId, key, fingerprint, status }: IdempotencyKey,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  const reservation = {
    fingerprint,
    response_status: status,
    reserved_by: holder,
    reserved_until: sql<Date>`now() + ${leaseMs}::int * interval '1 millisecond'`,
  };
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('idempotency_key')
    .values({ api_client_id: apiClientId, key, response_data: '', ...reservation })
    .onConflict((conflict) =>
      conflict
        .columns(['api_client_id', 'key'])
        .doUpdateSet({ ...reservation, created_at: sql`now()` })
        .where('idempotency_key.reserved_until', '<', sql<Date>`now()`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Held by a reservation → held by this transaction. Throws `service_unavailable` if another request took it over. */
async function confirm(trx: Transaction<DB>, { apiClientId, key }: IdempotencyKey, holder: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotency_key')
    .set({ reserved_by: null, reserved_until: null })
    .where('api_client_id', '=', apiClientId)
    .where('key', '=', key)
    .where('reserved_by', '=', holder)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  throw new AppError('service_unavailable', {
    message: 'Another request with this Idempotency-Key went on in place of this one. This one did nothing.',
  });
}

/** Held by a reservation → free. */
async function release({ kysely }: Database, { apiClientId, key }: IdempotencyKey, holder: string): Promise<void> {
  await kysely
    .deleteFrom('idempotency_key')
    .where('api_client_id', '=', apiClientId)
    .where('key', '=', key)
    .where('reserved_by', '=', holder)
    .execute();
}
