-- Competitions: rounds, what is entered in them, and the votes.

-- What a story's rounds begin with; a round keeps what it began with.
alter table stories
  add column writing_hours integer not null default 72 check (writing_hours between 1 and 720),
  add column voting_hours integer not null default 48 check (voting_hours between 1 and 336),
  add column min_participants integer not null default 3 check (min_participants between 2 and 50);

-- A submission is written as a chapter without a place: it is saved, kept in versions and gone back to like any other.
-- Only the one that wins gets a place, and with it becomes public.
alter table chapters add column is_submission boolean not null default false;

create table rounds (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories (id) on delete cascade,
  number integer not null check (number > 0),
  status text not null default 'scheduled' check (status in ('scheduled', 'writing', 'voting', 'completed')),
  -- As the story's rules were when it started.
  writing_hours integer not null check (writing_hours between 1 and 720),
  voting_hours integer not null check (voting_hours between 1 and 336),
  min_units integer not null,
  max_units integer not null,
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  min_participants integer not null check (min_participants between 2 and 50),
  -- Null: as soon as enough take part.
  starts_at timestamptz,
  started_at timestamptz,
  writing_ends_at timestamptz,
  voting_started_at timestamptz,
  voting_ends_at timestamptz,
  completed_at timestamptz,
  -- The creator heard that too few take part.
  told_short_at timestamptz,
  winner_id bigint,
  -- Counted when it is completed; until then nobody is told a number.
  votes integer check (votes >= 0),
  created_at timestamptz not null default db_clock(),
  check (status = 'scheduled' or (started_at is null) = (writing_ends_at is null)),
  check (status not in ('writing', 'voting') or (started_at is not null and writing_ends_at > started_at)),
  check ((status = 'voting') <= (voting_started_at is not null)),
  check ((voting_started_at is null) = (voting_ends_at is null) and (voting_ends_at is null or voting_ends_at > voting_started_at)),
  check ((status = 'completed') = (completed_at is not null)),
  check (status = 'completed' or (winner_id is null and votes is null)),
  unique (story_id, number)
);
-- Never two at once.
create unique index rounds_unfinished on rounds (story_id) where status <> 'completed';
create index rounds_due on rounds ((case status when 'scheduled' then starts_at when 'writing' then writing_ends_at else voting_ends_at end))
  where status <> 'completed';
create index rounds_winner on rounds (winner_id) where winner_id is not null;

create table submissions (
  -- Out of order, so that a ballot does not tell who began first.
  id bigint primary key default ('x' || left(md5(gen_random_uuid()::text), 15))::bit(60)::bigint,
  round_id bigint not null references rounds (id) on delete cascade,
  story_id bigint not null references stories (id) on delete cascade,
  author_id bigint not null references accounts (id),
  -- Where it is written.
  chapter_id bigint not null unique references chapters (id) on delete cascade,
  status text not null default 'draft' check (status in ('draft', 'pending', 'approved', 'rejected')),
  -- The version last submitted: what is reviewed and stands in the round. Empty until then.
  version integer,
  title text check (char_length(title) between 1 and 100),
  summary text check (char_length(summary) between 1 and 500),
  units integer,
  submitted_at timestamptz,
  -- Since when it has been on the ballot. It stays when the entry leaves, so that the others keep their letters.
  ballot_at timestamptz,
  -- Counted when the round is completed.
  votes integer check (votes >= 0),
  -- A moderator has taken it out, for good.
  disqualified boolean not null default false,
  -- Why it was sent back or taken out.
  reason text check (char_length(reason) between 10 and 1000),
  created_at timestamptz not null default db_clock(),
  check (status = 'draft' or (version is not null and title is not null and summary is not null and units is not null and submitted_at is not null)),
  check ((status = 'rejected') <= (reason is not null)),
  check (not disqualified or status = 'rejected'),
  unique (round_id, author_id),
  unique (id, round_id)
);
create index submissions_story on submissions (story_id);
create index submissions_author on submissions (author_id, created_at desc);
-- Deferrable, since each of the two points at the other: a backup is read in when it is.
alter table rounds add foreign key (winner_id, id) references submissions (id, round_id) deferrable;

-- The text of the version last submitted, apart from the row that lists read.
create table submission_texts (
  submission_id bigint primary key references submissions (id) on delete cascade,
  document jsonb not null
);

-- One vote per member and round. Counted from these rows when the round is completed, so no counter can be wrong.
create table votes (
  round_id bigint not null references rounds (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  submission_id bigint not null,
  story_id bigint not null,
  cast_at timestamptz not null,
  primary key (round_id, account_id),
  foreign key (submission_id, round_id) references submissions (id, round_id) on delete cascade
);
create index votes_submission on votes (submission_id, round_id);
create index votes_account on votes (account_id);

-- Entries that a member has opened: whoever has not looked at them cannot choose between them.
create table opened_entries (
  round_id bigint not null references rounds (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  submission_id bigint not null references submissions (id) on delete cascade,
  story_id bigint not null,
  opened_at timestamptz not null default db_clock(),
  primary key (round_id, account_id, submission_id)
);
create index opened_entries_account on opened_entries (account_id);
create index opened_entries_submission on opened_entries (submission_id);

-- Moderators who have decided about entries of a round, or looked at how its vote goes: they neither enter it nor vote.
create table round_judges (
  round_id bigint not null references rounds (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  since timestamptz not null default db_clock(),
  primary key (round_id, account_id)
);
create index round_judges_account on round_judges (account_id);

-- Submissions are reviewed like stories and chapters.
alter table reviews drop constraint reviews_subject_kind_check;
alter table reviews add constraint reviews_subject_kind_check check (subject_kind in ('story', 'chapter', 'submission'));
