import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseAllDocuments } from 'yaml';
import { roleUrl } from '../../../dev/stack/logins.ts';
import type { Database } from '../../../platform/database/index.ts';
import { pendingMigrations } from '../../../platform/database/migrate.ts';
import { SERVICE_ROLES, type ServiceRole } from '../../../platform/database/grants.ts';
import { grantToServices, roleName } from '../../../platform/database/roles.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { afterAll, beforeAll, describe, expect, test } from '../../support/jest.ts';
import { TEST_LOGINS } from '../../support/logins.ts';

const { prefix } = TEST_LOGINS.database;

let database: TestDatabase;
let owner: Database;
const roles = new Map<ServiceRole, Database>();
beforeAll(async () => {
  database = await createTestDatabase();
  owner = await database.open();
  for (const role of SERVICE_ROLES) roles.set(role, await database.open({ as: role, poolMax: 1 }));
});
afterAll(() => database?.drop());

const as = (role: ServiceRole): pg.Pool => {
  const opened = roles.get(role);
  if (opened === undefined) throw new Error(`no ${role}`);
  return opened.pool;
};

/**
 * PostgreSQL's privileges of each role, by table: r reads, a adds, w changes, d removes. Small letters are for some
 * columns only, capitals for all.
 */
async function matrix(): Promise<readonly string[]> {
  const { rows } = await owner.pool.query<{ table: string; privileges: string[] }>(
    `select c.relname as table, array_agg(
       coalesce((
         select string_agg(case
           when has_table_privilege(role.name, c.oid, p.name) then upper(p.letter)
           when p.name <> 'DELETE' and has_any_column_privilege(role.name, c.oid, p.name) then p.letter end, '' order by p.at)
         from (values (1, 'SELECT', 'r'), (2, 'INSERT', 'a'), (3, 'UPDATE', 'w'), (4, 'DELETE', 'd')) p (at, name, letter)
       ), '-') order by role.at) as privileges
     from pg_class c cross join unnest($1::text[]) with ordinality as role (name, at)
     where c.relkind in ('r', 'v', 'm', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
     group by c.relname order by c.relname`,
    [SERVICE_ROLES.map((role) => roleName(prefix, role))],
  );
  return rows.map(({ table, privileges }) => [table, ...privileges].join(' '));
}

// Rules: 19.5.2
test('each role has what its service needs of each table, and nothing else', async () => {
  expect(SERVICE_ROLES).toEqual(['gateway', 'executor', 'webhooks', 'artifacts', 'keda']);
  const [, ...expected] = EXPECTED.trim().split('\n');
  expect(await matrix()).toEqual(expected.map((line) => line.trim().replaceAll(/ +/g, ' ')));
});

/** A new table needs a line here with its users, perhaps none. */
const EXPECTED = `
                        gateway  executor  webhooks  artifacts  keda
  account               Rw       R         -         r          -
  account_mail_address  R        R         -         -          -
  account_user          Raw      r         -         -          -
  activation_request    RAw      -         -         -          -
  agency                Raw      R         -         -          -
  api_client            Rw       r         -         r          -
  api_token             Rw       -         -         -          -
  applicant             RAw      -         -         -          -
  applicant_handle      RAw      -         -         -          -
  applicant_search      RAwD     -         -         -          -
  applicant_word        RAw      -         -         -          -
  artifact              Rw       RAw       -         Rw         -
  artifact_blob         R        RD         -         rAw        -
  audit_chain           -        -         -         -          -
  audit_event           Ra       -         -         -          -
  backlog               -        -         -         -          R
  backtest              RAwD     Rw        -         -          -
  backtest_change       RD       RA        -         -          -
  backtest_chunk        RAD      RwD       -         -          -
  batch                 RAw      Rw        -         -          -
  billing_entry         R        RA        -         -          -
  command               RAwD     RAwD      -         a          -
  decision_day          RAw      RAw       -         -          -
  decision_drift        R        RAwD      -         -          -
  decision_fact         RAD      RAw       -         -          -
  decision_hour         RAw      RAw       -         -          -
  dictionary_request    RAw      -         -         -          -
  dictionary_version    RA       -         -         -          -
  drift_watch           -        RAw       -         -          -
  effect                Rw       RAw       -         rw         -
  erasure                  RAw  Rw  r  r  -
  erasure_execution        RA  RAwD  r  r  -
  event                 RA       RA        R         -          -
  execution             RAw      Rw        r         r          -
  failed_auth           RAWD     -         -         -          -
  field                 RA       R         -         -          -
  field_answer          RA       -         -         -          -
  full_read             RAwD     -         -         -          -
  idempotency_key       RAWD     -         -         -          -
  legal_hold               r  r  -  -  -
  mail_message          R        RAwD      -         -          -
  mail_report           RA       R         -         -          -
  mail_stop             RAw      R         -         -          -
  mikro_orm_migrations  R        R         R         R          -
  notice_resend         RA       Rw        -         -          -
  official_text         -        R         -         -          -
  product_connection    RAwD     R         -         -          -
  product_version       RA       R         -         -          -
  rate_window           RAWD     RAw       -         -          -
  restore               -        R         -         -          -
  reused_report         RA       R         -         -          -
  review_event          RA       A         -         -          -
  review_round          Rw       RAw       -         -          -
  sign_in_attempt       RAD      -         -         -          -
  sign_in_link          RAD      -         -         -          -
  sign_in_mail          RawD     -         -         -          -
  step                  Rw       RAw       -         r          -
  user_address          R        -         -         -          -
  user_session          RAwD     -         -         -          -
  vendor_callback       -        RwD       -         -          -
  vendor_order          r        RAw       -         -          -
  webhook_attempt       R        -         rA        -          -
  webhook_delivery      RAw      RA        Rw        -          -
  webhook_queue         RA       A         RwD       -          -
  webhook_subscription  RAw      r         Rw        -          -
  webhook_unsuccessful  RAwD     -         rAwD      -          -
  workflow              RAw      R         -         -          -
  workflow_example      RAwD     -         -         -          -
  workflow_example_change RAwD   -         -         -          -
  workflow_template     R        -         -         -          -
  workflow_version      RA       R         -         -          -`;

