-- Reports that anyone can send through the form, with or without an account. They join the case of what they are about.
create table public_reports (
  id bigint generated always as identity primary key,
  case_id bigint not null references report_cases (id) on delete cascade,
  -- The member who sent it. Null for visitors.
  reporter_id bigint references accounts (id) on delete cascade,
  -- Of visitors, until some time after the case is closed.
  name text check (char_length(name) between 1 and 100),
  email text check (char_length(email) between 3 and 254),
  -- Language of the emails to visitors.
  language language_code not null,
  -- The rule that it names, or the law and of which country.
  reason content_rule,
  law text check (law in ('personal_data', 'copyright', 'insult', 'hatred', 'child_abuse', 'other')),
  country text check (country ~ '^[A-Z]{2}$'),
  passage text not null default '' check (char_length(passage) <= 1000),
  detail text not null check (char_length(detail) <= 2000),
  created_at timestamptz not null default db_clock(),
  check ((reason is null) <> (law is null)),
  check ((law is null) = (country is null)),
  check (reporter_id is null or (name is null and email is null)),
  check ((name is null) = (email is null))
);
create index public_reports_case on public_reports (case_id, created_at);
-- A member reports what is in a case once.
create unique index public_reports_reporter on public_reports (reporter_id, case_id) where reporter_id is not null;
create index public_reports_urgent on public_reports (case_id) where law = 'child_abuse';
-- For forgetting visitors and their words, also of those who gave no name.
create index public_reports_kept on public_reports (case_id)
  where reporter_id is null and (email is not null or name is not null or detail <> '' or passage <> '');

-- What a statement of reasons says: how a decision came about, and the law that it is based on besides the rule. Decisions
-- from before it don’t say how they came about.
alter table restrictions
  add column found_by text check (found_by in ('public_report', 'report', 'moderator')),
  add column law text check (law in ('personal_data', 'copyright', 'insult', 'hatred', 'child_abuse', 'other')),
  add column country text check (country ~ '^[A-Z]{2}$'),
  add constraint restrictions_law_whole check ((law is null) = (country is null));

-- What the transparency page counts, by month. The rows that are counted may be deleted later, for example with an account.
create table transparency_counts (
  -- Its first day.
  month date not null,
  name text not null check (char_length(name) between 1 and 40),
  count integer not null check (count >= 0),
  counted_at timestamptz not null default db_clock(),
  primary key (month, name)
);
