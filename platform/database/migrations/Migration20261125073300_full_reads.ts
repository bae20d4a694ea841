import { Migration } from '@mikro-orm/migrations';

/** Who was shown which execution with its numbers in full, and when that was last recorded. */
export class Migration20261125073300_full_reads extends Migration {
  override up(): void {
    this.addSql(`create table "full_read" (
        "actor_kind" text not null,
        "actor_id" bigint not null,
        "execution_id" bigint not null,
        "read_at" timestamptz(3) not null,
        primary key ("actor_kind", "actor_id", "execution_id")
      )`);
    this.addSql(`create index "full_read_time" on "full_read" ("read_at")`);
  }
}
