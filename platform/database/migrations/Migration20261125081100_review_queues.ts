import { Migration } from '@mikro-orm/migrations';

/** Queues of reviews, the people who work them, and reviews that are put off until a time. */
export class Migration20261125081100_review_queues extends Migration {
  override up(): void {
    this.addSql(`alter table "review_round"
      add column "queue" text null,
      add column "snoozed_until" timestamptz(3) null`);
    this.addSql(`alter table "account_user" add column "queues" text[] not null default '{}'`);
  }
}
