-- Chapters that their authors have taken down. They are hidden, so the columns that say what is public stay as they are.

-- Step: since when
alter table chapters add column taken_down_at timestamptz;
-- Step: the rule, first for new rows only, so that no lock is held while all rows are read
alter table chapters add constraint chapters_taken_down_hidden
  check (taken_down_at is null or status = 'hidden') not valid;
-- Step: the rule holds for all rows
alter table chapters validate constraint chapters_taken_down_hidden;
