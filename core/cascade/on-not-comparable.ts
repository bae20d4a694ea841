/** The code of a step that failed because a value could not be compared. */
export const NOT_COMPARABLE = 'value_not_comparable';

/** Behavior of a choice whose branch depends on a value that cannot be compared. Default: the account's setting. */
export const ON_NOT_COMPARABLE = ['fail', 'review'] as const;
export type OnNotComparable = (typeof ON_NOT_COMPARABLE)[number];

/** The account's default, from its database column. */
export const onNotComparableOf = (isReviewed: boolean): OnNotComparable => (isReviewed ? 'review' : 'fail');
