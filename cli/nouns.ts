import { BACKTEST_STATUSES, BATCH_STATUSES, DELIVERY_STATUSES, EXECUTION_STATUSES } from '../core/states.ts';
import { TOKEN_COLUMNS } from '../platform/identity/index.ts';
import { SESSION_COLUMNS } from '../platform/identity/sessions.ts';

/**
 * The columns that `list` and `show` read of each noun. A column that is not named here is never printed: no token,
 * secret, hash, payload, report or e-mail body is.
 */
export interface Noun {
  readonly table: string;
  /** `object` of each record. */
  readonly object: string;
  /** In words: "There is no user 7." */
  readonly label: string;
  /** In the help of `list`, with what is left out. */
  readonly plural: string;
  /** In the help of `show`. */
  readonly one: string;
  /** For `show` and `--json`. */
  readonly columns: readonly string[];
  /** The columns that tell records apart in the table for people and fit 80 characters; all columns if left out. */
  readonly listed?: readonly string[];
  /** The column that each flag of `list` compares, in the order of its help. */
  readonly filters: Partial<Record<Filter, string>>;
  /** Values of `--status`. */
  readonly statuses?: readonly string[];
  /** Columns that are shown in part. */
  readonly shortened?: Readonly<Record<string, (text: string) => string>>;
  /** Records that are gone. */
  readonly without?: string;
}

export type Filter = 'account' | 'client' | 'status' | 'workflow' | 'subscription' | 'code';

/** A query of a URL may hold a secret of the receiver. */
const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '?…');

