-- What is wrong with the running of the site right now. A row lasts as long as its problem, so that administrators get
-- one email about each, and another one only after it was well.
create table operator_problems (
  problem text primary key check (problem in ('backup', 'disk', 'mail')),
  since timestamptz not null default db_clock()
);
