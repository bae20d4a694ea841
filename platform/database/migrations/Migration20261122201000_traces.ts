import { Migration } from '@mikro-orm/migrations';

/** The trace of the request that made an execution, as W3C Trace Context; null where there are no traces. */
export class Migration20261122201000_traces extends Migration {
  override up(): void {
    this.addSql(`alter table "execution" add column "traceparent" text`);
  }
}
