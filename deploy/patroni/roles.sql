-- Run once on the primary: sudo -u postgres psql -f roles.sql
-- The owner migrates the tables (DATABASE_OWNER_URL). The site’s role can’t change them, or the logs (DATABASE_URL).
create role skein_owner login password 'OWNER_PASSWORD';
create role skein login password 'SITE_PASSWORD';
create database skein owner skein_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
