import { Migration } from '@mikro-orm/migrations';

/** Whether a person decides where a choice reads a value that it cannot compare. */
export class Migration20261128070000_reviews_not_comparable extends Migration {
  override up(): void {
    this.addSql('alter table "account" add column "reviews_not_comparable" boolean not null default false');
  }
}
