import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { asJsonObject } from '../../../core/json.ts';
import { PRODUCT_MEMBERS, PRODUCT_SCHEMA, type OwnProduct } from '../../../core/sources/product.ts';
import { MAPPING_SCHEMA } from '../../../core/sources/mapping.ts';
import { TEST_VALUES_SCHEMA } from '../../../core/sources/test-report.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import {
  cascadesWith,
  findProduct,
  lockProducts,
  MAX_PRODUCTS,
  readProducts,
  selectProductVersions,
  writeProduct,
  type StoredProduct,
} from '../../../platform/database/products.ts';
import type { Calculate } from '../calculations/index.ts';
import { namesTag } from '../http/etag.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery, type Reply } from '../http/route.ts';
import { presentOwnDetail, productEtag, unknownProduct, useOfProducts } from './present.ts';
import {
  OWN_EXAMPLE,
  PRODUCT_DETAIL,
  PRODUCT_DETAIL_EXAMPLE,
  PRODUCT_VERSION,
  PRODUCT_VERSION_EXAMPLE,
} from './schemas.ts';

/*
 * The products that an account describes itself. Runs pull the version with which their cascade was saved, so a change
 * is live only with a new version of the cascade. Semantics 6.14.
 */

const DETAIL = {
  kind: 'item',
  status: 200,
  description: 'The product as it is now.',
  schema: PRODUCT_DETAIL,
  example: PRODUCT_DETAIL_EXAMPLE,
} as const satisfies Reply;
const AUDIT = { action: 'product.changed', subject: 'product' } as const;

const createProduct = defineRoute({
  method: 'POST',
  path: '/products',
  operationId: 'createProduct',
  tag: 'Products',
  scope: 'products:write',
  summary: 'Describe a product of your own',
  description:
    'A report that you contract yourself: its schema, how a vendor is asked for it and what the answers mean, and how its ' +
    'test reports look. The schema is a closed part of JSON Schema 2020-12 with the keywords of the data dictionary. It is ' +
    'compiled, and tried with made-up people, before it is saved. A cascade pulls the version that it was saved with.',
  body: { schema: bodySchema(PRODUCT_SCHEMA), example: asJsonObject(OWN_EXAMPLE) },
  maxBodyValues: 20_000,
  reply: { ...DETAIL, status: 201, description: 'The product.' },
  errors: [],
  etag: 'sent',
  audit: AUDIT,
  handler: async ({ audit, auth, body: own, calculate, commit, db, sandbox, setEtag }) => {
    await requireSound(db, auth.accountId, own, calculate);
    return commit(async (trx) => {
      await lockProducts(trx, auth.accountId);
      const there = await readProducts(trx, auth.accountId);
      if (there.some(({ product }) => product.code === own.code)) throw refused(TAKEN);
      if (there.length >= MAX_PRODUCTS)
        throw refused(`is one too many: an account has at most ${MAX_PRODUCTS} products`);
      const saved = await save(trx, auth, own);
      await audit(trx, { id: own.code, detail: { version: saved.version } });
      setEtag(productEtag(saved));
      return presentOwnDetail(saved, await useOf(trx, auth.accountId), sandbox);
    });
  },
});
const TAKEN = 'is that of a product of yours: change it with PATCH /products/{code}';

const refused = (message: string) => new AppError('validation_failed', { details: [{ field: 'code', message }] });

const updateProduct = defineRoute({
  method: 'PATCH',
  path: '/products/{code}',
  operationId: 'updateProduct',
  isOfOwnProduct: true,
  tag: 'Products',
  scope: 'products:write',
  summary: 'Give a product of your own another version',
  description:
    'Only members that are present change; each is replaced whole. Cascades keep the version that they were saved with, and ' +
    'take this one when they are saved again. The same request again changes nothing. `If-Match` names a version.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        ...PRODUCT_MEMBERS,
        mapping: { ...MAPPING_SCHEMA, type: ['object', 'null'] },
        test_values: { ...TEST_VALUES_SCHEMA, type: ['object', 'null'] },
      },
    }),
    example: { name: 'Fraud score, version 2' },
  },
  maxBodyValues: 20_000,
  reply: DETAIL,
  errors: ['not_found'],
  etag: 'checked',
  audit: AUDIT,
  handler: async ({ audit, auth, body, calculate, db, ifMatch, params, sandbox, setEtag }) => {
    const before = await requireOwnProduct(db.kysely, auth.accountId, params.code);
    requireMatch(ifMatch, before);
    const wanted = changed(before.product, body);
    const isSame = JSON.stringify(wanted) === JSON.stringify(before.product);
    if (!isSame) await requireSound(db, auth.accountId, wanted, calculate);
    return db.transaction(async (trx) => {
      await lockProducts(trx, auth.accountId);
      const now = await requireOwnProduct(trx, auth.accountId, params.code);
      // It was checked as a change of the previous version.
      if (now.version !== before.version) throw new AppError('precondition_failed');
      const saved = isSame ? now : await save(trx, auth, wanted);
      if (!isSame) await audit(trx, { id: params.code, detail: { version: saved.version } });
      setEtag(productEtag(saved));
      return presentOwnDetail(saved, await useOf(trx, auth.accountId), sandbox);
    });
  },
});

