-- Step: second factors that an administrator removes after a week
-- A member has lost theirs and has told an administrator. A row lasts until they are removed, or until it is stopped: by
-- the member, by a login that takes a second step, or by an administrator.
create table factor_removals (
  account_id bigint primary key references accounts (id) on delete cascade,
  asked_by bigint not null references accounts (id),
  asked_at timestamptz not null default db_clock(),
  due_at timestamptz not null,
  -- When the member last got an email about it. They get one a day.
  mailed_at timestamptz not null default db_clock(),
  check (due_at > asked_at)
);
create index factor_removals_asked_by on factor_removals (asked_by);

-- Step: what administrators do about second factors, in the log of moderators
create index status_log_acts on status_log (id desc) where actor_id is not null and action <> 'withdraw'
  and subject_kind in ('review', 'restriction', 'report', 'appeal', 'suggestion', 'feedback', 'role', 'job', 'story_draft', 'chapter_draft', 'factors');
drop index status_log_by_time;
alter index status_log_acts rename to status_log_by_time;

-- Step: the key that recovery codes were made with
-- The mark of the key of the site (`sealMark`). Null if an earlier version made the code, and a later key must not be blamed.
alter table recovery_codes add column key_mark bytea check (octet_length(key_mark) = 5);

-- Step: what the doctor has found
-- The last examination of the site that an administrator has asked for. There is at most one row.
create table examinations (
  is_only boolean primary key default true check (is_only),
  asked_by bigint not null references accounts (id),
  asked_at timestamptz not null default db_clock(),
  -- Whether a test email goes to the administrator who asked.
  sends_mail boolean not null,
  tries_restore boolean not null,
  -- Null while it runs, or if its process has ended.
  finished_at timestamptz,
  findings jsonb not null default '[]'
);
create index examinations_asked_by on examinations (asked_by);
