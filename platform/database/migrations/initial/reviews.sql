-- What people are asked, and what they said.

-- What a person is asked. The trigger below counts the approvals, whatever code decides.
create table review_round (
  id bigserial primary key,
  execution_id bigint not null,
  key text not null,
  node_id text not null,
  visit int not null,
  kind text not null,
  artifact_id bigint,
  status text not null,
  decision text,
  decided_by_user_id bigint,
  note text,
  due_at timestamptz(3),
  opened_at timestamptz(3),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  needs text,
  delivery text,
  posted_on text,
  carrier text,
  reasons jsonb,
  why text,
  missing_variables jsonb,
  variables jsonb,
  approvals_required int not null default 1,
  approvals jsonb not null default '[]',
  queue text,
  snoozed_until timestamptz(3),
  rules jsonb,
  constraint review_round_key_unique unique (execution_id, key)
);
create unique index review_round_one_open on review_round (execution_id) where status = 'open';
create index review_round_due on review_round (due_at) where status in ('open', 'queued') and due_at is not null;
-- How many reviews wait, and how long.
create index review_round_open on review_round (kind, opened_at) where status = 'open';

-- Those of the approvals that count: each person once, and nobody without a confirmed address.
create function counting_approvals(approvals jsonb, account bigint) returns jsonb language sql stable as $$
with given as (
  select g.approval, g.at, u.id from jsonb_array_elements(approvals) with ordinality g (approval, at)
  join account_user u on u.id = (g.approval ->> 'user_id')::bigint and u.account_id = account
  where u.confirmed_address is not null)
select coalesce(jsonb_agg(given.approval order by given.at), '[]') from given
where not exists (select from given before where before.at < given.at and same_person(before.id, given.id))
$$;

-- A review that several people have to approve is approved by as many different ones.
create function review_round_approvals() returns trigger language plpgsql as $$
declare
  people int;
begin
  select jsonb_array_length(counting_approvals(new.approvals, e.account_id)) into people
  from execution e where e.id = new.execution_id;
  if people >= new.approvals_required then return new; end if;
  raise exception 'review % has % of % approvals', new.id, people, new.approvals_required using errcode = 'CSC02';
end
$$;

create trigger review_round_approvals before insert or update on review_round for each row
  when (new.status = 'decided' and new.decision = 'approved' and new.approvals_required > 1)
  execute function review_round_approvals();

-- What happened in reviews.
create table review_event (
  id bigserial,
  execution_id bigint not null,
  event_type text not null,
  actor_user_id bigint,
  note text,
  metadata jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (execution_id, id)
) partition by range (execution_id);
create table review_event_p0 partition of review_event for values from (minvalue) to (1000000);
create table review_event_p1000000 partition of review_event for values from (1000000) to (maxvalue);
-- What retention looks for.
create index review_event_noted on review_event (created_at) where note is not null;