/** Null removes a member. */
function changed(own: OwnProduct, body: Readonly<Record<string, unknown>>): OwnProduct {
  const members = Object.entries({ ...own, ...body }).filter(([, value]) => value !== null && value !== undefined);
  // It was validated against the schema before it is saved.
  return Object.fromEntries(members) as OwnProduct;
}

const removeProduct = defineRoute({
  method: 'DELETE',
  path: '/products/{code}',
  operationId: 'withdrawProduct',
  isOfOwnProduct: true,
  tag: 'Products',
  scope: 'products:write',
  summary: 'Withdraw a product of your own',
  description:
    'No cascade that is saved from now on can pull it. Runs that were accepted finish, and its versions stay readable.',
  reply: { kind: 'nothing', description: 'Withdrawn.' },
  errors: ['not_found', 'product_in_use'],
  etag: 'checked',
  audit: AUDIT,
  handler: ({ audit, auth, db, ifMatch, params }) =>
    db.transaction(async (trx) => {
      const { accountId, userId } = auth;
      await lockProducts(trx, accountId);
      requireMatch(ifMatch, await requireOwnProduct(trx, accountId, params.code));
      const cascades = await cascadesWith(trx, accountId, params.code);
      if (cascades.length > 0) throw new AppError('product_in_use', { details: cascades.map(inUse).slice(0, 100) });
      const { version } = await writeProduct(trx, accountId, { code: params.code, product: null, userId });
      await audit(trx, { id: params.code, detail: { version, withdrawn: true } });
    }),
});

const inUse = ({ id, name }: { readonly id: number; readonly name: string }): ErrorDetail => ({
  field: 'code',
  message: `is pulled by cascade ${id} (${name})`,
});

const listProductVersions = defineRoute({
  method: 'GET',
  path: '/products/{code}/versions',
  operationId: 'listProductVersions',
  isOfOwnProduct: true,
  tag: 'Products',
  scope: ['executions:read', 'workflows:read'],
  summary: 'List the versions of a product of your own',
  description: 'The newest first, with who saved each. `GET /products/{code}?version=2` reads one.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'product_version',
    description: 'One page of versions.',
    schema: PRODUCT_VERSION,
    example: PRODUCT_VERSION_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ auth, db, page, params }) => {
    const matching = selectProductVersions(db.kysely, auth.accountId, params.code);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) =>
        sliceOf(
          matching.select((eb) => [
            'version',
            'created_by_user_id',
            'created_at',
            eb('product', 'is', null).as('withdrawn'),
          ]),
          'version',
          'desc',
          slice,
        ).execute(),
      position: ({ version }) => ({ id: version }),
    });
    if (more.totalCount === 0) throw await unknownProduct(db.kysely, auth.accountId, params.code);
    const items = rows.map(({ version, withdrawn, created_by_user_id: author, created_at: at }) => ({
      ...{ object: 'product_version', code: params.code, version, withdrawn: Boolean(withdrawn) },
      ...{ created_by_user_id: author, created_at: at.toISOString() },
    }));
    return { items, ...more };
  },
});

/** The newest version of a product of the account. Throws `not_found`. */
async function requireOwnProduct(db: Queryable, accountId: number, code: string): Promise<StoredProduct> {
  const found = await findProduct(db, accountId, code);
  if (found === undefined) throw await unknownProduct(db, accountId, code);
  return found;
}

function requireMatch(ifMatch: string, product: StoredProduct): void {
  if (ifMatch !== '' && !namesTag(ifMatch, productEtag(product), { weak: false }))
    throw new AppError('precondition_failed');
}

/** Throws `validation_failed`. */
async function requireSound(db: Database, accountId: number, product: OwnProduct, calculate: Calculate): Promise<void> {
  const fields = await fieldsAsJson(db.kysely, accountId);
  const asOf = new Date().toISOString().slice(0, 10);
  const details = await calculate('productFaults', JSON.stringify({ product, fields, asOf }));
  if (details.length > 0)
    throw new AppError('validation_failed', { details: details.slice(0, 100), total: details.length });
}

/** The installation has no vendor of an account's own product. */
const useOf = (db: Queryable, accountId: number) => useOfProducts(db, accountId, { live: new Set(), workflows: true });

async function save(
  trx: Queryable,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  product: OwnProduct,
): Promise<StoredProduct> {
  return { product, ...(await writeProduct(trx, accountId, { code: product.code, product, userId })) };
}

export const OWN_PRODUCT_ROUTES = [createProduct, updateProduct, removeProduct, listProductVersions];
