-- Prepares the tables for 100 million chapters (decision 043): the messages are split by account, logs and daily rows by
-- month, and everything that belongs to a story names it. Each step is a transaction, so that no table is locked for
-- longer than its own step. If the process is killed, the next start continues with the first step that isn’t done.

-- Step: functions that make and drop the partitions of months
-- Earlier versions had this table for the lock that migrations take.
drop table if exists schema_migrations_lock;

-- Makes the partition of a table for the month of a day, if there is none. Rows of that month are in the default
-- partition until then. They are moved.
create function make_month(parent regclass, day date) returns void language plpgsql as $$
declare
  name text := parent::text || to_char(day, '"_"YYYY"_"MM');
  fallback text := parent::text || '_default';
  -- The zone is ignored for a key that is a date.
  first text := to_char(day, 'YYYY-MM-"01 00:00:00+00"');
  past text := to_char(day + interval '1 month', 'YYYY-MM-"01 00:00:00+00"');
  key text;
  is_needed boolean;
begin
  if to_regclass(name) is not null then return; end if;
  select a.attname into key from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = parent;
  execute format('create table %I (like %s including all excluding identity)', name, parent);
  execute format('select exists (select from %I where %I >= %L and %2$I < %4$L)', fallback, key, first, past) into is_needed;
  if is_needed then
    -- Rows of a log can’t be deleted otherwise.
    execute format('alter table %I disable trigger user', fallback);
    execute format('with moved as (delete from %I where %I >= %L and %2$I < %4$L returning *) insert into %I select * from moved',
      fallback, key, first, past, name);
    execute format('alter table %I enable trigger user', fallback);
  end if;
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, name, first, past);
end $$;

-- Makes the partitions of this month and of the next two, and those of rows in the default partition. Called every hour.
create function make_months(parent regclass) returns void language plpgsql as $$
declare
  key text;
  days date[];
begin
  select a.attname into key from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = parent;
  execute format(
    'select array_agg(month::date) from (
      select date_trunc(''month'', db_clock() at time zone ''UTC'') + n * interval ''1 month'' as month from generate_series(0, 2) n
      union select date_trunc(''month'', %I::timestamptz at time zone ''UTC'') from %I) months',
    key, parent::text || '_default') into days;
  for n in 1 .. cardinality(days) loop
    perform make_month(parent, days[n]);
  end loop;
end $$;

-- Drops the partitions of months that ended before a day and have no rows left.
create function drop_empty_months(parent regclass, before date) returns void language plpgsql as $$
declare
  name text;
  is_used boolean;
begin
  for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent and c.relname ~ '_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
  loop
    execute format('select exists (select from %I)', name) into is_used;
    if not is_used then execute format('drop table %I', name); end if;
  end loop;
end $$;

-- Step: reads and readers of days, split by month
alter table daily_reads rename to daily_reads_before;
create table daily_reads (like daily_reads_before including defaults including constraints) partition by range (day);
create table daily_reads_default partition of daily_reads default;
select make_month('daily_reads', month) from (select distinct date_trunc('month', day)::date as month from daily_reads_before) months;
insert into daily_reads select * from daily_reads_before;
drop table daily_reads_before;
alter table daily_reads add primary key (day, chapter_id, reader, to_end);
create index daily_reads_fresh on daily_reads (story_id) where not counted;
select make_months('daily_reads');

alter table daily_readers rename to daily_readers_before;
create table daily_readers (like daily_readers_before) partition by range (day);
create table daily_readers_default partition of daily_readers default;
select make_month('daily_readers', month) from (select distinct date_trunc('month', day)::date as month from daily_readers_before) months;
insert into daily_readers select * from daily_readers_before;
drop table daily_readers_before;
alter table daily_readers add primary key (day, story_id, reader);
select make_months('daily_readers');

