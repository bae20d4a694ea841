import { AppError } from '../../core/errors.ts';

/** Cap of the header, and of the key as it is stored (reference, "Workflows" and "Limits"). */
const MAX_LENGTH = 200;

/** The Idempotency-Key header, or the error that its absence or length is. */
export function readIdempotencyKey(header: string): string {
  const key = header.trim();
  if (key === '') throw new AppError('missing_idempotency_key');
  if (key.length > MAX_LENGTH) throw tooLong(`must have at most ${MAX_LENGTH} characters`);
  return key;
}

/** `api_client:<id>:<key>`, as it is stored and shown. */
export function namespacedKey(apiClientId: number, key: string): string {
  const namespaced = `api_client:${apiClientId}:${key}`;
  if (namespaced.length > MAX_LENGTH) {
    throw tooLong(`must be shorter: with its namespace it has more than ${MAX_LENGTH} characters`);
  }
  return namespaced;
}

function tooLong(message: string): AppError {
  return new AppError('validation_failed', { details: [{ field: 'Idempotency-Key', message }] });
}
