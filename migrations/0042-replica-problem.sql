-- The replica for public reads is late or can’t be reached.
alter table operator_problems drop constraint operator_problems_problem_check,
  add constraint operator_problems_problem_check check (problem in ('backup', 'disk', 'mail', 'replica'));
