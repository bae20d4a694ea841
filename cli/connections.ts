import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { ACCOUNT_CONNECTION_SCHEMA, type AccountConnection } from '../core/products/account-connection.ts';
import { isReference } from '../core/products/connection.ts';
import { PRODUCT_CODES } from '../core/products/contract.ts';
import { readJson } from '../core/read-json.ts';
import { loadConfig } from '../platform/config/index.ts';
import { SetupError } from '../platform/setup-error.ts';
import { compileValidator } from '../platform/validation/index.ts';
import { callbackPath } from '../platform/vendor-callbacks.ts';
import type { OnDatabase } from './action.ts';
import { connectionKeys } from './keys.ts';
import { id, notBlank, oneOf } from './parse.ts';
import type { Row } from './print.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Loading the database's packages takes longer than the rest of a command. */
const pullsModule = () => import('../platform/database/unknown-pulls.ts');
const connectionsModule = () => import('../platform/vendor-connections.ts');

interface SettleFlags {
  readonly node: string;
  readonly reference?: string;
  readonly notOrdered?: true;
}

interface Whose {
  readonly account: number;
  readonly product: string;
}

/** Adds the commands of connections to vendors, and of orders which may or may not have reached one. */
export function addConnections(
  program: Command,
  {
    onDatabase,
    env,
    print,
  }: { readonly onDatabase: OnDatabase; readonly env: Env; readonly print: (answer: Row) => void },
): void {
  const connections = program.command('connections').description('Connections to vendors');
  connections
    .command('url')
    .description('Print the URL that a vendor of the installation calls for all orders of a product. It is a secret.')
    .requiredOption('--product <code>', 'code of the product', oneOf(PRODUCT_CODES))
    .action(({ product }: { readonly product: string }) => {
      const { BASE_URL: baseUrl, CONNECTION_KEYS: keys } = loadConfig(['BASE_URL', 'CONNECTION_KEYS'], env);
      if (keys === undefined) throw new SetupError(NO_KEYS);
      const path = callbackPath(keys, { connection: `installation.${product}`, idempotencyKey: null });
      print({ url: `${baseUrl}${path}` });
    });
  addOwn(connections, onDatabase, env);
  connections
    .command('unknown')
    .description('List pulls that were cut short: nobody knows whether their vendor has the order (vendor_unknown).')
    .action(
      onDatabase.reads(async ({ kysely }) => {
        const { selectUnknownPulls } = await pullsModule();
        return selectUnknownPulls(kysely, null).selectAll().orderBy('o.id').execute();
      }),
    );
  connections
    .command('settle')
    .description('Say what became of such a pull: its order is asked for by its reference, or may be placed again.')
    .argument('<execution>', 'id of the execution', id)
    .requiredOption('--node <id>', 'id of the node that pulls', notBlank)
    .option('--reference <text>', 'what the vendor calls the order', notBlank)
    .option('--not-ordered', 'the vendor has no order')
    .action(
      onDatabase.changes(async ({ trx, audit }, executionId: number, { node, reference, notOrdered }: SettleFlags) => {
        if ((reference === undefined) === (notOrdered === undefined)) {
          throw new SetupError('Give either --reference or --not-ordered.');
        }
        if (reference !== undefined && !isReference(reference)) {
          throw new SetupError('--reference must have 1 to 200 characters, and not dots alone.');
        }
        const { settlePull } = await pullsModule();
        const row = await settlePull(trx, {
          ...{ apiClientId: null, executionId },
          ...{ nodeId: node, reference: reference ?? null },
        });
        if (row === undefined) {
          throw new SetupError(`No pull of node ${node} of execution ${executionId} has failed as vendor_unknown.`);
        }
        const { account_id: accountId, ...order } = row;
        const subject = { type: 'execution', id: executionId };
        const detail = { node_id: node, has_order: reference !== undefined };
        await audit({ action: 'vendor_order.settled', accountId, subject, detail });
        return {
          execution_id: executionId,
          node_id: node,
          ...order,
          is: reference === undefined ? 'not_ordered' : 'asked for',
        };
      }),
    );
}