test('no role may do more by another way: it owns nothing, is member of nothing, and has no power in the cluster', async () => {
  const names = SERVICE_ROLES.map((role) => roleName(prefix, role));
  const { rows } = await owner.pool.query(
    `select rolname, (select array_agg(p.proname::text) from pg_proc p where p.prosecdef
       and p.pronamespace = 'public'::regnamespace and has_function_privilege(r.oid, p.oid, 'EXECUTE')) as owners_functions
     from pg_roles r
     where rolname = any ($1) and (rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication
       or exists (select from pg_auth_members m where m.member = r.oid)
       or exists (select from pg_class c where c.relowner = r.oid)
       or has_schema_privilege(r.oid, 'public', 'CREATE')
       or exists (select from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
         and has_function_privilege(r.oid, p.oid, 'EXECUTE')))`,
    [names],
  );
  // It approves nothing by itself: who approves has to be shown to it (test/gateway/four-eyes.test.ts).
  expect(rows).toEqual([
    // Erases nobody whom the gateway was not asked to erase.
    { rolname: roleName(prefix, 'executor'), owners_functions: ['erasure_empty', 'erasure_part', 'letter_owed'] },
    {
      rolname: roleName(prefix, 'gateway'),
      owners_functions: [
        ...['activation_approve', 'dictionary_approve', 'erasure_part', 'person_invite', 'person_role', 'settle_pull'],
        ...['token_issue', 'token_revoke', 'unknown_pulls'],
        'vendor_callback_store',
      ],
    },
  ]);
});

test('no role changes the number of a sequence, or takes one of a table that it adds nothing to', async () => {
  const { rows } = await owner.pool.query<{ role: string; sequence: string }>(
    `select role, c.relname as sequence from pg_class c cross join unnest($1::text[]) as role
     join pg_depend d on d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
     where c.relkind = 'S' and (has_sequence_privilege(role, c.oid, 'UPDATE')
       or (has_sequence_privilege(role, c.oid, 'USAGE') and not has_any_column_privilege(role, d.refobjid, 'INSERT')))`,
    [SERVICE_ROLES.map((role) => roleName(prefix, role))],
  );
  expect(rows).toEqual([]);
});

test('no role may do anything to a partition but by its table', async () => {
  const { rows } = await owner.pool.query<{ partition: string }>(
    `select c.relname as partition from pg_class c cross join unnest($1::text[]) as role
     where c.relispartition and c.relkind = 'r' and has_table_privilege(role, c.oid, 'SELECT,INSERT,UPDATE,DELETE,TRUNCATE')`,
    [SERVICE_ROLES.map((role) => roleName(prefix, role))],
  );
  expect(rows).toEqual([]);
});

