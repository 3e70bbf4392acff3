-- What a visitor wanted to do when they signed up, in the link that confirms the sign-up.
alter table mail_links
  add column wish_kind text check (char_length(wish_kind) between 1 and 20),
  add column wish_id text check (char_length(wish_id) between 1 and 80),
  -- Number of reading positions that the browser of the sign-up has. It keeps them.
  add column positions_waiting smallint not null default 0 check (positions_waiting between 0 and 20),
  -- Whether it has words that the visitor began to write.
  add column words_waiting boolean not null default false,
  -- Hash of the secret with which the tab of the sign-up asks whether it was confirmed.
  add column waiting_hash bytea check (octet_length(waiting_hash) = 32),
  add constraint mail_links_wish_whole check ((wish_kind is null) = (wish_id is null));
create index mail_links_waiting on mail_links (waiting_hash) where waiting_hash is not null;

-- Invitations of whoever has the link: one use, until it expires or its creator takes it back.
create table invitation_links (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories (id) on delete cascade,
  created_by bigint not null references accounts (id) on delete cascade,
  seed bytea not null check (octet_length(seed) = 32),
  created_at timestamptz not null default db_clock(),
  expires_at timestamptz not null,
  used_by bigint references accounts (id) on delete set null,
  used_at timestamptz,
  withdrawn_at timestamptz,
  check (used_by is null or used_at is not null),
  check (used_at is null or withdrawn_at is null)
);
create index invitation_links_story on invitation_links (story_id, id desc) where used_at is null and withdrawn_at is null;
create index invitation_links_created_by on invitation_links (created_by);
create index invitation_links_used_by on invitation_links (used_by) where used_by is not null;
create index invitation_links_expires_at on invitation_links (expires_at);

-- Positions that a member has brought along from before they had an account. They were never counted as reads, so the
-- next read in the story is the member’s first.
alter table reading_positions add column is_brought boolean not null default false;
