-- The people whom executions are about, by API client and mode.
create table applicant (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  execution_mode text not null,
  created_at timestamptz(3) not null default now()
);
create index applicant_client on applicant (api_client_id, id);

-- What joins executions: the caller's key of a person (`key:…`), and HMACs of declared numbers (`#n…`) and of an e-mail
-- address with a birth date (`#m…`). The primary key is why two triggers at one instant make one applicant.
create table applicant_handle (
  api_client_id bigint not null,
  execution_mode text not null,
  handle text collate "C" not null,
  -- Null only within the transaction that adds the row.
  applicant_id bigint,
  primary key (api_client_id, execution_mode, handle)
);
create index applicant_handle_applicant on applicant_handle (applicant_id, handle);

-- What people are found by: folded words of names and references, and HMACs (`#…`), which are compared as a whole. They are
-- of an execution, so they go with what it knows of the person.
create table applicant_word (
  api_client_id bigint not null,
  execution_mode text not null,
  word text collate "C" not null,
  applicant_id bigint not null,
  execution_id bigint not null,
  primary key (api_client_id, execution_mode, word, applicant_id, execution_id)
);
create index applicant_word_execution on applicant_word (execution_id);

-- The applicant of each of these people: the one known by its key, else by a number, else by e-mail and birth, else a new
-- one. Evidence that is weaker than the key joins nobody who has another key, and e-mail and birth join nobody who has other
-- numbers: twins may share both. Callers insert the executions in the same transaction.
--
-- `people`: n, account_id, api_client_id, execution_mode, handles (of the newest search key), also (of older ones).
-- Handles are claimed first and in order, so that transactions wait for each other without a deadlock. Known ones are locked,
-- so whoever deletes them sees the executions that were joined by them.
create function applicants_join(people jsonb) returns table (n bigint, joined_id bigint) language plpgsql as $$
declare
  one record;
  chosen bigint;
  candidate record;
  is_new boolean;
  claimed int;
begin
  insert into applicant_handle (api_client_id, execution_mode, handle)
  select distinct p.api_client_id, p.execution_mode, h
  from jsonb_to_recordset(people) as p (api_client_id bigint, execution_mode text, handles text[])
  cross join unnest(p.handles) as h
  order by 1, 2, 3
  on conflict do nothing;

  for one in
    select p.* from jsonb_to_recordset(people) as p
      (n bigint, account_id bigint, api_client_id bigint, execution_mode text, handles text[], also text[])
    order by p.n
  loop
    chosen := null;
    for candidate in
      select h.applicant_id, h.handle from applicant_handle h
      where h.api_client_id = one.api_client_id and h.execution_mode = one.execution_mode
        and h.handle = any (one.handles || one.also) and h.applicant_id is not null
      order by array_position(one.handles || one.also, h.handle)
      for key share of h
    loop
      if candidate.handle not like 'key:%' then
        continue when one.handles[1] like 'key:%' and exists (
          select from applicant_handle h where h.applicant_id = candidate.applicant_id and h.handle like 'key:%');
        continue when candidate.handle like '#m%'
          and exists (select from unnest(one.handles) as own where own like '#n%')
          and exists (
            select from applicant_handle h where h.applicant_id = candidate.applicant_id and h.handle like '#n%');
      end if;
      chosen := candidate.applicant_id;
      exit;
    end loop;
    is_new := chosen is null;
    if is_new then
      insert into applicant (account_id, api_client_id, execution_mode)
      values (one.account_id, one.api_client_id, one.execution_mode) returning id into chosen;
    end if;
    update applicant_handle h set applicant_id = chosen
    where h.api_client_id = one.api_client_id and h.execution_mode = one.execution_mode
      and h.handle = any (one.handles) and h.applicant_id is null;
    get diagnostics claimed = row_count;
    -- A handle that was known above is gone if the last execution that had it was redacted meanwhile.
    if is_new and claimed < cardinality(one.handles) then
      insert into applicant_handle (api_client_id, execution_mode, handle, applicant_id)
      select one.api_client_id, one.execution_mode, own, chosen from unnest(one.handles) as own order by own
      on conflict do nothing;
    end if;
    n := one.n;
    joined_id := chosen;
    return next;
  end loop;
end
$$;

-- How often each person searched for people in an hour: counted here until the hour is over, and then in the audit log.
create table applicant_search (
  account_id bigint not null,
  actor_kind text not null,
  actor_id bigint not null,
  actor_user_id bigint,
  api_client_id bigint,
  hour timestamptz(0) not null,
  searches int not null,
  shown int not null,
  primary key (actor_kind, actor_id, hour)
);
