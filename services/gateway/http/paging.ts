import { sql } from 'kysely';
import type { PageRequest } from './route.ts';

/** The only column of a counting query. */
export const COUNT = sql<number>`count(*)`.as('total');

/** One query for the count, and one for the rows unless the page is beyond the last. */
export async function readPage<Row>(
  page: PageRequest,
  queries: { count(): Promise<number>; rows(limit: number, offset: number): Promise<readonly Row[]> },
): Promise<{ readonly rows: readonly Row[]; readonly totalCount: number }> {
  const totalCount = await queries.count();
  if (page.offset >= totalCount) return { rows: [], totalCount };
  return { rows: await queries.rows(page.size, page.offset), totalCount };
}
