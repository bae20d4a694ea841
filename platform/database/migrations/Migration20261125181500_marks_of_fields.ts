import { Migration } from '@mikro-orm/migrations';

/** Of whom a field of the payload is, and whether a model made it. */
export class Migration20261125181500_marks_of_fields extends Migration {
  override up(): void {
    this.addSql('alter table "field_label" add column "of_person" text null, add column "is_score" boolean null');
  }
}
