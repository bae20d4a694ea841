import { Migration } from '@mikro-orm/migrations';

/**
 * How often an advance was begun and had no result, so that a run which takes its process down ends; and the code of a
 * run's first error, by which such runs are found.
 */
export class Migration20261124090000_poison_runs extends Migration {
  override up(): void {
    this.addSql(`alter table "execution" add column "advances_begun" int not null default 0`);
    this.addSql(`alter table "execution" add column "first_error_code" text null`);
  }
}
