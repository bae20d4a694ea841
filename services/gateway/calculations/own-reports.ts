import { productsOf } from '../../../core/cascade/own-products.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { filledReport } from '../../../core/products/test-report.ts';
import { compileReportCheck } from '../../../platform/report-checks/index.ts';

/**
 * Reports on the account's own products must satisfy their schemas, as other reports must. Throws `validation_failed`.
 */
export function requireOwnReports(
  definition: CascadeDefinition,
  reports: Readonly<Record<string, JsonObject>>,
  asOf: string,
): void {
  const details = [...productsOf(definition)].flatMap(([code, { product }]): ErrorDetail[] => {
    const report = Object.hasOwn(reports, code) ? reports[code] : undefined;
    if (report === undefined) return [];
    const fault = compileReportCheck(product.schema)(filledReport(report, product.synthetic({}, asOf)));
    if (fault === undefined) return [];
    return [{ field: ['reports', code, fault.field].filter((name) => name !== '').join('.'), message: fault.message }];
  });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}
