import { Migration } from '@mikro-orm/migrations';

/**
 * A request may also ask for another name or use case. What it asks for goes live by `activation_approve` alone, which runs
 * as the owner of the tables and looks up itself who approves: the service that is asked over HTTP cannot write an approval.
 */
export class Migration20261125073200_approval_proofs extends Migration {
  override up(): void {
    this.addSql(`alter table "api_token" add column "approval_hash" text null`);
    this.addSql(`alter table "user_session" add column "approval_hash" text null`);
    this.addSql(`alter table "activation_request"
      add column "name" text null, add column "use_case" text null, add column "proposes_version" boolean null`);
    this.addSql(`update "activation_request" r
      set name = v.name, use_case = v.use_case, proposes_version = r.definition is not null
      from workflow_version v where v.workflow_id = r.workflow_id and v.version = r.version`);
    this.addSql(`alter table "activation_request"
      alter column "name" set not null, alter column "proposes_version" set not null`);
    this.addSql(`create function activation_guard() returns trigger language plpgsql as $$
      begin
        if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'MEMBER') then return new; end if;
        if tg_op = 'INSERT' and new.status = 'pending' and new.activated_version is null then return new; end if;
        if tg_op = 'UPDATE' and old.status = 'pending' and new.status in ('pending', 'refused', 'withdrawn', 'superseded')
          and new.activated_version is null then return new; end if;
        raise exception 'a request is approved by activation_approve alone, and stays as it was decided' using errcode = 'CSC03';
      end $$`);
    this.addSql(`create trigger activation_guard before insert or update on activation_request
      for each row execute function activation_guard()`);
    // The user whom the token or session is of, if it may approve for the account and was shown, not only known by its id.
    this.addSql(`create function activation_approver(account bigint, kind text, credential bigint, proof text)
      returns table (user_id bigint, api_client_id bigint) language sql stable as $$
      with shown as (
        select t.user_id, t.api_client_id,
          'workflows:activate' = any (t.scopes) as activates, 'workflows:write' = any (t.scopes) as writes
        from api_token t
        where kind = 'token' and t.id = credential and t.account_id = account and t.revoked_at is null
          and (t.expires_at is null or t.expires_at > now())
          and t.approval_hash = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
        union all
        select s.user_id, s.api_client_id, s.roles && array['publisher', 'admin'], 'author' = any (s.roles)
        from user_session s
        where kind = 'session' and s.id = credential and s.account_id = account and s.revoked_at is null
          and s.expires_at > now() and s.approval_hash = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
          -- Nobody signs in for somebody else without a row that stays.
          and exists (select from audit_event e where e.account_id = s.account_id and e.action = 'session.opened'
            and e.subject_type = 'session' and e.subject_id = s.id::text and e.actor_user_id = s.user_id)
      )
      select shown.user_id, shown.api_client_id from shown
      join account_user u on u.id = shown.user_id and u.account_id = account
      join account a on a.id = account
      where shown.activates or (shown.writes and not a.four_eyes)
    $$`);
    this
      .addSql(`create function activation_approve(request bigint, kind text, credential bigint, proof text, reason text,
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
          select from account_user me, account_user writer
          where me.id = approver.user_id
            and (writer.id = me.id or (me.email <> '' and lower(writer.email) = lower(me.email)
              and writer.account_id = me.account_id))
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
    // Whatever code changes a workflow: with four eyes nothing is live but what an approved request asked for.
    this.addSql(`create or replace function workflow_four_eyes() returns trigger language plpgsql as $$
      begin
        if not new.active or (tg_op = 'UPDATE' and old.active and old.version = new.version and old.name = new.name
          and old.use_case is not distinct from new.use_case) then return new; end if;
        if not exists (select from account a where a.id = new.account_id and a.four_eyes) then return new; end if;
        if exists (
          select from activation_request r
          join workflow_version v on v.workflow_id = r.workflow_id and v.version = r.activated_version
          join workflow_version asked on asked.workflow_id = r.workflow_id and asked.version = r.version
          where r.workflow_id = new.id and r.activated_version = new.version and r.status = 'approved'
            and v.definition::jsonb = coalesce(r.definition, asked.definition)::jsonb
            and v.name = r.name and v.use_case is not distinct from r.use_case
            and new.name = r.name and new.use_case is not distinct from r.use_case
        ) then return new; end if;
        raise exception 'version % of workflow % was approved by nobody else', new.version, new.id using errcode = 'CSC01';
      end $$`);
    for (const each of [
      'activation_approver(bigint, text, bigint, text)',
      'activation_approve(bigint, text, bigint, text, text, text, text)',
    ]) {
      this.addSql(`revoke all on function ${each} from public`);
    }
  }
}
