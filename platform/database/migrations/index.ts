import { Migration20261120000000_initial } from './Migration20261120000000_initial.ts';
import { Migration20261122000000_webhook_queue } from './Migration20261122000000_webhook_queue.ts';
import { Migration20261122131500_notice_parties } from './Migration20261122131500_notice_parties.ts';
import { Migration20261122132500_executor } from './Migration20261122132500_executor.ts';
import { Migration20261122132500_idempotency } from './Migration20261122132500_idempotency.ts';
import { Migration20261122133500_webhook_attempts } from './Migration20261122133500_webhook_attempts.ts';
import { Migration20261122135000_webhook_delivery_time } from './Migration20261122135000_webhook_delivery_time.ts';
import { Migration20261122135500_batches } from './Migration20261122135500_batches.ts';
import { Migration20261122135700_lists } from './Migration20261122135700_lists.ts';
import { Migration20261122140000_causes } from './Migration20261122140000_causes.ts';
import { Migration20261122141000_re_evaluation } from './Migration20261122141000_re_evaluation.ts';
import { Migration20261122142200_render_queue } from './Migration20261122142200_render_queue.ts';
import { Migration20261122161500_reservations } from './Migration20261122161500_reservations.ts';
import { Migration20261122163500_retention } from './Migration20261122163500_retention.ts';
import { Migration20261122164500_metrics } from './Migration20261122164500_metrics.ts';
import { Migration20261122171500_begun_runs } from './Migration20261122171500_begun_runs.ts';
import { Migration20261122201000_traces } from './Migration20261122201000_traces.ts';
import { Migration20261122203900_changes } from './Migration20261122203900_changes.ts';
import { Migration20261122224500_request_ids } from './Migration20261122224500_request_ids.ts';
import { Migration20261124090000_poison_runs } from './Migration20261124090000_poison_runs.ts';
import { Migration20261124103000_mail_relay } from './Migration20261124103000_mail_relay.ts';
import { Migration20261124120000_mail_reports } from './Migration20261124120000_mail_reports.ts';
import { Migration20261124210000_backlog_view } from './Migration20261124210000_backlog_view.ts';
import { Migration20261125010300_access } from './Migration20261125010300_access.ts';
import { Migration20261125013300_roles } from './Migration20261125013300_roles.ts';
import { Migration20261125014700_sessions } from './Migration20261125014700_sessions.ts';
import { Migration20261125020300_identity_provider } from './Migration20261125020300_identity_provider.ts';
import { Migration20261125021900_notices_due } from './Migration20261125021900_notices_due.ts';
import { Migration20261125040000_reports_on_demand } from './Migration20261125040000_reports_on_demand.ts';
import { Migration20261125043000_second_look } from './Migration20261125043000_second_look.ts';
import { Migration20261125044000_field_labels } from './Migration20261125044000_field_labels.ts';
import { Migration20261125050000_audit_chain } from './Migration20261125050000_audit_chain.ts';
import { Migration20261125050100_activation_requests } from './Migration20261125050100_activation_requests.ts';
import { Migration20261125073100_review_approvals } from './Migration20261125073100_review_approvals.ts';
import { Migration20261125073200_approval_proofs } from './Migration20261125073200_approval_proofs.ts';
import { Migration20261125073300_full_reads } from './Migration20261125073300_full_reads.ts';
import { Migration20261125073400_persons } from './Migration20261125073400_persons.ts';
import { Migration20261125081000_partitions } from './Migration20261125081000_partitions.ts';
import { Migration20261125081100_review_queues } from './Migration20261125081100_review_queues.ts';
import { Migration20261125104100_labels_of_executions } from './Migration20261125104100_labels_of_executions.ts';
import { Migration20261125105000_failed_resends } from './Migration20261125105000_failed_resends.ts';
import { Migration20261125110000_activation_writers } from './Migration20261125110000_activation_writers.ts';
import { Migration20261125141000_activation_requests_of_account } from './Migration20261125141000_activation_requests_of_account.ts';
import { Migration20261125181500_marks_of_fields } from './Migration20261125181500_marks_of_fields.ts';
import { Migration20261125214500_personal_fields } from './Migration20261125214500_personal_fields.ts';
import { Migration20261128060000_corrections } from './Migration20261128060000_corrections.ts';
import { Migration20261128061500_confirmed_addresses } from './Migration20261128061500_confirmed_addresses.ts';
import { Migration20261128070000_reviews_not_comparable } from './Migration20261128070000_reviews_not_comparable.ts';

/** In the order in which they are applied. A migration that was released is never changed. */
export const MIGRATIONS = [
  Migration20261120000000_initial,
  Migration20261122000000_webhook_queue,
  Migration20261122131500_notice_parties,
  Migration20261122132500_executor,
  Migration20261122132500_idempotency,
  Migration20261122133500_webhook_attempts,
  Migration20261122135000_webhook_delivery_time,
  Migration20261122135500_batches,
  Migration20261122135700_lists,
  Migration20261122140000_causes,
  Migration20261122141000_re_evaluation,
  Migration20261122142200_render_queue,
  Migration20261122161500_reservations,
  Migration20261122163500_retention,
  Migration20261122164500_metrics,
  Migration20261122171500_begun_runs,
  Migration20261122201000_traces,
  Migration20261122203900_changes,
  Migration20261122224500_request_ids,
  Migration20261124090000_poison_runs,
  Migration20261124103000_mail_relay,
  Migration20261124120000_mail_reports,
  Migration20261124210000_backlog_view,
  Migration20261125010300_access,
  Migration20261125013300_roles,
  Migration20261125014700_sessions,
  Migration20261125020300_identity_provider,
  Migration20261125021900_notices_due,
  Migration20261125040000_reports_on_demand,
  Migration20261125043000_second_look,
  Migration20261125044000_field_labels,
  Migration20261125050000_audit_chain,
  Migration20261125050100_activation_requests,
  Migration20261125073100_review_approvals,
  Migration20261125073200_approval_proofs,
  Migration20261125073300_full_reads,
  Migration20261125073400_persons,
  Migration20261125081000_partitions,
  Migration20261125081100_review_queues,
  Migration20261125104100_labels_of_executions,
  Migration20261125105000_failed_resends,
  Migration20261125110000_activation_writers,
  Migration20261125141000_activation_requests_of_account,
  Migration20261125181500_marks_of_fields,
  Migration20261125214500_personal_fields,
  Migration20261128060000_corrections,
  Migration20261128061500_confirmed_addresses,
  Migration20261128070000_reviews_not_comparable,
];
