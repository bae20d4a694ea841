import { Migration } from '@mikro-orm/migrations';

/** Whether a field of the payload identifies somebody. */
export class Migration20261125214500_personal_fields extends Migration {
  override up(): void {
    this.addSql('alter table "field_label" add column "is_personal" boolean null');
  }
}
