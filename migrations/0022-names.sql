-- Names that say what they mean. Renaming changes the catalog only. Where stored values change, a step updates the few
-- rows that have them. Each step is a transaction that needs the tables of one or two features.
-- `status_log` is append-only: it keeps the names that actions and statuses had when they were logged.

-- Step: functions that rename tables and columns, used below
-- Renames a table with its constraints, indexes and sequences.
create function rename_table(old text, new text) returns void language plpgsql as $$
declare
  part record;
begin
  execute format('alter table %I rename to %I', old, new);
  for part in select conname as name from pg_constraint where conrelid = new::regclass and starts_with(conname, old || '_') loop
    execute format('alter table %I rename constraint %I to %I', new, part.name, new || substr(part.name, length(old) + 1));
  end loop;
  -- The indexes of constraints have been renamed with them.
  for part in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = new::regclass and starts_with(c.relname, old || '_') loop
    execute format('alter index %I rename to %I', part.name, new || substr(part.name, length(old) + 1));
  end loop;
  for part in select c.relname as name from pg_depend d join pg_class c on c.oid = d.objid
      where d.refobjid = new::regclass and c.relkind = 'S' and starts_with(c.relname, old || '_') loop
    execute format('alter sequence %I rename to %I', part.name, new || substr(part.name, length(old) + 1));
  end loop;
end $$;

-- Renames a column, and the constraints that are named after it.
create function rename_column(of_table regclass, old text, new text) returns void language plpgsql as $$
declare
  named text;
begin
  execute format('alter table %s rename column %I to %I', of_table, old, new);
  for named in select conname from pg_constraint where conrelid = of_table and starts_with(conname, of_table || '_' || old || '_') loop
    execute format('alter table %s rename constraint %I to %I', of_table, named, replace(named, old, new));
  end loop;
end $$;

-- Step: the queue of a relay, and how turns end
select rename_table('relay_seats', 'relay_queue');
select rename_column('relay_queue', 'benched_at', 'skipped_at');
alter table relay_turns drop constraint relay_turns_ending_check;
update relay_turns set ending = 'passed' where ending = 'handed_on';
alter table relay_turns add constraint relay_turns_ending_check
  check (ending in ('published', 'passed', 'reassigned', 'expired', 'left', 'restricted'));

-- Step: how members join a story, and minor edits
select rename_column('stories', 'joining', 'join_policy');
select rename_column('story_drafts', 'keeps_meaning', 'is_minor_edit');
select rename_column('chapter_drafts', 'keeps_meaning', 'is_minor_edit');

-- Step: reservations in branches, and rounds
select rename_table('branch_spots', 'branch_reservations');
select rename_column('rounds', 'told_short_at', 'shortage_notified_at');

-- Step: reading positions, glossaries and open translations
select rename_table('reading_places', 'reading_positions');
select rename_table('translation_names', 'glossary_terms');
alter index translations_in_hand rename to translations_open;

-- Step: findings of the automatic check, and the log of moderators
select rename_column('reviews', 'marks', 'findings');
alter index status_log_desk rename to status_log_by_time;

-- Step: accounts that are about to be deleted, and the locks of an account
select rename_column('accounts', 'leaving_at', 'deletion_due_at');
select rename_column('accounts', 'leaving_texts', 'deletion_content');
alter table accounts rename constraint accounts_leaving to accounts_deletion;
alter index accounts_leaving_at rename to accounts_deletion_due_at;
alter table accounts drop constraint accounts_status_check;
update accounts set status = 'pending_deletion' where status = 'leaving';
alter table accounts add constraint accounts_status_check
  check (status in ('unverified', 'active', 'suspended', 'banned', 'pending_deletion', 'erased'));
alter table sessions drop constraint sessions_end_reason_check;
update sessions set end_reason = 'deletion' where end_reason = 'leaving';
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('exit', 'password', 'reset', 'replay', 'restricted', 'expired', 'too_many', 'ended', 'deletion'));
alter function hold_member(bigint) rename to lock_account_shared;
alter function hold_member_alone(bigint) rename to lock_account_exclusive;

-- Step: notices about votes for an entry that was removed; and the functions above aren’t needed anymore
update messages set params = params || '{"about": "vote_released"}' where type = 'system_notice' and params->>'about' = 'vote_freed';
-- Disqualifications have been written as restrictions for some time. Those from before named no rule.
update messages set params = params || '{"about": "restricted", "action": "disqualify", "rule": "other", "excerpt": ""}'
  where type = 'system_notice' and params->>'about' = 'entry_disqualified';
drop function rename_table, rename_column;

-- Step: settings of one mode are in one column
-- Each mode has its own (`ModeModel.settings.own`). A missing one has its default, so that a mode can get another one
-- without a change to its stories.
alter table stories add column mode_settings jsonb not null default '{}';

-- Step: settings of relays and competitions that differ from the defaults; the others need no new row
update stories set mode_settings = case mode
    when 'relay' then jsonb_build_object('turnDays', turn_days)
    else jsonb_build_object('writingHours', writing_hours, 'votingHours', voting_hours, 'minParticipants', min_participants)
  end
  where mode = 'relay' and turn_days <> 7
    or mode = 'competition' and (writing_hours <> 72 or voting_hours <> 48 or min_participants <> 3);

-- Step: settings instead of columns
-- A JSON number is less than true and greater than a string, so `between` only accepts numbers.
alter table stories
  drop column turn_days,
  drop column writing_hours,
  drop column voting_hours,
  drop column min_participants,
  add constraint stories_mode_settings check (case mode
    when 'relay' then mode_settings - '{turnDays}'::text[] = '{}'
      and mode_settings->>'turnDays' ~ '^\d+$' and mode_settings->'turnDays' in ('1', '2', '3', '7', '14')
    when 'competition' then mode_settings - '{writingHours,votingHours,minParticipants}'::text[] = '{}'
      and mode_settings->>'writingHours' ~ '^\d+$' and mode_settings->'writingHours' between '1' and '720'
      and mode_settings->>'votingHours' ~ '^\d+$' and mode_settings->'votingHours' between '1' and '336'
      and mode_settings->>'minParticipants' ~ '^\d+$' and mode_settings->'minParticipants' between '2' and '50'
    else mode_settings = '{}'
  end) not valid;

-- Step: the bounds of settings apply to all stories
alter table stories validate constraint stories_mode_settings;
