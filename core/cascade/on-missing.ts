/**
 * Behavior of a row whose truth depends on a missing value. `goes_on`: the other rows decide. `review`: a person
 * decides. `deny`: it counts so that its choice denies.
 */
export const ON_MISSING = ['goes_on', 'review', 'deny'] as const;
export type OnMissing = (typeof ON_MISSING)[number];

/** Why a person was asked in place of a row. */
export const VALUE_MISSING = 'value_missing';
