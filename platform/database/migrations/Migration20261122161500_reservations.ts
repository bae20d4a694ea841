import { Migration } from '@mikro-orm/migrations';

/** An Idempotency-Key may be reserved before its response is known. */
export class Migration20261122161500_reservations extends Migration {
  override up(): void {
    this.addSql(`alter table "idempotency_key" add column "reserved_by" uuid null`);
    this.addSql(`alter table "idempotency_key" add column "reserved_until" timestamptz(3) null`);
  }
}
