-- Who reads a story, and how far, for its authors; how often kinds of pages are looked at. Sums alone are kept for good.

-- Coming to the end of a chapter is a row of its own, so that nothing is rewritten. `days_since`: how many days before the
-- reader had been in the story, 0 for who had not; null where that is not known, as when they had been here earlier this day.
alter table daily_reads
  add column language text not null default 'en' check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  add column to_end boolean not null default false,
  add column days_since integer check (days_since >= 0);
alter table daily_reads alter column language drop default;
alter table daily_reads drop constraint daily_reads_pkey, add primary key (day, chapter_id, reader, to_end);

-- Those who are counted already as readers of a story on this day; dropped with the reads behind them.
create table daily_readers (
  day date not null,
  story_id bigint not null,
  reader bytea not null,
  primary key (day, story_id, reader)
);

-- Readers of a story by the day, by how many days ago they had been here before (0: never, 30: 30 or more) and by the
-- language they read. So the readers of any 30 days are known without anybody being followed: those of its days who had
-- not been here since it began.
create table reader_days (
  story_id bigint not null references stories (id) on delete cascade,
  day date not null,
  days_since smallint not null check (days_since between 0 and 30),
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  readers integer not null check (readers > 0),
  primary key (story_id, day, days_since, language)
);
create index reader_days_old on reader_days (day) where days_since > 0;

-- How often chapters were opened, and read to the end: by the day for two months, and in all.
create table chapter_days (
  story_id bigint not null references stories (id) on delete cascade,
  day date not null,
  chapter_id bigint not null,
  opened integer not null default 0,
  ended integer not null default 0,
  primary key (story_id, day, chapter_id)
);
create index chapter_days_old on chapter_days (day);
create table chapter_sums (
  story_id bigint not null references stories (id) on delete cascade,
  chapter_id bigint not null,
  opened bigint not null default 0,
  ended bigint not null default 0,
  primary key (story_id, chapter_id)
);

-- Page views of those who agreed to be counted: kind of page, language of the site, day. Nothing of who it was.
create table page_views (
  day date not null,
  page text not null,
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  views integer not null default 1 check (views > 0),
  primary key (day, page, language)
);

-- What counts for recent popularity beside readers.
create index rounds_completed on rounds (completed_at) where votes > 0;
create index translations_published on translations (approved_at) where status in ('approved', 'superseded');
