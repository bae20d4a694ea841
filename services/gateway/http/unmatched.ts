import type Router from '@koa/router';
import { AppError } from '../../../core/errors.ts';
import { nearest } from '../../../core/nearest.ts';
import type { Context, State } from './context.ts';
import { API_PREFIX, methodNotAllowed } from './dispatch.ts';
import type { Route } from './route.ts';

/** Requests that no route matched: 405 if the path has other methods, else 404. No token is needed. */
export function unmatched(routers: readonly Router<State>[], routes: readonly Route[]) {
  return (ctx: Context): never => {
    const methods = routers.flatMap((router) =>
      router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods),
    );
    // A router's middleware matches each path and has no method.
    if (methods.length > 0) throw methodNotAllowed(methods);
    throw new AppError('not_found', { message: noSuchPath(ctx.path, routes) });
  };
}

/** Names the nearest path, for a misspelt resource or a missing prefix. Repeats nothing of the request. */
function noSuchPath(path: string, routes: readonly Route[]): string {
  const [, ...segments] = path.startsWith(`${API_PREFIX}/`)
    ? path.slice(API_PREFIX.length).split('/')
    : path.replace(/^\/api(?=\/)/, '').split('/');
  const known = new Set(routes.map((route) => route.path.split('/')[1] ?? ''));
  const near = nearest(segments[0] ?? '', known);
  const isMisspelt = near !== undefined && (near !== segments[0] || !path.startsWith(`${API_PREFIX}/`));
  const hint = isMisspelt ? `Did you mean ${API_PREFIX}/${near}?` : 'GET /api/openapi.json lists all paths.';
  return `No such path. ${hint}`;
}
