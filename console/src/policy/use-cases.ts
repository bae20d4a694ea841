export const TENANT_SCREENING = 'tenant_screening';

/** The use case of a policy, which determines what letters must say. */
export const USE_CASES: readonly { readonly value: string; readonly name: string }[] = [
  { value: TENANT_SCREENING, name: 'Renting out a home' },
  { value: 'consumer_credit', name: 'Lending money' },
  { value: 'employment', name: 'Hiring' },
];