-- Step: the log of statuses, split by month; its rows name their story
-- For the joins and the indexes. Without it, they are written to disk in parts.
set local work_mem = '128MB';
set local maintenance_work_mem = '256MB';
alter table status_log rename to status_log_before;
create table status_log (
  id bigint generated always as identity,
  subject_kind text not null,
  subject_id bigint not null,
  action text not null,
  from_status text not null,
  to_status text not null,
  actor_id bigint,
  reason text,
  at timestamptz not null default db_clock(),
  -- Null for what belongs to no story, such as accounts. Without a foreign key: the log outlives the story.
  story_id bigint
) partition by range (at);
create table status_log_default partition of status_log default;
select make_month('status_log', month)
  from (select distinct date_trunc('month', at at time zone 'UTC')::date as month from status_log_before) months;
insert into status_log (id, subject_kind, subject_id, action, from_status, to_status, actor_id, reason, at, story_id)
  overriding system value
  select l.*, coalesce(case l.subject_kind when 'story' then l.subject_id end, c.story_id, v.story_id, t.story_id, e.story_id, o.story_id,
      q.story_id, r.story_id, p.story_id, a.story_id)
  from status_log_before l
    left join chapters c on l.subject_kind = 'chapter' and c.id = l.subject_id
    left join reviews v on l.subject_kind = 'review' and v.id = l.subject_id
    left join translations t on l.subject_kind = 'translation' and t.id = l.subject_id
    left join submissions e on l.subject_kind = 'submission' and e.id = l.subject_id
    left join rounds o on l.subject_kind = 'round' and o.id = l.subject_id
    left join participation_requests q on l.subject_kind = 'participation_request' and q.id = l.subject_id
    left join restrictions r on l.subject_kind = 'restriction' and r.id = l.subject_id
    left join report_cases p on l.subject_kind = 'report' and p.id = l.subject_id
    left join (appeals x join restrictions a on a.id = x.restriction_id) on l.subject_kind = 'appeal' and x.id = l.subject_id;
select setval(pg_get_serial_sequence('status_log', 'id'), last_value, is_called) from status_log_id_seq;
drop table status_log_before;
alter sequence status_log_id_seq1 rename to status_log_id_seq;
alter table status_log add primary key (id, at);
create index status_log_subject on status_log (subject_kind, subject_id, id);
create index status_log_desk on status_log (id desc) where actor_id is not null and action <> 'withdraw'
  and subject_kind in ('review', 'restriction', 'report', 'appeal', 'suggestion', 'feedback', 'role', 'job');
-- For forgetting the reasons when a story is deleted for good.
create index status_log_reasons on status_log (story_id) where reason is not null;
create index status_log_actor on status_log (actor_id, id desc) where actor_id is not null;

create or replace function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('skein.erasing', true) = 'on' then
    new.id := old.id; new.subject_kind := old.subject_kind; new.subject_id := old.subject_id; new.action := old.action;
    new.from_status := old.from_status; new.to_status := old.to_status; new.actor_id := old.actor_id; new.at := old.at;
    new.story_id := old.story_id;
    return new;
  end if;
  raise exception 'status_log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger status_log_append_only before update or delete on status_log
  for each row execute function refuse_change_but_erasure();
select make_months('status_log');

