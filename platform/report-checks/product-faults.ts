import type { ErrorDetail } from '../../core/errors.ts';
import { kindOf } from '../../core/fields/dictionary.ts';
import type { FieldSpecsJson } from '../../core/fields/spec.ts';
import { dictionaryIn } from '../../core/fields/standard.ts';
import { readProduct } from '../../core/sources/product.ts';
import { testReportFault } from './index.ts';

/** A product as an account describes it, and what the account declares of its payloads. */
export interface DescribedProduct {
  readonly product: unknown;
  readonly fields: FieldSpecsJson;
  /** ISO date of its test reports. */
  readonly asOf: string;
}

/** Faults that keep a product from being saved. Its schema is compiled, and tried with made-up people, in here. */
export function productFaults({ product: own, fields, asOf }: DescribedProduct): readonly ErrorDetail[] {
  const { dictionary } = dictionaryIn(fields);
  const { product, faults } = readProduct(own, (path) => kindOf(dictionary, path));
  if (product === undefined) return faults;
  const fault = testReportFault(product, asOf);
  if (fault === undefined) return [];
  const { field, message } = fault;
  return [
    { field: `test_values${field === '' ? '' : `.${field}`}`, message: `makes a report that is refused: ${message}` },
  ];
}
