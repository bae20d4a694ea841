import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '../support/jest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('databases for tests', () => {
  const made: TestDatabase[] = [];
  afterAll(() => Promise.all(made.map((database) => database.drop())));

  test('are migrated and isolated from each other', async () => {
    const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    made.push(first, second);
    const [a, b] = await Promise.all([first.open(), second.open()]);
    await a.kysely
      .insertInto('account')
      .values({ name: 'Acme', legal_name: 'Acme LLC', address: '1 Main St', phone: '555' })
      .execute();
    expect(await a.kysely.selectFrom('account').select('name').execute()).toEqual([{ name: 'Acme' }]);
    expect(await b.kysely.selectFrom('account').select('name').execute()).toEqual([]);
  });

  test('refuse transitions that the tables of states do not list', async () => {
    const database = await createTestDatabase();
    made.push(database);
    const { kysely } = await database.open();
    await kysely
      .insertInto('webhook_delivery')
      .values({ event_id: randomUUID(), subscription_id: 1, api_client_id: 1, event: 'execution.completed' })
      .execute();
    const become = (status: 'succeeded' | 'pending') =>
      kysely.updateTable('webhook_delivery').set({ status }).execute();
    await become('succeeded');
    await expect(become('pending')).rejects.toThrow('no transition from succeeded to pending');
  });
});
