import { Migration } from '@mikro-orm/migrations';

/** Reports that a re-evaluation uses again: copies, so that they stand when the old execution is redacted. */
export class Migration20261122141000_re_evaluation extends Migration {
  override up(): void {
    this.addSql(`create table "reused_report" (
        "execution_id" bigint not null,
        "product_code" text not null,
        "output" jsonb not null,
        "from_execution_id" bigint not null,
        primary key ("execution_id", "product_code")
      )`);
    this.addSql(
      `create index "execution_re_evaluated" on "execution" ("re_evaluated_from", "id") where "re_evaluated_from" is not null`,
    );
  }
}
