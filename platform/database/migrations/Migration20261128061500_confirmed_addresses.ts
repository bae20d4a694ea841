import { Migration } from '@mikro-orm/migrations';

/** As in core/mail-address.ts. */
const LETTERS =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0370-\\u03ff\\u0400-\\u052f\\u0531-\\u0587\\u05d0-\\u05ea\\u0620-\\u06d3' +
  '\\u0900-\\u0dff\\u0e01-\\u0e4e\\u10d0-\\u10ff\\u1e00-\\u1fff\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3';

const LEGACY_ADDRESSES = `
  select a.user_id, mail_address_key(a.address) as address from user_address a
  union
  select u.id, mail_address_key(u.email) from account_user u`;

/**
 * A person is who has a confirmed address, in the one form of all its spellings (`mail_address_key`). Users without one are
 * nobody where two people are asked: they approve nothing, and nobody approves what they wrote.
 *
 * The operator vouched for the users that the command line made. Addresses that came from the identity provider were never
 * known to be verified: those users are confirmed by their next sign-in. Their addresses still tell who is one person.
 */
export class Migration20261128061500_confirmed_addresses extends Migration {
  override up(): void {
    for (const statement of [PUNYCODE, MAIL_ADDRESS_KEY]) this.addSql(statement);
    this.addSql(`alter table "account_user"
      add column "confirmed_address" text null,
      add column "confirmed_by" text null,
      add column "confirmed_at" timestamptz(3) null`);
    this.addSql(`update "account_user"
      set confirmed_address = mail_address_key(email), confirmed_by = 'operator', confirmed_at = now()
      where oidc_subject is null and mail_address_key(email) is not null`);
    this.addSql(`create temp table address_before on commit drop as
      select * from (${LEGACY_ADDRESSES}) a where a.address is not null`);
    this.addSql(`delete from "user_address"`);
    this.addSql(`insert into "user_address" select user_id, address from address_before`);
    this.addSql(`drop trigger user_address_kept on account_user`);
    for (const statement of [ADDRESS_KEPT, CONFIRMATION_GUARD]) this.addSql(statement);
    this.addSql(`create trigger user_address_kept after insert or update of email, confirmed_address on account_user
      for each row execute function user_address_kept()`);
    this.addSql(`create trigger confirmation_guard before insert or update on account_user
      for each row execute function confirmation_guard()`);
    for (const statement of [ONE_PERSON, SAME_PERSON, OWN_ADDRESS, COUNTING, ROUND_APPROVALS]) this.addSql(statement);
    for (const statement of [AUTHORS, WRITERS, APPROVE]) this.addSql(statement);
  }
}

/** RFC 3492, section 6.3, for letters of the basic plane; as core/punycode.ts. */
const PUNYCODE = `create function punycode(label text) returns text language plpgsql immutable strict parallel safe
  set search_path = pg_catalog, public as $$
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
  end $$`;

/** As `mailAddressKey` of core/mail-address.ts, which says why. */
const MAIL_ADDRESS_KEY = `create function mail_address_key(address text) returns text
  language plpgsql immutable strict parallel safe set search_path = pg_catalog, public as $$
  declare
    folded text;
    parts text[];
    local_part text;
    domain text;
    key text;
  begin
    if length(address) > 320
      or address collate "C" !~ '^[\\u0001-\\ua6ff\\uac00-\\ud7a3\\uf900-\\uffef\\U0001d400-\\U0001d7ff]*$' then return null; end if;
    folded := replace(btrim(normalize(address, NFKC), e' \\t\\n\\x0b\\f\\r'), u&'\\3002', '.');
    -- Simple mapping, of one Unicode in every database.
    folded := lower(folded collate "pg_c_utf8");
    parts := regexp_match(folded collate "C",
      '^([a-z0-9.!#$%&''*+/=?^_\`{|}~${LETTERS}-]+)@([a-z0-9.${LETTERS}-]+)$');
    if parts is null then return null; end if;
    local_part := split_part(parts[1], '+', 1);
    if local_part = '' or length(local_part) > 64 or local_part ~ '^[.]|[.]$|[.][.]' then return null; end if;
    select string_agg(case when label ~ '^[\\x01-\\x7f]*$' then label else 'xn--' || punycode(label) end, '.' order by at)
      into domain
      from string_to_table(regexp_replace(parts[2], '[.]$', ''), '.') with ordinality l (label, at);
    if domain !~ '[.]' then return null; end if;
    if exists (select from string_to_table(domain, '.') label
      where label = '' or length(label) > 63 or label ~ '^-|-$') then return null; end if;
    key := case when domain in ('gmail.com', 'googlemail.com')
      then replace(local_part, '.', '') || '@gmail.com' else local_part || '@' || domain end;
    return case when length(key) <= 254 then key end;
  end $$`;

