import { canonicalJson } from '../../../../core/canonical-json.ts';
import { AppError } from '../../../../core/errors.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../core/json.ts';
import { sha256Hex } from '../../../../platform/crypto.ts';

/** Cap of the header, and of the key as it is stored (OpenAPI document, IdempotencyKey). */
const MAX_LENGTH = 200;

/**
 * The Idempotency-Key header as it is stored and shown, `api_client:<id>:<namespace><key>`; null if it is blank and not
 * required. Throws `missing_idempotency_key`, or `validation_failed` if it is too long.
 */
export function readIdempotencyKey(
  header: string,
  { apiClientId, namespace, isRequired }: Namespace & { readonly isRequired: boolean },
): string | null {
  const key = header.trim();
  if (key === '' && !isRequired) return null;
  if (key === '') throw new AppError('missing_idempotency_key');
  const most = longestKey({ apiClientId, namespace });
  if (key.length > most) {
    const message = `must have at most ${most} characters here`;
    throw new AppError('validation_failed', { details: [{ field: 'Idempotency-Key', message }] });
  }
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

/**
 * Identifies the request that first used a key: SHA-256 over the operation, the ids of its path, its body and, for acts of
 * a person, the user. A missing member of the body equals its default, and null equals a missing one.
 */
export function fingerprintOf(request: {
  readonly operation: string;
  readonly params: Readonly<Record<string, number | string>>;
  readonly body: JsonObject;
  readonly schema: JsonSchema | undefined;
  readonly userId: number | null;
}): string {
  const { operation, params, body, schema, userId } = request;
  const given = Object.entries(body).filter(([, value]) => value !== null);
  const whole: JsonObject = { ...defaultsOf(schema), ...Object.fromEntries(given) };
  return sha256Hex(canonicalJson({ operation, params: { ...params }, body: whole, user: userId }));
}

function defaultsOf(schema: JsonSchema | undefined): JsonObject {
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, { default?: Json }>);
  return Object.fromEntries(
    properties.flatMap(([name, property]) => (property.default === undefined ? [] : [[name, property.default]])),
  );
}
