-- Step: which installation this is
-- Marks the store of files as the place of this site (decision 084). A restored site is another installation, so no backup
-- has this. `database` is the one that the id was first read in. A copy of it in another one becomes an installation of its
-- own. Null before that, and after an upgrade has moved the rows.
create table installation (
  is_only boolean primary key default true check (is_only),
  id text not null default gen_random_uuid()::text,
  database text check (char_length(database) <= 200)
);
insert into installation default values;

-- Step: a store that can’t be used is a problem of the site
alter table operator_problems drop constraint operator_problems_problem_check,
  add constraint operator_problems_problem_check check (problem in ('backup', 'disk', 'mail', 'replica', 'storage'));
