import { sql } from 'kysely';
import { expect, test } from '../../support/jest.ts';
import { PostgresArtifactStore } from '../../../platform/artifact-store/index.ts';
import { MovedArtifactStore } from '../../../platform/artifact-store/moved.ts';
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

artifactStoreConformance('PostgreSQL, moved from another store', async () => {
  const [present, former] = [await createTestDatabase(), await createTestDatabase()];
  const [now, before] = [await present.open(), await former.open()];
  return {
    store: new MovedArtifactStore(new PostgresArtifactStore(now.kysely), new PostgresArtifactStore(before.kysely)),
    close: async () => {
      await present.drop();
      await former.drop();
    },
  };
});

test('files that a former store holds can be read and removed', async () => {
  const [present, former] = [await createTestDatabase(), await createTestDatabase()];
  try {
    const now = new PostgresArtifactStore((await present.open()).kysely);
    const before = new PostgresArtifactStore((await former.open()).kysely);
    const store = new MovedArtifactStore(now, before);
    await before.put(1, Buffer.from('former'));
    await store.put(2, Buffer.from('present'));
    expect([await before.get(2), Buffer.from((await now.get(2)) ?? '').toString()]).toEqual([null, 'present']);
    expect(Buffer.from((await store.get(1)) ?? '').toString()).toBe('former');
    expect(Buffer.from(((await store.open(1)) as Uint8Array | null) ?? '').toString()).toBe('former');
    expect([...(await store.getMany([1, 2, 3])).keys()].toSorted()).toEqual([1, 2]);
    await store.delete(1);
    expect([await store.get(1), await before.get(1)]).toEqual([null, null]);
  } finally {
    await present.drop();
    await former.drop();
  }
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
