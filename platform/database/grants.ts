/*
 * The privileges of each service in the database, as a role of its own; the role that migrates owns the tables. An
 * attacker in one service gets no further than this. No service can make an account, nor a token or a role without an
 * administrator who is shown to PostgreSQL. The executor reads no signing secret, the webhooks service reads no report,
 * and no service decides to whom an execution belongs. The executor empties erased data.
 *
 * Rows are not limited by account, because services work for all accounts.
 *
 * A privilege that a release no longer needs is revoked one release later, because the release before still runs during
 * the rollout.
 */

export const SERVICE_ROLES = ['gateway', 'executor', 'webhooks', 'artifacts', 'keda'] as const;
export type ServiceRole = (typeof SERVICE_ROLES)[number];

/** Names of columns, or true for every column, including those of later releases. */
export type Columns = true | readonly string[];

/** To lock rows, a role needs UPDATE on one of their columns. */
export interface TableGrant {
  readonly select?: Columns;
  readonly insert?: Columns;
  readonly update?: Columns;
  readonly delete?: true;
}

export type Grants = Readonly<Record<string, TableGrant>>;

/**
 * Rows that are added with an event: its recipients and its deliveries. Secrets and addresses of subscriptions are not
 * read.
 */
const EVENTS: Grants = {
  event: { select: true, insert: true },
  webhook_delivery: { select: true, insert: true },
  webhook_queue: { insert: true },
  webhook_subscription: { select: ['id', 'api_client_id', 'active', 'deleted_at', 'event_filter'] },
};

/** The sender of a letter, and the agencies whose reports it names. */
const NOTICE_PARTIES: Grants = { account: { select: true }, agency: { select: true } };

/** Tells if the schema is up to date, for `cascade migrate --wait`. */
const MIGRATIONS: Grants = { mikro_orm_migrations: { select: true } };

