import type { Queryable } from '../database/index.ts';
import type { ArtifactStore } from './contract.ts';

/** Files in a table of their own. Made on an open transaction, it stores a file with the rows that speak of it. */
export class PostgresArtifactStore implements ArtifactStore {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
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

  async delete(id: number): Promise<void> {
    await this.#db.deleteFrom('artifact_blob').where('artifact_id', '=', id).execute();
  }
}
