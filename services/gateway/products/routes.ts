import { productByCode, PRODUCTS } from '../../../core/products/index.ts';
import { findProduct, readProducts, readWithdrawn } from '../../../platform/database/products.ts';
import { defineRoute, listQuery, querySchema } from '../http/route.ts';
import { OWN_PRODUCT_ROUTES } from './own.ts';
import {
  presentBuiltIn,
  presentBuiltInDetail,
  presentOwn,
  presentOwnDetail,
  productEtag,
  unknownProduct,
  useOfProducts,
} from './present.ts';
import { PRODUCT, PRODUCT_DETAIL, PRODUCT_DETAIL_EXAMPLE, PRODUCT_EXAMPLE } from './schemas.ts';

/** The product catalogue. An addition of ours; semantics 6.6 and 6.14. */
const listProducts = defineRoute({
  method: 'GET',
  path: '/products',
  operationId: 'listProducts',
  tag: 'Products',
  scope: ['executions:read', 'workflows:read'],
  summary: 'List the products',
  description: 'The reports that a cascade can pull: those that are built in, then those that the account describes.',
  query: listQuery({
    'filter[withdrawn]': {
      type: 'boolean',
      description: 'True: lists the withdrawn products of your own instead of the products that can be used.',
    },
    workflows: { type: 'boolean', description: 'True: adds the cascades whose current version pulls each product.' },
  }),
  reply: {
    kind: 'page',
    object: 'product',
    description: 'One page of products.',
    schema: PRODUCT,
    example: PRODUCT_EXAMPLE,
  },
  errors: [],
  handler: async ({ auth: { accountId }, db: { kysely }, liveProducts, page, query }) => {
    const use = await useOfProducts(kysely, accountId, { live: liveProducts, workflows: query.workflows === true });
    const products =
      query['filter[withdrawn]'] === true
        ? (await readWithdrawn(kysely, accountId)).map((stored) => presentOwn(stored, use, true))
        : [
            ...Object.values(PRODUCTS).map((product) => presentBuiltIn(product, use)),
            ...(await readProducts(kysely, accountId)).map((stored) => presentOwn(stored, use)),
          ];
    // The built-in ones have no ids and there are some dozens at most, so a position is a number of products.
    const begin = page.cursor?.after.id ?? page.offset;
    const end = begin + page.size;
    return {
      items: products.slice(begin, end),
      totalCount: products.length,
      next: end < products.length ? { id: end } : null,
    };
  },
});

const getProduct = defineRoute({
  method: 'GET',
  path: '/products/{code}',
  operationId: 'getProduct',
  tag: 'Products',
  scope: ['executions:read', 'workflows:read'],
  summary: 'Read a product',
  description:
    'The schema of the report, its fields with unit, allowed values and the words of their reasons, and its sandbox ' +
    'subjects. For a product of your own also its description as it was sent, in the newest version or the one that you name.',
  query: querySchema({
    version: { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'Version of a product of your own.' },
  }),
  reply: {
    kind: 'item',
    status: 200,
    description: 'The product.',
    schema: PRODUCT_DETAIL,
    example: PRODUCT_DETAIL_EXAMPLE,
  },
  errors: ['not_found'],
  etag: 'sent',
  handler: async ({ auth, db, liveProducts, params: { code }, query: { version }, sandbox, setEtag }) => {
    const builtIn = version === undefined ? productByCode(code) : undefined;
    const use = await useOfProducts(db.kysely, auth.accountId, { live: liveProducts, workflows: true });
    if (builtIn !== undefined) return presentBuiltInDetail(builtIn, use, sandbox);
    const found = await findProduct(db.kysely, auth.accountId, code, version);
    if (found === undefined) throw await unknownProduct(db.kysely, auth.accountId, code);
    setEtag(productEtag(found));
    const isWithdrawn = version !== undefined && (await findProduct(db.kysely, auth.accountId, code)) === undefined;
    return presentOwnDetail(found, use, sandbox, isWithdrawn);
  },
});

export const PRODUCT_ROUTES = [listProducts, getProduct, ...OWN_PRODUCT_ROUTES];