export const ROLE_GRANTS: Readonly<Record<ServiceRole, Grants>> = {
  gateway: {
    ...MIGRATIONS,
    ...EVENTS,
    // The sender of letters, the lifetime of tokens and the gate of examples, but none of the account's permissions.
    account: {
      select: true,
      update: [
        ...['address', 'claims_months', 'ecoa_agency', 'examples_gate', 'legal_name', 'longest_token_days', 'phone'],
        'updated_at',
      ],
    },
    agency: {
      select: true,
      insert: [
        ...['account_id', 'product_code', 'name', 'address', 'phone', 'toll_free', 'nationwide', 'consumer_report'],
        'updated_at',
      ],
      update: ['name', 'address', 'phone', 'toll_free', 'nationwide', 'consumer_report', 'updated_at'],
    },
    // Saving warns about mail to addresses not among them.
    account_mail_address: { select: true },
    // People whom the identity provider signs in; never a role.
    account_user: {
      select: true,
      insert: [
        ...['account_id', 'name', 'email', 'oidc_issuer', 'oidc_subject'],
        ...['confirmed_address', 'confirmed_by', 'confirmed_at'],
      ],
      update: ['name', 'email', 'queues', 'confirmed_address', 'confirmed_by', 'confirmed_at'],
    },
    activation_request: {
      select: true,
      insert: true,
      update: ['activated_version', 'decided_at', 'decided_by_user_id', 'decision_note', 'examples_changed', 'status'],
    },
    // Locked while its subscriptions are counted.
    api_client: { select: true, update: ['name'] },
    api_token: { select: true, update: ['last_used_at'] },
    // Executions are joined when they are accepted, and by hand.
    applicant: { select: true, insert: true, update: ['id'] },
    applicant_handle: { select: true, insert: true, update: ['applicant_id'] },
    applicant_search: { select: true, insert: true, update: ['searches', 'shown'], delete: true },
    applicant_word: { select: true, insert: true, update: ['applicant_id'] },
    // It asks for reports.
    artifact: { select: true, update: ['due_at', 'notice_status', 'priority'] },
    artifact_blob: { select: true },
    // Rows are added and read: nobody changes a record. The database sets number, time and hash, and keeps the chain.
    audit_event: {
      select: true,
      insert: [
        ...['account_id', 'action', 'actor_kind', 'actor_id', 'actor_user_id', 'actor_name', 'api_client_id'],
        ...['address'],
        ...['request_id', 'subject_type', 'subject_id', 'detail'],
      ],
    },
    // It requests and cancels them, and deletes the oldest ones.
    backtest: { select: true, insert: true, update: ['ended_at', 'status'], delete: true },
    backtest_change: { select: true, delete: true },
    backtest_chunk: { select: true, insert: true, delete: true },
    batch: {
      select: true,
      insert: true,
      update: ['completed_at', 'interrupted_code', 'resumed_at', 'run_key', 'started_at', 'status', 'updated_at'],
    },
    billing_entry: { select: true },
    command: { select: true, insert: true, update: ['due_at'], delete: true },
    // A cancel ends a run; a retry reverts its end.
    decision_fact: { select: true, insert: true, delete: true },
    decision_day: { select: true, insert: true, update: ['bin_counts', 'bins', 'count'] },
    decision_drift: { select: true },
    decision_hour: { select: true, insert: true, update: ['bin_counts', 'bins', 'count'] },
    effect: { select: true, update: ['finished_at', 'status'] },
    dictionary_request: {
      select: true,
      insert: true,
      update: ['decided_at', 'decided_by_user_id', 'decision_note', 'status'],
    },
    // Rows are only added, because an execution keeps the dictionary of its acceptance.
    dictionary_version: { select: true, insert: true },
    field: { select: true, insert: true },
    field_answer: { select: true, insert: true },
    // Rows are only added, because a version of a cascade pins the one with which it was saved.
    product_version: { select: true, insert: true },
    execution: {
      select: true,
      insert: true,
      // No outcome, because only the executor records one.
      update: [
        ...['advance_failures', 'advances_begun', 'applicant_id', 'assigned_to_user_id', 'completed_at'],
        ...['first_error_code', 'first_error_message', 'needs_human_review', 'notices_due', 'notices_overdue_at'],
        'retry_count',
        ...['only_awaits_reports', 'pending_reports', 'review_status', 'run_key', 'state', 'status'],
        ...['updated_at', 'user_approved', 'wake_at'],
      ],
    },
    // Requests to be forgotten; the executor carries them out.
    erasure: { select: true, insert: true, update: ['due_at'] },
    erasure_execution: { select: true, insert: true },
    // Their executions are not given to another person.
    legal_hold: { select: ['applicant_id'] },
    failed_auth: { select: true, insert: true, update: true, delete: true },
    full_read: { select: true, insert: true, update: ['read_at'], delete: true },
    idempotency_key: { select: true, insert: true, update: true, delete: true },
    mail_message: { select: true },
    mail_report: { select: true, insert: true },
    mail_stop: { select: true, insert: true, update: ['recipients', 'refusing', 'resumed_at', 'stopped_at'] },
    notice_resend: { select: true, insert: true },
    rate_window: { select: true, insert: true, update: true, delete: true },
    reused_report: { select: true, insert: true },
    review_event: { select: true, insert: true },
    review_round: {
      select: true,
      update: [
        ...['approvals', 'carrier', 'decided_at', 'decided_by_user_id', 'decision', 'note', 'opened_at'],
        ...['posted_on', 'queue', 'reasons', 'snoozed_until'],
        ...['status', 'variables'],
      ],
    },
    sign_in_attempt: { select: true, insert: true, delete: true },
    // Made by an operator, or with the mail that brings it; removed when it is used.
    sign_in_link: { select: true, insert: true, delete: true },
    sign_in_mail: {
      select: true,
      insert: ['address', 'invited_by_user_id', 'user_id'],
      update: ['attempts', 'due_at'],
      delete: true,
    },
    step: { select: true, update: ['ended_at', 'status'] },
    // Who is one person.
    user_address: { select: true },
    user_session: { select: true, insert: true, update: ['last_used_at', 'revoked_at'], delete: true },
    webhook_attempt: { select: true },
    webhook_delivery: { select: true, insert: true, update: ['max_attempts', 'next_retry_at', 'status'] },
    webhook_queue: { select: true, insert: true },
    webhook_subscription: {
      select: true,
      insert: true,
      update: [
        ...['active', 'deleted_at', 'event_filter', 'failing_since', 'previous_secret', 'previous_secret_until'],
        ...['secret', 'secret_rotated_at', 'updated_at', 'url'],
      ],
    },
    product_connection: {
      select: true,
      insert: true,
      update: ['secrets', 'settings', 'updated_at', 'version'],
      delete: true,
    },
    // Corrections by a vendor.
    vendor_order: { select: ['execution_id', 'node_id', 'visit', 'product_code', 'corrections'] },
    // Written by the trigger on webhook_delivery.
    webhook_unsuccessful: { select: true, insert: true, update: ['status'], delete: true },
    workflow: {
      select: true,
      insert: true,
      update: ['active', 'deleted_at', 'name', 'trigger_type', 'updated_at', 'use_case', 'version'],
    },
    workflow_example: {
      select: true,
      insert: true,
      update: [
        ...['name', 'payload', 'reports', 'decisions', 'as_of', 'expected', 'expected_by_user_id', 'expected_at'],
        ...['applicant_sha256', 'updated_at'],
      ],
      delete: true,
    },
    workflow_example_change: {
      select: true,
      insert: true,
      update: ['changed_at', 'changed_by_user_ids'],
      delete: true,
    },
    workflow_template: { select: true },
    workflow_version: { select: true, insert: true },
  },
  executor: {
    ...MIGRATIONS,
    ...EVENTS,
    ...NOTICE_PARTIES,
    // Requests to be forgotten; `erasure_empty` empties most of the data.
    erasure: { select: true, update: ['completed_at', 'due_at', 'emptied_at', 'lease_until', 'logged_at', 'status'] },
    erasure_execution: {
      select: true,
      insert: true,
      update: ['begun_at', 'emptied', 'erased_at', 'kept_for', 'kept_until', 'waits_for'],
      delete: true,
    },
    legal_hold: { select: ['applicant_id'] },
    // The addresses to which a mail may go.
    account_mail_address: { select: true },
    account_user: { select: ['account_id', 'confirmed_address', 'email'] },
    api_client: { select: ['id', 'account_id', 'created_at'] },
    field: { select: true },
    artifact: {
      select: true,
      insert: true,
      // No hash and no size of a file, because only the service that stores it records them.
      update: [
        ...['attempts', 'document', 'due_at', 'effect_id', 'error_message', 'lease_until', 'notice_status'],
        ...['removed_at', 'said_overdue', 'status'],
      ],
    },
    // Enclosed in mails.
    artifact_blob: { select: true, delete: true },
    backtest: {
      select: true,
      update: ['changes', 'done', 'ended_at', 'error_code', 'started_at', 'status', 'tally', 'work'],
    },
    backtest_change: { select: true, insert: true },
    backtest_chunk: { select: true, update: ['attempts', 'lease_until'], delete: true },
    // A run that lost its workflow is restarted under a new run key.
    batch: {
      select: true,
      update: ['completed_at', 'interrupted_code', 'run_key', 'started_at', 'status', 'updated_at'],
    },
    billing_entry: { select: true, insert: true },
    command: { select: true, insert: true, update: ['attempts', 'due_at', 'lease_until'], delete: true },
    decision_fact: { select: true, insert: true, update: ['is_counted'] },
    decision_day: { select: true, insert: true, update: ['bin_counts', 'bins', 'count'] },
    decision_hour: { select: true, insert: true, update: ['bin_counts', 'bins', 'count'] },
    decision_drift: { select: true, insert: true, update: ['begun_at', 'ended_at', 'measured'], delete: true },
    drift_watch: { select: true, insert: true, update: ['is_due', 'judged_hour', 'looked_at'] },
    effect: {
      select: true,
      insert: true,
      update: ['attempts', 'begun_at', 'error_code', 'error_message', 'finished_at', 'result', 'status'],
    },
    execution: {
      select: true,
      update: [
        ...['advance_failures', 'advances_begun', 'assigned_to_user_id', 'completed_at', 'first_error_code'],
        ...['first_error_message', 'needs_human_review', 'notice_due_at', 'notices_due'],
        ...['notices_overdue_at', 'outcome', 'only_awaits_reports', 'pending_reports'],
        ...['review_status', 'run_key', 'started_at', 'state', 'status', 'updated_at', 'user_approved', 'wake_at'],
      ],
    },
    mail_message: { select: true, insert: true, update: ['accepted_at', 'response'], delete: true },
    // Reports on letters stop mail; only the operator resumes it.
    mail_report: { select: true },
    mail_stop: { select: true },
    notice_resend: { select: true, update: ['attempts', 'due_at', 'error_code', 'lease_until', 'sent_at', 'status'] },
    // The Bureau's Summary of Rights, enclosed as it is.
    official_text: { select: true },
    rate_window: { select: true, insert: true, update: ['hits', 'resets_at'] },
    product_version: { select: true },
    reused_report: { select: true },
    review_event: { insert: true },
    review_round: { select: true, insert: true, update: ['opened_at', 'status'] },
    step: {
      select: true,
      insert: true,
      update: ['attempts', 'ended_at', 'error_code', 'error_message', 'output', 'started_at', 'status'],
    },
    product_connection: { select: true },
    restore: { select: true },
    vendor_callback: { select: true, update: ['reference', 'sealed', 'taken_at'], delete: true },
    vendor_order: {
      select: true,
      insert: true,
      update: [
        ...['effect_id', 'visit', 'connection', 'reference', 'location', 'polls', 'poll_at', 'deadline_at'],
        ...['lease_until', 'ended_at', 'ended_as', 'report_digest', 'corrections', 'steps_done', 'answer'],
      ],
    },
    workflow: { select: true },
    workflow_version: { select: true },
  },
  webhooks: {
    ...MIGRATIONS,
    // Tells if the database is older than the log of erasures.
    erasure: { select: ['id'] },
    erasure_execution: { select: ['erasure_id', 'execution_id', 'begun_at'] },
    event: { select: true },
    // The trace that a delivery belongs to.
    execution: { select: ['id', 'traceparent'] },
    webhook_attempt: { select: ['delivery_id', 'attempt'], insert: true },
    webhook_delivery: {
      select: true,
      update: [
        ...['attempts', 'delivered_at', 'last_attempt_at', 'last_error', 'last_response_status', 'next_retry_at'],
        'status',
      ],
    },
    webhook_queue: { select: true, update: ['due_at', 'lane', 'lease_until'], delete: true },
    webhook_subscription: { select: true, update: ['failing_since'] },
    // Written by the trigger on webhook_delivery.
    webhook_unsuccessful: { select: ['delivery_id', 'status'], insert: true, update: ['status'], delete: true },
  },
  artifacts: {
    ...MIGRATIONS,
    // Tells if the database is older than the log of erasures.
    erasure: { select: ['id'] },
    erasure_execution: { select: ['erasure_id', 'execution_id', 'begun_at'] },
    account: { select: ['id', 'legal_name', 'address', 'phone'] },
    // The accounts take turns.
    api_client: { select: ['id', 'account_id'] },
    artifact: {
      select: true,
      update: [
        ...['attempts', 'byte_size', 'due_at', 'error_message', 'generated_at', 'lease_until', 'needs'],
        ...['sha256', 'status'],
      ],
    },
    // It stores files, and reads none.
    artifact_blob: { select: ['artifact_id'], insert: true, update: ['bytes'] },
    // The poke of a run whose notice is ready.
    command: { insert: ['kind', 'execution_id', 'lane'] },
    effect: {
      select: ['id', 'execution_id', 'status', 'result'],
      update: ['status', 'result', 'error_code', 'error_message', 'finished_at'],
    },
    execution: {
      select: [
        ...['id', 'account_id', 'api_client_id', 'created_at', 'execution_mode', 'payload', 'request_id'],
        ...['traceparent'],
      ],
    },
    step: { select: ['execution_id', 'node_id', 'visit', 'output', 'ended_at'] },
  },
  keda: { backlog: { select: true } },
};

/** Functions that run as the owner of the tables, and check themselves what callers pass. */
export const FUNCTION_GRANTS: Readonly<Partial<Record<ServiceRole, readonly string[]>>> = {
  executor: ['erasure_empty(bigint)', 'erasure_part(bigint)', 'letter_owed(bigint)'],
  gateway: [
    'erasure_part(bigint)',
    'activation_approve(bigint, text, bigint, text, text, text, text)',
    'dictionary_approve(bigint, text, bigint, text, text, text, text)',
    'person_invite(text, bigint, text, text, text, text, text[], bigint, text, text)',
    'person_role(text, bigint, text, bigint, text, text, text)',
    'token_issue(text, bigint, text, bigint, text, text, text, text[], integer, bigint, integer, text, text)',
    'token_revoke(text, bigint, text, bigint, text, text)',
    'vendor_callback_store(text, uuid, text, text)',
    'unknown_pulls(bigint)',
    'settle_pull(bigint, bigint, text, text)',
  ],
};
