-- Translations of stories (title and description) and of chapters, their review, and what translators share.

-- Counts the published versions of title and description, as chapter_texts.revision does for chapters.
alter table stories add column text_revision integer not null default 1;
-- The edit in hand changes no meaning: translations stay as fresh as they are when it is published.
alter table story_drafts add column keeps_meaning boolean not null default false;
alter table chapter_drafts add column keeps_meaning boolean not null default false;

create table translations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('story', 'chapter')),
  story_id bigint not null references stories (id) on delete cascade,
  chapter_id bigint references chapters (id) on delete cascade,
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  translator_id bigint not null references accounts (id),
  status text not null default 'saved' check (status in ('saved', 'submitted', 'under_review', 'approved', 'superseded', 'rejected')),
  -- The published translation that it began with.
  based_on_id bigint references translations (id) on delete set null,
  version integer not null default 1,
  -- The version of the source that `stale` was found against.
  source_revision integer not null,
  -- Parts of the source that are others now than when they were translated.
  stale text[] not null default '{}',
  is_stale boolean not null generated always as (cardinality(stale) > 0) stored,
  -- How far it is, for lists.
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (done <= total),
  units integer not null default 0,
  -- What the world sees; empty until it is approved. `summary` is the description of a story.
  title text check (char_length(title) between 1 and 100),
  summary text check (char_length(summary) between 1 and 500),
  choice text check (char_length(choice) between 1 and 80),
  created_at timestamptz not null default db_clock(),
  saved_at timestamptz not null default db_clock(),
  submitted_at timestamptz,
  approved_at timestamptz,
  decided_at timestamptz,
  decided_by bigint references accounts (id),
  -- Why it was sent back, or taken down.
  reason text check (char_length(reason) between 10 and 1000),
  -- Who reads it now, until when, and whether that was prolonged already.
  reviewer_id bigint references accounts (id),
  lease_until timestamptz,
  lease_renewed boolean not null default false,
  deleted_at timestamptz,
  check ((kind = 'chapter') = (chapter_id is not null)),
  check ((status = 'under_review') = (reviewer_id is not null)),
  check ((reviewer_id is null) = (lease_until is null)),
  check (reviewer_id <> translator_id),
  check (status not in ('submitted', 'under_review') or submitted_at is not null),
  check (status not in ('approved', 'superseded') or (title is not null and summary is not null and approved_at is not null)),
  check (status <> 'rejected' or reason is not null)
);
-- Many may translate one text; each has one in hand. What was published and taken down is in nobody's hand.
create unique index translations_in_hand on translations (translator_id, story_id, coalesce(chapter_id, 0), language)
  where status in ('saved', 'submitted', 'under_review', 'rejected') and approved_at is null and deleted_at is null;
create unique index translations_public on translations (story_id, coalesce(chapter_id, 0), language) where status = 'approved';
-- Who translated how much of a story, without a look at the rows.
create index translations_shares on translations (story_id, language, translator_id)
  include (chapter_id, is_stale) where status = 'approved';
create index translations_chapter on translations (chapter_id) where chapter_id is not null;
create index translations_story on translations (story_id, id) where chapter_id is null;
create index translations_own on translations (translator_id, saved_at desc, id desc);
create index translations_queue on translations (language, kind, submitted_at, id) where status in ('submitted', 'under_review');
create index translations_leases on translations (lease_until) where status = 'under_review';
create index translations_reviewer on translations (reviewer_id) where reviewer_id is not null;
create index translations_decider on translations (decided_by) where decided_by is not null;
create index translations_based_on on translations (based_on_id) where based_on_id is not null;
create index translations_titles on translations using gin (title gin_trgm_ops) where status = 'approved' and kind = 'story';
-- A search for a common word walks stories in the order of their lists and asks for the titles of each.
create index translations_story_titles on translations (story_id) include (title) where status = 'approved' and kind = 'story';

-- The texts, apart from the row that lists read.
create table translation_texts (
  translation_id bigint primary key references translations (id) on delete cascade,
  story_id bigint not null references stories (id) on delete cascade,
  -- Fields, paragraphs with the source parts that each renders, and what is left out.
  draft jsonb not null,
  -- Each part of the source as it was when its translation was last called done.
  source jsonb not null default '{}',
  -- What is read, made from the draft when it is approved.
  document jsonb
);
create index translation_texts_story on translation_texts (story_id);

-- How names are rendered in a story, for all who translate it into the language.
create table translation_names (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories (id) on delete cascade,
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  term text not null check (char_length(term) between 1 and 100),
  translation text not null check (char_length(translation) between 1 and 100),
  note text not null default '' check (char_length(note) <= 200),
  saved_by bigint not null references accounts (id),
  saved_at timestamptz not null default db_clock(),
  unique (story_id, language, term)
);
create index translation_names_saved_by on translation_names (saved_by);

-- Reviewers whom an administrator has named; others earn it by what they translated.
create table reviewer_grants (
  account_id bigint not null references accounts (id) on delete cascade,
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  granted_by bigint not null references accounts (id),
  granted_at timestamptz not null default db_clock(),
  primary key (account_id, language)
);
create index reviewer_grants_granted_by on reviewer_grants (granted_by);
