import { Migration } from '@mikro-orm/migrations';

/** Letters that could not be sent again are found for the list of letters that wait. */
export class Migration20261125105000_failed_resends extends Migration {
  override up(): void {
    this.addSql(
      `create index "notice_resend_failed" on "notice_resend" ("api_client_id", "id") where "status" = 'failed'`,
    );
  }
}
