import { Migration } from '@mikro-orm/migrations';

/** What live letters need: settings and agencies of an account, official texts, letters by post, letters sent again. */
export class Migration20261122131500_notice_parties extends Migration {
  override up(): void {
    this.addSql(`alter table "account" add column "default_purpose" text null`);
    this.addSql(`alter table "account" add column "ecoa_agency" text null`);
    this.addSql(`alter table "account" add column "keeps_esign_consent" boolean not null default false`);
    this.addSql(`alter table "account" add column "hides_thresholds" boolean not null default false`);
    this.addSql(`create table "agency" (
        "account_id" bigint not null,
        "product_code" text not null,
        "name" text not null,
        "address" text not null,
        "phone" text not null,
        "toll_free" boolean not null,
        "nationwide" boolean not null,
        "consumer_report" boolean not null,
        "created_at" timestamptz(3) not null default now(),
        "updated_at" timestamptz(3) not null default now(),
        primary key ("account_id", "product_code")
      )`);
    this.addSql(`create table "official_text" (
        "key" text not null,
        "filename" text not null,
        "content_type" text not null,
        "bytes" bytea not null,
        "sha256" text not null,
        "installed_at" timestamptz(3) not null default now(),
        primary key ("key")
      )`);
    this.addSql(`create table "notice_resend" (
        "id" bigserial primary key,
        "api_client_id" bigint not null,
        "execution_id" bigint not null,
        "artifact_id" bigint not null,
        "number" int not null,
        "requested_by_user_id" bigint null,
        "status" text not null default 'pending',
        "attempts" int not null default 0,
        "due_at" timestamptz(3) not null default now(),
        "lease_until" timestamptz(3) null,
        "error_code" text null,
        "sent_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(
      `alter table "notice_resend" add constraint "notice_resend_number_unique" unique ("artifact_id", "number")`,
    );
    this.addSql(`create index "notice_resend_due" on "notice_resend" ("due_at", "id") where "status" = 'pending'`);
    this.addSql(`alter table "review_round" add column "needs" text null`);
    this.addSql(`alter table "review_round" add column "delivery" text null`);
    this.addSql(`alter table "review_round" add column "posted_on" text null`);
    this.addSql(`alter table "review_round" add column "carrier" text null`);
    this.addSql(
      `create index "review_round_due" on "review_round" ("due_at") where "status" in ('open', 'queued') and "due_at" is not null`,
    );
  }
}
