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
import {
  findProduct,
  pullingWorkflows,
  readProducts,
  type PullingWorkflow,
  type StoredProduct,
} from '../../../platform/database/products.ts';
import { connectedProducts } from '../../../platform/vendor-connections.ts';
import { presentTestCase } from '../workflows/test-cases.ts';
import { MOST_WORKFLOWS } from './schemas.ts';

/** The use of products: whether they can be pulled live, and which cascades pull them. */
export interface InUse {
  /** Codes of the products that can be pulled in live mode. */
  readonly live: ReadonlySet<string>;
  /** Cascades by the code of the product that they pull; null if they were not requested. */
  readonly workflows: ReadonlyMap<string, readonly PullingWorkflow[]> | null;
}

export function presentBuiltIn({ code, name, description }: Product, use: InUse): JsonObject {
  return { object: 'product', code, name, description, ...presentUse(code, use), version: null, withdrawn: false };
}

export function presentOwn({ version, product }: StoredProduct, use: InUse, withdrawn = false): JsonObject {
  const { code, name, description = '' } = product;
  return { object: 'product', code, name, description, ...presentUse(code, use), version, withdrawn };
}

function presentUse(code: string, { live, workflows }: InUse): JsonObject {
  const named = workflows?.get(code) ?? [];
  return {
    live: live.has(code),
    workflows: workflows === null ? null : named.map(({ id, name, active }) => ({ id, name, active })),
  };
}

export function presentBuiltInDetail(product: Product, use: InUse, sandbox: SubjectRegistry): JsonObject {
  return { ...presentBuiltIn(product, use), ...presentReport(product, sandbox), described_as: null };
}

export function presentOwnDetail(
  stored: StoredProduct,
  use: InUse,
  sandbox: SubjectRegistry,
  withdrawn = false,
): JsonObject {
  const product = productIn(stored.product);
  if (product === undefined) throw new Error(`version ${stored.version} of a product cannot be read any more`);
  const { code: _code, ...described } = stored.product;
  return {
    ...presentOwn(stored, use, withdrawn),
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

/** The error names the existing products. */
export async function unknownProduct(db: Queryable, accountId: number, code: string): Promise<AppError> {
  const own = await readProducts(db, accountId);
  const codes = [...PRODUCT_CODES, ...own.map(({ product }) => product.code)];
  const message = `is not a product${didYouMean(code, codes) || '.'} The products are ${codes.join(', ')}.`;
  return new AppError('not_found', { details: [{ field: 'code', message }] });
}

/** `live`: codes of the products that the installation can pull. */
export async function useOfProducts(
  db: Queryable,
  accountId: number,
  { live, workflows }: { readonly live: ReadonlySet<string>; readonly workflows: boolean },
): Promise<InUse> {
  return {
    live: new Set([...live, ...(await connectedProducts(db, accountId))]),
    workflows: workflows ? await pullingWorkflows(db, accountId, MOST_WORKFLOWS) : null,
  };
}

/** Changes with every version. */
export function productEtag({ version, product }: Pick<StoredProduct, 'version' | 'product'>): string {
  return `"${product.code}.${version}"`;
}
