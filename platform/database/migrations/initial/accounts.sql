-- Accounts, their people and tokens, and who is one person.

-- Settings of an account, among them what live letters say about it.
create table account (
  id bigserial primary key,
  name text not null,
  legal_name text not null,
  address text not null,
  phone text not null,
  production_access boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  default_purpose text,
  ecoa_agency text,
  keeps_esign_consent boolean not null default false,
  hides_thresholds boolean not null default false,
  four_eyes boolean not null default false,
  reviews_free_text boolean not null default true,
  reviews_not_comparable boolean not null default false,
  longest_token_days int not null default 365,
  -- The effect of failing examples on a version that would go live.
  examples_gate text not null default 'shown',
  -- How long what the law lets go is kept for claims, though its person asked to be forgotten.
  claims_months int not null default 0
);

-- RFC 3492, section 6.3, for letters of the basic plane; as core/punycode.ts.
create function punycode(label text) returns text
  language plpgsql immutable strict parallel safe set search_path = pg_catalog, public as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := array(select ascii(letter) from string_to_table(label, null) letter);
  encoded text := coalesce((select string_agg(chr(p), '' order by at)
    from unnest(points) with ordinality u (p, at) where p < 128), '');
  basic constant int := length(encoded);
  done int := basic;
  bias int := 72;
  delta int := 0;
  next int := 128;
  least_next int;
  point int;
  rest int;
  step int;
  threshold int;
begin
  if basic > 0 then encoded := encoded || '-'; end if;
  while done < cardinality(points) loop
    least_next := next;
    select min(p) into next from unnest(points) p where p >= least_next;
    delta := delta + (next - least_next) * (done + 1);
    foreach point in array points loop
      if point < next then delta := delta + 1; end if;
      continue when point <> next;
      rest := delta;
      step := 36;
      loop
        threshold := least(greatest(step - bias, 1), 26);
        exit when rest < threshold;
        encoded := encoded || substr(digits, threshold + (rest - threshold) % (36 - threshold) + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        step := step + 36;
      end loop;
      encoded := encoded || substr(digits, rest + 1, 1);
      rest := delta / case when done = basic then 700 else 2 end;
      rest := rest + rest / (done + 1);
      bias := 0;
      while rest > 455 loop
        rest := rest / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * rest / (rest + 38);
      delta := 0;
      done := done + 1;
    end loop;
    delta := delta + 1;
    next := next + 1;
  end loop;
  return encoded;
end
$$;

-- The one form of all spellings of an address. As mailAddressKey of core/mail-address.ts, which says why.
create function mail_address_key(address text) returns text
  language plpgsql immutable strict parallel safe set search_path = pg_catalog, public as $$
declare
  folded text;
  parts text[];
  local_part text;
  domain text;
  key text;
begin
  if length(address) > 320
    or address collate "C" !~ '^[\u0001-\ua6ff\uac00-\ud7a3\uf900-\uffef\U0001d400-\U0001d7ff]*$' then return null; end if;
  folded := replace(btrim(normalize(address, NFKC), e' \t\n\x0b\f\r'), u&'\3002', '.');
  -- Simple mapping, of one Unicode in every database.
  folded := lower(folded collate "pg_c_utf8");
  parts := regexp_match(folded collate "C",
    '^([a-z0-9.!#$%&''*+/=?^_`{|}~\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u05d0-\u05ea\u0620-\u06d3\u0900-\u0dff\u0e01-\u0e4e\u10d0-\u10ff\u1e00-\u1fff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3-]+)@([a-z0-9.\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u05d0-\u05ea\u0620-\u06d3\u0900-\u0dff\u0e01-\u0e4e\u10d0-\u10ff\u1e00-\u1fff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3-]+)$');
  if parts is null then return null; end if;
  local_part := split_part(parts[1], '+', 1);
  if local_part = '' or length(local_part) > 64 or local_part ~ '^[.]|[.]$|[.][.]' then return null; end if;
  select string_agg(case when label ~ '^[\x01-\x7f]*$' then label else 'xn--' || punycode(label) end, '.' order by at)
    into domain
    from string_to_table(regexp_replace(parts[2], '[.]$', ''), '.') with ordinality l (label, at);
  if domain !~ '[.]' then return null; end if;
  if exists (select from string_to_table(domain, '.') label
    where label = '' or length(label) > 63 or label ~ '^-|-$') then return null; end if;
  key := case when domain in ('gmail.com', 'googlemail.com')
    then replace(local_part, '.', '') || '@gmail.com' else local_part || '@' || domain end;
  return case when length(key) <= 254 then key end;
end
$$;

-- People. Only those with a confirmed address count where two people are asked.
create table account_user (
  id bigserial primary key,
  account_id bigint not null,
  name text not null,
  email text not null,
  created_at timestamptz(3) not null default now(),
  role text,
  oidc_issuer text,
  oidc_subject text,
  queues text[] not null default '{}',
  confirmed_address text,
  confirmed_by text,
  confirmed_at timestamptz(3),
  -- Through which they act when they sign in by a link that was mailed. Null: the account's only one.
  api_client_id bigint
);
create index account_user_account_id_index on account_user (account_id);
create unique index account_user_identity on account_user (account_id, oidc_issuer, oidc_subject);

-- An operator vouches for users whom the command line makes. A service confirms only addresses of people whom the
-- identity provider knows.
create function confirmation_guard() returns trigger language plpgsql as $$
declare
  said text[] := array[new.confirmed_address, new.confirmed_by, new.confirmed_at::text];
begin
  if tg_op = 'UPDATE' and said = array[old.confirmed_address, old.confirmed_by, old.confirmed_at::text] then
    return new;
  end if;
  if num_nulls(variadic said) not in (0, 3)
    or new.confirmed_address is distinct from mail_address_key(new.confirmed_address) then
    raise exception 'user % has no such confirmed address', new.id using errcode = 'CSC04';
  end if;
  if new.confirmed_address is null
    or pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'MEMBER')
    or (new.confirmed_by = 'identity_provider' and new.oidc_subject is not null) then return new; end if;
  raise exception 'an operator or the identity provider confirms the address of user %', new.id using errcode = 'CSC04';
