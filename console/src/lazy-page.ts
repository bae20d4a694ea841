import { lazyRouteComponent } from '@tanstack/react-router';
import { ApiError } from './api/http.ts';

/**
 * A page that is loaded when it is asked for. The router loads the whole console again when a part of it is gone, as after
 * a release. While the service cannot be reached that would leave the browser's error in place of everything that somebody
 * typed, so then the page says what is wrong.
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
