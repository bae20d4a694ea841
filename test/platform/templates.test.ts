import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { storeTemplates } from '../../platform/database/templates.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let testDatabase: TestDatabase;
let db: Database;
const { templates } = loadReferenceData();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = await testDatabase.open();
});
afterAll(() => testDatabase.drop());

const stored = () => db.kysely.selectFrom('workflow_template').selectAll().orderBy('id').execute();

describe('templates in the database', () => {
  test('are those of the files after a migration', async () => {
    expect(await stored()).toEqual(
      templates.map((template) => ({
        ...template,
        published_at: template.published_at === null ? null : new Date(template.published_at),
        active: true,
        source_workflow_id: null,
      })),
    );
  });

  test('take over what a file says now, and lose what it no longer has', async () => {
    const [first, second] = templates;
    if (first === undefined || second === undefined) throw new Error('there are two templates at least');
    await storeTemplates(db.kysely, [{ ...first, name: 'Renamed' }]);
    const rows = await stored();
    expect(rows.find(({ key }) => key === first.key)).toMatchObject({ id: first.id, name: 'Renamed', active: true });
    expect(rows.find(({ key }) => key === second.key)).toMatchObject({ active: false, published_at: null });
  });
});
