-- Executions and their batches, and what the loop needs. Tables that grow with every execution and are read by its id
-- stand in partitions of ranges of ids. The last partition has no end, so no row is ever without a place
-- (platform/partitions, docs/decisions/13).

-- Its rows are executions.
create table batch (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  workflow_id bigint not null,
  workflow_version int not null,
  status text not null default 'pending',
  execution_mode text not null,
  external_reference text,
  total_count int not null,
  skip_waits boolean not null default false,
  run_key uuid not null,
  submitted_by_user_id bigint,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  product_codes text[] not null default '{}',
  interrupted_code text,
  resumed_at timestamptz(3),
  request_id text,
  -- Rows without which it runs: their positions and what is wrong with them, without a value. Null: none.
  skipped_rows jsonb
);
create index batch_client on batch (api_client_id, id);
create index batch_running on batch (id) where status = 'running';

-- Updated often, so its pages leave room.
create table execution (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  workflow_id bigint not null,
  workflow_version int not null,
  batch_id bigint,
  row_index int,
  status text not null,
  execution_key text,
  external_reference text,
  -- Null: its payload has no applicant.
  applicant_id bigint,
  execution_mode text not null,
  needs_human_review boolean not null default false,
  review_status text not null default 'none',
  assigned_to_user_id bigint,
  outcome text,
  re_evaluated_from bigint,
  reuse_reports boolean not null default false,
  submitted_by_user_id bigint,
  payload jsonb not null,
  user_approved boolean,
  allow_inactive boolean not null default false,
  sandbox_replay boolean not null default false,
  skip_waits boolean not null default false,
  state jsonb,
  run_key uuid not null,
  retry_count int not null default 0,
  wake_at timestamptz(3),
  first_error_message text,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  redacted_at timestamptz(3),
  -- Besides, nothing finds the person by it any more.
  erased_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3),
  advance_failures int not null default 0,
  traceparent text,
  request_id text,
  advances_begun int not null default 0,
  first_error_code text,
  notice_due_at timestamptz(3),
  notices_due jsonb,
  notices_overdue_at timestamptz(3),
  dictionary_version int,
  settings jsonb not null default
    '{"hides_thresholds": false, "default_purpose": null, "reviews_free_text": true, "reviews_not_comparable": false}',
  corrections jsonb,
  -- Reports that vendors make while it waits; null: none.
  pending_reports jsonb,
  -- Nothing of it is under way but those.
  only_awaits_reports boolean not null default false
) with (fillfactor = 80);
create index execution_client_status on execution (api_client_id, status, id);
create index execution_client_workflow on execution (api_client_id, workflow_id, id);
create index execution_client_reference on execution (api_client_id, external_reference, id)
  where external_reference is not null;
create index execution_applicant on execution (applicant_id, id) where applicant_id is not null;
create index execution_client_assignee on execution (api_client_id, assigned_to_user_id, id)
  where assigned_to_user_id is not null;
create index execution_client_review on execution (api_client_id, id) where needs_human_review;
create unique index execution_batch_row on execution (batch_id, row_index) where batch_id is not null;
create index execution_wake on execution (wake_at) where wake_at is not null;
-- For the reconciler.
create index execution_live on execution (id) where status in ('pending', 'running', 'waiting', 'awaiting_review');
create index execution_batch_running on execution (batch_id)
  where status = 'running' and batch_id is not null and not only_awaits_reports;
-- Lists are counted from this index alone: it holds the columns that filters compare, instead of one index for each
-- filter.
create index execution_client_list on execution (api_client_id, id)
  include (status, review_status, needs_human_review, outcome, execution_mode, assigned_to_user_id, created_at);
create index execution_re_evaluated on execution (re_evaluated_from, id) where re_evaluated_from is not null;
-- What retention looks for.
create index execution_unredacted on execution (completed_at) where redacted_at is null and completed_at is not null;
-- Starts wait while many runs have begun and were not advanced yet; these are counted here.
create index execution_begun on execution (id)
  where status = 'running' and state is null and advance_failures = 0 and batch_id is null;
create index execution_client_updated on execution (api_client_id, updated_at, id) where updated_at is not null;
create index execution_client_completed on execution (api_client_id, completed_at, id) where completed_at is not null;
create index execution_client_notices_due on execution (api_client_id, id) where notices_due is not null;
create index execution_client_pending_reports on execution (api_client_id, id) where pending_reports is not null;
create index execution_notices_overdue on execution (notices_overdue_at) where notices_overdue_at is not null;
create index execution_notice_due_live on execution (notice_due_at)
  where notice_due_at is not null and completed_at is null;

