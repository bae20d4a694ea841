/**
 * SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation): PostgreSQL will not take this however
 * often it is asked, so it is recorded as a failure and not tried again.
 */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]\w{3}$/.test(error.code);
}
