import { CompiledQuery } from 'kysely';
import { auditRow, auditingCte, type Actor } from '../../../platform/database/audit.ts';
import type { Database } from '../../../platform/database/index.ts';

/** At most one row in that time for each reader and execution. */
const EVERY_MS = 3_600_000;
/** Limits what this process remembers of its own records; readers that it forgets are looked up in the table. */
const MOST_REMEMBERED = 20_000;

/**
 * Records in the audit log who was shown an execution with its numbers in full, before the first byte is sent. If it
 * cannot be recorded, nothing is shown. One row an hour for each reader and execution, because programs ask again and
 * again. The table `full_read` holds the times for all replicas; a reader that this process has recorded costs no
 * statement.
 */
export class FullReads {
  readonly #db: Database;
  /** Times until which nothing has to be written, by the monotonic clock; oldest first. */
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
    // Another process wrote the row, and this one does not know how long ago.
    if (rows.length === 0) return;
    this.#until.delete(key);
    this.#until.set(key, now + EVERY_MS);
    const [oldest] = this.#until.keys();
    if (this.#until.size > MOST_REMEMBERED && oldest !== undefined) this.#until.delete(oldest);
  }
}

/** One statement, so that the hour begins only if the log has the row. */
const RECORD = `
  with begun as (
    insert into full_read as r (actor_kind, actor_id, execution_id, read_at) values ($1, $2, $3, now())
    on conflict (actor_kind, actor_id, execution_id) do update set read_at = now()
    where r.read_at <= now() - $4::float8 * interval '1 ms'
    returning execution_id
  ),
  ${auditingCte('begun', '$5::jsonb')}
  select execution_id from begun`;
