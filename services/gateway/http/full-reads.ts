import { CompiledQuery } from 'kysely';
import { auditRow, auditingCte, type Actor } from '../../../platform/database/audit.ts';
import type { Database } from '../../../platform/database/index.ts';

/** At most one row in that time for each reader and execution. */
const EVERY_MS = 3_600_000;
/** Of those that this process has recorded itself; who is forgotten is looked up in the table. */
const MOST_REMEMBERED = 20_000;

/**
 * Who was shown an execution with its numbers in full leaves a row in the audit log, before the first byte is sent: what
 * cannot be recorded is not given. One row an hour for each reader and execution, because programs ask again and again. The
 * table `full_read` holds when, for all replicas; a reader that this process has recorded costs nothing more.
 */
export class FullReads {
  readonly #db: Database;
  /** Until when nothing has to be written, by the monotonic clock; the oldest first. */
  readonly #until = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  async record(actor: Actor, operationId: string, executionIds: readonly number[]): Promise<void> {
    for (const executionId of new Set(executionIds)) await this.#recordOne(actor, operationId, executionId);
  }

  async #recordOne(actor: Actor, operationId: string, executionId: number): Promise<void> {
    const key = `${actor.kind} ${actor.id} ${executionId}`;
    const now = performance.now();
    if ((this.#until.get(key) ?? 0) > now) return;
    const subject = { type: 'execution', id: executionId };
    const row = auditRow(actor, { action: 'execution.read', subject, detail: { operation: operationId } });
    const { rows } = await this.#db.kysely.executeQuery(
      CompiledQuery.raw(RECORD, [actor.kind, actor.id, executionId, EVERY_MS, JSON.stringify(row)]),
    );
    // Another process knows how long ago it was, and this one does not.
    if (rows.length === 0) return;
    this.#until.delete(key);
    this.#until.set(key, now + EVERY_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST_REMEMBERED && oldest !== undefined) this.#until.delete(oldest);
  }
}

/** One statement: the hour begins with the row in the log, or neither is there. */
const RECORD = `
  with begun as (
    insert into full_read as r (actor_kind, actor_id, execution_id, read_at) values ($1, $2, $3, now())
    on conflict (actor_kind, actor_id, execution_id) do update set read_at = now()
    where r.read_at <= now() - $4::float8 * interval '1 ms'
    returning execution_id
  ),
  ${auditingCte('begun', '$5::jsonb')}
  select execution_id from begun`;
