import { Migration } from '@mikro-orm/migrations';

/** Deliveries that wait stand in a table of their own, so that what happens to a delivery touches no index. */
export class Migration20261122000000_webhook_queue extends Migration {
  override up(): void {
    this.addSql(`create table "webhook_queue" (
        "delivery_id" bigint not null primary key,
        "subscription_id" bigint not null,
        "lane" text not null,
        "due_at" timestamptz(3) not null,
        "lease_until" timestamptz(3) null
      ) with (fillfactor = 50)`);
    this.addSql(`insert into "webhook_queue" ("delivery_id", "subscription_id", "lane", "due_at", "lease_until")
      select "id", "subscription_id", case when "status" = 'pending' then 'fresh' else 'retry' end,
        coalesce("next_retry_at", "created_at"), "lease_until"
      from "webhook_delivery" where "status" in ('pending', 'retrying')`);
    this.addSql(
      `create index "webhook_queue_lane" on "webhook_queue" ("lane", "subscription_id", "due_at", "delivery_id")`,
    );
    this.addSql(`create index "webhook_queue_due" on "webhook_queue" ("due_at")`);
    this.addSql(`drop index "webhook_delivery_due"`);
    this.addSql(`drop index "webhook_delivery_waiting"`);
    this.addSql(`alter table "webhook_delivery" drop column "lease_until"`);
  }
}
