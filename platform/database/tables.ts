import type { DB } from './index.ts';
import { CAME_CORRECTED, CAME_LATE, CORRECTIONS, EMPTY, errorText, NOTHING } from './erased-columns.ts';
import { NOBODYS, OF_ACCOUNT, OF_CLIENT, OF_EXECUTION, type TableName, type TableRecord } from './table-record.ts';

/*
 * The registry of tables: owners of the rows, retention, erasure by redaction, and exports. Redaction and partitions
 * read it. Tests compare it with the migrated database and all grants (`test/platform/database/tables.test.ts`), with
 * redacted rows (`test/platform/retention.test.ts`), and with each export.
 *
 * A table that is missing does not compile. A column with text, bytes or JSON that is in no list fails a test.
 */

export const TABLES: { readonly [Table in TableName]: TableRecord<keyof DB[Table] & string> } = {
  account: {
    owner: [['id', 'account']],
    kept: 'always',
    other: ['name', 'legal_name', 'address', 'phone', 'default_purpose', 'ecoa_agency', 'examples_gate'],
  },
  account_user: {
    owner: OF_ACCOUNT,
    kept: 'always',
    secret: ['oidc_subject'],
    other: ['name', 'email', 'role', 'oidc_issuer', 'queues', 'confirmed_address', 'confirmed_by'],
  },
  user_address: { owner: [['user_id', 'account_user']], kept: 'always', other: ['address'] },
  account_mail_address: { owner: OF_ACCOUNT, kept: 'always', other: ['address'] },
  api_client: { owner: OF_ACCOUNT, kept: 'always', other: ['name'] },
  api_token: {
    owner: OF_ACCOUNT,
    kept: 'always',
    secret: ['token_hash', 'approval_hash'],
    other: ['prefix', 'scopes'],
  },
  user_session: {
    owner: OF_ACCOUNT,
    kept: { until: 'expired', by: ['gateway'] },
    secret: ['token_hash', 'approval_hash'],
    other: ['roles', 'address'],
  },
  sign_in_link: {
    owner: OF_CLIENT,
    kept: { until: 'expired', by: ['gateway'] },
    secret: ['token_hash'],
  },
  sign_in_mail: { owner: NOBODYS, kept: { until: 'expired', by: ['gateway'] }, other: ['address'] },
  sign_in_attempt: {
    owner: NOBODYS,
    kept: { until: 'expired', by: ['gateway'] },
    secret: ['state_hash', 'browser_hash', 'nonce', 'code_verifier'],
    other: ['return_to'],
  },
  dictionary_request: { owner: OF_ACCOUNT, kept: 'always', other: ['changes', 'note', 'status', 'decision_note'] },
  dictionary_version: { owner: OF_ACCOUNT, kept: 'always', other: ['note'] },
  field: { owner: OF_ACCOUNT, kept: 'always', other: ['path', 'spec'] },
  product_version: { owner: OF_ACCOUNT, kept: 'always', other: ['code', 'product'] },
  field_answer: { owner: OF_ACCOUNT, kept: 'always', other: ['path', 'code', 'reason'] },

  audit_chain: { owner: OF_ACCOUNT, kept: 'always', other: ['last_hash', 'purged_hash'] },
  audit_event: {
    owner: OF_ACCOUNT,
    kept: 'audit',
    other: [
      ...(['action', 'actor_kind', 'actor_name', 'address', 'request_id', 'subject_type', 'subject_id'] as const),
      ...(['detail', 'previous_hash', 'hash'] as const),
    ],
    exports: ['audit'],
  },
  full_read: { owner: OF_EXECUTION, kept: { until: 'expired', by: ['gateway'] }, other: ['actor_kind'] },

  workflow: { owner: OF_ACCOUNT, kept: 'always', other: ['code', 'name', 'trigger_type', 'use_case'] },
  workflow_version: {
    owner: [['workflow_id', 'workflow']],
    kept: 'always',
    other: ['definition', 'name', 'use_case', 'note', 'products'],
    exports: ['evidence', 'batch'],
  },
  workflow_example: {
    owner: OF_ACCOUNT,
    kept: { until: 'done', by: ['gateway'] },
    other: ['name', 'payload', 'reports', 'decisions', 'applicant_sha256', 'as_of', 'expected'],
  },
  workflow_example_change: {
    owner: OF_ACCOUNT,
    kept: { until: 'done', by: ['gateway'] },
    other: ['was', 'changed_by_user_ids'],
  },
  backtest: {
    owner: OF_ACCOUNT,
    kept: { until: 'done', by: ['gateway'] },
    // Its counts are about no single person.
    other: [
      ...(['definition', 'products', 'name', 'use_case', 'definition_sha256'] as const),
      ...(['filter', 'status', 'error_code', 'tally'] as const),
    ],
  },
  backtest_chunk: {
    owner: [['backtest_id', 'backtest']],
    kept: { until: 'done', by: ['executor', 'gateway'] },
    other: ['execution_ids'],
  },
  backtest_change: {
    owner: OF_EXECUTION,
    kept: { until: 'done', by: ['gateway'] },
    applicant: { old: 'row', new: 'row' },
    other: ['kinds', 'rule'],
  },
  workflow_template: {
    owner: NOBODYS,
    kept: 'always',
    other: ['key', 'name', 'description', 'icon', 'color', 'category', 'definition', 'examples'],
  },
  activation_request: {
    owner: OF_ACCOUNT,
    kept: 'always',
    other: [
      ...(['definition_sha256', 'definition', 'note', 'status', 'decision_note', 'name', 'use_case'] as const),
      ...(['products', 'examples_mark', 'examples', 'examples_changed'] as const),
    ],
  },

  applicant: { owner: OF_CLIENT, kept: 'always', other: ['execution_mode'] },
  applicant_handle: {
    owner: OF_CLIENT,
    // The caller's own key, as its references. HMACs go once no execution has them any more (`forgetHandles`).
    kept: 'always',
    other: ['execution_mode', 'handle'],
  },
  applicant_search: { owner: OF_ACCOUNT, kept: { until: 'done', by: ['gateway'] }, other: ['actor_kind'] },
  applicant_word: {
    owner: OF_EXECUTION,
    kept: { erased: 'redaction' },
    applicant: { word: 'row' },
    other: ['execution_mode'],
  },

  batch: {
    owner: OF_ACCOUNT,
    kept: 'always',
    other: [
      'status',
      'execution_mode',
      'external_reference',
      'product_codes',
      'interrupted_code',
      'request_id',
      'skipped_rows',
    ],
    exports: ['batch'],
  },
  execution: {
    owner: OF_ACCOUNT,
    kept: 'always',
    applicant: {
      payload: EMPTY,
      corrections: CORRECTIONS,
      state: NOTHING,
      first_error_message: errorText('first_error_message'),
    },
    // The caller's own values, by which the caller finds the execution (semantics 18.4.8).
    erased: { execution_key: NOTHING, external_reference: NOTHING, request_id: NOTHING, traceparent: NOTHING },
    other: [
      ...(['execution_key', 'external_reference'] as const),
      ...([
        'status',
        'execution_mode',
        'review_status',
        'outcome',
        'first_error_code',
        'notices_due',
        'settings',
        'pending_reports',
      ] as const),
      ...(['traceparent', 'request_id'] as const),
    ],
    exports: ['evidence', 'batch'],
  },
  decision_fact: {
    owner: OF_CLIENT,
    kept: { until: 'begun_again', by: ['gateway'] },
    // Coarser values stay.
    applicant: { facts: 'computed' },
    other: [
      ...(['execution_mode', 'status', 'outcome', 'error_code'] as const),
      // Names of rules, and codes: no reviewer's own words.
      ...(['decided_by', 'held', 'taken', 'reasons'] as const),
    ],
  },
  // Counts of many people.
  decision_day: {
    owner: OF_CLIENT,
    kept: 'always',
    other: ['execution_mode', 'status', 'outcome', 'what', 'key', 'bins', 'bin_counts'],
  },
  decision_hour: {
    owner: OF_CLIENT,
    kept: 'always',
    other: ['execution_mode', 'status', 'outcome', 'what', 'key', 'bins', 'bin_counts'],
  },
  // Shares of many people.
  decision_drift: { owner: OF_CLIENT, kept: { until: 'done', by: ['executor'] }, other: ['kind', 'key', 'measured'] },
  drift_watch: { owner: OF_CLIENT, kept: 'always' },
  reused_report: {
    owner: OF_EXECUTION,
    kept: { erased: 'redaction' },
    applicant: { output: 'row' },
    other: ['product_code'],
    exports: ['evidence'],
  },
  command: {
    owner: [
      ['execution_id', 'execution'],
      ['batch_id', 'batch'],
    ],
    kept: { until: 'done', by: ['gateway', 'executor'] },
    other: ['kind', 'lane'],
  },
  step: {
    owner: OF_EXECUTION,
    kept: { range: 'execution' },
    applicant: {
      // Retention then restores what was decided and done.
      output: { leaves: `case when output is not null then '{}'::jsonb end` },
      error_message: errorText('error_message'),
    },
    other: ['node_id', 'node_type', 'status', 'error_code', 'causes'],
    exports: ['evidence', 'batch'],
  },
  effect: {
    owner: OF_EXECUTION,
    kept: { range: 'execution' },
    // The fact that a report came late stays, as its bill does.
    applicant: { request: EMPTY, result: CAME_LATE, error_message: errorText('error_message') },
    other: ['key', 'node_id', 'kind', 'status', 'error_code'],
    exports: ['evidence', 'batch'],
  },
  review_round: {
    owner: OF_EXECUTION,
    kept: 'always',
    applicant: { note: NOTHING, reasons: NOTHING, variables: NOTHING, rules: NOTHING },
    other: [
      ...([
        'key',
        'node_id',
        'kind',
        'status',
        'decision',
        'needs',
        'delivery',
        'posted_on',
        'carrier',
        'why',
      ] as const),
      ...(['missing_variables', 'approvals', 'queue'] as const),
    ],
    exports: ['evidence', 'batch'],
  },
  review_event: {
    owner: OF_EXECUTION,
    kept: { range: 'execution' },
    applicant: { note: NOTHING, metadata: { leaves: `metadata - '{note,reasons,variables}'::text[]` } },
    other: ['event_type'],
    exports: ['evidence'],
  },
  vendor_order: {
    owner: OF_EXECUTION,
    kept: 'always',
    // Texts of the vendor, who may name an order as it likes.
    applicant: {
      reference: NOTHING,
      location: NOTHING,
      answer: NOTHING,
      report_digest: NOTHING,
      corrections: CAME_CORRECTED,
    },
    other: ['node_id', 'product_code', 'connection', 'ended_as'],
    exports: ['batch'],
  },
  vendor_callback: {
    owner: NOBODYS,
    // Those of an execution are removed with its redaction (`platform/retention`), all others a day later.
    kept: { until: 'done', by: ['executor'] },
    secret: ['sealed'],
    other: ['connection', 'digest', 'reference'],
  },
  restore: { owner: NOBODYS, kept: 'always' },
  product_connection: {
    owner: OF_ACCOUNT,
    kept: { until: 'done', by: ['gateway'] },
    secret: ['secrets'],
    other: ['product_code', 'name', 'settings'],
  },
  billing_entry: {
    owner: OF_ACCOUNT,
    kept: { range: 'execution' },
    other: ['node_id', 'product_code'],
    exports: ['evidence', 'billing'],
  },

  agency: { owner: OF_ACCOUNT, kept: 'always', other: ['product_code', 'name', 'address', 'phone'] },
  official_text: { owner: NOBODYS, kept: 'always', other: ['key', 'filename', 'content_type', 'bytes', 'sha256'] },
  artifact: {
    owner: OF_CLIENT,
    kept: 'always',
    applicant: { document: 'file' },
    other: [
      ...(['kind', 'node_id', 'stage', 'status', 'notice_status', 'filename', 'content_type', 'sha256'] as const),
      ...(['error_message', 'needs'] as const),
    ],
    exports: ['evidence', 'batch'],
  },
  artifact_blob: {
    owner: [['artifact_id', 'artifact']],
    kept: { erased: 'file' },
    applicant: { bytes: 'row' },
    exports: ['evidence', 'batch'],
  },
  notice_resend: { owner: OF_CLIENT, kept: 'always', other: ['status', 'error_code'] },
  mail_message: {
    owner: OF_CLIENT,
    kept: { until: 'not_sent', by: ['executor'] },
    applicant: { raw: 'file', recipient: 'file', response: 'file' },
    other: ['message_id', 'sender'],
    exports: ['evidence'],
  },
  mail_report: {
    owner: OF_EXECUTION,
    kept: 'always',
    erased: { recipient_hash: NOTHING },
    other: ['message_id', 'recipient_hash', 'kind', 'status'],
  },
  mail_stop: { owner: OF_CLIENT, kept: 'always' },

  event: {
    owner: OF_CLIENT,
    kept: 'always',
    applicant: { body: 'computed' },
    other: ['name'],
    exports: ['evidence'],
  },
  webhook_subscription: {
    owner: OF_ACCOUNT,
    kept: 'always',
    secret: ['secret', 'previous_secret'],
    other: ['url', 'event_filter'],
    exports: ['evidence'],
  },
  webhook_delivery: {
    owner: OF_CLIENT,
    kept: 'always',
    other: ['event', 'status', 'last_error'],
    exports: ['evidence'],
  },
  webhook_queue: {
    owner: [['delivery_id', 'webhook_delivery']],
    kept: { until: 'done', by: ['webhooks'] },
    other: ['lane'],
  },
  webhook_attempt: {
    owner: [['delivery_id', 'webhook_delivery']],
    kept: { range: 'delivery' },
    other: ['error'],
    exports: ['evidence'],
  },
  webhook_unsuccessful: {
    owner: OF_CLIENT,
    kept: { until: 'done', by: ['gateway', 'webhooks'] },
    other: ['status'],
  },

  idempotency_key: {
    owner: OF_CLIENT,
    kept: { until: 'expired', by: ['gateway'] },
    secret: ['response_sealed'],
    other: ['key', 'fingerprint', 'response_data'],
  },
  erasure: { owner: OF_CLIENT, kept: 'always', other: ['reason', 'status'] },
  erasure_execution: {
    owner: OF_EXECUTION,
    // Rows of executions that were split off from the person are deleted.
    kept: { until: 'done', by: ['executor'] },
    other: ['waits_for', 'kept_for', 'emptied'],
  },
  legal_hold: { owner: OF_CLIENT, kept: 'always', other: ['matter'] },
  failed_auth: {
    owner: NOBODYS,
    kept: { until: 'expired', by: ['gateway'] },
    secret: ['token_hash'],
    other: ['ip'],
    unlogged: true,
  },
  rate_window: { owner: NOBODYS, kept: { until: 'expired', by: ['gateway'] }, other: ['key'], unlogged: true },
};

/** The registry as a list. */
export const TABLE_RECORDS: readonly (TableRecord & { readonly table: TableName })[] = Object.entries(TABLES).map(
  ([table, record]) => ({ ...(record as TableRecord), table: table as TableName }),
);
