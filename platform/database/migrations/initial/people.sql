-- How administrators manage people and tokens of an account without an operator. These functions run as the owner of the
-- tables and check themselves who asks, so that the login of a service alone gives nobody a role or a token.

-- Mails with a sign-in link that are to be sent. The link is made when the mail is: no row ever holds it.
create table sign_in_mail (
  id bigserial primary key,
  -- Normalized. The user is looked up when the mail is sent.
  address text not null,
  -- Null: it was asked for on the sign-in page.
  invited_by_user_id bigint,
  user_id bigint,
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index sign_in_mail_due on sign_in_mail (due_at);

-- The owner of a token or session, if it has the scope, and its secret was shown and not only its id. Sessions have it if
-- they are of administrators.
create function settings_actor(kind text, credential bigint, proof text, needed text)
  returns table (account_id bigint, user_id bigint, api_client_id bigint, opened_at timestamptz)
  language sql stable as $$
select t.account_id, t.user_id, t.api_client_id, null::timestamptz from api_token t
where kind = 'token' and t.id = credential and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
  and needed = any (t.scopes) and t.approval_hash = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
union all
select s.account_id, s.user_id, s.api_client_id, s.created_at from user_session s
where kind = 'session' and s.id = credential and s.revoked_at is null and s.expires_at > now()
  and 'admin' = any (s.roles) and s.approval_hash = encode(sha256(convert_to(proof, 'UTF8')), 'hex')
  -- A session counts only with the audit row of its sign-in: nobody signs in unseen for someone else.
  and exists (select from audit_event e where e.account_id = s.account_id and e.action = 'session.opened'
    and e.subject_type = 'session' and e.subject_id = s.id::text and e.actor_user_id = s.user_id)
$$;
revoke all on function settings_actor(text, bigint, text, text) from public;

-- The same under the lock of the account: if two administrators remove each other at once, the second is refused.
create function settings_actor_locked(kind text, credential bigint, proof text, needed text)
  returns table (account_id bigint, user_id bigint, api_client_id bigint, opened_at timestamptz)
  language plpgsql as $$
begin
  perform from account a where a.id in (select s.account_id from settings_actor(kind, credential, proof, needed) s)
    for update;
  return query select s.* from settings_actor(kind, credential, proof, needed) s;
end
$$;
revoke all on function settings_actor_locked(text, bigint, text, text) from public;

-- Another role ends the sessions of the person, so that it holds at once.
create function user_role_set(one bigint, wanted text) returns void language sql as $$
update account_user set role = wanted where id = one;
update user_session set revoked_at = now() where user_id = one and revoked_at is null;
$$;
revoke all on function user_role_set(bigint, text) from public;

-- True if two people must give the role: in an account that asks for four eyes nobody makes a second pair of their own.
create function role_needs_two(account bigint, wanted text) returns boolean language sql stable as $$
select a.four_eyes and wanted in ('publisher', 'admin') from account a where a.id = account
$$;
revoke all on function role_needs_two(bigint, text) from public;

-- True if a person signed in a short time ago: a screen that was left open, and a token, make nothing that
-- outlives them.
create function signed_in_just_now(kind text, opened_at timestamptz) returns boolean language sql stable as $$
select kind = 'session' and opened_at >= now() - interval '15 minutes'
$$;
revoke all on function signed_in_just_now(text, timestamptz) from public;

-- Gives a person of the actor's account another role; null takes it away.
create function person_role(
  kind text, credential bigint, proof text, one bigint, wanted text, address text, request_id text
) returns text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  actor record;
  person account_user;
begin
  select * into actor from settings_actor_locked(kind, credential, proof, 'people:write');
  if not found then return 'not_proven'; end if;
  select * into person from account_user u where u.id = one and u.account_id = actor.account_id for update;
  if not found then return 'not_found'; end if;
  if person.role is not distinct from wanted then return 'done'; end if;
  if same_person(actor.user_id, one) then return 'own'; end if;
  if person.oidc_subject is not null then return 'of_provider'; end if;
  if role_needs_two(actor.account_id, wanted) then return 'four_eyes'; end if;
  if wanted = 'admin' and not signed_in_just_now(kind, actor.opened_at) then return 'sign_in_again'; end if;
  if person.role = 'admin' and not exists (
    select from account_user u where u.account_id = actor.account_id and u.role = 'admin' and u.id <> one
  ) then return 'last_admin'; end if;
  perform user_role_set(one, wanted);
  insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
    request_id, subject_type, subject_id, detail)
  values (actor.account_id, 'user.updated', kind, credential, actor.user_id, actor.api_client_id, address, request_id,
    'user', one::text, jsonb_build_object('old', jsonb_build_object('role', person.role),
      'new', jsonb_build_object('role', wanted)));
  return 'done';
end
$$;
revoke all on function person_role(text, bigint, text, bigint, text, text, text) from public;

-- Makes a person of the actor's account, and the mail that invites them. Their address is as unconfirmed as before.
create function person_invite(
  kind text, credential bigint, proof text, called text, mail_address text, wanted text, works text[], client bigint,
  address text, request_id text
) returns table (result text, id bigint)
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  actor record;
  made bigint;
  key constant text := mail_address_key(mail_address);
