import { productByCode, PRODUCTS } from '../../../core/products/index.ts';
import { findProduct, readProducts } from '../../../platform/database/products.ts';
import { connectedProducts } from '../../../platform/vendor-connections.ts';
import { defineRoute, listQuery, querySchema } from '../http/route.ts';
import { OWN_PRODUCT_ROUTES } from './own.ts';
import {
  presentBuiltIn,
  presentBuiltInDetail,
  presentOwn,
  presentOwnDetail,
  productEtag,
  unknownProduct,
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
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'product',
    description: 'One page of products.',
    schema: PRODUCT,
    example: PRODUCT_EXAMPLE,
  },
  errors: [],
  handler: async ({ auth, db, liveProducts, page }) => {
    const own = await readProducts(db.kysely, auth.accountId);
    const connected = await connectedProducts(db.kysely, auth.accountId);
    const isLive = (code: string) => liveProducts.has(code) || connected.has(code);
    const products = [
      ...Object.values(PRODUCTS).map((product) => presentBuiltIn(product, isLive(product.code))),
      ...own.map((stored) => presentOwn(stored, connected)),
    ];
    // The built-in ones have no ids, and there are at most some dozens: a position is a number of products.
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
    const connected = await connectedProducts(db.kysely, auth.accountId);
    if (builtIn !== undefined) {
      return presentBuiltInDetail(builtIn, liveProducts.has(code) || connected.has(code), sandbox);
    }
    const found = await findProduct(db.kysely, auth.accountId, code, version);
    if (found === undefined) throw await unknownProduct(db.kysely, auth.accountId, code);
    setEtag(productEtag(found));
    return presentOwnDetail(found, connected, sandbox);
  },
});

export const PRODUCT_ROUTES = [listProducts, getProduct, ...OWN_PRODUCT_ROUTES];
