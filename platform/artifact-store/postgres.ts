import type { Pool } from 'pg';
import type { Queryable } from '../database/index.ts';
import type { ArtifactStore } from './contract.ts';
import { copyOutFiles } from './copy-out.ts';

/** Files in a table of their own. Made on an open transaction, it stores a file with the rows that speak of it. */
export class PostgresArtifactStore implements ArtifactStore {
  readonly #db: Queryable;
  readonly #pool: Pool | undefined;

  /** `pool`: for reading many files fast; not for a store on a transaction, whose files it does not see. */
  constructor(db: Queryable, pool?: Pool) {
    this.#db = db;
    this.#pool = pool;
  }

  async put(id: number, bytes: Uint8Array): Promise<void> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await this.#db
      .insertInto('artifact_blob')
      .values({ artifact_id: id, bytes: buffer })
      .onConflict((conflict) => conflict.column('artifact_id').doUpdateSet({ bytes: buffer }))
      .execute();
  }

  async get(id: number): Promise<Uint8Array | null> {
    const row = await this.#db
      .selectFrom('artifact_blob')
      .select('bytes')
      .where('artifact_id', '=', id)
      .executeTakeFirst();
    return row?.bytes ?? null;
  }

  /** Whole: a row is read at once. */
  open(id: number): Promise<Uint8Array | null> {
    return this.get(id);
  }

  async getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    if (this.#pool !== undefined) return copyOutFiles(this.#pool, ids);
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('artifact_blob')
      .select(['artifact_id', 'bytes'])
      .where('artifact_id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ artifact_id: id, bytes }) => [id, bytes]));
  }

  async delete(id: number): Promise<void> {
    await this.#db.deleteFrom('artifact_blob').where('artifact_id', '=', id).execute();
  }
}
