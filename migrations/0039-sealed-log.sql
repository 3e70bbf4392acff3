-- The role of the site can add to the logs, and neither change nor delete what is in them (decision 074). What has to
-- change in them does so in functions that belong to the owner of the tables. Rows of `status_log` are sealed: each seal
-- has the hash of its rows and of the seal before it.

-- Step: hashes of the reasons of new rows
alter table status_log
  add column reason_salt bytea,
  -- Of the salt and the reason as it was logged. Stays if the reason is erased, so that the seal still fits.
  add column reason_hash bytea;

create function hash_reason() returns trigger language plpgsql as $$
begin
  new.reason_salt := uuid_send(gen_random_uuid());
  new.reason_hash := sha256(new.reason_salt || convert_to(new.reason, 'UTF8'));
  return new;
end $$;
create trigger status_log_reasons before insert on status_log
  for each row when (new.reason is not null) execute function hash_reason();

-- Step: hashes of the reasons of old rows
set local skein.erasing = on;
with salts as materialized (
  select id, at, uuid_send(gen_random_uuid()) as salt from status_log where reason is not null and reason_hash is null)
update status_log l set reason_salt = s.salt, reason_hash = sha256(s.salt || convert_to(l.reason, 'UTF8'))
  from salts s where s.id = l.id and s.at = l.at;

-- Step: what the erasure and the expiry of rows may do in the logs
create or replace function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('skein.erasing', true) = 'on' then
    new.id := old.id; new.subject_kind := old.subject_kind; new.subject_id := old.subject_id; new.action := old.action;
    new.from_status := old.from_status; new.to_status := old.to_status; new.actor_id := old.actor_id; new.at := old.at;
    new.story_id := old.story_id; new.reason_hash := old.reason_hash;
    -- Without it, the hash doesn’t tell what the erased reason was, not even by trying.
    new.reason_salt := case when new.reason is not distinct from old.reason then old.reason_salt end;
    return new;
  end if;
  raise exception 'status_log is append-only' using errcode = 'insufficient_privilege';
end $$;

