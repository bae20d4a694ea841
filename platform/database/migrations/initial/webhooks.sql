-- Events and their deliveries. An outcome of a delivery is written often, so it touches no index (heap-only updates):
-- what waits and what failed stand in tables of their own.

-- What happened, as the exact text that webhooks send.
create table event (
  id uuid primary key,
  api_client_id bigint not null,
  execution_id bigint,
  name text not null,
  body text not null,
  created_at timestamptz(3) not null default now()
);
create index event_execution on event (execution_id);

-- The secrets are encrypted.
create table webhook_subscription (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  url text not null,
  event_filter text[] not null,
  active boolean not null default true,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  secret_rotated_at timestamptz(3),
  failing_since timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index webhook_subscription_client on webhook_subscription (api_client_id, id);

-- One for each event and subscription. Half of each page is left free for the outcomes.
create table webhook_delivery (
  id bigserial primary key,
  event_id uuid not null,
  subscription_id bigint not null,
  api_client_id bigint not null,
  event text not null,
  status text not null default 'pending',
  attempts int not null default 0,
  max_attempts int,
  next_retry_at timestamptz(3) default now(),
  last_response_status int,
  last_error text,
  last_attempt_at timestamptz(3),
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint webhook_delivery_once unique (event_id, subscription_id)
) with (fillfactor = 50);
create index webhook_delivery_client on webhook_delivery (api_client_id, id);
create index webhook_delivery_subscription on webhook_delivery (subscription_id, id);
create index webhook_delivery_event on webhook_delivery (api_client_id, event, id);
create index webhook_delivery_created on webhook_delivery (api_client_id, created_at, id);

-- Deliveries that wait.
create table webhook_queue (
  delivery_id bigint primary key,
  subscription_id bigint not null,
  lane text not null,
  due_at timestamptz(3) not null,
  lease_until timestamptz(3)
) with (fillfactor = 50);
create index webhook_queue_lane on webhook_queue (lane, subscription_id, due_at, delivery_id);
create index webhook_queue_due on webhook_queue (due_at);

-- Failed attempts.
create table webhook_attempt (
  delivery_id bigint not null,
  attempt int not null,
  attempted_at timestamptz(3) not null,
  duration_ms int not null,
  response_status int,
  error text,
  primary key (delivery_id, attempt)
) partition by range (delivery_id);
create table webhook_attempt_p0 partition of webhook_attempt for values from (minvalue) to (1000000);
create table webhook_attempt_p1000000 partition of webhook_attempt for values from (1000000) to (maxvalue);

-- Deliveries that ended without success, to list by status. A trigger keeps it.
create table webhook_unsuccessful (
  delivery_id bigint primary key,
  api_client_id bigint not null,
  subscription_id bigint not null,
  status text not null
);
create index webhook_unsuccessful_status on webhook_unsuccessful (api_client_id, status, delivery_id);

-- Keeps webhook_unsuccessful.
create function webhook_unsuccessful_sync() returns trigger language plpgsql as $$
begin
  if new.status in ('failed', 'dead') then
    insert into webhook_unsuccessful (delivery_id, api_client_id, subscription_id, status)
    values (new.id, new.api_client_id, new.subscription_id, new.status)
    on conflict (delivery_id) do update set status = excluded.status;
  else
    delete from webhook_unsuccessful where delivery_id = new.id;
  end if;
  return null;
end
$$;

create trigger webhook_unsuccessful_update after update of status on webhook_delivery for each row
  when (old.status is distinct from new.status
    and (old.status in ('failed', 'dead') or new.status in ('failed', 'dead')))
  execute function webhook_unsuccessful_sync();

create trigger webhook_unsuccessful_insert after insert on webhook_delivery for each row
  when (new.status in ('failed', 'dead'))
  execute function webhook_unsuccessful_sync();
