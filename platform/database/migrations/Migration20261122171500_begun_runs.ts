import { Migration } from '@mikro-orm/migrations';

/** Starts wait while many runs have begun and were not advanced yet: these are counted by an index of their own. */
export class Migration20261122171500_begun_runs extends Migration {
  override up(): void {
    this.addSql(
      `create index "execution_begun" on "execution" ("id") where "status" = 'running' and "state" is null and "advance_failures" = 0 and "batch_id" is null`,
    );
  }
}
