import { Migration } from '@mikro-orm/migrations';

/**
 * Addresses that an operator confirmed for an account; letters that were kept as files in place of being sent, with the
 * id under which they are downloaded.
 */
export class Migration20261124103000_mail_relay extends Migration {
  override up(): void {
    this.addSql(`create table "account_mail_address" (
        "account_id" bigint not null,
        "address" text not null,
        "created_at" timestamptz(3) not null default now(),
        primary key ("account_id", "address")
      )`);
    this.addSql(
      `alter table "mail_message" add column "kept_at" timestamptz(3) null, add column "file_id" bigint null`,
    );
    // Only letters that are kept have an id, so no row of the table is written anew.
    this.addSql(`create sequence "mail_file_id_seq" owned by "mail_message"."file_id"`);
    this.addSql(`create unique index "mail_message_file" on "mail_message" ("file_id") where "file_id" is not null`);
  }
}
