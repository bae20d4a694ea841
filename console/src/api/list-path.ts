export type Parameters = Readonly<Record<string, string | number | boolean | null>>;

/** A path with its query; what is null or empty is left out. */
export function listPath(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== '');
  if (given.length === 0) return path;
  return `${path}?${given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`;
}