create function forget_reasons(kind text, subjects bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  set local skein.erasing = on;
  update status_log set reason = null where subject_kind = kind and subject_id = any(subjects) and reason is not null;
  set local skein.erasing = off;
end $$;

create function forget_reasons_of_stories(kinds text[], stories bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  set local skein.erasing = on;
  update status_log set reason = null where story_id = any(stories) and reason is not null and subject_kind = any(kinds);
  set local skein.erasing = off;
end $$;

-- Replaces the email and the username of an erased account in reasons by the name of a former member. Of others it would
-- replace any words, since the site sets their names. Not only whole words, because some scripts have no spaces.
create function forget_names(kind text, subjects bigint[], account bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  instead text := '~' || account;
  email_pattern text;
  name_pattern text;
begin
  -- `***=`: the rest is a literal string, not a pattern.
  select '***=' || a.email, '***=' || a.username into email_pattern, name_pattern from accounts a
    where a.id = account and a.status = 'erased';
  if not found then
    raise exception 'account % is not being erased', account using errcode = 'insufficient_privilege';
  end if;
  set local skein.erasing = on;
  update status_log l set reason = n.reason
    from (select id, at, regexp_replace(regexp_replace(reason, email_pattern, instead, 'gi'), name_pattern, instead, 'gi') as reason
      from status_log where subject_kind = kind and subject_id = any(subjects) and reason is not null) n
    where l.id = n.id and l.at = n.at and l.reason is distinct from n.reason;
  set local skein.erasing = off;
end $$;

create function drop_old_security_rows() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as
  $$ delete from security_log where at < db_clock() - interval '24 months' $$;

-- The functions for months create, drop and move partitions with the rights of the owner. So they refuse tables of others,
-- and name the schema of each table: the site’s role might put views and tables of the same names in front of them.
create function own_table(parent regclass) returns text
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
begin
  select c.relname into name from pg_class c
    where c.oid = parent and c.relkind = 'p' and c.relnamespace = 'public'::regnamespace
      and c.relowner = (select oid from pg_roles where rolname = current_user);
  if name is null then
    raise exception '% is not a table of the site that is split by month', parent using errcode = 'insufficient_privilege';
  end if;
  return name;
end $$;

create or replace function make_month(parent regclass, day date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  whole text := own_table(parent);
  name text := whole || to_char(day, '"_"YYYY"_"MM');
  fallback text := whole || '_default';
  -- The zone is ignored for a key that is a date.
  first text := to_char(day, 'YYYY-MM-"01 00:00:00+00"');
  past text := to_char(day + interval '1 month', 'YYYY-MM-"01 00:00:00+00"');
  key text;
  is_needed boolean;
begin
  if to_regclass(format('public.%I', name)) is not null then return; end if;
  select a.attname into key from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = parent;
  execute format('create table public.%I (like public.%I including all excluding identity)', name, whole);
  execute format('select exists (select from public.%I where %I >= %L and %2$I < %4$L)', fallback, key, first, past) into is_needed;
  if is_needed then
    -- Rows of a log can’t be deleted otherwise.
    execute format('alter table public.%I disable trigger user', fallback);
    execute format('with moved as (delete from public.%I where %I >= %L and %2$I < %4$L returning *)
      insert into public.%I select * from moved', fallback, key, first, past, name);
    execute format('alter table public.%I enable trigger user', fallback);
  end if;
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', whole, name, first, past);
end $$;

create or replace function make_months(parent regclass) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  fallback text := own_table(parent) || '_default';
  key text;
  days date[];
begin
  select a.attname into key from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = parent;
  execute format(
    'select array_agg(month::date) from (
      select date_trunc(''month'', db_clock() at time zone ''UTC'') + n * interval ''1 month'' as month from generate_series(0, 2) n
      union select date_trunc(''month'', %I::timestamptz at time zone ''UTC'') from public.%I) months',
    key, fallback) into days;
  for n in 1 .. cardinality(days) loop
    perform make_month(parent, days[n]);
  end loop;
end $$;

create or replace function drop_empty_months(parent regclass, before date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
  is_used boolean;
begin
  perform own_table(parent);
  for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent and c.relnamespace = 'public'::regnamespace and c.relname ~ '_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
  loop
    execute format('select exists (select from public.%I)', name) into is_used;
    if not is_used then execute format('drop table public.%I', name); end if;
  end loop;
end $$;

-- Step: seals
create table status_log_seals (
  id bigint generated always as identity primary key,
  -- Covers the rows of one month whose ids are greater than `after_id`, up to `last_id`.
  after_id bigint not null,
  last_id bigint not null,
  month date not null,
  rows integer not null,
  rows_hash bytea not null,
  chain_hash bytea not null,
  sealed_at timestamptz not null default db_clock(),
  unique (last_id, month)
);

-- The length before each value keeps values from running into each other. Computed again by `src/platform/db/verify-log.ts`.
create function log_part(value text) returns text language sql immutable parallel safe as
  $$ select coalesce(octet_length(value) || ':' || value, '-') $$;

create function log_line(l status_log) returns text language sql stable parallel safe as $$
  select log_part(l.id::text) || log_part(l.subject_kind) || log_part(l.subject_id::text) || log_part(l.action)
    || log_part(l.from_status) || log_part(l.to_status) || log_part(l.actor_id::text)
    || log_part(to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')) || log_part(l.story_id::text)
    || log_part(encode(l.reason_hash, 'hex'))
$$;

-- The highest id below which no row can appear any more, or null if rows are being written. Writers hold a lock until
-- they commit. `wait`: how long new ones may have to wait for those that are writing; null to give up right away.
create function settled_log_id(wait interval) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if wait is null then lock table only status_log in share mode nowait;
  else
    perform set_config('lock_timeout', extract(milliseconds from wait)::int::text, true);
    lock table only status_log in share mode;
  end if;
  return (select coalesce(max(id), 0) from status_log);
exception when lock_not_available then return null;
end $$;

-- Seals at most 10,000 rows up to an id of `settled_log_id`. Returns whether there may be more.
create function seal_log(settled bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before status_log_seals;
  bound bigint;
  part record;
begin
  lock table status_log_seals in exclusive mode;
  select * into before from status_log_seals order by id desc limit 1;
  before.last_id := coalesce(before.last_id, 0);
  before.chain_hash := coalesce(before.chain_hash, '');
  select max(id) into bound from (
    select id from status_log where id > before.last_id and id <= settled order by id limit 10000) next;
  if bound is null then return false; end if;
  for part in
    select date_trunc('month', l.at at time zone 'UTC')::date as month, count(*)::int as rows,
      sha256(convert_to(string_agg(log_line(l), E'\n' order by l.id), 'UTF8')) as hash
    from status_log l where l.id > before.last_id and l.id <= bound group by 1 order by 1
  loop
    before.chain_hash := sha256(before.chain_hash || convert_to(log_part(before.last_id::text) || log_part(bound::text)
      || log_part(to_char(part.month, 'YYYY-MM')) || log_part(part.rows::text), 'UTF8') || part.hash);
    insert into status_log_seals (after_id, last_id, month, rows, rows_hash, chain_hash)
      values (before.last_id, bound, part.month, part.rows, part.hash, before.chain_hash);
  end loop;
  return true;
end $$;
