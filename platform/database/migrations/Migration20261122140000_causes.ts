import { Migration } from '@mikro-orm/migrations';

/** Each visit records which visits led to it: a notice speaks of the way to it alone. */
export class Migration20261122140000_causes extends Migration {
  override up(): void {
    this.addSql(`alter table "step" add column "causes" jsonb null`);
  }
}
