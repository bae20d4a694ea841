import { ROLE_SCOPES } from '../../../core/access.ts';
import type { User } from '../api/records.ts';

/**
 * People a case can be handed to. A role that cannot decide is left out, because the case would be stuck there.
 * Somebody without a role here may have one from the identity provider or a token.
 */
export function takersOf<Person extends Pick<User, 'id' | 'role'>>(
  users: readonly Person[],
  except: readonly (number | null)[],
): Person[] {
  return users.filter(
    ({ id, role }) => !except.includes(id) && (role === null || ROLE_SCOPES[role].includes('reviews:decide')),
  );
}
