import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join, posix } from 'node:path';
import type { Route } from '../../http/route.ts';
import { ERRORS_BY_EXAMPLE, PAGES, pathOf, readPage, type GuidePage } from './contents.ts';
import { layOutPage } from './layout.ts';
import { renderMarkdown, type Rendered } from './markdown.ts';
import { searchEntries } from './search.ts';

const DEFAULT_BASE_URL = 'http://127.0.0.1:8080';

/**
 * The documentation site: pages from Markdown, made at their first request and kept in memory, so starting costs
 * nothing. Everything is served from here, nothing from a third party.
 */
export class Site {
  readonly #routes: readonly Route[];
  readonly #baseUrl: string;
  readonly #rendered = new Map<GuidePage, Promise<Rendered>>();
  readonly #pages = new Map<GuidePage, Promise<string>>();
  #search: Promise<string> | undefined;
  #examples: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(routes: readonly Route[], baseUrl: string) {
    this.#routes = routes;
    this.#baseUrl = baseUrl;
  }

  /** The whole HTML of a page below /docs, or undefined if there is no such page. */
  page(slug: string): Promise<string> | undefined {
    const page = PAGES.find((one) => one.slug === slug);
    if (page === undefined) return undefined;
    return remembered(this.#pages, page, async () => {
      const { html, passages } = await this.#render(page);
      return layOutPage({ path: pathOf(page), title: page.title, html, headings: passages });
    });
  }

  /** An example of how to fix an error; undefined if the code has no section. */
  async example(code: string): Promise<string | undefined> {
    this.#examples ??= this.#readExamples();
    return (await this.#examples).get(code);
  }

  /** The entries of the search, as JSON. */
  search(): Promise<string> {
    this.#search ??= Promise.all(
      PAGES.map(async (page) => ({ page, passages: (await this.#render(page)).passages })),
    ).then((pages) => JSON.stringify(searchEntries(pages, this.#routes)));
    return this.#search;
  }

  #render(page: GuidePage): Promise<Rendered> {
    return remembered(this.#rendered, page, async () =>
      renderMarkdown(await this.#read(page), posix.dirname(page.file)),
    );
  }

  /** By code: the sections of the page, without their headings. */
  async #readExamples(): Promise<ReadonlyMap<string, string>> {
    const page = PAGES.find(({ slug }) => slug === ERRORS_BY_EXAMPLE);
    if (page === undefined) return new Map();
    const [, ...sections] = (await this.#read(page)).split(/^## /m);
    return new Map(
      sections.map((section) => {
        const [code = ''] = section.split('\n', 1);
        return [code.trim(), renderMarkdown(section.slice(code.length)).html];
      }),
    );
  }

  /** The files have the default address of a stack, which is replaced by the address of this one. */
  async #read(page: GuidePage): Promise<string> {
    return (await readPage(page)).replaceAll(DEFAULT_BASE_URL, () => this.#baseUrl);
  }
}

function remembered<K, V>(map: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

export interface Asset {
  readonly type: string;
  read(): Promise<Buffer | string>;
}

const OWN = join(import.meta.dirname, 'assets');
const OF_THE_GUIDES = join(import.meta.dirname, '../../../../docs');
/** The console uses the same style. */
const SHARED = join(import.meta.dirname, '../../../../data/style');
const MINISEARCH = fileURLToPath(import.meta.resolve('minisearch'));
const STEMMER = fileURLToPath(import.meta.resolve('stemmer'));

/** By name below /docs/assets; no other file is served. */
export const SITE_ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['tokens.css', asset(join(SHARED, 'tokens.css'), 'text/css')],
  ['picture.css', asset(join(SHARED, 'picture.css'), 'text/css')],
  ['site.css', asset(join(OWN, 'site.css'), 'text/css')],
  ['site.js', asset(join(OWN, 'site.js'), 'text/javascript')],
  ['reference.css', asset(join(OWN, 'reference.css'), 'text/css')],
  ['search.js', asset(join(OWN, 'search.js'), 'text/javascript')],
  ['tabs.js', asset(join(OWN, 'tabs.js'), 'text/javascript')],
  ['try.js', asset(join(OWN, 'try.js'), 'text/javascript')],
  ['theme.js', asset(join(OWN, 'theme.js'), 'text/javascript')],
  ['console.png', asset(join(OF_THE_GUIDES, 'console.png'), 'image/png')],
  ['icon.svg', asset(join(OWN, 'icon.svg'), 'image/svg+xml')],
  ['minisearch.js', asset(MINISEARCH, 'text/javascript')],
  ['stemmer.js', asset(STEMMER, 'text/javascript')],
]);

/** Read at the first request, then kept in memory. */
function asset(path: string, type: string): Asset {
  let content: Promise<Buffer> | undefined;
  return { type, read: () => (content ??= readFile(path)) };
}
