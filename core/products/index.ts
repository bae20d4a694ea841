import type { Product, BuiltInCode } from './contract.ts';
import { creditReport } from './credit-report.ts';
import { criminalBackground } from './criminal-background.ts';
import { evictionHistory } from './eviction-history.ts';
import { identityVerification } from './identity-verification.ts';
import { incomeVerification } from './income-verification.ts';

export const PRODUCTS: Record<BuiltInCode, Product> = {
  credit_report: creditReport,
  criminal_background: criminalBackground,
  eviction_history: evictionHistory,
  identity_verification: identityVerification,
  income_verification: incomeVerification,
};

const BY_CODE = new Map<string, Product>(Object.entries(PRODUCTS));

export function productByCode(code: string): Product | undefined {
  return BY_CODE.get(code);
}

export { PRODUCT_CODES } from './contract.ts';
export type {
  FieldReason,
  FieldWords,
  ItemWords,
  RecordWords,
  Product,
  BuiltInCode,
  ReasonPredicate,
  ReportTest,
  ScoreDisclosure,
} from './contract.ts';
export { dayOfReport, datedReport, memberOf } from './ages.ts';
export {
  factorsOf,
  fieldLabel,
  fieldNames,
  fieldSchema,
  itemSchema,
  listPathOf,
  speaksOfItems,
  memberSchema,
  missingReasonOf,
  reasonCatalogue,
  reasonOf,
} from './fields.ts';
export { releasedPart, unreleasedMembers, unreleasedReason } from './unreleased.ts';
