/**
 * SQLSTATE classes 22 (data exception), 23 (integrity constraint violation) and 54 (program limit exceeded): repeating
 * the statement never helps.
 */
const SQLSTATE = /^(22|23|54)\w{3}$/;
/** V8 and Node cannot make a string of that length. */
const STRING_LENGTH = /^(Invalid string length|Cannot create a string longer than)/;

/** True if the data itself is the error, so that it is recorded as a failure and not tried again (semantics 8.6.1). */
export function isDataError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code)) return true;
  return STRING_LENGTH.test(error.message);
}
