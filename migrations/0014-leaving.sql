-- Leaving: an account that is about to be erased, what is left of one that was, and what its member takes along.

alter table accounts
  -- When it is erased; signing in before that clears it. It stays until the last step of the erasure is done.
  add column leaving_at timestamptz,
  add column leaving_texts text check (leaving_texts in ('keep', 'delete')),
  add constraint accounts_leaving check ((leaving_at is null) = (leaving_texts is null)),
  drop constraint accounts_status_check,
  add constraint accounts_status_check check (status in ('unverified', 'active', 'suspended', 'banned', 'leaving', 'erased')),
  -- The row of an erased account stays for what hangs on it, under a name and address that no member can have.
  drop constraint accounts_slug_check,
  add constraint accounts_slug_check check ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 40) or slug = '~' || id);
create index accounts_leaving_at on accounts (leaving_at) where leaving_at is not null;

alter table sessions
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check check (end_reason in ('exit', 'password', 'reset', 'replay', 'restricted', 'expired', 'too_many', 'ended', 'leaving'));

-- A member's own file with everything of theirs.
create table exports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- Random, and the only name that the file has.
  file text not null unique check (file ~ '^[A-Za-z0-9_-]{43}$'),
  requested_at timestamptz not null default db_clock(),
  ready_at timestamptz,
  bytes bigint
);
create index exports_account on exports (account_id, requested_at desc);

-- What was decided about an account is kept without the words about its member.
alter table restrictions
  drop constraint restrictions_reason_check,
  add constraint restrictions_reason_check check (char_length(reason) between 10 and 1000 or reason = '');

-- The log stays append-only but for one thing: erasing a member may change the reason in a row, nothing else.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('skein.erasing', true) = 'on' then
    new.id := old.id; new.subject_kind := old.subject_kind; new.subject_id := old.subject_id; new.action := old.action;
    new.from_status := old.from_status; new.to_status := old.to_status; new.actor_id := old.actor_id; new.at := old.at;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger status_log_append_only on status_log;
create trigger status_log_append_only before update or delete on status_log for each row execute function refuse_change_but_erasure();

-- Whose the names in messages are: names and addresses change hands, and a member who is gone is named nowhere.
update messages m set params = m.params || jsonb_build_object('user_id', r.account_id::text)
  from participation_requests r where m.type = 'story_apply' and r.id = m.request_id;
update messages m set params = m.params || jsonb_build_object('user_id', s.creator_id::text)
  from stories s where m.type = 'story_invite' and s.id = m.story_id;
update messages m set params = m.params || jsonb_build_object('user_id', a.id::text)
  from accounts a where m.params ? 'slug' and not m.params ? 'user_id' and a.username = m.params->>'user'
    and (a.slug = m.params->>'slug' or exists (select from former_slugs f where f.account_id = a.id and f.slug = m.params->>'slug'));
update messages m set params = m.params || jsonb_build_object('from_id', a.id::text)
  from accounts a where a.username = m.params->>'from'
    and exists (select from relay_turns t where t.story_id = m.story_id and t.account_id = a.id);
update messages m set params = m.params || jsonb_build_object('next_id', a.id::text)
  from accounts a where a.username = m.params->>'next'
    and exists (select from relay_turns t where t.story_id = m.story_id and t.account_id = a.id);
create index messages_user on messages ((params->>'user_id')) where params ? 'user_id';
create index messages_from on messages ((params->>'from_id')) where params ? 'from_id';
create index messages_next on messages ((params->>'next_id')) where params ? 'next_id';

-- An erasure finds what is theirs by an index, also what they had deleted.
create index stories_creator_deleted on stories (creator_id) where deleted_at is not null;
create index chapters_author_deleted on chapters (author_id) where deleted_at is not null;
create index former_slugs_account on former_slugs (account_id);
create index images_owner on images (owner_id) where owner_id is not null;
