/**
 * Mail that was not accepted. `permanent`: the server refused this letter for good (or it cannot be a letter at all);
 * sending it again is useless. Else it may be tried again. The message holds codes only, never an address.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly permanent: boolean;
  /** Such as `invalid_address`, `refused`, `ETIMEDOUT`, `ECONNREFUSED`. */
  readonly code: string;

  constructor(code: string, message: string, permanent: boolean) {
    super(message);
    this.code = code;
    this.permanent = permanent;
  }
}
