import Router from '@koa/router';
import { definitionJsonSchema } from '../../../core/cascade/schema.ts';
import { AppError } from '../../../core/errors.ts';
import type { Context } from '../http/context.ts';
import { errorIndexPage, errorPage } from './pages.ts';
import { READER_ASSETS, readerPage, readerPolicy } from './reader.ts';
import { Site, SITE_ASSETS, type Asset } from './site/index.ts';
import { isErrorCode } from '../http/middleware/envelope.ts';
import { openApiDocument } from './openapi/index.ts';
import type { Route } from '../http/route.ts';
import type { GatewaySettings } from '../services.ts';

/**
 * The documentation site: guides, the OpenAPI document and its reader, the schema of definitions for editors, and the
 * error pages of `doc_url`. They need no token; the per-app limit applies. No inline script, and no inline style either
 * but in the reader.
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

export function docsRouter(routes: readonly Route[], settings: GatewaySettings): Router {
  const router = new Router({ strict: true, sensitive: true });
  const document = JSON.stringify(openApiDocument(routes, settings));
  const site = new Site(routes);

  const get = (path: string, handle: (ctx: Context & { params: Record<string, string> }) => void | Promise<void>) =>
    router.get(path, async (ctx) => {
      const context = ctx as unknown as Context & { params: Record<string, string> };
      context.state.route = path;
      await handle(context);
      context.set('Cache-Control', CACHE);
    });
  const page = (ctx: Context, html: string, policy = PAGE_POLICY): void => {
    ctx.set('Content-Security-Policy', policy);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = html;
  };

  get('/api/openapi.json', (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = document;
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
      ctx.type = `${found.type}; charset=utf-8`;
      ctx.body = content;
    });
  };
  assets('/docs/assets', SITE_ASSETS);
  assets('/docs/ui', READER_ASSETS);
  get('/docs/api', (ctx) => page(ctx, readerPage(), readerPolicy(settings.baseUrl)));
  get('/docs/api/errors', (ctx) => page(ctx, errorIndexPage()));
  get('/docs/api/errors/:code', async (ctx) => {
    const { code = '' } = ctx.params;
    if (!isErrorCode(code)) throw new AppError('not_found');
    page(ctx, errorPage(code, settings.docsUrl, (await site.example(code)) ?? ''));
  });
  const guide = async (ctx: Context, slug: string): Promise<void> => {
    const html = await site.page(slug);
    if (html === undefined) throw new AppError('not_found', { message: 'No such page. /docs lists all of them.' });
    page(ctx, html);
  };
  get('/docs', (ctx) => guide(ctx, ''));
  get('/docs/:page', (ctx) => guide(ctx, ctx.params.page || '-'));
  return router;
}