-- Reports that a re-evaluation uses again: copies, so that they stand when the old execution is redacted.
create table reused_report (
  execution_id bigint not null,
  product_code text not null,
  output jsonb not null,
  from_execution_id bigint not null,
  primary key (execution_id, product_code)
);

-- What the dispatcher has to do. Rows come and go, so the table is vacuumed early.
create table command (
  id bigserial primary key,
  kind text not null,
  execution_id bigint,
  batch_id bigint,
  lane text not null default 'single',
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  attempts int not null default 0,
  created_at timestamptz(3) not null default now()
) with (autovacuum_vacuum_scale_factor = 0.02);
create index command_due on command (lane, due_at, id);
create index command_execution on command (execution_id, id);
create index command_batch_rows on command (batch_id, due_at, id) where lane = 'batch' and attempts = 0;
create index command_batch_begun on command (due_at, id) where lane = 'batch' and attempts > 0;
-- One poke of a batch at a time.
create unique index command_batch_poke on command (batch_id)
  where kind = 'poke' and execution_id is null and lease_until is null;
create index command_batch_order on command (batch_id, id) where execution_id is null;

-- Visits of nodes, in the order of the sequence. The causes say which visits led to each: a notice speaks of the way
-- to it alone.
create table step (
  execution_id bigint not null,
  node_id text not null,
  visit int not null,
  node_type text not null,
  status text not null,
  sequence bigserial,
  output jsonb,
  error_code text,
  error_message text,
  attempts int,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  causes jsonb not null default '[]',
  primary key (execution_id, node_id, visit)
) partition by range (execution_id);
create table step_p0 partition of step for values from (minvalue) to (1000000);
create table step_p1000000 partition of step for values from (1000000) to (maxvalue);

-- What a run asks of the world.
create table effect (
  id bigserial,
  execution_id bigint not null,
  key text not null,
  node_id text not null,
  visit int not null,
  kind text not null,
  request jsonb not null,
  status text not null default 'intended',
  attempts int not null default 0,
  result jsonb,
  error_code text,
  error_message text,
  created_at timestamptz(3) not null default now(),
  begun_at timestamptz(3),
  finished_at timestamptz(3),
  primary key (execution_id, id),
  constraint effect_key_unique unique (execution_id, key)
) partition by range (execution_id);
create table effect_p0 partition of effect for values from (minvalue) to (1000000) with (fillfactor = 80);
create table effect_p1000000 partition of effect for values from (1000000) to (maxvalue) with (fillfactor = 80);

-- How an account asks the vendor of a product. Another server is another row: an order that was placed at one is never asked
-- for at another.
create table product_connection (
  id bigserial primary key,
  account_id bigint not null,
  product_code text not null,
  -- The name under which its orders and callbacks are kept.
  name text not null,
  settings jsonb not null,
  secrets text not null,
  -- One more with each change.
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  constraint product_connection_once unique (account_id, product_code),
  constraint product_connection_name unique (name)
);

-- Reports that were ordered and that a vendor makes in its own time, by the key of the pull: whatever asks for that pull
-- again takes up the same order.
create table vendor_order (
  id bigserial primary key,
  idempotency_key uuid not null,
  account_id bigint not null,
  api_client_id bigint not null,
  execution_id bigint not null,
  -- The effect that waits for it now.
  effect_id bigint not null,
  node_id text not null,
  visit int not null,
  product_code text not null,
  connection text not null,
  -- What the vendor calls it, and where it is asked for; null: by the pull again.
  reference text,
  location text,
  -- Requests of the pull that were answered, of those before the last, and the last of these answers.
  steps_done int not null default 0,
  answer jsonb,
  polls int not null default 0,
  poll_at timestamptz(3) not null,
  deadline_at timestamptz(3) not null,
  lease_until timestamptz(3),
  ended_at timestamptz(3),
  ended_as text,
  -- A person entered its reference: it is asked for, whatever became of its run.
  entered_at timestamptz(3),
  -- Of the report, to tell another one from it.
  report_digest text,
  -- Reports that came after it, as [{came_at, report}]; null: none.
  corrections jsonb,
  created_at timestamptz(3) not null default now(),
  constraint vendor_order_key_unique unique (idempotency_key)
);
create index vendor_order_due on vendor_order (poll_at, id) where ended_at is null;
create index vendor_order_execution on vendor_order (execution_id);
create index vendor_order_reference on vendor_order (connection, reference) where reference is not null;
create index vendor_order_unknown on vendor_order (api_client_id, id) where ended_as = 'unknown';

