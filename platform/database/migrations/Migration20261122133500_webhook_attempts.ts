import { Migration } from '@mikro-orm/migrations';

/**
 * Failed attempts of deliveries are kept, and deliveries can be listed by event and by status. An index over the status
 * of deliveries would make every outcome write all indexes of its row (no heap-only update). So deliveries that ended
 * without success stand in a table of their own, which a trigger keeps: the version before this one writes it, too.
 */
export class Migration20261122133500_webhook_attempts extends Migration {
  override up(): void {
    this.addSql(`create table "webhook_attempt" (
        "delivery_id" bigint not null,
        "attempt" int not null,
        "attempted_at" timestamptz(3) not null,
        "duration_ms" int not null,
        "response_status" int null,
        "error" text null,
        primary key ("delivery_id", "attempt")
      )`);
    this.addSql(`create index "webhook_delivery_event" on "webhook_delivery" ("api_client_id", "event", "id")`);
    this.addSql(`create table "webhook_unsuccessful" (
        "delivery_id" bigint not null primary key,
        "api_client_id" bigint not null,
        "subscription_id" bigint not null,
        "status" text not null
      )`);
    this.addSql(
      `create index "webhook_unsuccessful_status" on "webhook_unsuccessful" ("api_client_id", "status", "delivery_id")`,
    );
    this.addSql(`create function "webhook_unsuccessful_sync"() returns trigger language plpgsql as $$
      begin
        if new.status in ('failed', 'dead') then
          insert into webhook_unsuccessful (delivery_id, api_client_id, subscription_id, status)
          values (new.id, new.api_client_id, new.subscription_id, new.status)
          on conflict (delivery_id) do update set status = excluded.status;
        else
          delete from webhook_unsuccessful where delivery_id = new.id;
        end if;
        return null;
      end $$`);
    this
      .addSql(`create trigger "webhook_unsuccessful_update" after update of "status" on "webhook_delivery" for each row
      when (old.status is distinct from new.status
        and (old.status in ('failed', 'dead') or new.status in ('failed', 'dead')))
      execute function "webhook_unsuccessful_sync"()`);
    this.addSql(`create trigger "webhook_unsuccessful_insert" after insert on "webhook_delivery" for each row
      when (new.status in ('failed', 'dead')) execute function "webhook_unsuccessful_sync"()`);
    this.addSql(`insert into "webhook_unsuccessful" ("delivery_id", "api_client_id", "subscription_id", "status")
      select "id", "api_client_id", "subscription_id", "status" from "webhook_delivery"
      where "status" in ('failed', 'dead')`);
  }
}
