import { Migration } from '@mikro-orm/migrations';

/** People who have signed in, and links with which they do so once. */
export class Migration20261125014700_sessions extends Migration {
  override up(): void {
    this.addSql(`create table "user_session" (
        "id" bigserial primary key,
        "token_hash" text not null,
        "account_id" bigint not null,
        "user_id" bigint not null,
        "api_client_id" bigint not null,
        "roles" text[] not null,
        "address" text null,
        "created_at" timestamptz(3) not null default now(),
        "last_used_at" timestamptz(3) not null default now(),
        "expires_at" timestamptz(3) not null,
        "revoked_at" timestamptz(3) null
      )`);
    this.addSql(`alter table "user_session" add constraint "user_session_token_unique" unique ("token_hash")`);
    this.addSql(`create index "user_session_user" on "user_session" ("user_id")`);
    this.addSql(`create index "user_session_expires" on "user_session" ("expires_at")`);
    this.addSql(`create table "sign_in_link" (
        "token_hash" text not null,
        "user_id" bigint not null,
        "api_client_id" bigint not null,
        "expires_at" timestamptz(3) not null,
        "created_at" timestamptz(3) not null default now(),
        primary key ("token_hash")
      )`);
  }
}