begin
  select * into actor from settings_actor_locked(kind, credential, proof, 'people:write');
  if not found then return query select 'not_proven', null::bigint; return; end if;
  if key is null then return query select 'no_address', null::bigint; return; end if;
  if not exists (select from api_client c where c.id = client and c.account_id = actor.account_id) then
    return query select 'no_client', null::bigint; return;
  end if;
  if role_needs_two(actor.account_id, wanted) then return query select 'four_eyes', null::bigint; return; end if;
  if wanted = 'admin' and not signed_in_just_now(kind, actor.opened_at) then
    return query select 'sign_in_again', null::bigint; return;
  end if;
  select u.id into made from account_user u
  where u.account_id = actor.account_id and (u.confirmed_address = key or mail_address_key(u.email) = key) limit 1;
  if found then return query select 'is_there', made; return; end if;
  insert into account_user (account_id, name, email, role, queues, api_client_id)
  values (actor.account_id, called, mail_address, wanted, works, client) returning account_user.id into made;
  insert into sign_in_mail (address, invited_by_user_id, user_id) values (key, actor.user_id, made);
  insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
    request_id, subject_type, subject_id, detail)
  values (actor.account_id, 'user.invited', kind, credential, actor.user_id, actor.api_client_id, address, request_id,
    'user', made::text, jsonb_build_object('role', wanted, 'queues', works, 'api_client_id', client));
  return query select 'done', made;
end
$$;
revoke all on function person_invite(text, bigint, text, text, text, text, text[], bigint, text, text) from public;

-- Makes a token for the person whose session it is, an administrator who signed in a short time ago. The earlier token that
-- it replaces ends when the overlap has passed.
create function token_issue(
  kind text, credential bigint, proof text, client bigint, hash text, approval text, begins text, may text[],
  days int, earlier bigint, overlap_hours int, address text, request_id text
) returns table (result text, id bigint)
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  actor record;
  made bigint;
  before api_token;
  until timestamptz := now() + days * interval '1 day';
begin
  select * into actor from settings_actor_locked(kind, credential, proof, 'tokens:write');
  if not found then return query select 'not_proven', null::bigint; return; end if;
  if kind <> 'session' then return query select 'no_session', null::bigint; return; end if;
  if not signed_in_just_now(kind, actor.opened_at) then
    return query select 'sign_in_again', null::bigint; return;
  end if;
  if not exists (select from api_client c where c.id = client and c.account_id = actor.account_id) then
    return query select 'no_client', null::bigint; return;
  end if;
  if exists (select from account a where a.id = actor.account_id and days > a.longest_token_days) then
    return query select 'too_long', null::bigint; return;
  end if;
  if exists (select from account a where a.id = actor.account_id and a.four_eyes)
    and may && array['workflows:activate', 'pii:read', 'people:write', 'tokens:write'] then
    return query select 'four_eyes', null::bigint; return;
  end if;
  if earlier is not null then
    select * into before from api_token t where t.id = earlier and t.account_id = actor.account_id
      and t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) for update;
    if not found then return query select 'not_found', null::bigint; return; end if;
    if before.user_id <> actor.user_id then return query select 'of_another', null::bigint; return; end if;
    update api_token t set expires_at = least(t.expires_at, now() + overlap_hours * interval '1 hour') where t.id = earlier;
  end if;
  insert into api_token (account_id, api_client_id, user_id, token_hash, approval_hash, prefix, scopes, expires_at)
  values (actor.account_id, client, actor.user_id, hash, approval, begins, may, until) returning api_token.id into made;
  insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
    request_id, subject_type, subject_id, detail)
  values (actor.account_id, 'token.created', kind, credential, actor.user_id, actor.api_client_id, address, request_id,
    'token', made::text, jsonb_strip_nulls(jsonb_build_object('scopes', may, 'api_client_id', client, 'days', days,
      'in_place_of', earlier, 'overlap_hours', overlap_hours)));
  return query select 'done', made;
end
$$;
revoke all on function
  token_issue(text, bigint, text, bigint, text, text, text, text[], int, bigint, int, text, text) from public;

-- Revokes a token of the actor's account. One that was revoked stays revoked since then.
create function token_revoke(
  kind text, credential bigint, proof text, one bigint, address text, request_id text
) returns text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  actor record;
  before api_token;
begin
  select * into actor from settings_actor_locked(kind, credential, proof, 'tokens:write');
  if not found then return 'not_proven'; end if;
  select * into before from api_token t where t.id = one and t.account_id = actor.account_id for update;
  if not found then return 'not_found'; end if;
  if before.revoked_at is not null then return 'done'; end if;
  update api_token t set revoked_at = now() where t.id = one;
  insert into audit_event (account_id, action, actor_kind, actor_id, actor_user_id, api_client_id, address,
    request_id, subject_type, subject_id, detail)
  values (actor.account_id, 'token.revoked', kind, credential, actor.user_id, actor.api_client_id, address, request_id,
    'token', one::text, jsonb_build_object('prefix', before.prefix));
  return 'done';
end
$$;
revoke all on function token_revoke(text, bigint, text, bigint, text, text) from public;
