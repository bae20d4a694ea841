/** Signs for tables and pictures, where words would be too long. Other operators have none. */
export const SIGNS: Readonly<Record<string, string>> = {
  equals: '=',
  not_equals: '≠',
  greater_than: '>',
  greater_than_or_equal: '≥',
  less_than: '<',
  less_than_or_equal: '≤',
};
