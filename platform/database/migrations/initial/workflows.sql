-- Cascades, their versions, and who may put one live.

-- The current version of a cascade.
create table workflow (
  id bigserial primary key,
  account_id bigint not null,
  code text not null,
  name text not null,
  active boolean not null,
  trigger_type text not null,
  use_case text,
  version int not null,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint workflow_account_code_unique unique (account_id, code)
);
create index workflow_account_id on workflow (account_id, id);

-- Definitions are json and not jsonb: an author gets back the text that was saved, its order too.
create table workflow_version (
  id bigserial primary key,
  workflow_id bigint not null,
  version int not null,
  definition json not null,
  created_at timestamptz(3) not null default now(),
  name text not null,
  use_case text,
  created_by_user_id bigint,
  note text,
  -- The version of each product of the account that it pulls, by code.
  products jsonb not null default '{}',
  constraint workflow_version_unique unique (workflow_id, version)
);

-- Kept applicants of a cascade, with the expected result. They are made-up people: no data of an execution is copied here.
create table workflow_example (
  id bigserial primary key,
  account_id bigint not null,
  workflow_id bigint not null,
  name text not null,
  -- json and not jsonb, as definitions are.
  payload json not null,
  reports json not null,
  decisions json not null,
  -- The day on which they apply, as 2026-03-01.
  as_of text not null,
  expected json not null,
  -- Of payload, reports and decisions, so that nobody reads them to tell whether they changed.
  applicant_sha256 text not null default '',
  -- The user who set the expected result, and the time.
  expected_by_user_id bigint not null,
  expected_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint workflow_example_name_unique unique (workflow_id, name)
);
create index workflow_example_workflow on workflow_example (workflow_id, id);

-- Examples that were added, changed or removed since a version of the workflow last went live.
create table workflow_example_change (
  workflow_id bigint not null,
  example_id bigint not null,
  account_id bigint not null,
  -- Name, day, expected result and the hash of the applicant, as they were then. Null: it was added since.
  was json,
  changed_by_user_ids bigint[] not null,
  changed_at timestamptz(3) not null,
  primary key (workflow_id, example_id)
);

-- Another version of a workflow, asked about executions that were decided.
create table backtest (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  workflow_id bigint not null,
  created_by_user_id bigint,
  -- Null for a definition that is not saved. It stands here for saved ones, too: one row says all that is asked.
  version int,
  definition json not null,
  products jsonb not null,
  name text not null,
  use_case text,
  definition_sha256 text not null,
  -- Null: what was recorded.
  against_version int,
  -- Of the list of executions, and how many it finds at most.
  filter json not null,
  sample_limit int not null,
  matching int not null,
  seed int not null,
  -- Executions, and those that are compared or counted.
  total int not null,
  done int not null default 0,
  -- Units of work that were spent on it.
  work bigint not null default 0,
  -- Rows of backtest_change that it wrote.
  changes int not null default 0,
  tally jsonb not null,
  status text not null default 'queued',
  error_code text,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index backtest_workflow on backtest (api_client_id, workflow_id, id);
create index backtest_account on backtest (account_id, id);
create index backtest_open on backtest (account_id, id) where ended_at is null;

-- Executions of a backtest that are to be compared. It goes with what it leads to.
create table backtest_chunk (
  backtest_id bigint not null,
  number int not null,
  execution_ids bigint[] not null,
  attempts int not null default 0,
  lease_until timestamptz(3),
  primary key (backtest_id, number)
);

-- An execution that another version decides otherwise, or about whom it writes another letter. It goes with the redaction of
-- the execution.
create table backtest_change (
  id bigserial primary key,
  backtest_id bigint not null,
  execution_id bigint not null,
  kinds text[] not null,
  -- The first rule at which the two part.
  rule text,
  old jsonb not null,
  new jsonb not null,
  constraint backtest_change_once unique (backtest_id, execution_id)
);
create index backtest_change_execution on backtest_change (execution_id);

-- Written from data when the database is migrated.
create table workflow_template (
  id bigserial primary key,
  key text not null,
  name text not null,
  description text,
  icon text,
  color text,
  category text,
  active boolean not null default true,
  featured boolean not null default false,
  published_at timestamptz(3),
  source_workflow_id bigint,
  definition json not null,
  examples json not null default '[]',
  constraint workflow_template_key_unique unique (key)
);

-- Requests to put a version live, or another name or use case. Only activation_approve approves one.
create table activation_request (
  id bigserial primary key,
  account_id bigint not null,
  workflow_id bigint not null,
  version int not null,
  definition_sha256 text not null,
  definition json,
  note text,
  status text not null,
  requested_by_user_id bigint not null,
  decided_by_user_id bigint,
  decision_note text,
  decided_at timestamptz(3),
  activated_version int,
  created_at timestamptz(3) not null default now(),
  name text not null,
  use_case text,
  proposes_version boolean not null,
  -- The newest when it was asked for; 0: nothing was declared.
  dictionary_version int not null default 0,
  -- As in workflow_version, of what would go live.
  products jsonb not null default '{}',
  -- Of the examples of the workflow when it was asked for (empty: by the release before), with what they said of it; null:
  -- they were not asked.
  examples_mark text not null default '',
  examples json,
  -- What changed in the examples since a version last went live. Null while it is pending: it may change still.
  examples_changed json
);
create index activation_request_workflow on activation_request (workflow_id, id);
-- One request of a workflow at a time.
create unique index activation_request_pending on activation_request (workflow_id) where status = 'pending';
-- What waits in the whole account.
create index activation_request_account on activation_request (account_id, id);

-- The service that is asked over HTTP cannot write an approval.
create function activation_guard() returns trigger language plpgsql as $$
begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'MEMBER') then return new; end if;
  if tg_op = 'INSERT' and new.status = 'pending' and new.activated_version is null then return new; end if;
  if tg_op = 'UPDATE' and old.status = 'pending' and new.status in ('pending', 'refused', 'withdrawn', 'superseded')
    and new.activated_version is null then return new; end if;
  raise exception 'a request is approved by activation_approve alone, and stays as it was decided' using errcode = 'CSC03';