/**
 * As the owner of the tables: no service takes an address back. One that the release before writes without a confirmation
 * makes nobody known, but tells who is one person.
 */
const ADDRESS_KEPT = `create or replace function user_address_kept() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public as $$
  begin
    insert into user_address
    select new.id, address from (values (new.confirmed_address), (mail_address_key(new.email))) a (address)
    where address is not null
    on conflict do nothing;
    return new;
  end $$`;

/** Only a service that signs people in confirms addresses, and only those of people whom the identity provider knows. */
const CONFIRMATION_GUARD = `create function confirmation_guard() returns trigger language plpgsql as $$
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
  end $$`;

/**
 * Users of one account are one person by a chain of addresses that two of them have or ever had, or by their subject at the
 * identity provider, whatever it calls itself.
 */
const ONE_PERSON = `create function users_of_person(one bigint) returns setof bigint language sql stable as $$
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
$$`;

const SAME_PERSON = `create or replace function same_person(one bigint, other bigint) returns boolean language sql stable as $$
  select one = other or exists (select from users_of_person(one) u where u = other)
$$`;

/** Whether mail to the address, in its one form, reaches the account: a user, or what an operator confirmed. */
const OWN_ADDRESS = `create function own_address(account bigint, key text) returns boolean language sql stable as $$
  select exists (select from account_user u where u.account_id = account and u.confirmed_address = key)
    or exists (select from account_mail_address m where m.account_id = account and mail_address_key(m.address) = key)
$$`;

/** Those of the approvals that count: each person once, and nobody without a confirmed address. */
const COUNTING = `create function counting_approvals(approvals jsonb, account bigint) returns jsonb language sql stable as $$
  with given as (
    select g.approval, g.at, u.id from jsonb_array_elements(approvals) with ordinality g (approval, at)
    join account_user u on u.id = (g.approval ->> 'user_id')::bigint and u.account_id = account
    where u.confirmed_address is not null)
  select coalesce(jsonb_agg(given.approval order by given.at), '[]') from given
  where not exists (select from given before where before.at < given.at and same_person(before.id, given.id))
$$`;

const ROUND_APPROVALS = `create or replace function review_round_approvals() returns trigger language plpgsql as $$
  declare
    people int;
  begin
    select jsonb_array_length(counting_approvals(new.approvals, e.account_id)) into people
    from execution e where e.id = new.execution_id;
    if people >= new.approvals_required then return new; end if;
    raise exception 'review % has % of % approvals', new.id, people, new.approvals_required using errcode = 'CSC02';
  end $$`;

/** Who wrote any of what an activation request would put live. */
const AUTHORS = `create function activation_authors(request bigint) returns table (user_id bigint, is_known boolean)
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
    select asked.requested_by_user_id from asked where asked.proposes_version)
  select u.id, u.confirmed_address is not null from author join account_user u on u.id = author.id
$$`;

/** With everybody who is the same person. */
const WRITERS = `create or replace function activation_writers(request bigint) returns table (user_id bigint)
  language sql stable as $$
  select distinct same.id from activation_authors(request) a cross join lateral users_of_person(a.user_id) same (id)
$$`;

const APPROVE = `create or replace function activation_approve(request bigint, kind text, credential bigint, proof text, reason text,
  address text, request_id text) returns text language plpgsql security definer
  set search_path = pg_catalog, public as $$
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
        'request_id', asked.id, 'version', activated, 'definition_sha256', asked.definition_sha256));
    return 'approved';
  end $$`;
