import { Migration } from '@mikro-orm/migrations';

/** What retention looks for: ended executions whose applicant is still known, files that still stand, reviewers' notes. */
export class Migration20261122163500_retention extends Migration {
  override up(): void {
    this.addSql(
      `create index "execution_unredacted" on "execution" ("completed_at") where "redacted_at" is null and "completed_at" is not null`,
    );
    this.addSql(`create index "artifact_stored" on "artifact" ("kind", "created_at") where "removed_at" is null`);
    this.addSql(`create index "review_event_noted" on "review_event" ("created_at") where "note" is not null`);
  }
}
