import { Migration } from '@mikro-orm/migrations';

/** What batches need: why one was interrupted, rows in flight by index, and one poke of a batch at a time. */
export class Migration20261122135500_batches extends Migration {
  override up(): void {
    this.addSql(`alter table "batch" add column "product_codes" text[] not null default '{}',
      add column "interrupted_code" text null, add column "resumed_at" timestamptz(3) null`);
    this.addSql(`create index "batch_running" on "batch" ("id") where "status" = 'running'`);
    this.addSql(
      `create index "execution_batch_running" on "execution" ("batch_id") where "status" = 'running' and "batch_id" is not null`,
    );
    this.addSql(`create index "command_batch_rows" on "command" ("batch_id", "due_at", "id") where "lane" = 'batch'`);
    this.addSql(
      `create unique index "command_batch_poke" on "command" ("batch_id") where "kind" = 'poke' and "execution_id" is null and "lease_until" is null`,
    );
    this.addSql(`create index "command_batch_order" on "command" ("batch_id", "id") where "execution_id" is null`);
  }
}
