/** Classes and codes of SQLSTATE that mean "not now": connection exceptions, too many connections, shutting down. */
const CLASSES = ['08', '57P'];
const CODES = new Set(['53300', '25P03', '40P01', '40001', '55P03']);
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
/** What the driver says in words only. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/;

/** Whether PostgreSQL could not be asked, or not just now: the same may be tried again later. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Looked at by shape: drivers make errors of their own, and several addresses tried make one error of many.
  const { code, message, syscall, cause, errors } = error as Record<string, unknown>;
  if (Array.isArray(errors) && errors.some(isUnavailable)) return true;
  if (typeof code === 'string') {
    const isNetwork = NETWORK_CODES.has(code) && syscall !== undefined;
    const isOfClass = code.length === 5 && CLASSES.some((prefix) => code.startsWith(prefix));
    if (isNetwork || isOfClass || CODES.has(code)) return true;
  }
  return (typeof message === 'string' && MESSAGES.test(message)) || isUnavailable(cause);
}
