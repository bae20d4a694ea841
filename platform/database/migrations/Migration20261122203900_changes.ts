import { Migration } from '@mikro-orm/migrations';

/** For lists of executions by the time of their last change, and by the time when they ended. */
export class Migration20261122203900_changes extends Migration {
  override up(): void {
    this.addSql(`create index "execution_client_updated" on "execution" ("api_client_id", "updated_at", "id")
      where "updated_at" is not null`);
    this.addSql(`create index "execution_client_completed" on "execution" ("api_client_id", "completed_at", "id")
      where "completed_at" is not null`);
  }
}
