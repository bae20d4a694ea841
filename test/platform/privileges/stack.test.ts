import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { roleUrl, userUrl } from '../../../dev/stack/logins.ts';
import { roleName } from '../../../platform/database/roles.ts';
import { natsOptions } from '../../../platform/nats/options.ts';
import { childrenOf } from '../../artifacts/support.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '../../support/jest.ts';
import { TEST_LOGINS } from '../../support/logins.ts';
import { startStack, type Stack } from '../../support/stack.ts';

const { database, nats } = TEST_LOGINS;
const WITH_DATABASE = ['gateway', 'executor', 'webhooks', 'artifacts'] as const;
const ON_THE_BUS = [...WITH_DATABASE, 'generator'] as const;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.stop());

/** The environments of the stack's processes, by service. */
function environments(): ReadonlyMap<string, string> {
  return new Map(
    childrenOf(process.pid, '').flatMap((pid) => {
      const [, service] = /services\/(\w+)\/main\.ts/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? [];
      return service === undefined ? [] : [[service, readFileSync(`/proc/${pid}/environ`, 'utf8')] as const];
    }),
  );
}

test('each service of a stack is connected to PostgreSQL as its own role', async () => {
  const { rows } = await stack.db.pool.query<{ name: string; role: string }>(
    `select distinct application_name as name, usename as role from pg_stat_activity
     where datname = current_database() and application_name like 'cascade-%' order by 1`,
  );
  expect(rows).toEqual(
    WITH_DATABASE.toSorted().map((service) => ({
      name: `cascade-${service}`,
      role: roleName(database.prefix, service),
    })),
  );
});

test('whoever recovers a restored database sees the connections of services, which are of other roles', async () => {
  const client = new pg.Client({ connectionString: roleUrl(stack.databaseUrl, 'webhooks', database) });
  await client.connect();
  const { rows } = await client.query(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'cascade-%' order by 1`,
  );
  await client.end();
  expect(rows).toEqual(WITH_DATABASE.toSorted().map((service) => ({ name: `cascade-${service}` })));
});

test('no service knows the login of another, or that of the owner of the tables', () => {
  const found = environments();
  expect([...found.keys()].toSorted()).toEqual([...ON_THE_BUS, 'renderer'].toSorted());
  for (const [service, environment] of found) {
    const logins = [
      ...WITH_DATABASE.map((role) => [role, new URL(roleUrl(stack.databaseUrl, role, database)).password] as const),
      ...ON_THE_BUS.map(
        (user) => [user, new URL(userUrl(stack.env.NATS_URL ?? '', user, nats.secret)).password] as const,
      ),
      ['owner', new URL(stack.databaseUrl).password] as const,
    ];
    const known = logins.filter(([, password]) => environment.includes(`:${password}@`)).map(([whose]) => whose);
    expect([service, ...new Set(known)]).toEqual(service === 'renderer' ? ['renderer'] : [service, service]);
  }
});

test('the servers of the tests know the same users as those of an installation', async () => {
  const connection = await connect(natsOptions({ urls: [userUrl(stack.env.NATS_URL ?? '', 'webhooks', nats.secret)] }));
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  connection.subscribe(`${stack.env.NATS_SUBJECT_PREFIX}.generator.generate`, { callback: (error) => resolve(error) });
  expect(String(await promise)).toMatch(/permission/i);
  await connection.close();
});
