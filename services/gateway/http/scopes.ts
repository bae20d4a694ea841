import type { Scope } from '../../../core/access.ts';
import { AppError } from '../../../core/errors.ts';
import type { Auth } from '../services.ts';

/** The caller has none of these scopes. */
export function insufficientScope(...scopes: readonly Scope[]): AppError {
  return new AppError('insufficient_scope', {
    details: [{ field: 'Authorization', message: `the token lacks the scope ${scopes.join(' or ')}` }],
  });
}

/** For parts of a request that need more than the scopes that its operation declares. */
export function requireEach(auth: Auth, ...scopes: readonly Scope[]): void {
  const lacking = scopes.find((scope) => !auth.scopes.has(scope));
  if (lacking !== undefined) throw insufficientScope(lacking);
}
