-- A relay rests while no one waits for the turn, or no one can take it. Nothing would ever happen again if no one were
-- told, so its writers are reminded once after the length of a turn.

-- When they are reminded. Null while the timer runs, and once they were reminded. On the open turn, or on the last one
-- if no one could take over.
alter table relay_turns add column rest_reminder_at timestamptz;
update relay_turns t set rest_reminder_at = db_clock() + coalesce((s.mode_settings->>'turnDays')::integer, 7) * interval '1 day'
  from stories s where s.id = t.story_id and t.phase = 'writing' and t.deadline is null;
create index relay_turns_rest on relay_turns (rest_reminder_at) where rest_reminder_at is not null;
