/** Operators that a table or a picture has no room to say in words; the others have none. */
export const SIGNS: Readonly<Record<string, string>> = {
  equals: '=',
  not_equals: '≠',
  greater_than: '>',
  greater_than_or_equal: '≥',
  less_than: '<',
  less_than_or_equal: '≤',
};
