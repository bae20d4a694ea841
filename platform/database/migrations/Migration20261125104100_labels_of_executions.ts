import { Migration } from '@mikro-orm/migrations';

/** An execution keeps its labels by the largest id that there was when it was accepted, and not by a time. */
export class Migration20261125104100_labels_of_executions extends Migration {
  override up(): void {
    this.addSql('alter table "execution" add column "labels_up_to" bigint null');
    this.addSql('create index "field_label_newest" on "field_label" ("account_id", "id")');
    // Only accounts that have labels: all others have none to keep.
    this.addSql(`update "execution" e set "labels_up_to" = (
        select max(l."id") from "field_label" l where l."account_id" = e."account_id" and l."created_at" <= e."created_at")
      where e."account_id" in (select "account_id" from "field_label")`);
  }
}
