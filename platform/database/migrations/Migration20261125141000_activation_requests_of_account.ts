import { Migration } from '@mikro-orm/migrations';

/** Whoever approves looks for what waits in the whole account. */
export class Migration20261125141000_activation_requests_of_account extends Migration {
  override up(): void {
    this.addSql('create index "activation_request_account" on "activation_request" ("account_id", "id")');
  }
}
