import type { NoticePurpose } from '../cascade/notice-request.ts';

/**
 * The purposes of use cases. The table is closed: any other label has no purpose, even if it contains one of these
 * words (`rental` may be a car's). Documented in semantics 10.2.3 and 10.2.4.
 */
export const PURPOSE_OF_USE_CASE: Readonly<Record<string, NoticePurpose>> = {
  tenant: 'tenant',
  tenant_screening: 'tenant',
  rental_application: 'tenant',
  lease_application: 'tenant',
  apartment_rental: 'tenant',
  leasing: 'tenant',
  credit: 'credit',
  lending: 'credit',
  consumer_credit: 'credit',
  credit_application: 'credit',
  personal_loan: 'credit',
  auto_loan: 'credit',
  credit_card: 'credit',
  mortgage: 'credit',
  employment: 'employment',
  employment_background: 'employment',
  employment_screening: 'employment',
  hiring: 'employment',
  recruiting: 'employment',
  recruitment: 'employment',
  pre_employment: 'employment',
};

/** Null if the label is not in the table. */
export function purposeOfUseCase(useCase: string | null): NoticePurpose | null {
  if (useCase === null || !Object.hasOwn(PURPOSE_OF_USE_CASE, useCase)) return null;
  return PURPOSE_OF_USE_CASE[useCase] ?? null;
}

/**
 * True if a notice has no purpose of its own and its use case implies none, so the account's default may be wrong for
 * it.
 */
export function isPurposeUnknown(
  settings: { readonly purpose?: NoticePurpose; readonly action_taken?: string } | undefined,
  useCase: string | null,
): boolean {
  if (useCase === null || settings === undefined) return false;
  return (
    settings.purpose === undefined &&
    settings.action_taken !== 'adverse_employment' &&
    purposeOfUseCase(useCase) === null
  );
}
