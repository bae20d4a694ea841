import { expect, test } from '../../support/jest.ts';
import { PostgresArtifactStore } from '../../../platform/artifact-store/index.ts';
import { createTestDatabase } from '../../support/database.ts';
import { artifactStoreConformance } from './conformance.ts';

artifactStoreConformance('PostgreSQL', async () => {
  const database = await createTestDatabase();
  const { kysely } = await database.open();
  return { store: new PostgresArtifactStore(kysely), close: () => database.drop() };
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
