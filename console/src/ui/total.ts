import { useList } from '../api/lists.ts';
import type { Parameters } from '../api/list-path.ts';

const EVERY_MS = 60_000;

/** The number of entries in a list of the API; undefined while it is not known. */
export function useTotal(key: string, path: string, parameters: Parameters): number | undefined {
  const { rows, total } = useList({ key: [key, 'total'], path, parameters, perPage: 1, everyMs: EVERY_MS });
  return rows === undefined ? undefined : total;
}
