type Value = string | number | boolean;
export type Parameters = Readonly<Record<string, Value | null | readonly Value[]>>;

/** A path with its query; what is null or empty is left out, and of several values each is given. */
export function listPath(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    (value === null || value === '' ? [] : [value].flat()).map((one) => [name, one] as const),
  );
  if (given.length === 0) return path;
  return `${path}?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
