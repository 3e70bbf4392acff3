-- Step: skeletons of usernames
-- Usernames that look like another member’s. The skeleton of a name is the same for names that look the same. It is computed
-- by the site (`nameSkeleton`), which also adds it to names from before, in the first minute.
alter table accounts add column username_skeleton text;
-- True if the name mixes scripts, such as Latin and Cyrillic. Names from before this migration stay as they are.
alter table accounts add column username_mixes boolean not null default false;
create index accounts_username_skeleton on accounts (username_skeleton);
-- Two names that mix scripts never look the same. Other names may, such as “Marn” and “Mam”.
create unique index accounts_mixed_username on accounts (username_skeleton) where username_mixes;
create index accounts_without_skeleton on accounts (id) where username_skeleton is null;

-- Step: moderators who read drafts, in the log of moderators
create index status_log_acts on status_log (id desc) where actor_id is not null and action <> 'withdraw'
  and subject_kind in ('review', 'restriction', 'report', 'appeal', 'suggestion', 'feedback', 'role', 'job', 'story_draft', 'chapter_draft');
drop index status_log_by_time;
alter index status_log_acts rename to status_log_by_time;
