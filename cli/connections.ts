import type { Command } from 'commander';
import { PRODUCT_CODES } from '../core/products/contract.ts';
import { loadConfig } from '../platform/config/index.ts';
import { SetupError } from '../platform/setup-error.ts';
import { callbackPath } from '../platform/vendor-callbacks.ts';
import type { OnDatabase } from './action.ts';
import { id, notBlank, oneOf } from './parse.ts';
import type { Row } from './print.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Loading the database's packages takes longer than the rest of a command. */
const ordersModule = () => import('./orders.ts');

interface SettleFlags {
  readonly node: string;
  readonly reference?: string;
  readonly notOrdered?: true;
}

/** Adds the commands that print a callback's URL and that settle an order which may or may not have reached its vendor. */
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
    .description('Print the URL that a vendor calls for all orders of a product. It is a secret.')
    .requiredOption('--product <code>', 'code of the product', oneOf(PRODUCT_CODES))
    .action(({ product }: { readonly product: string }) => {
      const { BASE_URL: baseUrl, CONNECTION_KEYS: keys } = loadConfig(['BASE_URL', 'CONNECTION_KEYS'], env);
      if (keys === undefined) throw new SetupError('CONNECTION_KEYS is not set: set it as the services have it.');
      const path = callbackPath(keys, { connection: `installation.${product}`, idempotencyKey: null });
      print({ url: `${baseUrl}${path}` });
    });
  connections
    .command('unknown')
    .description('List pulls of which nobody knows whether their vendor has the order (vendor_unknown).')
    .action(onDatabase.reads(async (db) => (await ordersModule()).listUnknown(db.kysely)));
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
        const { settleOrder } = await ordersModule();
        const { accountId, answer } = await settleOrder(trx, { executionId, nodeId: node, reference });
        const subject = { type: 'execution', id: executionId };
        const detail = { node_id: node, has_order: reference !== undefined };
        await audit({ action: 'vendor_order.settled', accountId, subject, detail });
        return answer;
      }),
    );
}
