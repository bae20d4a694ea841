/**
 * SQLSTATE classes and codes that mean "not now": connection exceptions, too many connections, shutdown, time-outs, a full
 * or failing disk. Out of memory is not among them: one statement may ask for too much, again and again.
 */
const CLASSES = ['08', '57P'];
const CODES = new Set(['53100', '53300', '58030', '57014', '25P03', '40P01', '40001', '55P03']);
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Errors for which the driver has no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;

/**
 * The connection was lost while a transaction was being committed, so its outcome is unknown. Its cause is the
 * connection's error.
 */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';

  constructor(cause: unknown) {
    super('the connection was lost at COMMIT', { cause });
  }
}

/** True if the connection was lost, as opposed to an error that PostgreSQL reported after rolling back. */
export function isConnectionLost(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
  return isUnavailable(error) && !(typeof code === 'string' && CODES.has(code));
}

/** True if PostgreSQL could not be reached, or not at this moment, so that a later attempt may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Checked by shape: drivers have error types of their own, and a connection to several addresses fails with one error of many.
  const { code, message, syscall, cause, errors } = error as Record<string, unknown>;
  if (Array.isArray(errors) && errors.some(isUnavailable)) return true;
  if (typeof code === 'string') {
    const isNetwork = NETWORK_CODES.has(code) && syscall !== undefined;
    const isOfClass = code.length === 5 && CLASSES.some((prefix) => code.startsWith(prefix));
    if (isNetwork || isOfClass || CODES.has(code)) return true;
  }
  return (typeof message === 'string' && MESSAGES.test(message)) || isUnavailable(cause);
}
