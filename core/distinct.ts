/**
 * The values without duplicates, compared as JSON or by `keyOf`. The last of equal values stays, at the place of the
 * first.
 */
export function distinct<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string = (value) => JSON.stringify(value),
): readonly Value[] {
  // Most lists have one item, and need no comparison.
  if (values.length < 2) return values;
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
