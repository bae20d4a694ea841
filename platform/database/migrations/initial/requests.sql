-- Repeated requests and limits, and how much work waits.

-- Responses by Idempotency-Key. A key may be reserved before its response is known. Responses with secrets are
-- encrypted.
create table idempotency_key (
  api_client_id bigint not null,
  key text not null,
  fingerprint text not null,
  response_status int not null,
  response_data text not null,
  created_at timestamptz(3) not null default now(),
  response_sealed text,
  reserved_by uuid,
  reserved_until timestamptz(3),
  primary key (api_client_id, key)
);
-- Keys come in the order of their time, so the index is small and costs an insert nothing.
create index idempotency_key_age on idempotency_key using brin (created_at) with (pages_per_range = 32);
create index idempotency_key_sealed on idempotency_key (created_at) where response_sealed is not null;

-- Unlogged: a crash forgives.
create unlogged table failed_auth (
  ip text not null,
  token_hash text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (ip, token_hash)
);
create index failed_auth_seen on failed_auth (seen_at);

-- Unlogged: a crash forgives. Half of each page is left free for the counts.
create unlogged table rate_window (
  key text primary key,
  hits int not null,
  resets_at timestamptz(3) not null
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
create index rate_window_expiry on rate_window (resets_at);

-- What each service has to do, in one number, for what scales it (deploy/k8s/components/keda): a role that may read this
-- view reads no row of an execution or a letter. Counting ends at 10,000: more than that is as bad. Batch rows do not
-- count: they wait for BATCH_CONCURRENCY and not for a replica. Nor do the reports that nobody waits for (priority 2):
-- they wait for idle capacity, which no replica adds.
create view backlog as
  select 'executor' as service, (select count(*) from (
    select from command where lane in ('poke', 'single') and due_at <= now() limit 10000) as due) as due
  union all
  select 'webhooks', (select count(*) from (
    select from webhook_queue where due_at <= now() limit 10000) as due)
  union all
  select 'artifacts', (select count(*) from (
    select from artifact where status = 'pending' and priority < 2 and due_at <= now() limit 10000) as due);
