import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../platform/database/index.ts';
import { migrate, openOrm } from '../../../platform/database/migrate.ts';
import { MIGRATIONS } from '../../../platform/database/migrations/index.ts';
import { testEnvironment } from '../../support/environment.ts';
import { expect, test } from '../../support/jest.ts';
import { asAdministrator, databaseUrl } from '../../support/template-database.ts';

const CONFIRMED_ADDRESSES = 'Migration20261128061500_confirmed_addresses';

/** Users as a release before left them. The fourth has had another address. */
const USERS = `
  insert into account_user (account_id, name, email, oidc_issuer, oidc_subject) values
    (1, 'made by an operator', 'Ada+x@Example.com', null, null),
    (1, 'made with no address', 'ada', null, null),
    (1, 'signed in', 'ben@example.com', 'https://idp.example', 'ben'),
    (1, 'signed in', 'cy@former.example', 'https://idp.example', 'cy'),
    (1, 'signed in without an address', '', 'https://idp.example', 'dee'),
    (1, 'made by an operator', 'CY@former.example.', null, null);
  update account_user set email = 'cy@example.com' where id = 4`;

test('of the users that were there, those whom an operator made are confirmed, and one person stays one', async () => {
  const adminUrl = testEnvironment('TEST_DATABASE_ADMIN_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const db = openDatabase({ url: databaseUrl(adminUrl, name), poolMax: 2 });
  try {
    const before = MIGRATIONS.map((each) => each.name).filter((each) => each < CONFIRMED_ADDRESSES);
    await (await openOrm(db)).migrator.up({ migrations: before });
    await db.pool.query(USERS);
    await migrate(db);
    const { rows } = await db.pool.query('select confirmed_address, confirmed_by from account_user order by id');
    const none = { confirmed_address: null, confirmed_by: null };
    expect(rows).toEqual([
      { confirmed_address: 'ada@example.com', confirmed_by: 'operator' },
      ...[none, none, none, none],
      { confirmed_address: 'cy@former.example', confirmed_by: 'operator' },
    ]);
    const same = await db.pool.query('select same_person(4, 6) as moved, same_person(1, 2) as other');
    expect(same.rows).toEqual([{ moved: true, other: false }]);
    // As the release before does while this one is rolled out: nobody is known by it, and one person stays one.
    await db.pool.query(`insert into account_user (account_id, name, email) values (1, 'late', 'ADA@example.com')`);
    const late = await db.pool.query(
      'select confirmed_address, same_person(1, id) as same from account_user where id = 7',
    );
    expect(late.rows).toEqual([{ confirmed_address: null, same: true }]);
  } finally {
    await db.close();
    await asAdministrator(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
});
