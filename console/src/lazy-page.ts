import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from './api/http.ts';

/**
 * A lazily loaded page. If a chunk is gone, as after a release, the router reloads the whole console. While the service
 * is unreachable that would replace everything typed by the browser's error page, so the page then shows an error
 * instead.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => importer().catch(orUnreachable), exportName);

async function orUnreachable(error: unknown): Promise<never> {
  const isThere = await fetch('/console', { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (isThere) throw error;
  throw new ApiError(0, { message: 'The service cannot be reached, and this page was not loaded yet.' }, null);
}
