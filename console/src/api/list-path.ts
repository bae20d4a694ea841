type Value = string | number | boolean;
export type Parameters = Readonly<Record<string, Value | null | readonly Value[]>>;

/** A path with its query. Empty and null parameters are left out; an array repeats its parameter. */
export function listPath(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    (value === null || value === '' ? [] : [value].flat()).map((one) => [name, one] as const),
  );
  if (given.length === 0) return path;
  return `${path}?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
