import { Migration } from '@mikro-orm/migrations';

/** What came back of letters, the clients whose mail is stopped because of it, and whose letters there are to compare. */
export class Migration20261124120000_mail_reports extends Migration {
  override up(): void {
    this.addSql(`create table "mail_report" (
        "id" bigserial primary key,
        "api_client_id" bigint not null,
        "execution_id" bigint not null,
        "message_id" text not null,
        "recipient_hash" text null,
        "kind" text not null,
        "status" text null,
        "lifted_at" timestamptz(3) null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`alter table "mail_report" add constraint "mail_report_once" unique ("message_id", "kind")`);
    this.addSql(`create index "mail_report_created" on "mail_report" ("created_at")`);
    this.addSql(`create index "mail_report_client" on "mail_report" ("api_client_id", "created_at")`);
    this.addSql(
      `create index "mail_report_recipient" on "mail_report" ("api_client_id", "recipient_hash") where "lifted_at" is null`,
    );
    this.addSql(`create table "mail_stop" (
        "api_client_id" bigint not null,
        "reports" int not null,
        "letters" int not null,
        "stopped_at" timestamptz(3) not null,
        "resumed_at" timestamptz(3) null,
        primary key ("api_client_id")
      )`);
    this.addSql(`create index "mail_stop_now" on "mail_stop" ("stopped_at") where "resumed_at" is null`);
    this.addSql(`alter table "mail_message" add column "api_client_id" bigint null`);
    this.addSql(
      `create index "mail_message_client" on "mail_message" ("api_client_id", "created_at") where "api_client_id" is not null`,
    );
  }
}