export const NOUNS = {
  accounts: {
    table: 'account',
    object: 'account',
    label: 'account',
    plural: 'accounts',
    one: 'an account',
    columns: [
      'id',
      'name',
      'legal_name',
      'address',
      'phone',
      'production_access',
      'default_purpose',
      'ecoa_agency',
      'keeps_esign_consent',
      'hides_thresholds',
      'four_eyes',
      'reviews_free_text',
      'reviews_not_comparable',
      'examples_gate',
      'claims_months',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'name', 'legal_name', 'production_access', 'created_at'],
    filters: {},
  },
  users: {
    table: 'account_user',
    object: 'user',
    label: 'user',
    plural: 'users',
    one: 'a user',
    columns: [
      ...(['id', 'account_id', 'name', 'email', 'role'] as const),
      ...(['confirmed_address', 'confirmed_by', 'confirmed_at', 'created_at'] as const),
    ],
    listed: ['id', 'account_id', 'name', 'email', 'confirmed_by', 'role', 'created_at'],
    filters: { account: 'account_id' },
  },
  clients: {
    table: 'api_client',
    object: 'api_client',
    label: 'API client',
    plural: 'API clients',
    one: 'an API client',
    columns: ['id', 'account_id', 'name', 'created_at'],
    filters: { account: 'account_id' },
  },
  tokens: {
    table: 'api_token',
    object: 'api_token',
    label: 'token',
    plural: 'tokens, without their values',
    one: 'a token, without its value',
    columns: TOKEN_COLUMNS,
    listed: ['id', 'api_client_id', 'user_id', 'prefix', 'expires_at', 'revoked_at', 'scopes'],
    filters: { account: 'account_id', client: 'api_client_id' },
  },
  sessions: {
    table: 'user_session',
    object: 'session',
    label: 'session',
    plural: 'sessions of people who have signed in',
    one: 'a session',
    columns: SESSION_COLUMNS,
    listed: ['id', 'user_id', 'roles', 'last_used_at', 'expires_at', 'revoked_at'],
    filters: { account: 'account_id', client: 'api_client_id' },
  },
  workflows: {
    table: 'workflow',
    object: 'workflow',
    label: 'workflow',
    plural: 'workflows',
    one: 'a workflow, without its definition',
    columns: [
      'id',
      'account_id',
      'code',
      'name',
      'active',
      'trigger_type',
      'use_case',
      'version',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'account_id', 'code', 'name', 'active', 'version', 'updated_at'],
    filters: { account: 'account_id' },
    without: 'deleted_at',
  },
  executions: {
    table: 'execution',
    object: 'execution',
    label: 'execution',
    plural: 'executions, without the data of applicants',
    one: 'an execution, without the data of its applicant',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'workflow_id',
      'workflow_version',
      'batch_id',
      'row_index',
      'status',
      'execution_mode',
      'needs_human_review',
      'review_status',
      'assigned_to_user_id',
      'outcome',
      're_evaluated_from',
      'retry_count',
      'advance_failures',
      'advances_begun',
      'first_error_code',
      'wake_at',
      'started_at',
      'completed_at',
      'redacted_at',
      'created_at',
      'updated_at',
    ],
    listed: [
      'id',
      'api_client_id',
      'workflow_id',
      'status',
      // Its words may quote what a person entered: the API shows them to whoever may read the applicant.
      'first_error_code',
      'outcome',
      'execution_mode',
      'created_at',
    ],
    filters: {
      account: 'account_id',
      client: 'api_client_id',
      workflow: 'workflow_id',
      status: 'status',
      code: 'first_error_code',
    },
    statuses: EXECUTION_STATUSES,
  },
  batches: {
    table: 'batch',
    object: 'batch',
    label: 'batch',
    plural: 'batches',
    one: 'a batch',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'workflow_id',
      'workflow_version',
      'status',
      'execution_mode',
      'total_count',
      'interrupted_code',
      'submitted_by_user_id',
      'started_at',
      'completed_at',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'api_client_id', 'workflow_id', 'status', 'execution_mode', 'total_count', 'created_at'],
    filters: { account: 'account_id', client: 'api_client_id', workflow: 'workflow_id', status: 'status' },
    statuses: BATCH_STATUSES,
  },
  backtests: {
    table: 'backtest',
    object: 'backtest',
    label: 'backtest',
    plural: 'backtests, without their definitions and results',
    one: 'a backtest, without its definition and result',
    columns: [
      ...([
        'id',
        'account_id',
        'api_client_id',
        'workflow_id',
        'created_by_user_id',
        'version',
        'against_version',
      ] as const),
      ...([
        'status',
        'error_code',
        'done',
        'total',
        'work',
        'changes',
        'created_at',
        'started_at',
        'ended_at',
      ] as const),
    ],
    listed: ['id', 'account_id', 'workflow_id', 'status', 'done', 'total', 'created_at'],
    filters: { account: 'account_id', client: 'api_client_id', workflow: 'workflow_id', status: 'status' },
    statuses: BACKTEST_STATUSES,
  },
  subscriptions: {
    table: 'webhook_subscription',
    object: 'webhook_subscription',
    label: 'subscription',
    plural: 'webhook subscriptions, without their secrets',
    one: 'a webhook subscription, without its secrets',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'url',
      'event_filter',
      'active',
      'secret_rotated_at',
      'failing_since',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'api_client_id', 'active', 'failing_since', 'url', 'event_filter'],
    filters: { account: 'account_id', client: 'api_client_id' },
    shortened: { url: withoutQuery },
    without: 'deleted_at',
  },
  deliveries: {
    table: 'webhook_delivery',
    object: 'webhook_delivery',
    label: 'delivery',
    plural: 'webhook deliveries, without their bodies',
    one: 'a webhook delivery, without its body',
    columns: [
      'id',
      'subscription_id',
      'api_client_id',
      'event',
      'event_id',
      'status',
      'attempts',
      'max_attempts',
      'next_retry_at',
      'last_response_status',
      'last_error',
      'last_attempt_at',
      'delivered_at',
      'created_at',
    ],
    listed: ['id', 'subscription_id', 'event', 'status', 'attempts', 'last_response_status', 'next_retry_at'],
    filters: { client: 'api_client_id', subscription: 'subscription_id', status: 'status' },
    statuses: DELIVERY_STATUSES,
  },
  mail: {
    table: 'mail_report',
    object: 'mail_report',
    label: 'report of a letter',
    plural: 'reports of letters that came back or were complained about, without their recipients',
    one: 'a report of a letter, without its recipient',
    columns: ['id', 'api_client_id', 'execution_id', 'message_id', 'kind', 'status', 'lifted_at', 'created_at'],
    listed: ['id', 'api_client_id', 'execution_id', 'kind', 'status', 'created_at'],
    filters: { client: 'api_client_id' },
  },
} as const satisfies Record<string, Noun>;

export type NounName = keyof typeof NOUNS;
