-- The first tables: accounts and their sessions, stories, chapters, reviews, messages, reading.
-- Written for PostgreSQL 15; statuses and bounds are CHECKs here as well as schemas in the code.

create extension if not exists pg_trgm;

-- The one clock that people race against. Rules that decide between two callers read it after taking their lock.
-- Test databases replace this function, so that days pass in milliseconds.
create function db_clock() returns timestamptz language sql volatile parallel safe as 'select clock_timestamp()';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Accounts ----------------------------------------------------------------------------------------------------------

create table accounts (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254),
  password_hash text,
  username text not null check (char_length(username) between 2 and 32),
  username_key text not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 40),
  slug_changed_at timestamptz,
  bio text not null default '' check (char_length(bio) <= 200),
  preferred_language text not null check (preferred_language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  avatar_key text,
  status text not null default 'unverified' check (status in ('unverified', 'active', 'suspended', 'banned')),
  suspended_until timestamptz,
  status_reason text,
  failed_logins integer not null default 0,
  joined_at timestamptz not null default db_clock(),
  last_active_at timestamptz not null default db_clock(),
  check ((status = 'suspended') = (suspended_until is not null))
);
create unique index accounts_email on accounts (email);
create unique index accounts_username_key on accounts (username_key);
create unique index accounts_slug on accounts (slug);
create index accounts_unverified on accounts (joined_at) where status = 'unverified';

create table account_roles (
  account_id bigint not null references accounts (id) on delete cascade,
  role text not null check (role in ('moderator', 'administrator')),
  granted_at timestamptz not null default db_clock(),
  primary key (account_id, role)
);

-- A slug that was given up keeps leading to its owner for 90 days.
create table former_slugs (
  slug text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  released_at timestamptz not null default db_clock()
);

-- One row per sign-in, with the whole family of its refresh tokens. The tokens themselves are computed from the seed, the
-- generation and the site's secret key, so a copy of this table opens nothing.
create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  seed bytea not null check (octet_length(seed) = 32),
  generation integer not null default 0,
  rotates boolean not null default false,
  rotated_at timestamptz,
  device text not null default '' check (char_length(device) <= 200),
  created_at timestamptz not null default db_clock(),
  used_at timestamptz not null default db_clock(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('exit', 'password', 'reset', 'replay', 'restricted', 'expired', 'too_many'))
);
create index sessions_open on sessions (account_id, used_at) where ended_at is null;

