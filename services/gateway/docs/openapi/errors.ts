import type { ErrorCode } from '../../../../core/errors.ts';
import { idempotencyKeyUse, takesBody, type Route } from '../../http/route.ts';

/** Codes of the middleware, which any endpoint can return. */
const OF_ALL: readonly ErrorCode[] = [
  'malformed_request',
  'validation_failed',
  'unauthorized',
  'token_expired',
  'insufficient_scope',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
];
const OF_BODIES: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];

/** Codes for requests that match no endpoint, so no operation lists them. */
export const OF_NO_OPERATION: readonly ErrorCode[] = ['method_not_allowed'];

/** Every code that an endpoint can return. */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...OF_ALL, ...route.errors]);
  if (takesBody(route)) for (const code of OF_BODIES) codes.add(code);
  const use = idempotencyKeyUse(route);
  if (use === 'required') codes.add('missing_idempotency_key');
  if (route.etag === 'checked' || route.etag === 'required') codes.add('precondition_failed');
  if (route.etag === 'required') codes.add('precondition_required');
  if (use !== 'none') codes.add('idempotency_conflict');
  return [...codes];
}
