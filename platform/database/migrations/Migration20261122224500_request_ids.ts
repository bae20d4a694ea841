import { Migration } from '@mikro-orm/migrations';

/** The X-Request-Id of the request that made an execution or a batch: what is done for it later carries it on. */
export class Migration20261122224500_request_ids extends Migration {
  override up(): void {
    this.addSql(`alter table "execution" add column "request_id" text`);
    this.addSql(`alter table "batch" add column "request_id" text`);
  }
}
