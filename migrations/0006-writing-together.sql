-- Who writes with whom: participants, invitations and applications, turns of a relay, ways of a branch.

-- How others come into a story. A solo story takes nobody.
alter table stories
  add column joining text not null default 'invite_only' check (joining in ('open', 'applications', 'invite_only')),
  -- People with the creator; null where any number may write.
  add column participant_limit integer check (participant_limit between 2 and 50),
  add column turn_days integer not null default 7 check (turn_days in (1, 2, 3, 7, 14)),
  add constraint stories_solo_alone check (mode <> 'solo' or joining = 'invite_only'),
  add constraint stories_relay_limit check (mode <> 'relay' or (participant_limit is not null and participant_limit between 2 and 20));

-- "Waiting for a writer": stories that one can come into, in the reader's language first.
create index stories_joinable on stories (continued_at desc, id desc)
  where status = 'published' and listed_at is not null and deleted_at is null and progress = 'ongoing' and joining <> 'invite_only';
create index stories_joinable_language on stories (language, continued_at desc, id desc)
  where status = 'published' and listed_at is not null and deleted_at is null and progress = 'ongoing' and joining <> 'invite_only';

create table participants (
  story_id bigint not null references stories (id) on delete cascade,
  account_id bigint not null references accounts (id),
  -- Order of joining; the colour of their yarn hangs on it. It stays when they leave and come back.
  number integer not null check (number > 0),
  joined_at timestamptz not null default db_clock(),
  left_at timestamptz,
  -- Published chapters of theirs in this story; kept.
  chapters integer not null default 0 check (chapters >= 0),
  -- True when the creator took them out, who need not take them back.
  removed boolean not null default false,
  primary key (story_id, account_id),
  check (not removed or left_at is not null)
);
-- How many take part, the creator among them; kept, since limits and pages ask for it.
alter table story_stats add column participants integer not null default 1 check (participants >= 0);
create unique index participants_number on participants (story_id, number);
create index participants_account on participants (account_id, story_id) where left_at is null;

insert into participants (story_id, account_id, number, joined_at, chapters)
  select s.id, s.creator_id, 1, s.created_at,
    (select count(*) from chapters c where c.story_id = s.id and c.author_id = s.creator_id and c.status in ('approved', 'hidden'))
  from stories s;

-- The creator takes part in every story, however it came into the database.
create function add_creator() returns trigger language plpgsql as $$
begin
  insert into participants (story_id, account_id, number, joined_at) values (new.id, new.creator_id, 1, new.created_at);
  return null;
end $$;
create trigger stories_creator_takes_part after insert on stories for each row execute function add_creator();

-- An invitation or an application: one record with two approvals. With both, the member takes part.
create table participation_requests (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories (id) on delete cascade,
  -- Who would join.
  account_id bigint not null references accounts (id) on delete cascade,
  invited_at timestamptz,
  applied_at timestamptz,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'declined', 'withdrawn', 'expired')),
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null default db_clock(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (invited_at is not null or applied_at is not null),
  check ((state = 'pending') = (ended_at is null)),
  check (state = 'accepted' or invited_at is null or applied_at is null),
  check (state <> 'accepted' or (invited_at is not null and applied_at is not null))
);
create unique index participation_requests_open on participation_requests (story_id, account_id) where state = 'pending';
create index participation_requests_story on participation_requests (story_id, account_id, id desc);
create index participation_requests_account on participation_requests (account_id, id desc);
create index participation_requests_due on participation_requests (expires_at) where state = 'pending';

-- The request that a message asks about or answers.
alter table messages add column request_id bigint references participation_requests (id) on delete set null;
create index messages_request on messages (request_id) where request_id is not null;

-- Relay -----------------------------------------------------------------------------------------------------------------

-- A participant's place in the queue: whoever has waited longest is first.
create table relay_seats (
  story_id bigint not null references stories (id) on delete cascade,
  account_id bigint not null references accounts (id),
  waiting_since timestamptz not null default db_clock(),
  -- Turns that ran out one after the other.
  misses integer not null default 0 check (misses >= 0),
  -- Skipped until they ask back in.
  benched_at timestamptz,
  primary key (story_id, account_id),
  foreign key (story_id, account_id) references participants (story_id, account_id) on delete cascade
);
create index relay_seats_account on relay_seats (account_id);

create table relay_turns (
  id bigint generated always as identity primary key,
  story_id bigint not null references stories (id) on delete cascade,
  account_id bigint not null references accounts (id),
  -- 'review': their chapter is in review and the clock stands. 'ended' says how in `ending`.
  phase text not null default 'writing' check (phase in ('writing', 'review', 'ended')),
  ending text check (ending in ('published', 'handed_on', 'reassigned', 'expired', 'left', 'restricted')),
  started_at timestamptz not null default db_clock(),
  -- Null while the clock stands, or has no need to run because nobody waits.
  deadline timestamptz,
  -- What was left on the clock when it stopped.
  remaining_seconds integer,
  extended_at timestamptz,
  -- Reminders that went out: at half time, and a day before the end.
  reminded_half_at timestamptz,
  reminded_last_at timestamptz,
  -- Whom the writer chose, from the submission on.
  next_id bigint references accounts (id),
  ended_at timestamptz,
  check ((phase = 'ended') = (ended_at is not null)),
  check ((phase = 'ended') = (ending is not null)),
  check (phase = 'writing' or deadline is null)
);
-- Never two at once.
create unique index relay_turns_current on relay_turns (story_id) where phase <> 'ended';
create index relay_turns_due on relay_turns (deadline) where phase = 'writing' and deadline is not null;
create index relay_turns_account on relay_turns (account_id);
create index relay_turns_next on relay_turns (next_id) where next_id is not null;
create index relay_turns_story on relay_turns (story_id, id desc);

-- Branch ----------------------------------------------------------------------------------------------------------------

-- What a reader clicks to come to this chapter from the one before.
alter table chapters add column choice text check (char_length(choice) between 1 and 80);
alter table chapter_drafts add column choice text not null default '' check (char_length(choice) <= 80);

-- Only chapters of a tree have a parent, and there has been no tree yet.
update chapters set parent_id = null where parent_id is not null;

-- In a line every place is held once; in a tree `number` is the depth, and siblings share it.
drop index chapters_place;
create unique index chapters_place on chapters (story_id, number, (case when parent_id is null then 0 else id end))
  where number is not null and deleted_at is null;

-- "Write from here": the spot is theirs to be seen for two days. Others may still branch beside it.
create table branch_spots (
  parent_id bigint not null references chapters (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  story_id bigint not null,
  reserved_at timestamptz not null default db_clock(),
  expires_at timestamptz not null,
  primary key (parent_id, account_id)
);
create index branch_spots_story on branch_spots (story_id);
create index branch_spots_account on branch_spots (account_id);
