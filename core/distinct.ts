/** Each value once, as JSON or as `keyOf` tells them apart: of equal ones the last, in the place of the first. */
export function distinct<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string = (value) => JSON.stringify(value),
): readonly Value[] {
  // Most lists have one, and then nothing needs to be written.
  if (values.length < 2) return values;
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
