import { sql, type RawBuilder } from 'kysely';
import { NO_PRODUCTS, productCodeOf, type OwnProducts, type ProductPins } from '../../core/cascade/own-products.ts';
import { isJsonObject } from '../../core/json.ts';
import { ownProducts, type PinnedJson } from '../../core/sources/pinned.ts';
import { PRODUCT_SCHEMA, type OwnProduct } from '../../core/sources/product.ts';
import { asJson, type Queryable } from './index.ts';

/*
 * The reports that an account describes itself, in numbered versions. Rows are only added. Source: semantics 6.14.
 *
 * Invariant: versions of one account are written one after the other, under a lock of the account. A version of a
 * cascade names the version of each product that it pulls. So no later version changes the pulls of a run or the text
 * of a letter.
 */

export interface StoredProduct {
  readonly version: number;
  readonly product: OwnProduct;
  readonly created_at: Date;
}

/** Limit for an account. */
export const MAX_PRODUCTS = 50;

/** The newest version of each product that is not withdrawn, or of those with one of the codes, by code. */
export async function readProducts(
  db: Queryable,
  accountId: number,
  codes?: readonly string[],
): Promise<readonly StoredProduct[]> {
  const { rows } = await sql<StoredProduct>`
    select version, product, created_at from (
      select distinct on (code) code, version, product, created_at from product_version
      where account_id = ${accountId} and ${codes === undefined ? sql`true` : sql`code = any(${codes}::text[])`}
      order by code, version desc
    ) newest where product is not null order by code`.execute(db);
  return rows;
}

/** The last version of each product that was withdrawn, by code. */
export async function readWithdrawn(db: Queryable, accountId: number): Promise<readonly StoredProduct[]> {
  const { rows } = await sql<StoredProduct>`
    select last.code, last.version, last.product, gone.created_at from (
      select distinct on (code) code, version, product, created_at from product_version
      where account_id = ${accountId} order by code, version desc
    ) gone
    join product_version last on last.account_id = ${accountId} and last.code = gone.code and last.version = gone.version - 1
    where gone.product is null and last.product is not null order by last.code limit ${MOST_WITHDRAWN}`.execute(db);
  return rows;
}
const MOST_WITHDRAWN = 200;

/** A version of a product, or the newest one; undefined if there is none, or if it is withdrawn. */
export async function findProduct(
  db: Queryable,
  accountId: number,
  code: string,
  version?: number,
): Promise<StoredProduct | undefined> {
  let found = selectProductVersions(db, accountId, code)
    .select(['version', 'product', 'created_at'])
    .orderBy('version', 'desc')
    .limit(1);
  if (version !== undefined) found = found.where('version', '=', version);
  const row = await found.executeTakeFirst();
  return row === undefined || row.product === null ? undefined : { ...row, product: row.product };
}

/** The version of a product that the cascade of an execution pinned; undefined if it pulls none of that code. */
export async function findPinnedProduct(
  db: Queryable,
  executionId: number,
  code: string,
): Promise<Pick<StoredProduct, 'version' | 'product'> | undefined> {
  const { rows } = await sql<{ version: number; product: OwnProduct }>`
    select p.version, p.product from execution e
    join workflow_version v on v.workflow_id = e.workflow_id and v.version = e.workflow_version
    join product_version p on p.account_id = e.account_id and p.code = ${code}
      and p.version = (v.products ->> ${code}::text)::int
    where e.id = ${executionId} and p.product is not null`.execute(db);
  return rows[0];
}

export function selectProductVersions(db: Queryable, accountId: number, code: string) {
  return db.selectFrom('product_version').where('account_id', '=', accountId).where('code', '=', code);
}

/** Held until the transaction ends: others who change the products of the account wait, and then see the result. */
export async function lockProducts(trx: Queryable, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`products ${accountId}`}, 0))`.execute(trx);
}

/** Writes the next version under `lockProducts`, and returns it. A null product withdraws it. */
export async function writeProduct(
  trx: Queryable,
  accountId: number,
  { code, product, userId }: { code: string; product: OwnProduct | null; userId: number | null },
): Promise<Omit<StoredProduct, 'product'>> {
  const newest = await selectProductVersions(trx, accountId, code)
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst();
  return trx
    .insertInto('product_version')
    .values({
      account_id: accountId,
      code,
      version: (newest?.version ?? 0) + 1,
      product: product === null ? null : asJson(product),
      created_by_user_id: userId,
    })
    .returning(['version', 'created_at'])
    .executeTakeFirstOrThrow();
}

/**
 * The products that a definition pulls if it is saved now. The account's other products are not read, because each has
 * a schema.
 */
export async function productsNow(db: Queryable, accountId: number, definition: unknown): Promise<OwnProducts> {
  const nodes = Array.isArray(definition) ? (definition as unknown[]).filter(isJsonObject) : [];
  const codes = new Set(nodes.map((node) => productCodeOf(node) ?? '').filter((code) => CODE.test(code)));
  return codes.size === 0 ? NO_PRODUCTS : ownProducts(await readProducts(db, accountId, [...codes]));
}

const CODE = new RegExp(PRODUCT_SCHEMA.properties.code.pattern);

/** The products that a version of a cascade pins, for `unpack`. `account`, `pins`: columns. */
export function pinnedProducts(
  account: 'w.account_id' | 'e.account_id',
  pins: 'v.products',
): RawBuilder<PinnedJson | null> {
  return sql<PinnedJson | null>`pinned_products(${sql.ref(account)}, ${sql.ref(pins)})`;
}

/** The products that a request pins, whose definition is no version yet. */
export async function readPinned(db: Queryable, accountId: number, pins: ProductPins): Promise<PinnedJson | null> {
  const { rows } = await sql<{ pinned: PinnedJson | null }>`
    select pinned_products(${accountId}, ${JSON.stringify(pins)}::jsonb) as pinned`.execute(db);
  return rows[0]?.pinned ?? null;
}

export interface PullingWorkflow {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

/** Cascades whose current version pulls a product, by its code: at most `most` of each, the active ones first. */
export async function pullingWorkflows(
  db: Queryable,
  accountId: number,
  most: number,
): Promise<ReadonlyMap<string, readonly PullingWorkflow[]>> {
  const { rows } = await sql<PullingWorkflow & { code: string }>`
    select id, name, active, code from (
      select w.id, w.name, w.active, pulled.code,
        row_number() over (partition by pulled.code order by w.active desc, w.id) as place
      from workflow w
      join workflow_version v on v.workflow_id = w.id and v.version = w.version
      cross join lateral (
        select distinct coalesce(node ->> 'billing_product_code', node -> 'config' ->> 'billing_product_code') as code
        from json_array_elements(case when json_typeof(v.definition) = 'array' then v.definition else '[]' end) node
      ) pulled
      where w.account_id = ${accountId} and w.deleted_at is null and pulled.code is not null
    ) placed where place <= ${most} order by code, place`.execute(db);
  return Map.groupBy(rows, ({ code }) => code);
}

/** Active cascades whose current version pulls the product. */
export async function cascadesWith(db: Queryable, accountId: number, code: string) {
  return db
    .selectFrom('workflow as w')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select(['w.id', 'w.name'])
    .where('w.account_id', '=', accountId)
    .where('w.active', '=', true)
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`jsonb_exists(v.products, ${code})`)
    .orderBy('w.id')
    .execute();
}
