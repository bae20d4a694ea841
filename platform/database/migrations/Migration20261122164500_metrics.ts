import { Migration } from '@mikro-orm/migrations';

/** Indexes from which the metrics read how many reviews and letters wait, and for how long. */
export class Migration20261122164500_metrics extends Migration {
  override up(): void {
    this.addSql(`create index "review_round_open" on "review_round" ("kind", "opened_at") where "status" = 'open'`);
    this.addSql(`create index "mail_message_unaccepted" on "mail_message" ("created_at") where "accepted_at" is null`);
  }
}