end
$$;

create trigger activation_guard before insert or update on activation_request
  for each row execute function activation_guard();

-- The user whose token or session it is, if it may approve for the account and was shown, not only known by its id.
create function activation_approver(account bigint, kind text, credential bigint, proof text) returns table (user_id bigint, api_client_id bigint)
  language sql stable as $$
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
    -- A session counts only with the audit row of its sign-in: nobody signs in unseen for someone else.
    and exists (select from audit_event e where e.account_id = s.account_id and e.action = 'session.opened'
      and e.subject_type = 'session' and e.subject_id = s.id::text and e.actor_user_id = s.user_id)
)
select shown.user_id, shown.api_client_id from shown
join account_user u on u.id = shown.user_id and u.account_id = account
join account a on a.id = account
where shown.activates or (shown.writes and not a.four_eyes)
$$;
revoke all on function activation_approver(bigint, text, bigint, text) from public;

-- Requests to change the data dictionary of an account where that changes what is live. Only dictionary_approve approves one.
create table dictionary_request (
  id bigserial primary key,
  account_id bigint not null,
  -- The newest version when it was asked for: a later one supersedes the request.
  version int not null,
  -- By path. Null: no longer declared.
  changes jsonb not null,
  note text,
  status text not null,
  -- Null: an operator at the command line.
  requested_by_user_id bigint,
  decided_by_user_id bigint,
  decision_note text,
  decided_at timestamptz(3),
  activated_version int,
  created_at timestamptz(3) not null default now()
);
create index dictionary_request_account on dictionary_request (account_id, id);
-- One request of an account at a time.
create unique index dictionary_request_pending on dictionary_request (account_id) where status = 'pending';

-- Who wrote any of what an activation request would put live.
create function activation_authors(request bigint) returns table (user_id bigint, is_known boolean)
  language sql stable as $$
with asked as (select * from activation_request where id = request),
author as (
  select v.created_by_user_id as id from asked
  join workflow_version v on v.workflow_id = asked.workflow_id and v.version <= asked.version
    and v.version > coalesce((
      select max(r.activated_version) from activation_request r
      where r.workflow_id = asked.workflow_id and r.status = 'approved'
        and r.activated_version < asked.version + asked.proposes_version::int), 0)
  union
  select asked.requested_by_user_id from asked where asked.proposes_version
  union
  -- Letters say what the dictionary declares: who changed it alone, and asks, does not approve too.
  select asked.requested_by_user_id from asked
  join dictionary_version d on d.account_id = asked.account_id and d.version <= asked.dictionary_version
    and d.version > coalesce((
      select max(r.dictionary_version) from activation_request r
      where r.workflow_id = asked.workflow_id and r.status = 'approved' and r.id < asked.id), 0)
    and d.created_by_user_id in (select users_of_person(asked.requested_by_user_id))
  where not exists (
    select from dictionary_request q where q.account_id = d.account_id and q.activated_version = d.version)
  union
  -- So do the products that it pulls: all their versions since those that another person approved.
  select p.created_by_user_id from asked
  cross join lateral jsonb_each_text(asked.products) pin (code, version)
  join product_version p on p.account_id = asked.account_id and p.code = pin.code and p.version <= pin.version::int
    and p.version > coalesce((
      select max((r.products ->> pin.code)::int) from activation_request r
      where r.workflow_id = asked.workflow_id and r.status = 'approved' and r.id < asked.id), 0))
