import { Migration } from '@mikro-orm/migrations';

/** Values that a person corrected before an execution was evaluated again. */
export class Migration20261128060000_corrections extends Migration {
  override up(): void {
    this.addSql('alter table "execution" add column "corrections" jsonb null');
  }
}
