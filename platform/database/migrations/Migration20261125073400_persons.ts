import { Migration } from '@mikro-orm/migrations';

/**
 * Who is one person: users of one account who have, or have ever had, one e-mail address. Whoever can change their address
 * at the identity provider is not somebody else afterwards.
 */
export class Migration20261125073400_persons extends Migration {
  override up(): void {
    this.addSql(`create table "user_address" (
        "user_id" bigint not null,
        "address" text not null,
        primary key ("user_id", "address")
      )`);
    this.addSql(`create index "user_address_address" on "user_address" ("address")`);
    this.addSql(`insert into "user_address" select id, lower(email) from account_user where email <> ''`);
    // As the owner of the tables: nobody takes an address back.
    this.addSql(`create function user_address_kept() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public as $$
      begin
        if new.email <> '' then
          insert into user_address values (new.id, lower(new.email)) on conflict do nothing;
        end if;
        return new;
      end $$`);
    this.addSql(`revoke all on function user_address_kept() from public`);
    this.addSql(`create trigger user_address_kept after insert or update of email on account_user
      for each row execute function user_address_kept()`);
    this.addSql(`create function same_person(one bigint, other bigint) returns boolean language sql stable as $$
      select one = other or exists (
        select from user_address a
        join user_address b on b.address = a.address
        join account_user x on x.id = a.user_id
        join account_user y on y.id = b.user_id and y.account_id = x.account_id
        where a.user_id = one and b.user_id = other)
    $$`);
    this.addSql(`create or replace function review_round_approvals() returns trigger language plpgsql as $$
      declare
        people int;
      begin
        with given as (
          select u.id, g.at from jsonb_array_elements(new.approvals) with ordinality g (approval, at)
          join account_user u on u.id = (g.approval ->> 'user_id')::bigint
          join execution e on e.id = new.execution_id and e.account_id = u.account_id)
        select count(*) into people from given
        where not exists (select from given before where before.at < given.at and same_person(before.id, given.id));
        if people >= new.approvals_required then return new; end if;
        raise exception 'review % has % of % approvals', new.id, people, new.approvals_required using errcode = 'CSC02';
      end $$`);
    this
      .addSql(`create or replace function activation_approve(request bigint, kind text, credential bigint, proof text, reason text,
      address text, request_id text) returns text language plpgsql security definer
      set search_path = pg_catalog, public as $$
      declare
        asked activation_request;
        approver record;
        activated int;
      begin
        select * into asked from activation_request where id = request for update;
        if not found or asked.status <> 'pending' then return 'not_pending'; end if;
        -- Whoever changes the workflow holds its row.
        perform from workflow where id = asked.workflow_id and version = asked.version and deleted_at is null for update;
        if not found then return 'not_pending'; end if;
        select * into approver from activation_approver(asked.account_id, kind, credential, proof);
        if not found then return 'not_proven'; end if;
        if exists (
          select from account_user writer
          where same_person(writer.id, approver.user_id)
            and writer.id in (
              select v.created_by_user_id from workflow_version v
              where v.workflow_id = asked.workflow_id and v.version <= asked.version and v.version > coalesce((
                select max(r.activated_version) from activation_request r
                where r.workflow_id = v.workflow_id and r.status = 'approved'
                  and r.activated_version < asked.version + asked.proposes_version::int), 0)
              union all
              select asked.requested_by_user_id where asked.proposes_version)
        ) then return 'wrote_it'; end if;
        activated := asked.version + asked.proposes_version::int;
        update activation_request
        set status = 'approved', decided_by_user_id = approver.user_id, decision_note = reason, decided_at = now(),
          activated_version = activated
        where id = request;
        insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
          request_id, subject_type, subject_id, detail)
        values (asked.account_id, 'activation.approved', kind, credential, approver.user_id, approver.api_client_id,
          address, request_id, 'workflow', asked.workflow_id::text, jsonb_build_object(
            'request_id', asked.id, 'version', activated, 'definition_sha256', asked.definition_sha256));
        return 'approved';
      end $$`);
  }
}