-- Links sent by mail. The token is computed like a refresh token; only the newest unused one of a kind is good.
create table mail_links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  -- Of the registration that the link confirms: proving the address must not confirm somebody else's password.
  password_hash text,
  seed bytea not null check (octet_length(seed) = 32),
  created_at timestamptz not null default db_clock(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_links_account on mail_links (account_id, purpose, created_at desc);

create table security_log (
  id bigint generated always as identity primary key,
  account_id bigint,
  event text not null,
  facts jsonb not null default '{}',
  at timestamptz not null default db_clock()
);
create index security_log_account on security_log (account_id, at desc);

create table spent_challenges (
  fingerprint bytea primary key,
  expires_at timestamptz not null
);

-- Stories -----------------------------------------------------------------------------------------------------------

create table stories (
  id bigint generated always as identity primary key,
  creator_id bigint not null references accounts (id),
  mode text not null check (mode in ('relay', 'competition', 'branch', 'solo')),
  status text not null default 'draft' check (status in ('draft', 'pending', 'rejected', 'published', 'banned')),
  -- Where an edit of a published story stands; the published texts stay until it is approved.
  edit_status text check (edit_status in ('draft', 'pending', 'rejected')),
  progress text not null default 'ongoing' check (progress in ('ongoing', 'paused', 'ended')),
  -- What the world sees; empty until the first approval.
  title text check (char_length(title) between 1 and 80),
  description text check (char_length(description) between 1 and 500),
  language text check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  categories text[] check (cardinality(categories) between 1 and 3),
  cover_key text,
  min_units integer not null default 100 check (min_units between 50 and 20000),
  max_units integer not null default 5000 check (max_units between 50 and 20000),
  created_at timestamptz not null default db_clock(),
  published_at timestamptz,
  -- The first approved chapter: from then on the story is in home, search and sitemap.
  listed_at timestamptz,
  -- The last approved chapter.
  continued_at timestamptz,
  deleted_at timestamptz,
  check (min_units < max_units),
  check (edit_status is null or status in ('published', 'banned')),
  check (status not in ('published', 'banned') or (title is not null and description is not null and language is not null and categories is not null and cover_key is not null and published_at is not null))
);
create index stories_creator on stories (creator_id, id desc) where deleted_at is null;
create index stories_newest on stories (listed_at desc, id desc) where status = 'published' and listed_at is not null and deleted_at is null;
create index stories_continued on stories (continued_at desc, id desc) where status = 'published' and listed_at is not null and deleted_at is null;
create index stories_title on stories using gin (title gin_trgm_ops) where status = 'published' and deleted_at is null;
create index stories_deleted on stories (deleted_at) where deleted_at is not null;

-- What the creator is working on. While the story is not published this is all there is.
create table story_drafts (
  story_id bigint primary key references stories (id) on delete cascade,
  title text not null default '' check (char_length(title) <= 80),
  description text not null default '' check (char_length(description) <= 500),
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  categories text[] not null default '{}' check (cardinality(categories) <= 3),
  cover_key text not null,
  cover_uploaded boolean not null default false,
  version integer not null default 1,
  saved_at timestamptz not null default db_clock()
);

-- Counters stand apart, so that counting never rewrites a story or its search index.
create table story_stats (
  story_id bigint primary key references stories (id) on delete cascade,
  chapters integer not null default 0,
  units bigint not null default 0,
  readers bigint not null default 0,
  trend double precision not null default 0,
  listed boolean not null default false
);
create index story_stats_classic on story_stats (readers desc, story_id desc) where listed;
create index story_stats_trend on story_stats (trend desc, story_id desc) where listed;

-- Chapters ----------------------------------------------------------------------------------------------------------

create table chapters (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories (id),
  author_id bigint not null references accounts (id),
  parent_id bigint references chapters (id),
  -- Place in the line, given at the first submission.
  number integer check (number between 1 and 100000),
  status text not null default 'draft' check (status in ('draft', 'pending', 'approved', 'rejected', 'hidden')),
  edit_status text check (edit_status in ('draft', 'pending', 'rejected')),
  -- What the world sees; empty until the first approval.
  title text check (char_length(title) between 1 and 100),
  summary text check (char_length(summary) between 1 and 500),
  units integer,
  created_at timestamptz not null default db_clock(),
  published_at timestamptz,
  deleted_at timestamptz,
  check (edit_status is null or status in ('approved', 'hidden')),
  check (status not in ('approved', 'hidden') or (number is not null and title is not null and summary is not null and units is not null and published_at is not null)),
  check (status <> 'pending' or number is not null)
);
create unique index chapters_place on chapters (story_id, number) where number is not null and deleted_at is null;
create index chapters_author on chapters (author_id, story_id) where deleted_at is null;
create index chapters_parent on chapters (parent_id) where parent_id is not null;

-- The published text, apart from the row that lists read.
create table chapter_texts (
  chapter_id bigint primary key references chapters (id) on delete cascade,
  story_id bigint not null references stories (id),
  revision integer not null,
  document jsonb not null
);

-- What the author is working on; gone once it is approved.
create table chapter_drafts (
  chapter_id bigint primary key references chapters (id) on delete cascade,
  title text not null default '' check (char_length(title) <= 100),
  summary text not null default '' check (char_length(summary) <= 500),
  document jsonb not null,
  units integer not null default 0 check (units <= 20000),
  version integer not null default 1,
  saved_at timestamptz not null default db_clock()
);

create table chapter_revisions (
  chapter_id bigint not null references chapters (id) on delete cascade,
  revision integer not null,
  kind text not null check (kind in ('autosave', 'submitted', 'restored', 'conflict')),
  title text not null,
  summary text not null,
  document jsonb not null,
  units integer not null,
  created_at timestamptz not null default db_clock(),
  primary key (chapter_id, revision)
);

-- 16 bands of a minhash of character n-grams: two texts that share a band are compared.
create table text_fingerprints (
  chapter_id bigint primary key references chapters (id) on delete cascade,
  story_id bigint not null,
  author_id bigint not null,
  bands integer[] not null
);
create index text_fingerprints_bands on text_fingerprints using gin (bands);

-- Reviews and logs ----------------------------------------------------------------------------------------------------

create table reviews (
  id bigint generated always as identity primary key,
  subject_kind text not null check (subject_kind in ('story', 'chapter')),
  subject_id bigint not null,
  story_id bigint not null references stories (id),
  author_id bigint not null references accounts (id),
  -- The version of the draft that was submitted; a decision about another version is outdated.
  version integer not null,
  is_edit boolean not null,
  language text not null,
  title text not null,
  state text not null default 'automatic' check (state in ('automatic', 'manual', 'approved', 'rejected', 'withdrawn')),
  marks jsonb not null default '[]',
  submitted_at timestamptz not null default db_clock(),
  decided_at timestamptz,
  decided_by bigint references accounts (id),
  reason text check (char_length(reason) between 10 and 1000),
  check ((state in ('approved', 'rejected', 'withdrawn')) = (decided_at is not null)),
  check (state <> 'rejected' or (reason is not null and decided_by is not null))
);
create unique index reviews_open on reviews (subject_kind, subject_id) where state in ('automatic', 'manual');
create index reviews_queue on reviews (submitted_at, id) where state = 'manual';
create index reviews_waiting on reviews (submitted_at) where state = 'automatic';
create index reviews_subject on reviews (subject_kind, subject_id, id desc);
create index reviews_author on reviews (author_id, id desc);

-- Every change of a status: who, what, why. Nothing in it is ever changed.
create table status_log (
  id bigint generated always as identity primary key,
  subject_kind text not null,
  subject_id bigint not null,
  action text not null,
  from_status text not null,
  to_status text not null,
  actor_id bigint,
  reason text,
  at timestamptz not null default db_clock()
);
create index status_log_subject on status_log (subject_kind, subject_id, id);
create trigger status_log_append_only before update or delete on status_log for each row execute function refuse_change();
create trigger security_log_append_only before update on security_log for each row execute function refuse_change();

create table feedback (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  type text not null check (type in ('bug', 'feature', 'ui', 'other')),
  description text not null check (char_length(description) between 1 and 5000),
  contact text check (char_length(contact) between 1 and 254),
  created_at timestamptz not null default db_clock()
);

-- Messages ------------------------------------------------------------------------------------------------------------

create table messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  type text not null check (type in ('system_notice', 'story_apply', 'story_apply_accepted', 'story_apply_rejected', 'story_invite', 'story_invite_accepted', 'story_invite_rejected', 'story_approved', 'story_rejected', 'chapter_approved', 'chapter_rejected', 'relay_your_turn', 'relay_turn_reminder', 'relay_turn_passed', 'story_translation_approved', 'story_translation_rejected', 'chapter_translation_approved', 'chapter_translation_rejected', 'translation_stale', 'contest_voting_open', 'contest_winner')),
  story_id bigint,
  chapter_id bigint,
  params jsonb not null default '{}',
  created_at timestamptz not null default db_clock(),
  read_at timestamptz,
  action_status text check (action_status in ('accepted', 'declined', 'withdrawn', 'expired'))
);
create index messages_inbox on messages (account_id, id desc);
create index messages_unread on messages (account_id, id desc) where read_at is null;

