-- People who asked to be forgotten. Ids and codes alone: these rows stay when everything else of a person is gone.

create table erasure (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  applicant_id bigint not null,
  reason text not null,
  -- Runs in flight are cancelled.
  cancels boolean not null,
  requested_by_user_id bigint,
  status text not null default 'accepted',
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  -- It stands in the log of erasures, outside of the database.
  logged_at timestamptz(3),
  -- What could go at once is gone; the rest waits for its day.
  emptied_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index erasure_due on erasure (due_at, id) where completed_at is null;
create index erasure_client on erasure (api_client_id, applicant_id, id);
-- Who asks twice is given the same one.
create unique index erasure_open on erasure (applicant_id) where completed_at is null;

-- Each execution of the person, and when it goes.
create table erasure_execution (
  erasure_id bigint not null,
  execution_id bigint not null,
  -- What has to be done before: a letter that is owed, or a run that has not ended.
  waits_for text,
  kept_for jsonb not null default '[]',
  kept_until timestamptz(3),
  -- The log of erasures says that it goes: from here on there is no way back.
  begun_at timestamptz(3),
  erased_at timestamptz(3),
  -- How many of what were emptied.
  emptied jsonb,
  primary key (erasure_id, execution_id)
);
create index erasure_execution_execution on erasure_execution (execution_id);

-- Nothing of the person goes, or is redacted, until it is lifted.
create table legal_hold (
  applicant_id bigint primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  matter text not null,
  held_by_user_id bigint,
  held_at timestamptz(3) not null default now()
);

-- Empties the executions that a request has begun. Runs as the owner of the tables: the executor, which calls it, may not read or
-- change most of this, and erases nobody of whom the gateway has no request. What was decided and done is given back by the caller,
-- which also removes the files. What is emptied is what the registry of tables calls words about an applicant (`applicant`), and
-- what finds them (`erased`). Returns how many of what were there, by execution.
create function erasure_empty(request bigint) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  ids bigint[];
  counts jsonb;
  one record;
begin
  ids := array(
    select e.id from erasure r
    join erasure_execution x on x.erasure_id = r.id and x.begun_at is not null and x.erased_at is null
    join execution e on e.id = x.execution_id and e.account_id = r.account_id
    where r.id = request order by e.id for update of e);
  delete from applicant_handle h using erasure r where r.id = request and h.applicant_id = r.applicant_id;

  select coalesce(jsonb_object_agg(u.own, jsonb_build_object(
      'steps', (select count(*) from step s where s.execution_id = u.own),
      'reports', (select count(*) from artifact a where a.execution_id = u.own and a.kind = 'report'),
      'letters', (select count(*) from artifact a where a.execution_id = u.own and a.kind <> 'report'),
      'mails', (select count(*) from mail_message m where m.execution_id = u.own),
      'events', (select count(*) from event v where v.execution_id = u.own),
      'notes', (select count(*) from review_event n where n.execution_id = u.own and n.note is not null))), '{}')
    into counts from unnest(ids) as u (own);

  -- Responses that are kept for repeated requests: by the key, before which its namespace stands there, or by the reference,
  -- which others may have, too, and the id.
  for one in select e.id, e.api_client_id as client, e.execution_key as shown, e.external_reference as reference
    from execution e where e.id = any (ids) and (e.execution_key is not null or e.external_reference is not null)
  loop
    delete from idempotency_key k where k.api_client_id = one.client and (
      k.key = one.shown
      or k.key = regexp_replace(one.shown, '^(api_client:\d+:)(reeval:\d+:|reevals:)', '\2\1')
      or (position('"external_reference":' || to_json(one.reference)::text in k.response_data) > 0
        and k.response_data ~ ('"(execution_)?id":' || one.id || '[,}]')));
  end loop;

  -- Nothing is asked, tried or sent for them any more. One that is in flight was taken up again since, or came with a backup.
  update execution set status = 'cancelled', completed_at = now(), wake_at = null, needs_human_review = false
    where id = any (ids) and status not in ('completed', 'failed', 'cancelled', 'skipped');
  delete from command where execution_id = any (ids);
  update review_round set status = 'closed' where execution_id = any (ids) and status in ('open', 'queued');
  update notice_resend set status = 'failed', error_code = 'erased', lease_until = null
    where execution_id = any (ids) and status = 'pending';

  delete from vendor_callback c using vendor_order o
    where o.execution_id = any (ids) and o.connection = c.connection and (o.idempotency_key = c.idempotency_key
      or o.reference = c.reference or o.idempotency_key::text = c.reference);
  update vendor_order set reference = null, location = null, answer = null, report_digest = null, lease_until = null,
    ended_as = coalesce(ended_as, 'cancelled'), ended_at = coalesce(ended_at, now()),
    corrections = (select jsonb_agg(each - 'report') from jsonb_array_elements(corrections) each)
    where execution_id = any (ids);
  update step set output = case when output is not null then '{}'::jsonb end,
    error_message = case when error_message is not null then 'Erased.' end
    where execution_id = any (ids);
  update effect set request = '{}', result = null,
    status = case when status in ('intended', 'begun', 'delegated') then 'cancelled' else status end,
    finished_at = coalesce(finished_at, now()), error_message = case when error_message is not null then 'Erased.' end
    where execution_id = any (ids);
  update review_round set note = null, reasons = null, variables = null, rules = null where execution_id = any (ids);
  update review_event set note = null, metadata = metadata - '{note,reasons,variables}'::text[]
    where execution_id = any (ids);
  delete from reused_report where execution_id = any (ids);
  delete from backtest_change where execution_id = any (ids);
  delete from applicant_word where execution_id = any (ids);
  update mail_message set raw = '', recipient = '', response = null where execution_id = any (ids);
  update mail_report set recipient_hash = null where execution_id = any (ids);
  -- Of a body that is sent again the ids, numbers and marks of yes and no are left.
  update event v set body = jsonb_set(v.body::jsonb, '{data}', (
      select coalesce(jsonb_object_agg(m.key, m.value), '{}') || '{"erased": true}'
      from jsonb_each(v.body::jsonb -> 'data') m where jsonb_typeof(m.value) in ('number', 'boolean')))::text
    where v.execution_id = any (ids);
  -- Nothing of a fact says anything of one person; that somebody was decided so still counts.
  update decision_fact set id = -1 - (random() * 9e15)::bigint, batch_id = null, taken = '{}', facts = '{}',
    accepted_at = date_trunc('day', accepted_at, 'UTC'), ended_at = date_trunc('day', ended_at, 'UTC')
    where id = any (ids);
  -- The new run key: whatever still works for the run writes nothing any more.
  update execution set payload = '{}', state = null, execution_key = null, external_reference = null, request_id = null,
    traceparent = null, pending_reports = null, only_awaits_reports = false, notices_due = null, notices_overdue_at = null,
    first_error_message = case when first_error_message is not null then 'Erased.' end,
    corrections = (
      select jsonb_agg(each || '{"value": null, "previous": null, "note": null, "reason": ""}'
        || case when each ->> 'product_code' is null then '{"field": ""}'::jsonb else '{}' end)
      from jsonb_array_elements(corrections) each),
    run_key = gen_random_uuid(), redacted_at = coalesce(redacted_at, now()), erased_at = now(), updated_at = now()
    where id = any (ids);
  return counts;
end
$$;
revoke all on function erasure_empty(bigint) from public;

-- A request makes what comes from now on somebody else's: nothing joins the person any more, and no search finds them, though
-- executions may still be kept. A legal hold leaves all of it. Runs as the owner of the tables.
create function erasure_part(request bigint) returns void
  language sql security definer set search_path = pg_catalog, public as $$
delete from applicant_handle h using erasure r
where r.id = request and h.applicant_id = r.applicant_id
  and not exists (select from legal_hold l where l.applicant_id = r.applicant_id);
delete from applicant_word w using erasure_execution x, erasure r
where r.id = request and x.erasure_id = r.id and w.execution_id = x.execution_id and w.applicant_id = r.applicant_id
  and not exists (select from legal_hold h where h.applicant_id = r.applicant_id);
$$;
revoke all on function erasure_part(bigint) from public;

-- Whether a live execution owes a letter: one that did not go out, that came back, or that waits to be sent once more. As the list of
-- letters that wait (`services/gateway/letters`). Runs as the owner of the tables: the executor reads no events of reviews.
create function letter_owed(run bigint) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
with elsewhere as (
  select v.created_at as at, v.metadata ? 'also_posted' as is_posted from review_event v
  where v.execution_id = run and v.event_type = 'adverse_action_sent' and v.metadata ?| '{also_posted,sent_elsewhere}'
)
select exists (select from execution e where e.id = run and e.execution_mode = 'live' and (
  e.notices_due is not null
  or exists (
    select from notice_resend r where r.execution_id = run and (r.status = 'pending' or (r.status = 'failed'
      and not exists (select from notice_resend t where t.artifact_id = r.artifact_id and t.number > r.number)
      and not exists (select from elsewhere w where w.is_posted or w.at > r.created_at))))
  or exists (
    select from mail_message m
    join effect f on f.execution_id = run and f.id = m.effect_id and f.kind = 'notice'
    join mail_report p on p.message_id = m.message_id and p.kind in ('bounce', 'undelivered')
    where m.execution_id = run
      and not exists (select from mail_message later where later.execution_id = run and later.effect_id = m.effect_id
        and later.created_at > m.created_at)
      and not exists (select from notice_resend s where s.execution_id = run and s.created_at > p.created_at and s.status = 'sent')
      and not exists (select from elsewhere w where w.is_posted or w.at > p.created_at))))
$$;
revoke all on function letter_owed(bigint) from public;
