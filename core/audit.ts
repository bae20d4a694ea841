/** What the audit log records. Source: semantics 19. */

/** Who can have done it: a program, a person who has signed in, an operator at the command line, or nobody who is known. */
export const ACTOR_KINDS = ['token', 'session', 'operator', 'anonymous'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Every act, with what it is in words. The guide's table is held against this one. */
export const AUDIT_ACTIONS = {
  'account.created': 'An account was created.',
  'account.updated': 'A setting of the account changed, such as production access, four eyes or its legal name.',
  'account.address_confirmed': "An e-mail address was confirmed as the account's own.",
  'account.address_withdrawn': 'A confirmed e-mail address was taken back.',
  'agency.set': 'Who is behind the reports of a product was set.',
  'field_label.set': 'What a field of the payload is called was set.',
  'field_label.removed': 'The label of a field was removed.',
  'user.created': 'A user was created.',
  'user.updated': "A user's name, e-mail address or role changed.",
  'client.created': 'An API client was created.',
  'token.created': 'A bearer token was created.',
  'token.revoked': 'A bearer token was revoked.',
  'sign_in_link.created': 'A link was made with which a user signs in once.',
  'session.opened': 'A person signed in.',
  'session.closed': 'A person signed out.',
  'session.revoked': 'An operator ended a session.',
  'sign_in.refused': 'A sign-in was refused.',
  'workflow.created': 'A workflow was created.',
  'workflow.updated': 'A workflow changed: its definition, its name, or whether it is active.',
  'workflow.deleted': 'A workflow was deleted.',
  'activation.requested': 'It was asked that a workflow goes live.',
  'activation.approved': 'Somebody else approved it, and it went live.',
  'activation.refused': 'Somebody refused it.',
  'activation.superseded': 'A request ended because the workflow got another version, or was deleted.',
  'activation.withdrawn': 'Whoever had asked took it back.',
  'subscription.created': 'A webhook subscription was created.',
  'subscription.updated': 'A webhook subscription changed.',
  'subscription.deleted': 'A webhook subscription was deleted.',
  'subscription.secret_rotated': 'The signing secret of a subscription was exchanged.',
  'subscription.tested': 'A sample event was sent to a subscription.',
  'deliveries.retried': 'Webhook deliveries were made due again.',
  'batch.created': 'A batch was started.',
  'batch.cancelled': 'A batch was cancelled.',
  'batch.interrupted': 'An operator stopped the dispatch of a batch.',
  'batch.resumed': 'An interrupted batch went on.',
  'batch.retried': 'Failed and skipped rows of a batch were queued again.',
  'batch.exported': 'The results of a batch were exported.',
  'notices.exported': 'The notices of a batch were downloaded.',
  'execution.cancelled': 'An execution was cancelled.',
  'execution.re_evaluated': 'An execution was evaluated again.',
  'execution.revealed': 'Masked values were shown in full.',
  'evidence.downloaded': 'An evidence bundle was downloaded.',
  'report.downloaded': 'The PDF of a report was downloaded.',
  'notice.downloaded': 'The PDF of a notice was downloaded.',
  'mail.downloaded': 'An e-mail that was kept as a file was downloaded.',
  'notice.posted': 'It was recorded that a notice was posted.',
  'notice.sent_elsewhere': 'It was recorded that a notice was sent outside this service.',
  'notice.resent': 'A notice was sent once more.',
  'review.decided': 'A review was decided.',
  'review.approval_added': 'Somebody approved a review that others have to approve too.',
  'review.assigned': 'A review was assigned, or released.',
  'review.noted': 'A note was added to an execution.',
  'mail.lifted': 'Mail may go to the recipient of a report again.',
  'mail.resumed': 'The mail of an API client may go on.',
  'mail.reported': 'A report of a letter that came back was recorded by hand.',
  'official_text.installed': 'An official text was put in place.',
  'keys.reencrypted': 'Secrets were encrypted with the first key.',
  'database.migrated': 'The database was brought up to date, or privileges were granted.',
  'executions.recovered': 'Live executions were started again.',
  'retention.applied': 'What had been kept for its time was removed.',
  'billing.exported': 'The ledger of live pulls was exported.',
  'audit.exported': 'The audit log was exported.',
  'audit.purged': 'Rows of the audit log that had been kept for their time were removed.',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as readonly AuditAction[];

/** `account_id` of acts that concern no account, or all of them. */
export const INSTALLATION = 0;
