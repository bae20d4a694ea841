/** The code of a step that failed because a value could not be compared. */
export const NOT_COMPARABLE = 'value_not_comparable';

/** What a choice does if its branch depends on a value that cannot be compared; without its own setting, the account's. */
export const ON_NOT_COMPARABLE = ['fail', 'review'] as const;
export type OnNotComparable = (typeof ON_NOT_COMPARABLE)[number];

/** The account's default as the database has it. */
export const onNotComparableOf = (isReviewed: boolean): OnNotComparable => (isReviewed ? 'review' : 'fail');