end
$$;

create trigger confirmation_guard before insert or update on account_user
  for each row execute function confirmation_guard();

-- Every address that a user has or ever had: a person who changes theirs at the identity provider is not another one.
create table user_address (
  user_id bigint not null,
  address text not null,
  primary key (user_id, address)
);
create index user_address_address on user_address (address);

-- As the owner of the tables: no service takes an address back. An address without a confirmation makes nobody known,
-- but tells who is one person.
create function user_address_kept() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into user_address
  select new.id, address from (values (new.confirmed_address), (mail_address_key(new.email))) a (address)
  where address is not null
  on conflict do nothing;
  return new;
end
$$;
revoke all on function user_address_kept() from public;

create trigger user_address_kept after insert or update of email, confirmed_address on account_user
  for each row execute function user_address_kept();

-- Users of one account are one person by a chain of addresses that two of them have or ever had, or by their subject
-- at the identity provider, whatever it calls itself.
create function users_of_person(one bigint) returns setof bigint language sql stable as $$
with recursive person (id) as (
  select one
  union
  select other.id from person
  join account_user u on u.id = person.id
  cross join lateral (
    select b.user_id as id from user_address a join user_address b on b.address = a.address where a.user_id = u.id
    union all
    select s.id from account_user s where s.account_id = u.account_id and s.oidc_subject = u.oidc_subject
  ) other
  join account_user v on v.id = other.id and v.account_id = u.account_id
)
select id from person
$$;

-- Whether two users are one person.
create function same_person(one bigint, other bigint) returns boolean language sql stable as $$
select one = other or exists (select from users_of_person(one) u where u = other)
$$;

-- Addresses that an operator confirmed: mail of test mode reaches these and those of users.
create table account_mail_address (
  account_id bigint not null,
  address text not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, address)
);

