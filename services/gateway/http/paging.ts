import { sql, type SelectQueryBuilder } from 'kysely';
import type { ErrorDetail } from '../../../core/errors.ts';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';
import type { PageQuery, PageRequest } from './route.ts';

/** The only column of a counting query. */
export const COUNT = sql<number>`count(*)`.as('total');

/** The rows of a page: by number with an offset, or those that follow a position. */
export interface Slice {
  readonly limit: number;
  readonly offset: number;
  readonly after: Position | null;
}

/** A page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly totalCount: number;
  /** Position of its last row; null if no row follows. */
  readonly next: Position | null;
}

/**
 * A page of a list. By number, it takes one query for the count, and one for the rows unless the page is beyond the
 * last. By cursor, it takes one query for the rows, and the cursor carries the count of the first page. One row more
 * than the page has tells whether another page follows.
 */
export async function readPage<Row>(
  page: PageRequest,
  queries: {
    count(): Promise<number>;
    rows(slice: Slice): Promise<readonly Row[]>;
    /** The row's place in the order of the list. */
    position(row: Row): Position;
  },
): Promise<Page<Row>> {
  if (page.cursor !== null) {
    const { after, totalCount } = page.cursor;
    const found = await queries.rows({ limit: page.size + 1, offset: 0, after });
    const rows = found.slice(0, page.size);
    return { rows, totalCount, next: found.length > page.size ? positionOfLast(rows, queries.position) : null };
  }
  const totalCount = await queries.count();
  if (page.offset >= totalCount) return { rows: [], totalCount, next: null };
  const rows = await queries.rows({ limit: page.size, offset: page.offset, after: null });
  const hasMore = page.offset + rows.length < totalCount;
  return { rows, totalCount, next: hasMore ? positionOfLast(rows, queries.position) : null };
}

function positionOfLast<Row>(rows: readonly Row[], position: (row: Row) => Position): Position | null {
  const last = rows.at(-1);
  return last === undefined ? null : position(last);
}

/** The rows of the slice, in a list that is sorted by that column alone. */
export function sliceOf<DB, Table extends keyof DB, Output>(
  matching: SelectQueryBuilder<DB, Table, Output>,
  column: string,
  order: 'asc' | 'desc',
  { limit, offset, after }: Slice,
): SelectQueryBuilder<DB, Table, Output> {
  const comparison = order === 'asc' ? sql`>` : sql`<`;
  const following =
    after === null ? matching : matching.where(sql<boolean>`${sql.ref(column)} ${comparison} ${after.id}`);
  return following.orderBy(sql.ref(column), order).limit(limit).offset(offset);
}

const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 25;

/** `binding` names the list, its filters and the client: a cursor is valid only for these. */
export function pageRequest(
  { page, per_page: perPage = DEFAULT_PER_PAGE, cursor: given }: PageQuery,
  binding: string,
): { readonly page: PageRequest; readonly errors: readonly ErrorDetail[] } {
  const size = Math.min(perPage, MAX_PER_PAGE);
  const cursor = given === undefined ? null : decodeCursor(binding, given);
  const number = cursor?.page ?? page ?? 1;
  const errors = [
    ...(given !== undefined && cursor === null ? [{ field: 'cursor', message: WRONG_CURSOR }] : []),
    ...(given !== undefined && page !== undefined ? [{ field: 'page', message: NOT_BOTH }] : []),
  ];
  return { page: { number, size, offset: (number - 1) * size, cursor, binding }, errors };
}

const WRONG_CURSOR =
  'must be `meta.next_cursor` of a page of this list with the same filters; begin again without it, and with it change ' +
  'nothing but `per_page`';
const NOT_BOTH = 'cannot be given beside `cursor`, which says itself where the page begins';

/** Members of a page's `meta`. */
export function pageMeta({ number, size, binding }: PageRequest, { totalCount, next }: Omit<Page<never>, 'rows'>) {
  return {
    page: number,
    per_page: size,
    total_count: totalCount,
    total_pages: Math.ceil(totalCount / size),
    next_cursor: next === null ? null : encodeCursor(binding, { after: next, page: number + 1, totalCount }),
  };
}
