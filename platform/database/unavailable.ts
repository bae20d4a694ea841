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
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code === 'string') {
    const isNetwork = NETWORK_CODES.has(code) && 'syscall' in error;
    if (isNetwork || CODES.has(code) || CLASSES.some((prefix) => /^\w{5}$/.test(code) && code.startsWith(prefix)))
      return true;
  }
  return MESSAGES.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause));
}
