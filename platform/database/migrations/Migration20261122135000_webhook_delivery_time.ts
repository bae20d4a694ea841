import { Migration } from '@mikro-orm/migrations';

/** Deliveries are listed by the time of their event. */
export class Migration20261122135000_webhook_delivery_time extends Migration {
  override up(): void {
    this.addSql(`create index "webhook_delivery_created" on "webhook_delivery" ("api_client_id", "created_at", "id")`);
  }
}