-- Step: messages, split by the account that they are for
set local maintenance_work_mem = '256MB';
alter table messages rename to messages_before;
create table messages (
  id bigint generated always as identity,
  account_id bigint not null,
  type text not null constraint messages_type_check check (type in ('system_notice', 'story_apply', 'story_apply_accepted', 'story_apply_rejected', 'story_invite', 'story_invite_accepted', 'story_invite_rejected', 'story_approved', 'story_rejected', 'chapter_approved', 'chapter_rejected', 'relay_your_turn', 'relay_turn_reminder', 'relay_turn_passed', 'story_translation_approved', 'story_translation_rejected', 'chapter_translation_approved', 'chapter_translation_rejected', 'translation_stale', 'contest_voting_open', 'contest_winner')),
  story_id bigint,
  chapter_id bigint,
  params jsonb not null default '{}',
  created_at timestamptz not null default db_clock(),
  read_at timestamptz,
  action_status text constraint messages_action_status_check check (action_status in ('accepted', 'declined', 'withdrawn', 'expired')),
  request_id bigint,
  -- Names the event that the message is about. A member hears of an event once, even if it is announced twice.
  event_key text
) partition by hash (account_id);
-- A partition can be replaced by two with twice the modulus, one at a time.
create table messages_0 partition of messages for values with (modulus 8, remainder 0);
create table messages_1 partition of messages for values with (modulus 8, remainder 1);
create table messages_2 partition of messages for values with (modulus 8, remainder 2);
create table messages_3 partition of messages for values with (modulus 8, remainder 3);
create table messages_4 partition of messages for values with (modulus 8, remainder 4);
create table messages_5 partition of messages for values with (modulus 8, remainder 5);
create table messages_6 partition of messages for values with (modulus 8, remainder 6);
create table messages_7 partition of messages for values with (modulus 8, remainder 7);
insert into messages (id, account_id, type, story_id, chapter_id, params, created_at, read_at, action_status, request_id)
  overriding system value
  select id, account_id, type, story_id, chapter_id, params, created_at, read_at, action_status, request_id from messages_before;
select setval(pg_get_serial_sequence('messages', 'id'), last_value, is_called) from messages_id_seq;
drop table messages_before;
alter sequence messages_id_seq1 rename to messages_id_seq;
alter table messages add primary key (account_id, id);
create index messages_unread on messages (account_id, id desc) where read_at is null;
create unique index messages_event on messages (account_id, event_key) where event_key is not null;
create index messages_request on messages (request_id) where request_id is not null;
create index messages_user on messages ((params->>'user_id')) where params ? 'user_id';
create index messages_from on messages ((params->>'from_id')) where params ? 'from_id';
create index messages_next on messages ((params->>'next_id')) where params ? 'next_id';

-- Step: messages belong to accounts
alter table messages add foreign key (account_id) references accounts (id) on delete cascade;

-- Step: messages ask about requests
alter table messages add foreign key (request_id) references participation_requests (id) on delete set null;

-- Step: older versions of chapters are thinned: the last 20, the last of each day and those that were submitted stay
delete from chapter_revisions r using (
  select chapter_id, revision, kind, row_number() over newest as place,
    lag(date_trunc('day', created_at, 'UTC')) over newest = date_trunc('day', created_at, 'UTC') as is_replaced
  from chapter_revisions window newest as (partition by chapter_id order by revision desc)) v
where v.place > 20 and v.is_replaced and v.kind <> 'submitted' and r.chapter_id = v.chapter_id and r.revision = v.revision;

-- Step: versions of chapters name their story
-- Without a foreign key, like those of chapter_texts: the key of the chapter keeps them true, and they go with it.
set local work_mem = '128MB';
alter table chapter_revisions add column story_id bigint;
update chapter_revisions r set story_id = c.story_id from chapters c where c.id = r.chapter_id;
alter table chapter_revisions alter column story_id set not null;

-- Step: drafts of chapters and submitted texts name their story
alter table chapter_drafts add column story_id bigint;
update chapter_drafts d set story_id = c.story_id from chapters c where c.id = d.chapter_id;
alter table chapter_drafts alter column story_id set not null;
alter table submission_texts add column story_id bigint;
update submission_texts t set story_id = e.story_id from submissions e where e.id = t.submission_id;
alter table submission_texts alter column story_id set not null;

-- Step: new documents are compressed with LZ4, which is several times faster to read and to write
do $$
declare
  document text;
begin
  foreach document in array '{chapter_texts.document,chapter_drafts.document,chapter_revisions.document,submission_texts.document,translation_texts.draft,translation_texts.source,translation_texts.document}'::text[]
  loop
    execute format('alter table %I alter column %I set compression lz4', split_part(document, '.', 1), split_part(document, '.', 2));
  end loop;
