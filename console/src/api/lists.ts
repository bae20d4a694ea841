import { useInfiniteQuery } from '@tanstack/react-query';
import { useWhileInUse } from '../ui/in-use.ts';
import { call } from './http.ts';
import { listPath, type Parameters } from './list-path.ts';
import type { PageMeta } from './records.ts';

/** The rows that were read so far of a list of the API, for `ListTable`. */
export interface List<Row, Meta extends PageMeta = PageMeta> {
  /** Undefined before the first page is there. */
  readonly rows: readonly Row[] | undefined;
  /** Of all pages, as it was when the first one was read. */
  readonly total: number;
  /** As it came with the first page. */
  readonly meta: Meta | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  /** So many pages are open that the list is not read again by itself. */
  readonly isStill: boolean;
  readonly more: () => void;
  readonly again: () => void;
}

interface ListOptions {
  /** The first of them names what is listed: with it, whoever changes something has the list read again. */
  readonly key: readonly [string, ...unknown[]];
  /** Below /api/v1, such as /executions. */
  readonly path: string;
  /** Those that are null or empty are left out. */
  readonly parameters?: Parameters;
  readonly perPage?: number;
  readonly everyMs?: number;
}

/** Each page that is open is a request, every time; one address has 60 a minute. */
const MOST_LIVE_PAGES = 3;

/** A list of the API, page after page by its cursor, and read again now and then while somebody is at the page. */
export function useList<Row, Meta extends PageMeta = PageMeta>({
  key,
  path,
  parameters = {},
  perPage = 50,
  everyMs = 15_000,
}: ListOptions): List<Row, Meta> {
  const live = useWhileInUse(everyMs);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...key, 'list', parameters],
    queryFn: ({ pageParam: cursor, signal }) =>
      call<Row[], Meta>({ method: 'GET', path: listPath(path, { ...parameters, per_page: perPage, cursor }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > MOST_LIVE_PAGES ? false : live),
  });
  const pages = data?.pages;
  return {
    rows: pages?.flatMap((page) => page.data),
    total: pages?.[0]?.meta.total_count ?? 0,
    meta: pages?.[0]?.meta,
    error,
    hasMore: hasNextPage,
    isFetchingMore: isFetchingNextPage,
    isStill: (pages?.length ?? 0) > MOST_LIVE_PAGES,
    more: () => void fetchNextPage(),
    again: () => void refetch(),
  };
}