-- The database was put back from a backup: what the executions before this id ordered afterwards is in no table.
create table restore (
  id bigserial primary key,
  executions_before bigint not null,
  restored_at timestamptz(3) not null default now()
);

-- What vendors sent, until it was taken; that and not what they sent, for a day after their orders ended.
create table vendor_callback (
  id bigserial primary key,
  connection text not null,
  -- Of the pull; null: the callback of the connection.
  idempotency_key uuid,
  -- Tells what came before from anything else.
  digest text not null,
  sealed text,
  -- Of the order, in a callback of the connection that was proved.
  reference text,
  received_at timestamptz(3) not null default now(),
  taken_at timestamptz(3),
  constraint vendor_callback_once unique nulls not distinct (connection, idempotency_key, digest)
);
create index vendor_callback_waiting on vendor_callback (connection, id) where taken_at is null;

-- Runs as the owner of the tables: who stores callbacks sees no order, and nothing of what came before. A token ends a day
-- after its order; once its report is there, what has not come before contradicts it.
create function vendor_callback_store(called text, pull uuid, content text, bytes text) returns text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  placed vendor_order;
begin
  if pull is not null then
    select * into placed from vendor_order o where o.idempotency_key = pull;
    if placed.ended_as <> 'unknown' and placed.ended_at < now() - interval '1 day' then return 'ended'; end if;
    if placed.ended_as = 'reported' then
      if exists (select from vendor_callback c where c.connection = called and c.idempotency_key = pull) then
        perform from vendor_callback c
          where c.connection = called and c.idempotency_key = pull and c.digest = content;
        return case when found then 'known' else 'other' end;
      end if;
      insert into vendor_callback (connection, idempotency_key, digest, taken_at) values (called, pull, content, now())
        on conflict do nothing;
      return 'known';
    end if;
  end if;
  -- Unread callbacks of one connection are bounded by their stored size.
  if (select count(*) >= 10000 or coalesce(sum(pg_column_size(c.sealed)), 0) >= 67108864 from (
    select sealed from vendor_callback where connection = called and taken_at is null limit 10000
  ) c) then return 'full'; end if;
  insert into vendor_callback (connection, idempotency_key, digest, sealed) values (called, pull, content, bytes)
  on conflict (connection, idempotency_key, digest)
    do update set sealed = excluded.sealed, received_at = now(), taken_at = null;
  return 'stored';
end
$$;
revoke all on function vendor_callback_store(text, uuid, text, text) from public;

-- Pulls that were cut short, so that nobody knows whether the vendor has the order: those of one API client, or of all. Runs
-- as the owner of the tables: the caller sees no other order.
create function unknown_pulls(client bigint) returns table (
  id bigint, execution_id bigint, node_id text, account_id bigint, product_code text, connection text,
  our_reference uuid, asked_at timestamptz
) language sql stable security definer set search_path = pg_catalog, public as $$
select o.id, o.execution_id, o.node_id, o.account_id, o.product_code, o.connection, o.idempotency_key, o.ended_at
from vendor_order o join effect f on f.execution_id = o.execution_id and f.id = o.effect_id
where o.ended_as = 'unknown' and f.error_code = 'vendor_unknown' and (client is null or o.api_client_id = client)
$$;
revoke all on function unknown_pulls(bigint) from public;

-- Says what became of one. With the vendor's reference it is asked for like any other order, for 14 days, whatever became of
-- its run; without, the next pull orders again. No row: the node has none.
create function settle_pull(client bigint, execution bigint, node text, given text) returns table (
  account_id bigint, product_code text, connection text
) language sql security definer set search_path = pg_catalog, public as $$
update vendor_order o set
  reference = coalesce(given, o.reference),
  ended_as = case when given is null then 'not_ordered' end,
  ended_at = case when given is null then now() end,
  entered_at = case when given is null then o.entered_at else now() end,
  polls = 0, lease_until = null, poll_at = now(), deadline_at = now() + interval '14 days'
from unknown_pulls(client) u
where u.id = o.id and o.execution_id = execution and o.node_id = node and o.ended_as = 'unknown'
returning o.account_id, o.product_code, o.connection
$$;
revoke all on function settle_pull(bigint, bigint, text, text) from public;