describe('is refused:', () => {
  const REFUSED: Readonly<Record<ServiceRole, readonly string[]>> = {
    gateway: [
      // An attacker in the public service gives nobody access, and leaves no decision.
      "insert into api_token (account_id, api_client_id, user_id, token_hash, prefix, scopes) values (1, 1, 1, 'x', 'x', '{}')",
      "update api_token set scopes = '{}'",
      "update api_token set token_hash = 'x'",
      "insert into account (name, legal_name, address, phone) values ('x', 'x', 'x', 'x')",
      'update account set production_access = true',
      'update api_client set account_id = 1',
      "insert into account_user (account_id, name, email, role) values (1, 'x', 'x', 'admin')",
      "update account_user set role = 'admin'",
      "select user_role_set(1, 'admin')",
      "select * from settings_actor('token', 1, 'x', 'people:write')",
      'update api_token set revoked_at = null',
      'update user_session set user_id = 1',
      'delete from user_address',
      "insert into user_address values (1, 'x')",
      "update execution set outcome = 'approved'",
      "update execution set payload = '{}'",
      'update execution set account_id = 1',
      'update execution set api_client_id = 1',
      'delete from execution',
      "update step set output = '{}'",
      "update effect set result = '{}'",
      "update artifact set document = '{}'",
      "update artifact set sha256 = 'x'",
      "update artifact_blob set bytes = ''",
      'delete from artifact_blob',
      'delete from mail_message',
      'delete from review_event',
      'update review_event set actor_user_id = 1',
      "update workflow_version set definition = '[]'",
      'delete from billing_entry',
      'select bytes from official_text',
      'select sealed from vendor_callback',
      'select idempotency_key from vendor_order',
      'select reference from vendor_order',
      'update vendor_order set poll_at = now()',
      // Nobody who takes the service over rewrites what was done, nor says when it was.
      "update audit_event set detail = '{}'",
      'delete from audit_event',
      'truncate audit_event',
      "insert into audit_event (account_id, action, actor_kind, subject_type, subject_id, detail, occurred_at) values (1, 'x', 'token', 'x', '1', '{}', now())",
      "insert into audit_event (account_id, action, actor_kind, subject_type, subject_id, detail, sequence) values (1, 'x', 'token', 'x', '1', '{}', 7)",
      'select * from audit_chain',
      'update audit_chain set last_sequence = 0',
      "select audit_purge(1, 0, 1000, 'x')",
      'alter table audit_event disable trigger audit_event_chain',
      'alter table workflow disable trigger workflow_four_eyes',
      'update activation_request set requested_by_user_id = 1',
      'update activation_request set definition_sha256 = null',
      "update activation_request set name = 'x'",
      'update activation_request set proposes_version = false',
      "update dictionary_request set changes = '{}'",
      'update dictionary_request set activated_version = 1',
      'alter table activation_request disable trigger activation_guard',
      "select activation_approver(1, 'token', 1, 'x')",
      "update api_token set approval_hash = 'x'",
      "update user_session set approval_hash = 'x'",
      'update workflow_version set created_by_user_id = 1',
      'update account set four_eyes = false',
    ],
    executor: [
      'select secret from webhook_subscription',
      'select url from webhook_subscription',
      'select * from webhook_subscription',
      'select token_hash from api_token',
      'select name from account_user',
      'select name from api_client',
      'select response_data from idempotency_key',
      'insert into execution (account_id) values (1)',
      "update execution set payload = '{}'",
      'update execution set account_id = 1',
      'delete from execution',
      "update artifact_blob set bytes = ''",
      "update artifact set sha256 = 'x'",
      'update account set production_access = true',
      'select note from review_event',
      'update mail_stop set resumed_at = now()',
      "update review_round set decision = 'approved'",
      'update webhook_delivery set attempts = 0',
      'delete from billing_entry',
    ],
    webhooks: [
      'select payload from execution',
      'select state from execution',
      'select output from step',
      'select document from artifact',
      'select bytes from artifact_blob',
      'select raw from mail_message',
      'select token_hash from api_token',
      'select email from account_user',
      'select legal_name from account',
      'select result from effect',
      'select response_data from idempotency_key',
      "update event set body = ''",
      "update webhook_subscription set url = 'https://elsewhere.example.com'",
      "update webhook_subscription set secret = 'x'",
      'insert into webhook_delivery (event) values (null)',
    ],
    artifacts: [
      'select bytes from artifact_blob',
      'delete from artifact_blob',
      'select external_reference from execution',
      "update execution set payload = '{}'",
      "update execution set status = 'completed'",
      "update artifact set document = '{}'",
      "update artifact set notice_status = 'sent'",
      'insert into artifact (api_client_id) values (1)',
      'delete from artifact',
      "update step set output = '{}'",
      'select raw from mail_message',
      'select token_hash from api_token',
      'select email from account_user',
      'select secret from webhook_subscription',
      'select body from event',
      'select request from effect',
      'delete from command',
    ],
    keda: [
      'select document from artifact',
      'select id from artifact',
      'select execution_id from command',
      'select delivery_id from webhook_queue',
      'select id from execution',
      'select name from mikro_orm_migrations',
      'delete from command',
    ],
  };
  const ANYBODY = ['create table x ()', "select pg_read_file('/etc/passwd')"];

  test.each(SERVICE_ROLES.flatMap((role) => REFUSED[role].map((statement) => [role, statement] as const)))(
    '%s: %s',
    async (role, statement) => {
      await expect(as(role).query(statement)).rejects.toMatchObject({ code: '42501' });
    },
  );

  test.each(SERVICE_ROLES)('%s, to make tables and to read the files of the server', async (role) => {
    const refused = await Promise.all(
      ANYBODY.map((statement) =>
        as(role)
          .query(statement)
          .then(
            () => statement,
            ({ code }: { code: string }) => code,
          ),
      ),
    );
    expect(refused).toEqual(['42501', '42501']);
  });
});