select u.id, u.confirmed_address is not null from author join account_user u on u.id = author.id
$$;

-- The authors, with everybody who is the same person.
create function activation_writers(request bigint) returns table (user_id bigint) language sql stable as $$
select distinct same.id from activation_authors(request) a cross join lateral users_of_person(a.user_id) same (id)
$$;

-- Runs as the owner of the tables and looks up itself who approves.
create function activation_approve(
  request bigint, kind text, credential bigint, proof text, reason text, address text, request_id text
) returns text
  language plpgsql security definer set search_path = pg_catalog, public as $$
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
  if not exists (select from account_user u where u.id = approver.user_id and u.confirmed_address is not null) then
    return 'approver_unknown';
  end if;
  if exists (select from activation_authors(asked.id) a where not a.is_known) then return 'author_unknown'; end if;
  activated := asked.version + asked.proposes_version::int;
  update activation_request
  set status = 'approved', decided_by_user_id = approver.user_id, decision_note = reason, decided_at = now(),
    activated_version = activated
  where id = request;
  insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
    request_id, subject_type, subject_id, detail)
  values (asked.account_id, 'activation.approved', kind, credential, approver.user_id, approver.api_client_id,
    address, request_id, 'workflow', asked.workflow_id::text, jsonb_build_object(
      'request_id', asked.id, 'version', activated, 'definition_sha256', asked.definition_sha256,
      'dictionary_version', asked.dictionary_version, 'products', asked.products));
  return 'approved';
end
$$;
revoke all on function activation_approve(bigint, text, bigint, text, text, text, text) from public;

-- Whatever code changes a workflow: with four eyes nothing is live but what an approved request asked for.
create function workflow_four_eyes() returns trigger language plpgsql as $$
begin
  if not new.active or (tg_op = 'UPDATE' and old.active and old.version = new.version and old.name = new.name
    and old.use_case is not distinct from new.use_case) then return new; end if;
  if not exists (select from account a where a.id = new.account_id and a.four_eyes) then return new; end if;
  if exists (
    select from activation_request r
    join workflow_version v on v.workflow_id = r.workflow_id and v.version = r.activated_version
    join workflow_version asked on asked.workflow_id = r.workflow_id and asked.version = r.version
    where r.workflow_id = new.id and r.activated_version = new.version and r.status = 'approved'
      and v.definition::jsonb = coalesce(r.definition, asked.definition)::jsonb and v.products = r.products
      and v.name = r.name and v.use_case is not distinct from r.use_case
      and new.name = r.name and new.use_case is not distinct from r.use_case
  ) then return new; end if;
  raise exception 'version % of workflow % was approved by nobody else', new.version, new.id using errcode = 'CSC01';
end
$$;

create trigger workflow_four_eyes before insert or update on workflow
  for each row execute function workflow_four_eyes();

create trigger dictionary_guard before insert or update on dictionary_request
  for each row execute function activation_guard();

-- Runs as the owner of the tables and looks up itself who approves, as activation_approve does.
create function dictionary_approve(
  request bigint, kind text, credential bigint, proof text, reason text, address text, request_id text
) returns text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  asked dictionary_request;
  approver record;
begin
  select * into asked from dictionary_request where id = request for update;
  if not found or asked.status <> 'pending' then return 'not_pending'; end if;
  if asked.version <> coalesce((select max(v.version) from dictionary_version v where v.account_id = asked.account_id), 0)
    then return 'not_pending'; end if;
  select * into approver from activation_approver(asked.account_id, kind, credential, proof);
  if not found then return 'not_proven'; end if;
  if exists (select from users_of_person(asked.requested_by_user_id) w (id) where w.id = approver.user_id) then
    return 'wrote_it';
  end if;
  if not exists (select from account_user u where u.id = approver.user_id and u.confirmed_address is not null) then
    return 'approver_unknown';
  end if;
  if exists (select from account_user u where u.id = asked.requested_by_user_id and u.confirmed_address is null) then
    return 'author_unknown';
  end if;
  update dictionary_request
  set status = 'approved', decided_by_user_id = approver.user_id, decision_note = reason, decided_at = now(),
    activated_version = asked.version + 1
  where id = request;
  insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
    request_id, subject_type, subject_id, detail)
  values (asked.account_id, 'activation.approved', kind, credential, approver.user_id, approver.api_client_id,
    address, request_id, 'field_dictionary', (asked.version + 1)::text, jsonb_build_object('request_id', asked.id));
  return 'approved';
end
$$;
revoke all on function dictionary_approve(bigint, text, bigint, text, text, text, text) from public;
