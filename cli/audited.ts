import type { AuditAction } from '../core/audit.ts';

/**
 * The traces of each command in the audit log: its acts, or the reason why it leaves none. `test/cli/audit.test.ts`
 * knows every command.
 */
export type CommandAudit = readonly [AuditAction, ...AuditAction[]] | 'reads' | { readonly exempt: string };

const OVER_THE_API = { exempt: 'it works over the API, which records it' };
const NO_DATABASE = { exempt: 'it works on a file' };

const DICTIONARY = ['fields.changed', 'activation.requested', 'activation.superseded'] as const;

/** Every command but `list` and `show`, which read. */
export const AUDITED_COMMANDS: Readonly<Record<string, CommandAudit>> = {
  'accounts create': ['account.created'],
  'accounts update': ['account.updated'],
  'accounts grant-production': ['account.updated'],
  'accounts revoke-production': ['account.updated'],
  'accounts addresses': 'reads',
  'accounts confirm-address': ['account.address_confirmed'],
  'accounts withdraw-address': ['account.address_withdrawn'],
  'users create': ['user.created'],
  'users update': ['user.updated'],
  'users withdraw-address': ['user.address_withdrawn'],
  'users sign-in-link': ['sign_in_link.created'],
  'sessions revoke': ['session.revoked'],
  'clients create': ['client.created'],
  'tokens create': ['token.created'],
  'tokens revoke': ['token.revoked'],
  'agencies set': ['agency.set'],
  'products set': ['product.changed'],
  'products versions': 'reads',
  'fields set': DICTIONARY,
  'fields import': DICTIONARY,
  'fields export': 'reads',
  'fields propose': 'reads',
  'fields answer': ['field.answered'],
  'fields remove': DICTIONARY,
  'notices install': ['official_text.installed'],
  'deliveries requeue-dead': ['deliveries.retried'],
  'keys status': 'reads',
  'keys reencrypt': ['keys.reencrypted'],
  'connections url': { exempt: 'it works on the environment' },
  'connections set': ['connection.set'],
  'connections remove': ['connection.removed'],
  'connections unknown': 'reads',
  'connections settle': ['vendor_order.settled'],
  'mail bounce': ['mail.reported'],
  'mail lift': ['mail.lifted'],
  'mail stopped': 'reads',
  'mail resume': ['mail.resumed'],
  'retention run': ['retention.applied', 'audit.purged', 'partition.made', 'partition.detached', 'partition.dropped'],
  'partitions ensure': ['partition.made'],
  'partitions detach': ['partition.detached'],
  'batches interrupt': ['batch.interrupted'],
  'batches run': OVER_THE_API,
  'backtests cancel': ['backtest.cancelled'],
  'billing export': ['billing.exported'],
  'executions re-evaluate': OVER_THE_API,
  'rules export': OVER_THE_API,
  'rules import': OVER_THE_API,
  'examples export': OVER_THE_API,
  'examples import': OVER_THE_API,
  test: OVER_THE_API,
  'applicants erase': OVER_THE_API,
  'applicants export': OVER_THE_API,
  'applicants hold': ['applicant.held'],
  'applicants release': ['applicant.released'],
  'evidence verify': NO_DATABASE,
  'audit export': ['audit.exported'],
  'audit verify': 'reads',
  'workflows read': 'reads',
  listen: ['token.created', 'token.revoked'],
  'vendor-stub': { exempt: 'it is a vendor, and changes nothing' },
  migrate: ['database.migrated'],
  recover: ['executions.recovered', 'erasures.replayed'],
};
