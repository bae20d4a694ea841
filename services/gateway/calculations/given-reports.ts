import type { ErrorDetail } from '../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';
import { PRODUCT_CODES, productByCode, PRODUCTS } from '../../../core/products/index.ts';
import { filledReport } from '../../../core/products/test-report.ts';
import type { Work } from '../../../core/work.ts';
import { compileValidator } from '../../../platform/validation/index.ts';
import { unreleasedFaults } from '../triggers/chosen-reports.ts';

export const today = (): string => new Date().toISOString().slice(0, 10);

const checkReport = new Map<string, ReturnType<typeof compileValidator>>(
  PRODUCT_CODES.map((code) => [code, compileValidator(PRODUCTS[code].schema)]),
);

/**
 * Reports must satisfy the schemas of their products, because a run on others would show what cannot happen. Test mode
 * fills in members that a part leaves out. So it is checked with a rest, for which any whole report serves.
 */
export function checkReports({ reports }: JsonObject): ErrorDetail[] {
  if (typeof reports !== 'object' || reports === null || Array.isArray(reports)) return [];
  return Object.entries(reports).flatMap(([code, report]): ErrorDetail[] => {
    const check = checkReport.get(code);
    // Own products of the account are checked together with the definition.
    if (check === undefined) return [];
    const product = productByCode(code);
    const rest = product?.synthetic({}, today(), {}) ?? {};
    const isPart = isJsonObject(report) && product !== undefined;
    const faults = isPart
      ? [
          ...check(filledReport(report, rest)),
          ...unreleasedFaults(product, report),
          ...unknownMembers(product.schema, report),
        ]
      : check(report);
    return faults.map(({ field, message }) => ({
      field: field === '' ? `reports.${code}` : `reports.${code}.${field}`,
      message,
    }));
  });
}

/**
 * Members that no report of the product has. A vendor may send more, but in a report written by hand such a member is
 * misspelt and tests nothing.
 */
function unknownMembers(schema: JsonSchema, value: Json, at = ''): ErrorDetail[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return !isJsonObject(items) ? [] : value.flatMap((each, index) => unknownMembers(items, each, `${at}[${index}]`));
  }
  const { properties } = schema;
  if (!isJsonObject(value) || !isJsonObject(properties)) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const field = at === '' ? name : `${at}.${name}`;
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isJsonObject(own)) return unknownMembers(own, each, field);
    return [{ field, message: `is no member of the report${didYouMean(name, Object.keys(properties))}` }];
  });
}

/** Making, filling and validating a report takes about fifty microseconds. */
const UNITS_OF_REPORT = 50;

/** Reports in a list of examples that do not satisfy the schemas of their products. */
export function examplesFaults(examples: Json, work: Work): ErrorDetail[] {
  if (!Array.isArray(examples)) return [];
  return examples.flatMap((each, index) => {
    if (!isJsonObject(each) || !isJsonObject(each.reports ?? null)) return [];
    work.spend(UNITS_OF_REPORT * Object.keys(each.reports ?? {}).length);
    return checkReports(each).map((detail) => ({ ...detail, field: `examples[${index}].${detail.field}` }));
  });
}
