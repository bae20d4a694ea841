-- Who did what, as a chain of hashes for each account. PostgreSQL numbers and hashes the rows itself, as the owner of
-- the tables: a service that may only add rows chooses neither their number, nor their time, nor their hash.

-- The head of each chain. Its row is locked until the transaction ends, so audit rows are added last.
create table audit_chain (
  account_id bigint primary key,
  last_sequence bigint not null,
  last_hash text not null,
  purged_sequence bigint not null,
  purged_hash text not null
);

-- Number, time and hash are set by the trigger; the defaults only let an insert leave them out.
create table audit_event (
  id bigserial primary key,
  account_id bigint not null,
  action text not null,
  actor_kind text not null,
  actor_id bigint,
  actor_user_id bigint,
  api_client_id bigint,
  address text,
  request_id text,
  subject_type text not null,
  subject_id text not null,
  detail jsonb not null,
  occurred_at timestamptz(3) not null default now(),
  actor_name text,
  sequence bigint not null default 0,
  previous_hash text not null default '',
  hash text not null default '',
  constraint audit_event_sequence_unique unique (account_id, sequence)
);
create index audit_event_action on audit_event (account_id, action, sequence);
create index audit_event_actor on audit_event (account_id, actor_user_id, sequence);
create index audit_event_subject on audit_event (account_id, subject_type, subject_id, sequence);
create index audit_event_time on audit_event (account_id, occurred_at);

-- RFC 8785, for the numbers that rows hold: whole ones.
create function audit_canonical(value jsonb) returns text language sql immutable strict as $$
select case jsonb_typeof(value)
  when 'object' then '{' || coalesce((
    select string_agg(to_json(m.key)::text || ':' || audit_canonical(m.value), ',' order by m.key collate "C")
    from jsonb_each(value) m), '') || '}'
  when 'array' then '[' || coalesce((
    select string_agg(audit_canonical(i.value), ',' order by i.at)
    from jsonb_array_elements(value) with ordinality i (value, at)), '') || ']'
  else value::text end
$$;
revoke all on function audit_canonical(jsonb) from public;

-- What is hashed of a row, by name: a column that comes later changes no hash of the rows before it.
create function audit_hash(row_ audit_event) returns text language sql stable as $$
select encode(sha256(convert_to(audit_canonical(
  jsonb_build_object(
    'account_id', row_.account_id, 'sequence', row_.sequence, 'previous_hash', row_.previous_hash,
    'action', row_.action, 'actor_kind', row_.actor_kind, 'actor_id', row_.actor_id,
    'actor_user_id', row_.actor_user_id, 'actor_name', row_.actor_name, 'api_client_id', row_.api_client_id,
    'address', row_.address, 'request_id', row_.request_id, 'subject_type', row_.subject_type,
    'subject_id', row_.subject_id, 'detail', row_.detail,
    'occurred_at', to_char(row_.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
), 'UTF8')), 'hex')
$$;
revoke all on function audit_hash(audit_event) from public;

-- Gives a new row its place in the chain.
create function audit_append() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  head audit_chain;
begin
  insert into audit_chain values (new.account_id, 0, repeat('0', 64), 0, repeat('0', 64)) on conflict do nothing;
  select * into strict head from audit_chain where account_id = new.account_id for update;
  new.sequence := head.last_sequence + 1;
  new.previous_hash := head.last_hash;
  new.occurred_at := date_trunc('milliseconds', clock_timestamp());
  new.hash := audit_hash(new);
  update audit_chain set last_sequence = new.sequence, last_hash = new.hash where account_id = new.account_id;
  return new;
end
$$;
revoke all on function audit_append() from public;

create trigger audit_event_chain before insert on audit_event
  for each row execute function audit_append();

-- Removes the oldest rows of an account, and records in the chain that and up to where it did. Returns how many.
create function audit_purge(account bigint, kept_days int, most int, by_name text) returns int language plpgsql as $$
declare
  head audit_chain;
  through audit_event;
  removed int;
begin
  select * into head from audit_chain where account_id = account for update;
  if not found then return 0; end if;
  select e.* into through from audit_event e
  where e.account_id = account and e.sequence <= head.purged_sequence + most
    and e.sequence < coalesce((select min(k.sequence) from audit_event k where k.account_id = account
      and k.occurred_at >= now() - kept_days * interval '1 day'), head.last_sequence + 1)
  order by e.sequence desc limit 1;
  if not found then return 0; end if;
  delete from audit_event where account_id = account and sequence <= through.sequence;
  get diagnostics removed = row_count;
  update audit_chain set purged_sequence = through.sequence, purged_hash = through.hash where account_id = account;
  insert into audit_event (account_id, action, actor_kind, actor_name, subject_type, subject_id, detail)
  values (account, 'audit.purged', 'operator', by_name, 'audit_log', account::text, jsonb_build_object(
    'rows', removed, 'through_sequence', through.sequence, 'through_hash', through.hash, 'kept_days', kept_days));
  return removed;
end
$$;
revoke all on function audit_purge(bigint, int, int, text) from public;

-- Who was shown which execution with its numbers in full, and when that was last recorded.
create table full_read (
  actor_kind text not null,
  actor_id bigint not null,
  execution_id bigint not null,
  read_at timestamptz(3) not null,
  primary key (actor_kind, actor_id, execution_id)
);
create index full_read_time on full_read (read_at);
