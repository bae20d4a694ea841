import { ROLE_SCOPES, type Role } from '../../../core/access.ts';
import { AppError } from '../../../core/errors.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';

/* Refusals of changes to people and tokens. */

/**
 * Nobody gives or takes a scope that they lack. Otherwise they could raise their own access, or that of a second user
 * of theirs.
 */
export function requireScopesOf(auth: Auth, ...roles: readonly (Role | null)[]): void {
  requireEach(auth, ...roles.flatMap((role) => (role === null ? [] : ROLE_SCOPES[role])));
}

/** The error for a result of the functions in `people.sql`. */
export function refusal(result: string, field: string, id?: number | null): AppError {
  if (result === 'not_found') return new AppError('not_found');
  if (result === 'sign_in_again') return new AppError('sign_in_again', { message: NOT_JUST_NOW });
  const message = REFUSED[result];
  if (message === undefined) return new AppError('insufficient_scope', { message: NOT_PROVEN });
  const [named, words] = message;
  return new AppError('validation_failed', {
    details: [{ field: named ?? field, message: `${words}${result === 'is_there' ? ` as user ${id ?? 0}` : ''}` }],
  });
}

const NOT_JUST_NOW =
  'Administrators are made by a person who signed in less than 15 minutes ago, and by no token. Sign out and in again, then ' +
  'give the role.';
const NOT_PROVEN = 'This token or session has ended. Make another token, or sign in again.';

/** The field at fault, if it is always the same one, and the reason. */
const REFUSED: Readonly<Record<string, readonly [string | null, string]>> = {
  own: [null, 'is your own, or of another user with an address of yours: another administrator changes it'],
  of_provider: [null, 'is given by the identity provider, where they sign in: change their groups there'],
  last_admin: [null, 'is that of the last administrator: give another user the role admin first'],
  four_eyes: [
    null,
    'would let one person put cascades live as two, and the account asks for four eyes: an operator gives it',
  ],
  no_address: ['email', 'must be one e-mail address and nothing else'],
  is_there: ['email', 'is in the account already,'],
  no_client: ['api_client_id', 'is not an API client of the account'],
  too_long: ['expires_in_days', 'is longer than the account lets a token live (longest_token_days of GET /company)'],
  of_another: [null, 'acts for another user: make a new token, which acts for you, and revoke that one'],
};
