import Router from '@koa/router';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '../../../core/errors.ts';
import type { Context, State } from '../http/context.ts';

/*
 * The console: pages for reviewers, authors and operators, as static files. All data comes from the API with the
 * viewer's session, so the files themselves need no token.
 */

export interface ConsoleOptions {
  /** Folder of the built console. */
  readonly folder?: string | undefined;
  /** People sign in at an identity provider. */
  readonly hasProvider: boolean;
}

/** `blob:` is for a file that was fetched with the session, so that a tab can show it. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const BUILT_FOLDER = join(import.meta.dirname, '../../../dist/console');
const YEAR_SECONDS = 31_536_000;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface StaticFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

interface BuiltConsole {
  readonly page: StaticFile;
  /** By name below /console/assets; no other file is served. */
  readonly assets: ReadonlyMap<string, StaticFile>;
}

const zip = promisify(gzip);

export function consoleRouter({ folder = BUILT_FOLDER, hasProvider }: ConsoleOptions): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  let built: Promise<BuiltConsole> | undefined;
  /** Read once it exists: the console may be built while the gateway runs. */
  const read = (): Promise<BuiltConsole> => {
    built ??= readConsole(folder, hasProvider).catch((error: unknown) => {
      built = undefined;
      throw new AppError('not_found', { message: NOT_BUILT, cause: error });
    });
    return built;
  };

  router.get('/console/assets/:name', async (ctx) => {
    const context = begin(ctx, '/console/assets/:name');
    const file = (await read()).assets.get(ctx.params.name ?? '');
    if (file === undefined) throw new AppError('not_found');
    // Its name has a hash of its content, so it never changes.
    context.set('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    send(context, file);
  });
  const page = async (ctx: unknown): Promise<void> => {
    const context = begin(ctx as Context, '/console');
    const { page: file } = await read();
    context.set('Content-Security-Policy', PAGE_POLICY);
    // With no-referrer some browsers send writes with `Origin: null`.
    context.set('Referrer-Policy', 'same-origin');
    context.set('Cache-Control', 'no-store');
    send(context, file);
  };
  router.get('/console', page);
  // The page itself routes these addresses.
  router.get('/console/{*path}', page);
  return router;
}

const NOT_BUILT = 'The console was not built: `npm start` builds it, and so does `node dev/console.ts`.';

async function readConsole(folder: string, hasProvider: boolean): Promise<BuiltConsole> {
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const said = html.replace(
    'name="sign-in" content="link"',
    `name="sign-in" content="${hasProvider ? 'provider' : 'link'}"`,
  );
  const names = (await readdir(join(folder, 'assets'))).filter((name) => extname(name) in TYPES);
  const assets = names.map(
    async (name) =>
      [name, await fileOf(await readFile(join(folder, 'assets', name)), TYPES[extname(name)] ?? '')] as const,
  );
  return {
    page: await fileOf(Buffer.from(said), 'text/html; charset=utf-8'),
    assets: new Map(await Promise.all(assets)),
  };
}

async function fileOf(plain: Buffer, type: string): Promise<StaticFile> {
  return { type, plain, zipped: await zip(plain, { level: 9 }) };
}

function send(ctx: Context, { type, plain, zipped }: StaticFile): void {
  ctx.vary('Accept-Encoding');
  ctx.set('Content-Type', type);
  const isZipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (isZipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isZipped ? zipped : plain;
}

/** Logs the path as declared, because an address may name an execution. */
function begin(ctx: Context, route: string): Context {
  ctx.state.route = route;
  return ctx;
}
