/**
 * What a row does if its truth depends on a value that is missing. `goes_on`: it has no say. `review`: a person decides.
 * `deny`: it counts as its choice would deny.
 */
export const ON_MISSING = ['goes_on', 'review', 'deny'] as const;
export type OnMissing = (typeof ON_MISSING)[number];

/** Why a person was asked in place of a row. */
export const VALUE_MISSING = 'value_missing';