const NO_KEYS = 'CONNECTION_KEYS is not set: set it as the services have it.';

/** Those of accounts. */
function addOwn(connections: Command, onDatabase: OnDatabase, env: Env): void {
  const ofOne = (command: Command) =>
    command
      .requiredOption('--account <id>', 'id of the account', id)
      .requiredOption('--product <code>', 'code of the product', notBlank);
  ofOne(connections.command('set'))
    .description("Set how an account asks the vendor of a product, in place of the installation's connection.")
    .requiredOption('--file <path>', 'JSON as PUT /products/{code}/connection takes it; - reads standard input')
    .action(
      onDatabase.changes(async ({ trx, audit }, { account, product, file }: Whose & { readonly file: string }) => {
        const entered = readConnection(file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8'));
        const { WEBHOOK_ALLOW_PRIVATE_TARGETS: allowPrivate } = loadConfig(['WEBHOOK_ALLOW_PRIVATE_TARGETS'], env);
        const { addressFaults, setConnection } = await connectionsModule();
        refuse(await addressFaults(entered, { allowPrivate, requiresTls: !allowPrivate }));
        const owner = await trx.selectFrom('account').select('id').where('id', '=', account).forUpdate().execute();
        if (owner.length === 0) throw new SetupError(`There is no account ${account}.`);
        await (await import('./products.ts')).requireProduct(trx, account, product);
        const keys = await connectionKeys(env);
        if (keys === undefined) throw new SetupError(NO_KEYS);
        const set = await setConnection(trx, keys, { accountId: account, productCode: product, entered });
        if ('faults' in set) throw faultError(set.faults);
        const subject = { type: 'connection', id: product };
        await audit({ action: 'connection.set', accountId: account, subject, detail: set.detail ?? {} });
        return shown(set.row);
      }),
    );
  ofOne(connections.command('remove'))
    .description("Remove it: the installation's vendor is asked from then on.")
    .action(
      onDatabase.changes(async ({ trx, audit }, { account, product }: Whose) => {
        const { audited, findConnection, removeConnection } = await connectionsModule();
        const row = await findConnection(trx, account, product);
        if (row === undefined) throw new SetupError(`Account ${account} has no connection for ${product}.`);
        await removeConnection(trx, account, product);
        const detail = { old: audited(row.settings), new: null };
        const subject = { type: 'connection', id: product };
        await audit({ action: 'connection.removed', accountId: account, subject, detail });
        return { account_id: account, product_code: product, is: 'removed' };
      }),
    );
  connections
    .command('list')
    .description('List the connections of an account, or of all, without their secrets.')
    .option('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async ({ kysely }, { account }: { readonly account?: number }) => {
        const { selectConnections } = await connectionsModule();
        const own = selectConnections(kysely).orderBy('account_id').orderBy('product_code');
        return (await (account === undefined ? own : own.where('account_id', '=', account)).execute()).map(shown);
      }),
    );
}

function shown({
  account_id,
  product_code,
  name,
  settings,
}: {
  readonly account_id: number;
  readonly product_code: string;
  readonly name: string;
  readonly settings: AccountConnection;
}): Row {
  const { url, credentials } = settings;
  return { account_id, product_code, connection: name, url, credentials: credentials?.type ?? 'none' };
}

const check = compileValidator(ACCOUNT_CONNECTION_SCHEMA);

/** Faults name members and never what stands there. */
function readConnection(text: string): AccountConnection {
  let value: unknown;
  try {
    value = readJson(text);
  } catch {
    throw new SetupError('The file must be JSON, with each key once.');
  }
  refuse(check(value));
  return value as AccountConnection;
}

type Faults = readonly { readonly field: string; readonly message: string }[];

function refuse(faults: Faults): void {
  if (faults.length > 0) throw faultError(faults);
}

function faultError(faults: Faults): SetupError {
  return new SetupError(faults.map(({ field, message }) => `${field} ${message}.`).join(' '));
}
