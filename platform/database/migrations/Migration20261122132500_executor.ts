import { Migration } from '@mikro-orm/migrations';

/** Effects that the artifacts service finishes, advances that fail, and name and use case of a definition's version. */
export class Migration20261122132500_executor extends Migration {
  override up(): void {
    this.addSql(`alter table "artifact" add column "effect_id" bigint null`);
    this.addSql(`alter table "execution" add column "advance_failures" int not null default 0`);
    this.addSql(`alter table "workflow_version" add column "name" text null, add column "use_case" text null`);
    this.addSql(`update "workflow_version" v set "name" = w."name", "use_case" = w."use_case"
      from "workflow" w where w."id" = v."workflow_id"`);
    this.addSql(`update "command" set "lane" = 'poke' where "kind" = 'poke'`);
  }
}
