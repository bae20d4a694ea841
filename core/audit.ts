/** Who can have done what the audit log records: a program, a person who has signed in, or an operator. */
export type ActorKind = 'token' | 'session' | 'operator';

/** Source: semantics 16. */
export type AuditAction = 'execution.revealed';
