import { Migration } from '@mikro-orm/migrations';

/**
 * Who wrote any of what an activation request would put live, with everybody who is the same person: those cannot approve
 * it. Said once, for `activation_approve` and for whoever looks at the request.
 */
export class Migration20261125110000_activation_writers extends Migration {
  override up(): void {
    this.addSql(`create function activation_writers(request bigint) returns table (user_id bigint)
      language sql stable as $$
      with asked as (select * from activation_request where id = request),
      writer as (
        select v.created_by_user_id as id from asked
        join workflow_version v on v.workflow_id = asked.workflow_id and v.version <= asked.version
          and v.version > coalesce((
            select max(r.activated_version) from activation_request r
            where r.workflow_id = asked.workflow_id and r.status = 'approved'
              and r.activated_version < asked.version + asked.proposes_version::int), 0)
        union
        select asked.requested_by_user_id from asked where asked.proposes_version)
      select writer.id from writer where writer.id is not null
      union
      -- As same_person, from the writers outwards.
      select b.user_id from asked, writer
      join user_address a on a.user_id = writer.id
      join user_address b on b.address = a.address
      join account_user u on u.id = b.user_id
      where u.account_id = asked.account_id
    $$`);
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
        if exists (select from activation_writers(asked.id) w where w.user_id = approver.user_id) then
          return 'wrote_it';
        end if;
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
