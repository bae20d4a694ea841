import { sql } from 'kysely';
import { expect, test } from '../../support/jest.ts';
import { PostgresArtifactStore } from '../../../platform/artifact-store/index.ts';
import { createTestDatabase } from '../../support/database.ts';
import { artifactStoreConformance } from './conformance.ts';

artifactStoreConformance('PostgreSQL', async () => {
  const database = await createTestDatabase();
  const { kysely } = await database.open();
  return { store: new PostgresArtifactStore(kysely), close: () => database.drop() };
});

artifactStoreConformance('PostgreSQL, with a pool for reading many', async () => {
  const database = await createTestDatabase();
  const { kysely, pool } = await database.open();
  return { store: new PostgresArtifactStore(kysely, pool), close: () => database.drop() };
});

test('reading many files fails where PostgreSQL does, and the next reading works', async () => {
  const database = await createTestDatabase();
  try {
    const { kysely, pool } = await database.open({ poolMax: 1 });
    const store = new PostgresArtifactStore(kysely, pool);
    await store.put(1, Buffer.from('bytes'));
    await sql`alter table artifact_blob rename to artifact_blob_away`.execute(kysely);
    await expect(store.getMany([1])).rejects.toThrow('artifact_blob');
    await sql`alter table artifact_blob_away rename to artifact_blob`.execute(kysely);
    expect([...(await store.getMany([1])).keys()]).toEqual([1]);
    await expect(store.getMany([1.5])).rejects.toThrow('no integer');
  } finally {
    await database.drop();
  }
});

test('a store on a transaction that is rolled back has stored nothing', async () => {
  const database = await createTestDatabase();
  try {
    const db = await database.open();
    const rolledBack = db.transaction(async (trx) => {
      await new PostgresArtifactStore(trx).put(1, Buffer.from('bytes'));
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    expect(await new PostgresArtifactStore(db.kysely).get(1)).toBeNull();
  } finally {
    await database.drop();
  }
});
