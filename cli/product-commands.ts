import type { Command } from 'commander';
import type { OnDatabase } from './action.ts';
import { id, notBlank } from './parse.ts';

/** Loading what reads the database takes longer than the rest of a command. */
const productsModule = () => import('./products.ts');

export function addProductCommands(program: Command, onDatabase: OnDatabase): void {
  const products = program
    .command('products')
    .description(
      'The reports that a cascade can pull. A cascade keeps the version of a product that it was saved with, so no change here is live by itself.',
    );
  products
    .command('list')
    .description('List the products: those that are built in, and those that the account describes.')
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, flags: { account: number }) =>
        (await productsModule()).listProducts(db.kysely, flags.account),
      ),
    );
  products
    .command('show')
    .description('Show a product that the account describes, as `products set` takes it.')
    .argument('<code>', 'code of the product', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, code: string, flags: { account: number }) =>
        (await productsModule()).showProduct(db.kysely, code, flags.account),
      ),
    );
  products
    .command('set')
    .description(
      'Save a product of a file, a JSON object as POST /products takes it. It replaces the product as a whole.',
    )
    .argument('<file>', 'the file', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.changes(async ({ trx, audit }, file: string, flags: { account: number }) => {
        const { answer, act } = await (await productsModule()).setProduct(trx, file, flags.account);
        await audit(act);
        return answer;
      }),
    );
  products
    .command('versions')
    .description('List the versions of a product that the account describes.')
    .argument('<code>', 'code of the product', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, code: string, flags: { account: number }) =>
        (await productsModule()).listVersions(db.kysely, code, flags.account),
      ),
    );
}
