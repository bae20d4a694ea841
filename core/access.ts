/** The permissions of callers, and how much of an applicant they see. Source: semantics 16.4, 16.5 and 16.19. */

export const SCOPES = [
  'workflows:read',
  'workflows:write',
  'workflow_templates:read',
  'executions:read',
  'executions:read:full',
  'executions:write',
  'reviews:decide',
  'workflows:activate',
  'webhooks:read',
  'webhooks:write',
  'pii:read',
  'audit:read',
  'statistics:read',
  'users:write',
  'settings:write',
  'people:write',
  'tokens:write',
  'products:write',
  'connections:write',
  'applicants:erase',
  'applicants:export',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The account's settings that decide what its callers may do. */
export interface AccessSettings {
  /** True if the author of a cascade may not put it live. */
  readonly fourEyes: boolean;
}

/**
 * The scopes that a scope includes. `workflows:write` includes `workflows:activate` unless the account asks for four
 * eyes.
 */
const IMPLIED: Partial<Record<Scope, readonly Scope[]>> = {
  'executions:read:full': ['executions:read'],
  'executions:write': ['reviews:decide'],
  'workflows:write': ['workflows:activate'],
};

/** The granted scopes and those that they include. */
export function withImplied(granted: Iterable<Scope>, { fourEyes }: AccessSettings): ReadonlySet<Scope> {
  const all = new Set<Scope>();
  for (const scope of granted) {
    all.add(scope);
    if (scope === 'workflows:write' && fourEyes) continue;
    for (const implied of IMPLIED[scope] ?? []) all.add(implied);
  }
  return all;
}

export const ROLES = ['viewer', 'reviewer', 'author', 'publisher', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const VIEWER = [
  'workflows:read',
  'workflow_templates:read',
  'executions:read',
  'webhooks:read',
  'statistics:read',
] as const;

/** The source that confirmed a user's address. */
export const CONFIRMED_BY = ['operator', 'identity_provider'] as const;
export type ConfirmedBy = (typeof CONFIRMED_BY)[number];

/** The permissions of each role. A test compares the table in docs/semantics with this one. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: VIEWER,
  reviewer: [...VIEWER, 'executions:read:full', 'reviews:decide'],
  author: [...VIEWER, 'workflows:write'],
  publisher: [...VIEWER, 'workflows:activate'],
  admin: SCOPES,
};

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** `hidden`: no values of the input. `masked`: declared values, and the end of identifiers. `whole`: everything. */
export type ApplicantView = 'hidden' | 'masked' | 'whole';

/** The narrow scope sees that there is an input, but not its values. Numbers that identify a person need `pii:read`. */
export function applicantView(scopes: ReadonlySet<Scope>): ApplicantView {
  if (scopes.has('pii:read')) return 'whole';
  return scopes.has('executions:read:full') ? 'masked' : 'hidden';
}
