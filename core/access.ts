import type { ApplicantView } from './masks.ts';

/** What callers may do, and how much of an applicant they see. Source: semantics 16. */

export const SCOPES = [
  'workflows:read',
  'workflows:write',
  'workflow_templates:read',
  'executions:read',
  'executions:read:full',
  'executions:write',
  'webhooks:read',
  'webhooks:write',
  'pii:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** The narrow scope sees that there is an input and not what it says; numbers that identify a person ask for `pii:read`. */
export function applicantView(
  scopes: ReadonlySet<Scope>,
  account: { readonly fullScopeShowsIdentifiers: boolean },
): ApplicantView {
  if (scopes.has('pii:read')) return 'whole';
  if (!scopes.has('executions:read:full')) return 'hidden';
  return account.fullScopeShowsIdentifiers ? 'whole' : 'masked';
}
