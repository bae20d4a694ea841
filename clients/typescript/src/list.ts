import type { CallOptions, ItemOf, ListPath, MetaOf } from './types.ts';

/** The maximum of the service (OpenAPI document, `per_page`), for the fewest requests per list. */
const PER_PAGE = 100;

/** The query that is sent with each request of a list. */
export interface Paging {
  readonly per_page: unknown;
  readonly page?: number;
  readonly cursor?: string;
}

interface AnyPage<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly total_pages: number; readonly next_cursor?: string | null };
}

/**
 * Every item of a list, page by page: by the list's cursor if it gives one, else by page number. A cursor goes on after
 * the last item, whatever was added or removed meanwhile. With page numbers, new items push older ones onto the next
 * page. The ids of one page are kept, and no more, so that those are left out there.
 */
export async function* pagesOf<Item>(
  read: (paging: Paging) => Promise<AnyPage<Item>>,
  { per_page: perPage }: { readonly per_page?: unknown },
): AsyncGenerator<Item, void, void> {
  let paging: Paging = { per_page: perPage ?? PER_PAGE };
  let before = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const { data, meta } = await read(paging);
    for (const item of data) if (!before.has(idOf(item))) yield item;
    const { next_cursor: cursor } = meta;
    if (cursor === null) return;
    if (cursor === undefined) {
      if (data.length === 0 || page >= meta.total_pages) return;
      before = new Set(data.map(idOf).filter((id) => id !== undefined));
      paging = { ...paging, page: page + 1 };
    } else {
      paging = { per_page: paging.per_page, cursor };
    }
  }
}

/** One page, as it came. */
export interface Page<Item, Meta> {
  readonly data: readonly Item[];
  /** Counts, and where the next page is. */
  readonly meta: Meta;
}

/** The methods of the client that a list needs. */
interface Reader {
  read<Envelope>(path: ListPath, request: Request): Promise<Envelope>;
}

type Request = CallOptions & {
  readonly path?: Readonly<Record<string, number | string>>;
  readonly query: Readonly<Record<string, unknown>>;
};

/**
 * A list, of which nothing was read yet. `for await (const item of list)` reads all of it, a page at a time; `page()`
 * reads one page.
 */
export class List<P extends ListPath> implements AsyncIterable<ItemOf<P>> {
  readonly #calls: Reader;
  readonly #path: P;
  readonly #request: Request;

  constructor(calls: Reader, path: P, request: Request) {
    this.#calls = calls;
    this.#path = path;
    this.#request = request;
  }

  [Symbol.asyncIterator](): AsyncGenerator<ItemOf<P>, void, void> {
    return pagesOf((paging) => this.#read({ ...paging }), { per_page: this.#request.query.per_page });
  }

  /** @param at `page` counts from 1; `cursor` is `meta.next_cursor` of the page before */
  page(at: { readonly page?: number; readonly cursor?: string } = {}): Promise<Page<ItemOf<P>, MetaOf<'get', P>>> {
    return this.#read({ ...at }) as Promise<Page<ItemOf<P>, MetaOf<'get', P>>>;
  }

  #read(paging: Readonly<Record<string, unknown>>): Promise<AnyPage<ItemOf<P>>> {
    const { query, ...others } = this.#request;
    return this.#calls.read(this.#path, { ...others, query: { ...query, ...paging } });
  }
}

/** `{ status: 'failed', per_page: 10 }` as the API's query: `filter[status]`. */
export function filters(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name === 'per_page' ? name : `filter[${name}]`, value]),
  );
}

function idOf(item: unknown): unknown {
  return (item as { readonly id?: unknown }).id;
}