-- Whether mail to the address, in its one form, reaches the account: a user, or what an operator confirmed.
create function own_address(account bigint, key text) returns boolean language sql stable as $$
select exists (select from account_user u where u.account_id = account and u.confirmed_address = key)
  or exists (select from account_mail_address m where m.account_id = account and mail_address_key(m.address) = key)
$$;

-- An application of an account. Executions, batches and webhooks belong to one.
create table api_client (
  id bigserial primary key,
  account_id bigint not null,
  name text not null,
  created_at timestamptz(3) not null default now()
);
create index api_client_account_id_index on api_client (account_id);

-- Bearer tokens, by their hash.
create table api_token (
  id bigserial primary key,
  account_id bigint not null,
  api_client_id bigint not null,
  user_id bigint not null,
  token_hash text not null,
  prefix text not null,
  scopes text[] not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  approval_hash text not null,
  constraint api_token_hash_unique unique (token_hash)
);
create index api_token_api_client_id_index on api_token (api_client_id);
create index api_token_account_id_index on api_token (account_id);

-- People who have signed in.
create table user_session (
  id bigserial primary key,
  token_hash text not null,
  account_id bigint not null,
  user_id bigint not null,
  api_client_id bigint not null,
  roles text[] not null,
  address text,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  approval_hash text not null,
  constraint user_session_token_unique unique (token_hash)
);
create index user_session_user on user_session (user_id);
create index user_session_expires on user_session (expires_at);

-- Links with which a person signs in once.
create table sign_in_link (
  token_hash text primary key,
  user_id bigint not null,
  api_client_id bigint not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

-- A link ends with the role and the address that it was made for: it does not work again when the user gets another role, and
-- the owner of a mistyped address keeps no way in.
create function sign_in_links_end() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  update sign_in_link set expires_at = created_at where user_id = new.id;
  return new;
end
$$;
revoke all on function sign_in_links_end() from public;

create trigger sign_in_links_end after update of role, email on account_user for each row
  when ((old.role is not null and new.role is null)
    or mail_address_key(old.email) is distinct from mail_address_key(new.email) and old.email <> '')
  execute function sign_in_links_end();

-- Sign-ins at an identity provider that are under way.
create table sign_in_attempt (
  state_hash text primary key,
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at timestamptz(3) not null
);

-- Versions of the data dictionary of an account, which declares the fields of its payloads. Rows are only added: an
-- execution has the version of when it was accepted.
create table dictionary_version (
  account_id bigint not null,
  version int not null,
  -- Null: an operator at the command line.
  created_by_user_id bigint,
  note text,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, version)
);

-- What a version declares anew of a field. Null: no longer declared.
create table field (
  id bigserial primary key,
  account_id bigint not null,
  path text not null,
  version int not null,
  spec jsonb,
  constraint field_version_unique unique (account_id, path, version)
);

-- Versions of the reports that an account describes itself. Rows are only added: a version of a cascade pins some of them.
create table product_version (
  id bigserial primary key,
  account_id bigint not null,
  code text not null,
  version int not null,
  -- As it was sent. Null: withdrawn.
  product json,
  -- Null: an operator at the command line.
  created_by_user_id bigint,
  created_at timestamptz(3) not null default now(),
  constraint product_version_unique unique (account_id, code, version)
);

-- The products that a version of a cascade pins, as a JSON list in the order of their codes; null if it pins none.
create function pinned_products(account bigint, pins jsonb) returns json language sql stable as $$
  select json_agg(json_build_object('version', p.version, 'product', p.product) order by p.code)
  from jsonb_each_text(pins) pin (code, version)
  join product_version p on p.account_id = account and p.code = pin.code and p.version = pin.version::int
$$;

-- Why a field is not what its name looks like. Rows are only added: the last one of a question is its answer.
create table field_answer (
  id bigserial primary key,
  account_id bigint not null,
  path text not null,
  code text not null,
  -- Null: withdrawn.
  reason text,
  -- Null: an operator at the command line.
  created_by_user_id bigint,
  created_at timestamptz(3) not null default now()
);
create index field_answer_question_idx on field_answer (account_id, path, code, id);
