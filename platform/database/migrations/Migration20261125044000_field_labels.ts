import { Migration } from '@mikro-orm/migrations';

/** What accounts call the fields of their payloads. */
export class Migration20261125044000_field_labels extends Migration {
  override up(): void {
    this.addSql(`create table "field_label" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "path" text not null,
        "label" text null,
        "unit" text null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "field_label_latest" on "field_label" ("account_id", "path", "id")`);
  }
}
