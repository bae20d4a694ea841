import { declaredReason } from '../../../core/fields/labels.ts';
import type { ReasonWords } from '../../../core/fields/spec.ts';
import { AppError } from '../../../core/errors.ts';
import { asJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';
import {
  fieldNames,
  fieldSchema,
  missingReasonOf,
  PRODUCT_CODES,
  productByCode,
  reasonCatalogue,
  reasonOf,
  type FieldReason,
  type Product,
} from '../../../core/products/index.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import { productIn } from '../../../core/sources/product.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { findProduct, readProducts, type StoredProduct } from '../../../platform/database/products.ts';
import { presentTestCase } from '../workflows/test-cases.ts';

/** `live`: it can be pulled in live mode. */
export function presentBuiltIn({ code, name, description }: Product, live: boolean): JsonObject {
  return { object: 'product', code, name, description, live, version: null };
}

export function presentOwn({ version, product }: StoredProduct, connected: ReadonlySet<string>): JsonObject {
  const { code, name, description = '' } = product;
  return { object: 'product', code, name, description, live: connected.has(code), version };
}

export function presentBuiltInDetail(product: Product, live: boolean, sandbox: SubjectRegistry): JsonObject {
  return { ...presentBuiltIn(product, live), ...presentReport(product, sandbox), described_as: null };
}

export function presentOwnDetail(
  stored: StoredProduct,
  connected: ReadonlySet<string>,
  sandbox: SubjectRegistry,
): JsonObject {
  const product = productIn(stored.product);
  if (product === undefined) throw new Error(`version ${stored.version} of a product cannot be read any more`);
  const { code: _code, ...described } = stored.product;
  return {
    ...presentOwn(stored, connected),
    ...presentReport(product, sandbox),
    described_as: asJsonObject(described),
  };
}

function presentReport(product: Product, { subjects }: SubjectRegistry): JsonObject {
  return {
    // A schema is JSON.
    output_schema: product.schema as JsonObject,
    fields: fieldNames(product).map((path) => presentField(product, path)),
    reasons: reasonCatalogue(product).map(presentReason),
    test_cases: subjects.filter(({ product_code: code }) => code === product.code).map(presentTestCase),
  };
}

function presentField(product: Product, path: string): JsonObject {
  const schema = fieldSchema(product, path) ?? {};
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((each) => each !== 'null');
  const isDate = type === 'string' && schema.format === 'date';
  const reason = ownReason(product, path, ['above', 'below', 'is']) ?? reasonOf(product, path);
  const missing = ownReason(product, path, ['missing']) ?? missingReasonOf(product, path);
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

/** The first reason that the account declares for a field, in the order of `sides`. */
function ownReason(
  { code, declared }: Product,
  path: string,
  sides: readonly (keyof ReasonWords)[],
): Pick<FieldReason, 'code' | 'text'> | undefined {
  if (declared === undefined) return undefined;
  for (const side of sides) {
    const text = declaredReason(declared, path, side);
    if (text !== undefined) return { code: `${code}.${path}.${String(side)}`, text };
  }
  return undefined;
}

function presentReason({ code, text }: Pick<FieldReason, 'code' | 'text'>): JsonObject {
  return { code, text };
}

/** Throws `not_found` if the code is neither built in nor that of a product of the account. */
export async function requireProduct(db: Queryable, accountId: number, code: string): Promise<void> {
  if (productByCode(code) !== undefined || (await findProduct(db, accountId, code)) !== undefined) return;
  throw await unknownProduct(db, accountId, code);
}

/** Names the products that there are. */
export async function unknownProduct(db: Queryable, accountId: number, code: string): Promise<AppError> {
  const own = await readProducts(db, accountId);
  const codes = [...PRODUCT_CODES, ...own.map(({ product }) => product.code)];
  const message = `is not a product${didYouMean(code, codes) || '.'} The products are ${codes.join(', ')}.`;
  return new AppError('not_found', { details: [{ field: 'code', message }] });
}

/** Changes with every version. */
export function productEtag({ version, product }: Pick<StoredProduct, 'version' | 'product'>): string {
  return `"${product.code}.${version}"`;
}
