-- Emails about notices: where and when members live, what they want by email, and what was sent.

-- IANA name, as browsers report it. UTC until it is known.
alter table accounts add column time_zone text not null default 'UTC'
  check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,63}$');

-- What a member has chosen for a kind of email. Without a row, the kind decides.
create table mail_settings (
  account_id bigint not null references accounts (id),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  choice text not null check (choice in ('at_once', 'first', 'never')),
  changed_at timestamptz not null default db_clock(),
  primary key (account_id, kind)
);

-- Members whose address was refused. After three permanent refusals in a row, no more emails about notices are sent.
create table mail_refusals (
  account_id bigint primary key references accounts (id),
  refused smallint not null default 0 check (refused between 0 and 3),
  stopped_at timestamptz,
  check ((stopped_at is not null) = (refused = 3))
);

-- Emails about notices of the last days, for the limit per day, and so that none is sent twice. The day is the member's.
create table mail_deliveries (
  account_id bigint not null references accounts (id),
  message_id bigint not null,
  day date not null,
  sent_at timestamptz,
  primary key (account_id, message_id)
);
create index mail_deliveries_day on mail_deliveries (day, account_id);

-- The first published chapters of writers, who are told the next day that it is out, and of its first readers.
create table first_chapters (
  account_id bigint primary key references accounts (id),
  story_id bigint not null references stories (id) on delete cascade,
  chapter_id bigint not null,
  published_at timestamptz not null default db_clock(),
  day_told_at timestamptz,
  readers_told_at timestamptz
);
create index first_chapters_story on first_chapters (story_id);
create index first_chapters_age on first_chapters (published_at);

-- Whoever can vote and hasn't is reminded once, before voting ends.
alter table rounds add column voters_reminded_at timestamptz;

-- Remembers the first published chapter of a member, as long as none of theirs was published before.
create function remember_first_chapter(author bigint, story bigint, chapter bigint) returns void language sql as $$
  insert into first_chapters (account_id, story_id, chapter_id)
  select author, story, chapter
  where not exists (select from chapters c where c.author_id = author and c.published_at is not null and c.id <> chapter)
  on conflict (account_id) do nothing
$$;
