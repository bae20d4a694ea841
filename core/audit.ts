/** What the audit log records, and who can have done it. Source: semantics 16. */

export const ACTOR_KINDS = ['token', 'session', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export const AUDIT_ACTIONS = ['execution.revealed'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
