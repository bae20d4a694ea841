import { useInfiniteQuery } from '@tanstack/react-query';
import { useWhileInUse } from '../ui/in-use.ts';
import { call } from './http.ts';
import { listPath, type Parameters } from './list-path.ts';
import type { PageMeta } from './records.ts';

/** The rows of an API list that are loaded so far, for `ListTable`. */
export interface List<Row, Meta extends PageMeta = PageMeta> {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly Row[] | undefined;
  /** Total of all pages when the first one was read. */
  readonly total: number;
  /** Metadata of the first page. */
  readonly meta: Meta | undefined;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isFetchingMore: boolean;
  /** True if too many pages are open for the list to refresh itself. */
  readonly isStill: boolean;
  readonly more: () => void;
  readonly again: () => void;
}

interface ListOptions {
  /** The first element names the resource, so that a change to it invalidates the list. */
  readonly key: readonly [string, ...unknown[]];
  /** Path below /api/v1, such as /executions. */
  readonly path: string;
  /** Null and empty values are left out. */
  readonly parameters?: Parameters;
  readonly perPage?: number;
  readonly everyMs?: number;
}

/** Each refresh costs one request per open page, and an address has 60 requests a minute. */
const MOST_LIVE_PAGES = 3;

/** A list of the API, read page by page with its cursor, and refreshed now and then while the page is in use. */
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