-- Reading -------------------------------------------------------------------------------------------------------------

-- Where a member stopped in each story.
create table reading_places (
  account_id bigint not null references accounts (id) on delete cascade,
  story_id bigint not null references stories (id) on delete cascade,
  chapter_id bigint not null references chapters (id) on delete cascade,
  read_at timestamptz not null default db_clock(),
  primary key (account_id, story_id)
);
create index reading_places_recent on reading_places (account_id, read_at desc);

create table read_chapters (
  account_id bigint not null references accounts (id) on delete cascade,
  story_id bigint not null references stories (id) on delete cascade,
  chapter_id bigint not null references chapters (id) on delete cascade,
  primary key (account_id, story_id, chapter_id)
);

-- A reader counts once per chapter and day. Readers are keyed digests, of a member's id or of a consenting visitor's
-- address; rows older than the popularity window are dropped.
create table daily_reads (
  day date not null,
  chapter_id bigint not null,
  reader bytea not null,
  story_id bigint not null,
  -- Reads are added to the counters by the tick, many at once.
  counted boolean not null default false,
  primary key (day, chapter_id, reader)
);
create index daily_reads_fresh on daily_reads (story_id) where not counted;
create table story_days (
  story_id bigint not null references stories (id) on delete cascade,
  day date not null,
  readers integer not null,
  primary key (story_id, day)
);
create index story_days_recent on story_days (day);

-- Images and the machine ------------------------------------------------------------------------------------------------

create table images (
  key text primary key,
  kind text not null check (kind in ('cover', 'avatar')),
  owner_id bigint references accounts (id) on delete set null,
  bytes integer not null,
  created_at timestamptz not null default db_clock()
);
create index images_created on images (created_at);

-- An answer that was given to a call with an Idempotency-Key, so that a repeated call gets it again.
create table idempotency_keys (
  account_id bigint not null references accounts (id) on delete cascade,
  key text not null check (char_length(key) between 8 and 100),
  call text not null,
  input_digest bytea not null,
  answer jsonb,
  created_at timestamptz not null default db_clock(),
  primary key (account_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Counts of calls per caller, shared by all processes (rate-limiter-flexible). Losing them in a crash costs nothing.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table worker_heartbeats (
  worker_id text primary key,
  at timestamptz not null default clock_timestamp()
);
