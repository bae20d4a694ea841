import Router from '@koa/router';
import { createHash } from 'node:crypto';
import { definitionJsonSchema } from '../../../core/cascade/schema.ts';
import { AppError } from '../../../core/errors.ts';
import type { Context, State } from '../http/context.ts';
import { errorIndexPage, errorPage, missingPage } from './pages.ts';
import { Reference } from './reference/index.ts';
import type { ApiDocument } from './reference/document.ts';
import { Site, SITE_ASSETS, type Asset } from './site/index.ts';
import { isErrorCode } from '../http/middleware/envelope.ts';
import { openApiDocument } from './openapi/index.ts';
import type { Route } from '../http/route.ts';
import type { GatewaySettings } from '../services.ts';

/** ETags, made once for each content, because pages do not change while the process runs. */
class EntityTags {
  readonly #known = new Map<string, { readonly body: string | Buffer; readonly tag: string }>();

  of(path: string, body: string | Buffer): string {
    const known = this.#known.get(path);
    if (known?.body === body) return known.tag;
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    this.#known.set(path, { body, tag });
    return tag;
  }
}

/**
 * The documentation site: guides, the OpenAPI document and the pages made from it, the schema of definitions for
 * editors, and the error pages of `doc_url`. They need no token; the per-app limit applies. No inline script, no inline
 * style.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const DEFINITION_SCHEMA = JSON.stringify(definitionJsonSchema());
const CACHE = 'public, max-age=300';

export function docsRouter(routes: readonly Route[], settings: GatewaySettings): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  let written: string | undefined;
  /** Made at the first request: it takes as long as the rest of a start, and few tests need it. */
  const document = (): string => (written ??= JSON.stringify(openApiDocument(routes, settings)));
  // The document as its readers get it, without members that JSON leaves out.
  const reference = new Reference(() => JSON.parse(document()) as ApiDocument);
  const site = new Site(routes, settings.baseUrl);
  const tags = new EntityTags();

  const get = (path: string, handle: (ctx: Context & { params: Record<string, string> }) => void | Promise<void>) =>
    router.get(path, async (ctx) => {
      ctx.state.route = path;
      await handle(ctx);
      // Not cached, because callers can invent any number of paths.
      if (ctx.status === 404) return;
      ctx.set('Cache-Control', CACHE);
      ctx.set('ETag', tags.of(ctx.path, ctx.body as string | Buffer));
      if (ctx.fresh) ctx.status = 304;
    });
  const page = (ctx: Context, html: string): void => {
    ctx.set('Content-Security-Policy', PAGE_POLICY);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = html;
  };
  /** A page for browsers; the error as JSON for all others. */
  const missing = (ctx: Context, message?: string): void => {
    ctx.vary('Accept');
    if (ctx.accepts('json', 'html') !== 'html') {
      throw new AppError('not_found', message === undefined ? {} : { message });
    }
    ctx.status = 404;
    page(ctx, missingPage());
  };

  router.get('/', (ctx) => {
    ctx.vary('Accept');
    // A person may have typed the address. Programs get a plain 404.
    if (ctx.accepts('json', 'html') !== 'html') throw new AppError('not_found');
    ctx.redirect('/docs');
  });
  router.get('/docs/', (ctx) => {
    ctx.redirect('/docs');
    ctx.status = 301;
  });

  get('/api/openapi.json', (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = document();
  });
  get('/docs/cascade.schema.json', (ctx) => {
    ctx.type = 'application/schema+json; charset=utf-8';
    ctx.body = DEFINITION_SCHEMA;
  });
  get('/docs/search.json', async (ctx) => {
    const entries = await site.search();
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = entries;
  });
  const assets = (below: string, known: ReadonlyMap<string, Asset>): void => {
    get(`${below}/:asset`, async (ctx) => {
      const found = known.get(ctx.params.asset ?? '');
      if (found === undefined) throw new AppError('not_found');
      const content = await found.read();
      ctx.type = found.type === 'image/png' ? found.type : `${found.type}; charset=utf-8`;
      ctx.body = content;
    });
  };
  assets('/docs/assets', SITE_ASSETS);
  const referencePage = (ctx: Context): void => {
    const html = reference.page(ctx.path);
    if (html === undefined) missing(ctx, 'No such page. /docs/api lists all of them.');
    else page(ctx, html);
  };
  get('/docs/api', referencePage);
  get('/docs/api/errors', (ctx) => page(ctx, errorIndexPage()));
  get('/docs/api/errors/:code', async (ctx) => {
    const { code = '' } = ctx.params;
    if (!isErrorCode(code)) missing(ctx);
    else page(ctx, errorPage(code, settings.docsUrl, (await site.example(code)) ?? ''));
  });
  get('/docs/api/:page', referencePage);
  get('/docs/api/:tag/:operation', referencePage);
  const guide = async (ctx: Context, slug: string): Promise<void> => {
    const html = await site.page(slug);
    if (html === undefined) missing(ctx, 'No such page. /docs lists all of them.');
    else page(ctx, html);
  };
  get('/docs', (ctx) => guide(ctx, ''));
  get('/docs/:page', (ctx) => guide(ctx, ctx.params.page || '-'));
  return router;
}
