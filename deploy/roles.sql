-- Run once by the container of PostgreSQL, as its superuser, when its volume is new (`compose.yaml`).
-- The owner migrates the tables (DATABASE_OWNER_URL). The site’s role can’t change them, or the logs (DATABASE_URL).
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv site_password DATABASE_PASSWORD
create role skein_owner login password :'owner_password';
create role skein login password :'site_password';
alter database skein owner to skein_owner;
-- The superuser then only gets in from inside the container.
alter role current_user password null;
