import { Migration } from '@mikro-orm/migrations';

/** Artifacts are rendered by priority, and within one priority fairly by client. */
export class Migration20261122142200_render_queue extends Migration {
  override up(): void {
    this.addSql(`alter table "artifact" add column "priority" smallint not null default 2`);
    this.addSql(`update "artifact" set "priority" = 0 where "kind" <> 'report' and "status" = 'pending'`);
    this.addSql(
      `create index "artifact_queue" on "artifact" ("priority", "api_client_id", "due_at", "id") where "status" = 'pending'`,
    );
    this.addSql(`drop index "artifact_pending"`);
  }
}
