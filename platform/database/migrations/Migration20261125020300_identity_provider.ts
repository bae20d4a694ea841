import { Migration } from '@mikro-orm/migrations';

/** People whom an identity provider knows, and their sign-ins under way. */
export class Migration20261125020300_identity_provider extends Migration {
  override up(): void {
    this.addSql(`alter table "account_user" add column "oidc_issuer" text null, add column "oidc_subject" text null`);
    this.addSql(
      `create unique index "account_user_identity" on "account_user" ("account_id", "oidc_issuer", "oidc_subject")`,
    );
    this.addSql(`create table "sign_in_attempt" (
        "state_hash" text not null,
        "browser_hash" text not null,
        "nonce" text not null,
        "code_verifier" text not null,
        "return_to" text not null,
        "expires_at" timestamptz(3) not null,
        primary key ("state_hash")
      )`);
  }
}
