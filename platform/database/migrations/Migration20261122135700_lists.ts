import { Migration } from '@mikro-orm/migrations';

/**
 * Lists of executions are counted from the client's index alone: it holds the columns that filters compare, instead of one
 * index for each filter.
 */
export class Migration20261122135700_lists extends Migration {
  override up(): void {
    this.addSql(`create index "execution_client_list" on "execution" ("api_client_id", "id")
      include ("status", "review_status", "needs_human_review", "outcome", "execution_mode", "assigned_to_user_id",
        "created_at")`);
    this.addSql(`drop index "execution_client_id"`);
  }
}
