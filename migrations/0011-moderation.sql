-- Reports, decisions against somebody or their work, and appeals.

-- A decision against somebody or their work: what, why, for how long. It stays when it is lifted, and can be appealed once.
create table restrictions (
  id bigint generated always as identity primary key,
  action text not null check (action in ('ban_story', 'hide_chapter', 'disqualify', 'take_down', 'suspend', 'ban')),
  -- The story, chapter, submission, translation or account that it is about.
  subject_id bigint not null,
  -- Whom it meets: whose work it is, or who may not act.
  account_id bigint not null references accounts (id),
  -- Of what it is about; of an account, of the work for which it was restricted. Null where there is none, or no more: the
  -- decision, the appeal against it and the reports outlive the work.
  story_id bigint references stories (id) on delete set null,
  chapter_id bigint references chapters (id) on delete set null,
  -- Of the story, chapter or entry, as it was then; null for a member, whose name is read where it stands.
  title text check (char_length(title) <= 100),
  language text check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  rule text not null check (rule in ('pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other')),
  reason text not null check (char_length(reason) between 10 and 1000),
  -- The passage that it is about, where there is one.
  excerpt text not null default '' check (char_length(excerpt) <= 500),
  -- Null: until it is lifted.
  until timestamptz,
  -- Null: by the command line.
  decided_by bigint references accounts (id),
  decided_at timestamptz not null default db_clock(),
  lifted_at timestamptz,
  lifted_by bigint references accounts (id),
  check ((action = 'suspend') = (until is not null)),
  check (lifted_by is null or lifted_at is not null)
);
-- One in force per thing; an account may be suspended anew while it is.
create unique index restrictions_in_force on restrictions (action, subject_id)
  where lifted_at is null and action not in ('suspend', 'ban');
create index restrictions_account on restrictions (account_id, id desc);
create index restrictions_story on restrictions (story_id) where story_id is not null;
create index restrictions_chapter on restrictions (chapter_id) where chapter_id is not null;
create index restrictions_subject on restrictions (subject_id, action);
create index restrictions_decided_by on restrictions (decided_by, id desc) where decided_by is not null;
create index restrictions_lifted_by on restrictions (lifted_by) where lifted_by is not null;

-- What was reported, by however many: one case per target is open at a time, and all who report it stand in it.
create table report_cases (
  id bigint generated always as identity primary key,
  target_kind text not null check (target_kind in ('story', 'chapter', 'submission', 'translation', 'member')),
  target_id bigint not null,
  -- Whose it is; they do not decide about it.
  account_id bigint not null references accounts (id) on delete cascade,
  story_id bigint references stories (id) on delete set null,
  chapter_id bigint references chapters (id) on delete set null,
  -- As in restrictions.
  title text check (char_length(title) <= 100),
  language text check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default db_clock(),
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  -- What those who reported it are told beside the outcome.
  answer text check (char_length(answer) <= 1000),
  check ((state = 'open') = (decided_at is null))
);
create unique index report_cases_open on report_cases (target_kind, target_id) where state = 'open';
create index report_cases_queue on report_cases (created_at, id) where state = 'open';
create index report_cases_account on report_cases (account_id);
create index report_cases_story on report_cases (story_id) where story_id is not null;
create index report_cases_chapter on report_cases (chapter_id) where chapter_id is not null;
create index report_cases_decided_by on report_cases (decided_by) where decided_by is not null;

create table reports (
  case_id bigint not null references report_cases (id) on delete cascade,
  reporter_id bigint not null references accounts (id) on delete cascade,
  reason text not null check (reason in ('pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other')),
  detail text not null default '' check (char_length(detail) <= 2000),
  created_at timestamptz not null default db_clock(),
  primary key (case_id, reporter_id)
);
create index reports_reporter on reports (reporter_id, created_at desc);

-- An appeal against a restriction: one, decided by somebody who did not decide before.
create table appeals (
  id bigint generated always as identity primary key,
  restriction_id bigint not null unique references restrictions (id) on delete cascade,
  account_id bigint not null references accounts (id),
  body text not null check (char_length(body) between 10 and 2000),
  state text not null default 'open' check (state in ('open', 'granted', 'upheld')),
  created_at timestamptz not null default db_clock(),
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  answer text check (char_length(answer) between 10 and 1000),
  check ((state = 'open') = (decided_at is null)),
  check (state = 'open' or answer is not null)
);
create index appeals_queue on appeals (created_at, id) where state = 'open';
create index appeals_account on appeals (account_id);
create index appeals_decided_by on appeals (decided_by) where decided_by is not null;

-- Feedback waits in the same queue until somebody has read it.
alter table feedback
  add column read_at timestamptz,
  add column read_by bigint references accounts (id);
create index feedback_queue on feedback (created_at, id) where read_at is null;
create index feedback_account on feedback (account_id);
create index feedback_read_by on feedback (read_by) where read_by is not null;

-- The rule that a moderator named when they sent something back.
alter table reviews
  add column rule text check (rule in ('pornography', 'violence', 'discrimination', 'plagiarism', 'spam', 'other'));

-- The log of decisions, newest first and by who decided.
create index status_log_desk on status_log (id desc) where actor_id is not null and action <> 'withdraw'
  and subject_kind in ('review', 'restriction', 'report', 'appeal', 'suggestion', 'feedback', 'role', 'job');
create index status_log_actor on status_log (actor_id, id desc) where actor_id is not null;