exception when feature_not_supported then
  -- PostgreSQL may have been built without it. Documents are compressed as before then.
  null;
end $$;

-- Step: one list of languages and one of rules instead of a copy for each column; accounts first
-- Without their CHECKs until every column has its type: changing to a domain that has one would rewrite the table.
create domain language_code as text;
create domain content_rule as text;

-- Replaces the CHECK that lists the values of a column by the domain.
create function use_domain(of_table regclass, name text, to_domain regtype) returns void language plpgsql as $$
declare
  list text;
begin
  for list in select k.conname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = name
    where k.conrelid = of_table and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ARRAY[%'
  loop
    execute format('alter table %s drop constraint %I', of_table, list);
  end loop;
  execute format('alter table %s alter column %I type %s', of_table, name, to_domain);
end $$;

select use_domain('accounts', 'preferred_language', 'language_code');

-- Step: languages of stories
-- The type of a column that a trigger compares can’t be changed.
drop trigger stories_searched on stories;
select use_domain('stories', 'language', 'language_code');
create trigger stories_searched after update on stories for each row
  when ((old.status, old.title, old.description, old.language, old.deleted_at)
    is distinct from (new.status, new.title, new.description, new.language, new.deleted_at))
  execute function search_story_changed();
select use_domain('story_drafts', 'language', 'language_code');
select use_domain('rounds', 'language', 'language_code');

-- Step: languages of translations and of search
select use_domain('translations', 'language', 'language_code');
select use_domain('translation_names', 'language', 'language_code');
select use_domain('reviewer_grants', 'language', 'language_code');
select use_domain('search_texts', 'language', 'language_code');

-- Step: languages of statistics
select use_domain('daily_reads', 'language', 'language_code');
select use_domain('reader_days', 'language', 'language_code');
select use_domain('page_views', 'language', 'language_code');

-- Step: languages and rules of moderation
select use_domain('reviews', 'language', 'language_code');
select use_domain('restrictions', 'language', 'language_code');
select use_domain('report_cases', 'language', 'language_code');
select use_domain('reviews', 'rule', 'content_rule');
select use_domain('restrictions', 'rule', 'content_rule');
select use_domain('reports', 'reason', 'content_rule');
drop function use_domain;
alter domain content_rule add constraint content_rule_check
  check (value in ('pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other'));

-- Step: the list of languages
alter domain language_code add constraint language_code_check
  check (value in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es'));

-- Step: categories have a table, and stories can only have categories that exist
create table categories (
  code text primary key check (code ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' and char_length(code) <= 40)
);
insert into categories (code)
  select unnest('{fantasy,science_fiction,romance,mystery,thriller,horror,adventure,historical,contemporary,young_adult,comedy,drama,paranormal,wuxia,action,slice_of_life,poetry,fanfiction,nonfiction,experimental}'::text[])
  union select code from added_categories
  union select unnest(categories) from stories;
-- Those that were suggested, with their names.
alter table added_categories add foreign key (code) references categories (code);

-- The published categories of each story: what `stories.categories` lists, in the order that its page shows.
create table story_categories (
  category text not null references categories (code),
  story_id bigint not null references stories (id) on delete cascade,
  primary key (category, story_id)
);
insert into story_categories (category, story_id) select distinct unnest(categories), id from stories;
create index story_categories_story on story_categories (story_id);

create function keep_story_categories() returns trigger language plpgsql as $$
begin
  delete from story_categories where story_id = new.id and category <> all (coalesce(new.categories, '{}'));
  insert into story_categories (category, story_id) select distinct unnest(new.categories), new.id on conflict do nothing;
  return null;
end $$;
create trigger stories_categories after insert on stories for each row
  when (new.categories is not null) execute function keep_story_categories();
create trigger stories_categories_changed after update of categories on stories for each row
  when (old.categories is distinct from new.categories) execute function keep_story_categories();
