import { Migration } from '@mikro-orm/migrations';

/** Reviews that several different people have to approve. */
export class Migration20261125073100_review_approvals extends Migration {
  override up(): void {
    this.addSql(`alter table "review_round"
      add column "approvals_required" int not null default 1,
      add column "approvals" jsonb not null default '[]'`);
    // Whatever code decides it: a person counts once, under however many users with their e-mail address.
    this.addSql(`create function review_round_approvals() returns trigger language plpgsql as $$
      declare
        people int;
      begin
        select count(distinct coalesce(nullif(lower(u.email), ''), u.id::text)) into people
        from jsonb_array_elements(new.approvals) given
        join account_user u on u.id = (given ->> 'user_id')::bigint
        join execution e on e.id = new.execution_id and e.account_id = u.account_id;
        if people >= new.approvals_required then return new; end if;
        raise exception 'review % has % of % approvals', new.id, people, new.approvals_required using errcode = 'CSC02';
      end $$`);
    this.addSql(`create trigger review_round_approvals before insert or update on review_round for each row
      when (new.status = 'decided' and new.decision = 'approved' and new.approvals_required > 1)
      execute function review_round_approvals()`);
  }
}
