import { AppError } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';
import {
  fieldNames,
  fieldSchema,
  missingReasonOf,
  PRODUCT_CODES,
  PRODUCTS,
  productByCode,
  reasonCatalogue,
  reasonOf,
  type FieldReason,
  type Product,
} from '../../../core/products/index.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import type { Services } from '../services.ts';
import { presentTestCase } from '../workflows/test-cases.ts';
import { PRODUCT, PRODUCT_DETAIL, PRODUCT_EXAMPLE } from './schemas.ts';

/** The product catalogue. An addition of ours; semantics 6.6. */
const listProducts = defineRoute({
  method: 'GET',
  path: '/products',
  operationId: 'listProducts',
  tag: 'Products',
  scope: ['executions:read', 'workflows:read'],
  summary: 'List the products',
  description: 'The reports that a cascade can pull.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'product',
    description: 'One page of products.',
    schema: PRODUCT,
    example: PRODUCT_EXAMPLE,
  },
  errors: [],
  handler: ({ liveProducts, page }) => {
    const products = Object.values(PRODUCTS);
    // They have no ids, and no product is added while the process runs: a position is a number of products.
    const begin = page.cursor?.after.id ?? page.offset;
    const end = begin + page.size;
    return Promise.resolve({
      items: products.slice(begin, end).map((product) => presentProduct(product, liveProducts)),
      totalCount: products.length,
      next: end < products.length ? { id: end } : null,
    });
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
    'subjects.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The product.',
    schema: PRODUCT_DETAIL,
    example: { ...PRODUCT_EXAMPLE, output_schema: { type: 'object' }, fields: [], reasons: [], test_cases: [] },
  },
  errors: ['not_found'],
  handler: ({ liveProducts, params, sandbox }) => {
    const product = productByCode(params.code);
    if (product === undefined) {
      const hint = didYouMean(params.code, PRODUCT_CODES);
      const message = `is not a product${hint || '.'} The products are ${PRODUCT_CODES.join(', ')}.`;
      throw new AppError('not_found', { details: [{ field: 'code', message }] });
    }
    return Promise.resolve({
      ...presentProduct(product, liveProducts),
      // A schema is JSON.
      output_schema: product.schema as JsonObject,
      fields: fieldNames(product).map((path) => presentField(product, path)),
      reasons: reasonCatalogue(product).map(presentReason),
      test_cases: sandbox.subjects.filter(({ product_code: code }) => code === product.code).map(presentTestCase),
    });
  },
});

function presentProduct({ code, name, description }: Product, live: Services['liveProducts']): JsonObject {
  return { object: 'product', code, name, description, live: live.has(code) };
}

function presentField(product: Product, path: string): JsonObject {
  const schema = fieldSchema(product, path) ?? {};
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((each) => each !== 'null');
  const isDate = type === 'string' && schema.format === 'date';
  const reason = reasonOf(product, path);
  const missing = missingReasonOf(product, path);
  return {
    path,
    type: isDate ? 'date' : String(type),
    nullable: types.includes('null'),
    description: String(schema.description ?? ''),
    unit: typeof schema['x-unit'] === 'string' ? schema['x-unit'] : null,
    minimum: typeof schema.minimum === 'number' ? schema.minimum : null,
    maximum: typeof schema.maximum === 'number' ? schema.maximum : null,
    allowed_values: Array.isArray(schema.enum) ? (schema.enum as Json[]) : null,
    reason: reason === undefined ? null : presentReason(reason),
    missing_reason: missing === undefined ? null : presentReason(missing),
  };
}

function presentReason({ code, text }: FieldReason): JsonObject {
  return { code, text };
}

export const PRODUCT_ROUTES = [listProducts, getProduct];
