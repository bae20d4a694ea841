import { Migration } from '@mikro-orm/migrations';

/** Who reads an applicant's numbers, and the record of who did what. */
export class Migration20261125010300_access extends Migration {
  override up(): void {
    // Accounts that are there go on seeing what they saw.
    this.addSql(`alter table "account" add column "full_scope_shows_identifiers" boolean not null default true`);
    this.addSql(`alter table "account" alter column "full_scope_shows_identifiers" set default false`);
    this.addSql(`create table "audit_event" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "action" text not null,
        "actor_kind" text not null,
        "actor_id" bigint null,
        "actor_user_id" bigint null,
        "api_client_id" bigint null,
        "address" text null,
        "request_id" text null,
        "subject_type" text not null,
        "subject_id" text not null,
        "detail" jsonb not null,
        "occurred_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "audit_event_account" on "audit_event" ("account_id", "id")`);
  }
}
