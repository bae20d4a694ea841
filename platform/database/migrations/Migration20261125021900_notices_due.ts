import { Migration } from '@mikro-orm/migrations';

/** The notices that executions owe, and when an application for credit has to be answered. */
export class Migration20261125021900_notices_due extends Migration {
  override up(): void {
    this.addSql(`alter table "execution"
      add column "notice_due_at" timestamptz(3) null,
      add column "notices_due" jsonb null,
      add column "notices_overdue_at" timestamptz(3) null`);
    this.addSql(
      `create index "execution_client_notices_due" on "execution" ("api_client_id", "id") where "notices_due" is not null`,
    );
    this.addSql(
      `create index "execution_notices_overdue" on "execution" ("notices_overdue_at") where "notices_overdue_at" is not null`,
    );
    this.addSql(
      `create index "execution_notice_due_live" on "execution" ("notice_due_at") where "notice_due_at" is not null and "completed_at" is null`,
    );
  }
}
