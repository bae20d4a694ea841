import { Migration } from '@mikro-orm/migrations';

/** Nothing renders a report that nobody asked for, so the queue holds only what was asked for. */
export class Migration20261125040000_reports_on_demand extends Migration {
  override up(): void {
    this.addSql(`drop index "artifact_queue"`);
    this.addSql(
      `create index "artifact_queue" on "artifact" ("priority", "api_client_id", "due_at", "id") where "status" = 'pending' and "priority" < 2`,
    );
  }
}
