import type { ErrorCode } from '../../../core/errors.ts';
import type { Route } from '../route.ts';

/** What the middleware answers for any endpoint, before its handler is asked. */
const OF_ALL: readonly ErrorCode[] = [
  'malformed_request',
  'unauthorized',
  'token_expired',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const OF_BODIES: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type', 'validation_failed'];

/** What the middleware answers where no endpoint was found; no operation can have it. */
export const OF_NO_OPERATION: readonly ErrorCode[] = ['method_not_allowed'];

/** Every code that an endpoint can answer. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...OF_ALL, ...route.errors]);
  if (route.method === 'POST' || route.method === 'PATCH') for (const code of OF_BODIES) codes.add(code);
  if (route.query !== undefined) codes.add('validation_failed');
  if (route.idempotent === true) codes.add('missing_idempotency_key');
  return [...codes];
}
