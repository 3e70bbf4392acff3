-- Thanks of members to the authors of chapters. The author sees how many there are, and no one sees whose.
create table thanks (
  chapter_id bigint not null references chapters (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  -- Without a foreign key: the chapter has one.
  story_id bigint not null,
  thanked_at timestamptz not null default db_clock(),
  primary key (chapter_id, account_id)
);
create index thanks_account on thanks (account_id);
