import { isRole, ROLES, type Role } from '../../core/access.ts';
import { confidentialUrl, ParseError, text, wholeNumber, yesOrNo, type Parser } from './parsers.ts';
import { group, type Variable } from './variable.ts';

const signIn = group('Signing in (OpenID Connect)');

/** As the provider writes it in its tokens: a slash at its end makes it another one. */
const issuer: Parser<string> = (value) => {
  confidentialUrl(value);
  return value;
};

const roleMap: Parser<ReadonlyMap<string, Role>> = (value) => {
  const pairs = value.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    const [groupName, role] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || groupName === '' || !isRole(role)) {
      throw new ParseError(
        `must hold pairs such as staff=viewer, with commas between; the roles are ${ROLES.join(', ')}`,
      );
    }
    return [groupName, role] as const;
  });
  return new Map(pairs);
};

const recordId = wholeNumber(1, 999_999_999_999_999);

/** Where the people of an account sign in. */
export const signInVariables = {
  OIDC_ISSUER: signIn.optional(
    issuer,
    'Identity provider at which people sign in; https, or http on this machine. Not set: by links of `cascade users sign-in-link` only.',
    { example: 'https://login.example.com' },
  ),
  OIDC_CLIENT_ID: signIn.optional(text, 'Client id of Cascade there. Its redirect URI is BASE_URL/auth/callback.', {
    example: 'cascade',
  }),
  OIDC_CLIENT_SECRET: signIn.optional(text, 'Its secret.', { example: 'REPLACE_WITH_THE_SECRET', secret: true }),
  OIDC_SCOPE: signIn.byDefault('openid profile email', text, 'Scopes that are asked for, with blanks between.'),
  OIDC_ROLE_CLAIM: signIn.byDefault('groups', text, 'Claim of the ID token that holds the groups of a person.'),
  OIDC_ROLES: signIn.optional(roleMap, 'The role of each group. Whoever is in none of them is refused.', {
    example: 'cascade-reviewers=reviewer,cascade-admins=admin',
  }),
  OIDC_ACCOUNT: signIn.optional(recordId, 'Id of the account whose people they are.', { example: '1' }),
  OIDC_API_CLIENT: signIn.optional(
    recordId,
    "Id of the API client through which they act. Not set: the account's only one.",
    { example: '1' },
  ),
  OIDC_ALLOW_PRIVATE: signIn.byDefault('false', yesOrNo, 'Lets the provider be on a private network.'),
} as const satisfies Record<string, Variable<unknown>>;
