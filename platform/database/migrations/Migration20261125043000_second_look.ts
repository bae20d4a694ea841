import { Migration } from '@mikro-orm/migrations';

/** Why a letter waits for a second look, and the values of variables that a reviewer gives. */
export class Migration20261125043000_second_look extends Migration {
  override up(): void {
    this.addSql(`alter table "review_round"
      add column "why" text null,
      add column "missing_variables" jsonb null,
      add column "variables" jsonb null`);
    this.addSql(`alter table "account" add column "reviews_free_text" boolean not null default true`);
  }
}
