import { ROLE_SCOPES } from '../../../core/access.ts';
import type { User } from '../api/records.ts';

/**
 * To whom a case can be handed: not to somebody whose role decides nothing, with whom it would stay. Whoever has no role
 * here may have one from the identity provider, or a token.
 */
export function takersOf<Person extends Pick<User, 'id' | 'role'>>(
  users: readonly Person[],
  except: readonly (number | null)[],
): Person[] {
  return users.filter(
    ({ id, role }) => !except.includes(id) && (role === null || ROLE_SCOPES[role].includes('reviews:decide')),
  );
}