test.each(SERVICE_ROLES.filter((role) => role !== 'keda'))('%s sees whether the schema is up to date', async (role) => {
  const opened = roles.get(role);
  expect(opened !== undefined && (await pendingMigrations(opened))).toEqual([]);
});

test('KEDA reads in one number what each of its services has to do', async () => {
  await owner.pool.query(
    `insert into command (kind, execution_id, lane, due_at)
     values ('poke', 1, 'poke', now()), ('start', 2, 'single', now()), ('poke', 3, 'poke', now() + interval '1 hour'),
       ('start', 4, 'recovery', now())`,
  );
  await owner.pool.query(
    `insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
     values (1, 1, 'fresh', now()), (2, 1, 'fresh', now() + interval '1 hour')`,
  );
  await owner.pool.query(
    `insert into artifact (api_client_id, execution_id, kind, node_id, visit, stage, filename, status, priority)
     values (1, 1, 'notice', 'a', 1, '', 'a', 'pending', 0), (1, 1, 'report', 'b', 1, '', 'b', 'pending', 1),
       (1, 1, 'report', 'c', 1, '', 'c', 'pending', 2), (1, 1, 'notice', 'd', 1, '', 'd', 'ready', 0)`,
  );
  const text = readFileSync(join(import.meta.dirname, '../../../deploy/k8s/components/keda/scaling.yaml'), 'utf8');
  const queries = parseAllDocuments(text)
    .map((document) => document.toJS() as { spec: { triggers?: { metadata: { query: string } }[] } })
    .flatMap(({ spec }) => (spec.triggers ?? []).map(({ metadata }) => metadata.query));
  const counts = [];
  for (const query of queries) counts.push(Object.values((await as('keda').query(query)).rows[0] ?? {}));
  expect(counts).toEqual([[2], [1], [2]]);
});

test('a privilege that is not in the list any more is taken away, and the others stay', async () => {
  const before = await matrix();
  const name = roleName(prefix, 'webhooks');
  await owner.pool.query(`grant select on execution, api_token to ${name}`);
  await owner.pool.query(`grant update (secret) on webhook_subscription to ${name}`);
  expect(await matrix()).not.toEqual(before);
  await grantToServices(owner, prefix);
  expect(await matrix()).toEqual(before);
  await expect(as('webhooks').query("update webhook_subscription set secret = 'x'")).rejects.toThrow(
    'permission denied',
  );
});

// Rules: 18.14.1
test('no role makes temporary tables, however the database was made', async () => {
  await owner.pool.query(`grant temporary on database "${new URL(database.url).pathname.slice(1)}" to public`);
  await grantToServices(owner, prefix);
  for (const role of SERVICE_ROLES) {
    await expect(as(role).query('create temporary table shadow ()')).rejects.toThrow('permission denied');
  }
});

test('roles that do not exist are named, and nothing is granted', async () => {
  await expect(grantToServices(owner, 'nobody')).rejects.toThrow(
    'The database has no roles nobody_gateway, nobody_executor, nobody_webhooks, nobody_artifacts, nobody_keda. Create',
  );
});

test('a role logs in by its own password alone', async () => {
  const url = new URL(roleUrl(database.url, 'webhooks', TEST_LOGINS.database));
  url.username = roleName(prefix, 'gateway');
  const client = new pg.Client({ connectionString: url.href });
  await expect(client.connect()).rejects.toThrow('password authentication failed');
});
