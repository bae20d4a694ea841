import { Migration } from '@mikro-orm/migrations';

/** Requests to put a version of a workflow live, and the rule of accounts that ask for four eyes. */
export class Migration20261125050100_activation_requests extends Migration {
  override up(): void {
    this.addSql(`create table "activation_request" (
        "id" bigserial primary key,
        "account_id" bigint not null,
        "workflow_id" bigint not null,
        "version" int not null,
        "definition_sha256" text not null,
        "definition" json null,
        "note" text null,
        "status" text not null,
        "requested_by_user_id" bigint not null,
        "decided_by_user_id" bigint null,
        "decision_note" text null,
        "decided_at" timestamptz(3) null,
        "activated_version" int null,
        "created_at" timestamptz(3) not null default now()
      )`);
    this.addSql(`create index "activation_request_workflow" on "activation_request" ("workflow_id", "id")`);
    this.addSql(
      `create unique index "activation_request_pending" on "activation_request" ("workflow_id") where "status" = 'pending'`,
    );
    // Whatever code changes a workflow: with four eyes no version goes live that nobody else has approved.
    this.addSql(`create function workflow_four_eyes() returns trigger language plpgsql as $$
      begin
        if not new.active or (tg_op = 'UPDATE' and old.active and old.version = new.version) then return new; end if;
        if not exists (select from account a where a.id = new.account_id and a.four_eyes) then return new; end if;
        if exists (
          select from activation_request r
          join workflow_version v on v.workflow_id = r.workflow_id and v.version = r.activated_version
          where r.workflow_id = new.id and r.activated_version = new.version and r.status = 'approved'
            and r.decided_by_user_id is distinct from v.created_by_user_id
        ) then return new; end if;
        raise exception 'version % of workflow % was approved by nobody else', new.version, new.id using errcode = 'CSC01';
      end $$`);
    this.addSql(
      `create trigger workflow_four_eyes before insert or update on workflow for each row execute function workflow_four_eyes()`,
    );
  }
}