-- A report is billed once for each visit.
create table billing_entry (
  id bigserial,
  account_id bigint not null,
  api_client_id bigint not null,
  execution_id bigint not null,
  node_id text not null,
  visit int not null,
  product_code text not null,
  created_at timestamptz(3) not null default now(),
  primary key (execution_id, id),
  constraint billing_entry_once unique (execution_id, node_id, visit)
) partition by range (execution_id);
create table billing_entry_p0 partition of billing_entry for values from (minvalue) to (1000000);
create table billing_entry_p1000000 partition of billing_entry for values from (1000000) to (maxvalue);
create index billing_entry_account on billing_entry (account_id, created_at);

-- Whether a live execution of the same client and reference was decided: its application has an answer.
create function reference_decided(client bigint, reference text, own bigint, asked timestamptz) returns boolean
language sql stable as $$
select exists (
  select from execution o
  where o.api_client_id = client and o.external_reference = reference and o.id <> own and o.execution_mode = 'live'
    and o.outcome is not null and coalesce(o.completed_at >= asked - interval '30 days', true))
$$;

-- What is owed without the answers to applications.
create function without_answers(due jsonb) returns jsonb language sql immutable as $$
select jsonb_agg(item order by place) from jsonb_array_elements(due) with ordinality as owed (item, place)
where item ->> 'why' <> 'no_decision'
$$;

-- One narrow row for each run that has ended, for statistics. `id` is that of the execution; once that is redacted, a
-- random one below zero.
create table decision_fact (
  id bigint primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  workflow_id bigint not null,
  workflow_version int not null,
  batch_id bigint,
  execution_mode text not null,
  -- A re-evaluation: its application was decided before.
  is_again boolean not null,
  status text not null,
  outcome text,
  error_code text,
  accepted_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  decided_by text,
  held text[] not null,
  -- Branches that were taken; empty once it is coarse.
  taken text[] not null default '{}',
  reasons text[] not null,
  -- Declared facts that the rules compared.
  facts jsonb not null,
  -- It stands in the hours.
  is_counted boolean not null default false
);
create index decision_fact_workflow on decision_fact (workflow_id, ended_at);
-- What the follower has to add to the hours.
create index decision_fact_uncounted on decision_fact (id) where not is_counted;

-- Facts, counted by the hour in which the run ended. `what` and `key`: decision and the code of its error, rule and held
-- and branch and reason and what they are called, review and its decision, pull and its times and the product.
create table decision_hour (
  api_client_id bigint not null,
  execution_mode text not null,
  what text not null,
  -- 0: all workflows together, of all versions; of rules and what held there is none.
  workflow_id bigint not null,
  hour timestamptz(0) not null,
  workflow_version int not null,
  -- Empty: none.
  outcome text not null,
  key text not null,
  -- Only decisions have them; empty and false for anything else.
  status text not null,
  is_again boolean not null,
  count int not null,
  -- Only times have them: bins of the histogram that are not empty, and how many are in each.
  bins smallint[],
  bin_counts int[],
  primary key (api_client_id, execution_mode, what, workflow_id, hour, workflow_version, outcome, key, status, is_again)
);

-- The same by the day in UTC: a long period is read from its days, and from the hours before the first and after the last.
create table decision_day (
  api_client_id bigint not null,
  execution_mode text not null,
  what text not null,
  workflow_id bigint not null,
  day timestamptz(0) not null,
  workflow_version int not null,
  outcome text not null,
  key text not null,
  status text not null,
  is_again boolean not null,
  count int not null,
  bins smallint[],
  bin_counts int[],
  primary key (api_client_id, execution_mode, what, workflow_id, day, workflow_version, outcome, key, status, is_again)
);

-- The live decisions of a client in a workflow, which are watched for drifts.
create table drift_watch (
  api_client_id bigint not null,
  workflow_id bigint not null,
  account_id bigint not null,
  -- Decisions came since it was looked at.
  is_due boolean not null,
  looked_at timestamptz(3),
  -- The hour in which its shares were judged last.
  judged_hour timestamptz(0),
  primary key (api_client_id, workflow_id)
);
create index drift_watch_due on drift_watch (looked_at nulls first) where is_due;

-- A difference between the live decisions of a client in a workflow and those before.
create table decision_drift (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  workflow_id bigint not null,
  workflow_version int not null,
  kind text not null,
  -- The rule, product or field; empty for approvals.
  key text not null,
  measured jsonb not null,
  suspected_at timestamptz(3) not null,
  -- Null until a second window shows it too.
  begun_at timestamptz(3),
  ended_at timestamptz(3)
);
create unique index decision_drift_open on decision_drift (api_client_id, workflow_id, kind, key) where ended_at is null;
create index decision_drift_client on decision_drift (api_client_id, begun_at);
