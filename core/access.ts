/** What callers may do, and how much of an applicant they see. Source: semantics 16.4, 16.5 and 16.19. */

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
] as const;
export type Scope = (typeof SCOPES)[number];

/** What an account asks for, as far as it decides what its callers may do. */
export interface AccessSettings {
  /** Whoever writes a cascade does not put it live. */
  readonly fourEyes: boolean;
}

/** What a scope admits to besides its own. `workflows:write` brings `workflows:activate` unless four eyes are asked for. */
const IMPLIED: Partial<Record<Scope, readonly Scope[]>> = {
  'executions:read:full': ['executions:read'],
  'executions:write': ['reviews:decide'],
  'workflows:write': ['workflows:activate'],
};

/** The scopes that were granted, with those that they imply. */
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

/** What a person may do. The table of docs/semantics is held against this one. */
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

/** `hidden`: no value of the input. `masked`: declared values, and of identifiers the end. `whole`: everything. */
export type ApplicantView = 'hidden' | 'masked' | 'whole';

/** The narrow scope sees that there is an input and not what it says; numbers that identify a person ask for `pii:read`. */
export function applicantView(scopes: ReadonlySet<Scope>): ApplicantView {
  if (scopes.has('pii:read')) return 'whole';
  return scopes.has('executions:read:full') ? 'masked' : 'hidden';
}
