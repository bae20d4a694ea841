import { Migration } from '@mikro-orm/migrations';

/**
 * The tables of the whole design. Limits are counted in unlogged tables (a crash forgives); rows that are updated often
 * leave room on their page; PDFs are stored as they are, since they do not compress.
 */
export class Migration20261120000000_initial extends Migration {
  override up(): void {
    this.addSql(`create table "account" (
        "id" bigserial primary key,
        "name" text not null,
        "legal_name" text not null,
        "address" text not null,
        "phone" text not null,
        "production_access" boolean not null default false,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create table "api_client" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "name" text not null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "api_client_account_id_index" on "api_client" ("account_id")`);
    this.addSql(`create table "api_token" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "api_client_id" bigint not null,
        "user_id" bigint not null,
        "token_hash" text not null,
        "prefix" text not null,
        "scopes" text[] not null,
        "expires_at" timestamptz(3) null,
        "revoked_at" timestamptz(3) null,
        "last_used_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "api_token_api_client_id_index" on "api_token" ("api_client_id")`);
    this.addSql(`alter table "api_token" add constraint "api_token_hash_unique" unique ("token_hash")`);
    this.addSql(`create table "artifact" (
        "id" bigserial primary key,
        "api_client_id" bigint not null,
        "execution_id" bigint not null,
        "kind" text not null,
        "node_id" text not null,
        "visit" int not null,
        "stage" text not null,
        "status" text not null default 'pending',
        "notice_status" text null,
        "filename" text not null,
        "content_type" text not null default 'application/pdf',
        "document" jsonb null,
        "byte_size" int not null default 0,
        "sha256" text null,
        "attempts" int not null default 0,
        "due_at" timestamptz(3) not null default now(),
        "lease_until" timestamptz(3) null,
        "error_message" text null,
        "generated_at" timestamptz(3) null,
        "removed_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "artifact_pending" on "artifact" ("due_at", "id") where "status" = 'pending'`);
    this.addSql(
      `alter table "artifact" add constraint "artifact_once" unique ("execution_id", "kind", "node_id", "visit", "stage")`,
    );
    this.addSql(`create table "artifact_blob" (
        "artifact_id" bigint primary key,
        "bytes" bytea not null
      )`);
    this.addSql(`create table "batch" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "api_client_id" bigint not null,
        "workflow_id" bigint not null,
        "workflow_version" int not null,
        "status" text not null default 'pending',
        "execution_mode" text not null,
        "external_reference" text null,
        "total_count" int not null,
        "skip_waits" boolean not null default false,
        "run_key" uuid not null,
        "submitted_by_user_id" bigint null,
        "started_at" timestamptz(3) null,
        "completed_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "batch_client" on "batch" ("api_client_id", "id")`);
    this.addSql(`create table "billing_entry" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "api_client_id" bigint not null,
        "execution_id" bigint not null,
        "node_id" text not null,
        "visit" int not null,
        "product_code" text not null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "billing_entry_account" on "billing_entry" ("account_id", "created_at")`);
    this.addSql(
      `alter table "billing_entry" add constraint "billing_entry_once" unique ("execution_id", "node_id", "visit")`,
    );
    this.addSql(`create table "command" (
        "id" bigserial primary key,
        "kind" text not null,
        "execution_id" bigint null,
        "batch_id" bigint null,
        "lane" text not null default 'single',
        "due_at" timestamptz(3) not null default now(),
        "lease_until" timestamptz(3) null,
        "attempts" int not null default 0,
        "created_at" timestamptz(3) not null default now()
      ) with (autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(`create index "command_due" on "command" ("lane", "due_at", "id")`);
    this.addSql(`create index "command_execution" on "command" ("execution_id", "id")`);
    this.addSql(`create table "effect" (
        "id" bigserial primary key,
        "execution_id" bigint not null,
        "key" text not null,
        "node_id" text not null,
        "visit" int not null,
        "kind" text not null,
        "request" jsonb not null,
        "status" text not null default 'intended',
        "attempts" int not null default 0,
        "result" jsonb null,
        "error_code" text null,
        "error_message" text null,
        "created_at" timestamptz(3) not null default now(),
        "begun_at" timestamptz(3) null,
        "finished_at" timestamptz(3) null
      ) with (fillfactor = 80)`);
    this.addSql(`alter table "effect" add constraint "effect_key_unique" unique ("execution_id", "key")`);
    this.addSql(`create table "event" (
        "id" uuid not null,
        "api_client_id" bigint not null,
        "execution_id" bigint null,
        "name" text not null,
        "body" text not null,
        "created_at" timestamptz(3) not null default now(),
        primary key ("id")
      )`);
    this.addSql(`create index "event_execution" on "event" ("execution_id")`);
    this.addSql(`create table "execution" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "api_client_id" bigint not null,
        "workflow_id" bigint not null,
        "workflow_version" int not null,
        "batch_id" bigint null,
        "row_index" int null,
        "status" text not null,
        "execution_key" text null,
        "external_reference" text null,
        "execution_mode" text not null,
        "needs_human_review" boolean not null default false,
        "review_status" text not null default 'none',
        "assigned_to_user_id" bigint null,
        "outcome" text null,
        "re_evaluated_from" bigint null,
        "reuse_reports" boolean not null default false,
        "submitted_by_user_id" bigint null,
        "payload" jsonb not null,
        "user_approved" boolean null,
        "allow_inactive" boolean not null default false,
        "sandbox_replay" boolean not null default false,
        "skip_waits" boolean not null default false,
        "state" jsonb null,
        "run_key" uuid not null,
        "retry_count" int not null default 0,
        "wake_at" timestamptz(3) null,
        "first_error_message" text null,
        "started_at" timestamptz(3) null,
        "completed_at" timestamptz(3) null,
        "redacted_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) null
      ) with (fillfactor = 80)`);
    this.addSql(`create index "execution_client_id" on "execution" ("api_client_id", "id")`);
    this.addSql(`create index "execution_client_status" on "execution" ("api_client_id", "status", "id")`);
    this.addSql(`create index "execution_client_workflow" on "execution" ("api_client_id", "workflow_id", "id")`);
    this.addSql(
      `create index "execution_client_reference" on "execution" ("api_client_id", "external_reference", "id") where "external_reference" is not null`,
    );
    this.addSql(
      `create index "execution_client_assignee" on "execution" ("api_client_id", "assigned_to_user_id", "id") where "assigned_to_user_id" is not null`,
    );
    this.addSql(
      `create index "execution_client_review" on "execution" ("api_client_id", "id") where "needs_human_review"`,
    );
    this.addSql(
      `create unique index "execution_batch_row" on "execution" ("batch_id", "row_index") where "batch_id" is not null`,
    );
    this.addSql(`create index "execution_wake" on "execution" ("wake_at") where "wake_at" is not null`);
    this.addSql(
      `create index "execution_live" on "execution" ("id") where "status" in ('pending', 'running', 'waiting', 'awaiting_review')`,
    );
    this.addSql(`create unlogged table "failed_auth" (
        "ip" text not null,
        "token_hash" text not null,
        "seen_at" timestamptz(3) not null default now(),
        primary key ("ip", "token_hash")
      )`);
    this.addSql(`create index "failed_auth_seen" on "failed_auth" ("seen_at")`);
    this.addSql(`create table "idempotency_key" (
        "api_client_id" bigint not null,
        "key" text not null,
        "fingerprint" text not null,
        "response_status" int not null,
        "response_data" text not null,
        "created_at" timestamptz(3) not null default now(),
        primary key ("api_client_id", "key")
      )`);
    this.addSql(`create table "mail_message" (
        "message_id" text not null,
        "execution_id" bigint not null,
        "effect_id" bigint not null,
        "sender" text not null,
        "recipient" text not null,
        "raw" bytea not null,
        "accepted_at" timestamptz(3) null,
        "response" text null,
        "created_at" timestamptz(3) not null default now(),
        primary key ("message_id")
      )`);
    this.addSql(`create index "mail_message_execution" on "mail_message" ("execution_id")`);
    this.addSql(`create unlogged table "rate_window" (
        "key" text not null,
        "hits" int not null,
        "resets_at" timestamptz(3) not null,
        primary key ("key")
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`);
    this.addSql(`create index "rate_window_expiry" on "rate_window" ("resets_at")`);
    this.addSql(`create table "review_event" (
        "id" bigserial primary key,
        "execution_id" bigint not null,
        "event_type" text not null,
        "actor_user_id" bigint null,
        "note" text null,
        "metadata" jsonb not null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "review_event_execution" on "review_event" ("execution_id", "id")`);
    this.addSql(`create table "review_round" (
        "id" bigserial primary key,
        "execution_id" bigint not null,
        "key" text not null,
        "node_id" text not null,
        "visit" int not null,
        "kind" text not null,
        "artifact_id" bigint null,
        "status" text not null,
        "decision" text null,
        "decided_by_user_id" bigint null,
        "note" text null,
        "due_at" timestamptz(3) null,
        "opened_at" timestamptz(3) null,
        "decided_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(
      `create unique index "review_round_one_open" on "review_round" ("execution_id") where "status" = 'open'`,
    );
    this.addSql(`alter table "review_round" add constraint "review_round_key_unique" unique ("execution_id", "key")`);
    this.addSql(`create table "step" (
        "execution_id" bigint not null,
        "node_id" text not null,
        "visit" int not null,
        "node_type" text not null,
        "status" text not null,
        "sequence" bigserial not null,
        "output" jsonb null,
        "error_code" text null,
        "error_message" text null,
        "attempts" int null,
        "started_at" timestamptz(3) null,
        "ended_at" timestamptz(3) null,
        primary key ("execution_id", "node_id", "visit")
      )`);
    this.addSql(`create table "account_user" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "name" text not null,
        "email" text not null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "account_user_account_id_index" on "account_user" ("account_id")`);
    this.addSql(`create table "webhook_delivery" (
        "id" bigserial primary key,
        "event_id" uuid not null,
        "subscription_id" bigint not null,
        "api_client_id" bigint not null,
        "event" text not null,
        "status" text not null default 'pending',
        "attempts" int not null default 0,
        "max_attempts" int null,
        "next_retry_at" timestamptz(3) null default now(),
        "lease_until" timestamptz(3) null,
        "last_response_status" int null,
        "last_error" text null,
        "last_attempt_at" timestamptz(3) null,
        "delivered_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      ) with (fillfactor = 50)`);
    this.addSql(`create index "webhook_delivery_client" on "webhook_delivery" ("api_client_id", "id")`);
    this.addSql(`create index "webhook_delivery_subscription" on "webhook_delivery" ("subscription_id", "id")`);
    this.addSql(
      `create index "webhook_delivery_due" on "webhook_delivery" ("next_retry_at", "id") where "status" in ('pending', 'retrying')`,
    );
    this.addSql(
      `create index "webhook_delivery_waiting" on "webhook_delivery" ("status", "subscription_id", "next_retry_at", "id") where "status" in ('pending', 'retrying')`,
    );
    this.addSql(
      `alter table "webhook_delivery" add constraint "webhook_delivery_once" unique ("event_id", "subscription_id")`,
    );
    this.addSql(`create table "webhook_subscription" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "api_client_id" bigint not null,
        "url" text not null,
        "event_filter" text[] not null,
        "active" boolean not null default true,
        "secret" text not null,
        "previous_secret" text null,
        "previous_secret_until" timestamptz(3) null,
        "secret_rotated_at" timestamptz(3) null,
        "failing_since" timestamptz(3) null,
        "deleted_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "webhook_subscription_client" on "webhook_subscription" ("api_client_id", "id")`);
    this.addSql(`create table "workflow" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "code" text not null,
        "name" text not null,
        "active" boolean not null,
        "trigger_type" text not null,
        "use_case" text null,
        "version" int not null,
        "deleted_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "workflow_account_id" on "workflow" ("account_id", "id")`);
    this.addSql(`alter table "workflow" add constraint "workflow_account_code_unique" unique ("account_id", "code")`);
    this.addSql(`create table "workflow_template" (
        "id" bigserial primary key,
        "key" text not null,
        "name" text not null,
        "description" text null,
        "icon" text null,
        "color" text null,
        "category" text null,
        "active" boolean not null default true,
        "featured" boolean not null default false,
        "published_at" timestamptz(3) null,
        "source_workflow_id" bigint null,
        "definition" json not null
      )`);
    this.addSql(`alter table "workflow_template" add constraint "workflow_template_key_unique" unique ("key")`);
    this.addSql(`create table "workflow_version" (
        "id" bigserial primary key,
        "workflow_id" bigint not null,
        "version" int not null,
        "definition" json not null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(
      `alter table "workflow_version" add constraint "workflow_version_unique" unique ("workflow_id", "version")`,
    );
    this.addSql(`alter table "artifact_blob" alter column "bytes" set storage external`);
  }
}
