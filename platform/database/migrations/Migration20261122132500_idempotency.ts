import { Migration } from '@mikro-orm/migrations';

/** Responses with secrets are stored encrypted, decisions carry reasons, and versions of a workflow name their author. */
export class Migration20261122132500_idempotency extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_key" add column "response_sealed" text null`);
    this.addSql(
      `create index "idempotency_key_age" on "idempotency_key" using brin ("created_at") with (pages_per_range = 32)`,
    );
    this.addSql(
      `create index "idempotency_key_sealed" on "idempotency_key" ("created_at") where "response_sealed" is not null`,
    );
    this.addSql(`alter table "review_round" add column "reasons" jsonb null`);
    this.addSql(`alter table "workflow_version" add column "created_by_user_id" bigint null`);
    this.addSql(`alter table "workflow_version" add column "note" text null`);
  }
}
