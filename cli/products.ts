import { productByCode, PRODUCTS } from '../core/products/index.ts';
import { asJsonObject, isJsonObject, type JsonObject } from '../core/json.ts';
import type { OwnProduct } from '../core/sources/product.ts';
import { fieldsAsJson } from '../platform/database/fields.ts';
import type { Queryable } from '../platform/database/index.ts';
import {
  findProduct,
  lockProducts,
  MAX_PRODUCTS,
  readProducts,
  selectProductVersions,
  writeProduct,
} from '../platform/database/products.ts';
import { productFaults } from '../platform/report-checks/product-faults.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { CliAct } from './action.ts';
import { requireAccount } from './fields.ts';
import { readJsonFile } from './json-file.ts';

/*
 * The reports that a cascade can pull: those that are built in, and those that an account describes.
 */

export async function listProducts(db: Queryable, account: number) {
  const own = await readProducts(db, account);
  return {
    rows: [
      ...Object.values(PRODUCTS).map(({ code, name }) => ({ object: 'product', code, name, version: null })),
      ...own.map(({ version, product: { code, name } }) => ({ object: 'product', code, name, version })),
    ],
    columns: ['code', 'name', 'version'],
  };
}

/** Throws a SetupError if the code is neither built in nor that of a product of the account. */
export async function requireProduct(db: Queryable, account: number, code: string): Promise<void> {
  if (productByCode(code) !== undefined || (await findProduct(db, account, code)) !== undefined) return;
  throw new SetupError(
    `--product: account ${account} has no product ${code}; "products list" lists those that it has.`,
  );
}

/** As `products set` takes it. Throws a SetupError if the account describes no such product. */
export async function showProduct(db: Queryable, code: string, account: number): Promise<JsonObject> {
  const found = await findProduct(db, account, code);
  if (found === undefined) throw new SetupError(`Account ${account} describes no product ${code}.`);
  return { object: 'product', version: found.version, ...asJsonObject(found.product) };
}

export async function listVersions(db: Queryable, code: string, account: number) {
  const rows = await selectProductVersions(db, account, code)
    .select(['version', 'created_by_user_id', 'created_at', 'product'])
    .orderBy('version', 'desc')
    .execute();
  return {
    rows: rows.map(({ product, ...row }) => ({ object: 'product_version', code, ...row, withdrawn: product === null })),
    columns: ['version', 'withdrawn', 'created_by_user_id', 'created_at'],
  };
}

/** The file is the whole product. An equal file makes no version. Throws a SetupError that names each fault. */
export async function setProduct(
  trx: Queryable,
  file: string,
  account: number,
): Promise<{ readonly answer: JsonObject; readonly act: CliAct }> {
  await requireAccount(trx, account);
  const sent = await productOf(file);
  await lockProducts(trx, account);
  const fields = await fieldsAsJson(trx, account);
  const faults = productFaults({ product: sent, fields, asOf: new Date().toISOString().slice(0, 10) });
  if (faults.length > 0) {
    const lines = faults.slice(0, 100).map(({ field, message }) => `  ${field} ${message}`);
    throw new SetupError([`${file} describes no product:`, ...lines].join('\n'));
  }
  // It has no faults.
  const product = sent as OwnProduct;
  const now = await findProduct(trx, account, product.code);
  if (now === undefined && (await readProducts(trx, account)).length >= MAX_PRODUCTS)
    throw new SetupError(`An account has at most ${MAX_PRODUCTS} products.`);
  const isSame = JSON.stringify(now?.product) === JSON.stringify(product);
  const { version } =
    isSame && now !== undefined
      ? now
      : await writeProduct(trx, account, { ...{ product, userId: null }, code: product.code });
  return {
    answer: { object: 'product', account_id: account, code: product.code, version },
    act: {
      ...{ action: 'product.changed', accountId: account, subject: { type: 'product', id: product.code } },
      detail: { version },
    },
  };
}

/** `products show` adds the version, which is no member of a product. */
async function productOf(file: string): Promise<unknown> {
  const json = await readJsonFile(file);
  if (!isJsonObject(json)) return json;
  const { object: _object, version: _version, ...product } = json;
  return product;
}
