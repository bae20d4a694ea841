import { Migration } from '@mikro-orm/migrations';

/** Roles of people, and accounts in which whoever writes a cascade does not put it live. */
export class Migration20261125013300_roles extends Migration {
  override up(): void {
    this.addSql(`alter table "account" add column "four_eyes" boolean not null default false`);
    this.addSql(`alter table "account_user" add column "role" text null`);
  }
}
