import type { Scope } from '../../../core/access.ts';

/** The console's words for what a token may do. */
export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'workflows:read': 'See workflows, rules, sources and fields',
  'workflows:write': 'Write workflows and fields',
  'workflow_templates:read': 'See templates',
  'executions:read': 'See applications, without what applicants entered',
  'executions:read:full': 'See applicants, reports and letters, numbers masked',
  'executions:write': 'Start, cancel and repeat applications and batches',
  'reviews:decide': 'Decide reviews and handle letters',
  'workflows:activate': 'Put workflows live, and approve what others wrote',
  'webhooks:read': 'See webhooks and their deliveries',
  'webhooks:write': 'Change webhooks and send deliveries again',
  'pii:read': 'See numbers that identify people in full',
  'audit:read': 'See the audit log',
  'statistics:read': 'See statistics',
  'users:write': 'Change the queues of reviewers',
  'settings:write': 'Change company and agencies',
  'people:write': 'Invite people, give and take roles',
  'tokens:write': 'Make, rotate and revoke tokens',
  'products:write': 'Describe sources',
  'connections:write': 'Connect sources with vendors, and settle orders that are in doubt',
  'applicants:erase': 'Forget people',
  'applicants:export': 'Export what is held of a person',
};
