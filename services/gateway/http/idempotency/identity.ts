import { canonicalJson } from '../../../../core/canonical-json.ts';
import { AppError } from '../../../../core/errors.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../core/json.ts';
import { sha256Hex } from '../../../../platform/crypto.ts';

/** Greatest length of the header, and of a key with its namespace as executions show it. */
export const MAX_KEY_LENGTH = 200;
/** Printable ASCII, because only that is written and compared alike by clients, proxies and logs. */
export const KEY_PATTERN = '^[ -~]*$';
const ONLY_KEY_CHARACTERS = new RegExp(KEY_PATTERN);

export interface RequestKey {
  /**
   * The key as it is stored: `<namespace>api_client:<id>:<key>`. The namespace goes first: after the client it could be
   * the beginning of the key of another operation (`reeval:131:x`).
   */
  readonly stored: string;
  /** The key as executions show it: `api_client:<id>:<namespace><key>`. */
  readonly shown: string;
}

/**
 * Reads the Idempotency-Key header; null if it is blank and not required. Throws `missing_idempotency_key`, or
 * `validation_failed` if it is too long or has other characters.
 */
export function readIdempotencyKey(
  header: string,
  { apiClientId, namespace, isRequired }: Namespace & { readonly isRequired: boolean },
): RequestKey | null {
  // Node has trimmed the header.
  if (header === '' && !isRequired) return null;
  if (header === '') throw new AppError('missing_idempotency_key');
  if (!ONLY_KEY_CHARACTERS.test(header)) refuseKey('must have printable ASCII characters only (U+0020 to U+007E)');
  const client = `api_client:${apiClientId}:`;
  // Executions show the key with client and namespace, so these count against the length.
  const most = isRequired ? MAX_KEY_LENGTH - client.length - namespace.length : MAX_KEY_LENGTH;
  if (header.length > most) refuseKey(`must have at most ${most} characters here`);
  return { stored: namespace + client + header, shown: client + namespace + header };
}

interface Namespace {
  readonly apiClientId: number;
  readonly namespace: string;
}

function refuseKey(message: string): never {
  throw new AppError('validation_failed', { details: [{ field: 'Idempotency-Key', message }] });
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
