import Router from '@koa/router';
import { definitionJsonSchema } from '../../../core/cascade/schema.ts';
import { AppError } from '../../../core/errors.ts';
import type { Context } from '../http/context.ts';
import { errorIndexPage, errorPage, STYLE } from './pages.ts';
import { READER_ASSETS, READER_PAGE, readerPolicy } from './reader.ts';
import { isErrorCode } from '../http/middleware/envelope.ts';
import { openApiDocument } from './openapi/index.ts';
import type { Route } from '../http/route.ts';
import type { GatewaySettings } from '../services.ts';

/** The OpenAPI document, its reader, the schema of definitions for editors, and the error pages of `doc_url`. They need no token; the per-app limit applies. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
const DEFINITION_SCHEMA = JSON.stringify(definitionJsonSchema());
const CACHE = 'public, max-age=300';

export function docsRouter(routes: readonly Route[], settings: GatewaySettings): Router {
  const router = new Router({ strict: true, sensitive: true });
  const document = JSON.stringify(openApiDocument(routes, settings));

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
  get('/docs', (ctx) => page(ctx, READER_PAGE, readerPolicy(settings.baseUrl)));
  get('/docs/ui/:asset', async (ctx) => {
    const asset = READER_ASSETS.get(ctx.params.asset ?? '');
    if (asset === undefined) throw new AppError('not_found');
    const content = await asset.read();
    ctx.type = `${asset.type}; charset=utf-8`;
    ctx.body = content;
  });
  get('/docs/style.css', (ctx) => {
    ctx.type = 'text/css; charset=utf-8';
    ctx.body = STYLE;
  });
  get('/docs/api/errors', (ctx) => page(ctx, errorIndexPage()));
  get('/docs/api/errors/:code', (ctx) => {
    const { code = '' } = ctx.params;
    if (!isErrorCode(code)) throw new AppError('not_found');
    page(ctx, errorPage(code, settings.docsUrl));
  });
  return router;
}
