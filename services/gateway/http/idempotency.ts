import { AppError } from '../../../core/errors.ts';

/** Cap of the header, and of the key as it is stored (OpenAPI document, IdempotencyKey). */
const MAX_LENGTH = 200;

/**
 * The Idempotency-Key header as it is stored and shown, `api_client:<id>:<namespace><key>`; null if it is blank and not
 * required. Throws `missing_idempotency_key`, or `validation_failed` if it is too long.
 */
export function readIdempotencyKey(
  header: string,
  { apiClientId, namespace, isRequired }: { apiClientId: number; namespace: string; isRequired: boolean },
): string | null {
  const key = header.trim();
  if (key === '' && !isRequired) return null;
  if (key === '') throw new AppError('missing_idempotency_key');
  const most = longestKey({ apiClientId, namespace });
  if (key.length > most) throw tooLong(`must have at most ${most} characters here`);
  return prefixOf({ apiClientId, namespace }) + key;
}

interface Namespace {
  readonly apiClientId: number;
  readonly namespace: string;
}

function prefixOf({ apiClientId, namespace }: Namespace): string {
  return `api_client:${apiClientId}:${namespace}`;
}

/** Most characters of a key, so that it can be stored with its namespace. */
export function longestKey(of: Namespace): number {
  return MAX_LENGTH - prefixOf(of).length;
}

function tooLong(message: string): AppError {
  return new AppError('validation_failed', { details: [{ field: 'Idempotency-Key', message }] });
}
