-- Links in the log of the site, with which a member becomes its first administrator. Each start of a site without an
-- administrator adds one. A copy of the database is not enough to make the link, see `makeToken`.
create table first_administrator_links (
  id bigint generated always as identity primary key,
  seed bytea not null check (octet_length(seed) = 32),
  created_at timestamptz not null default db_clock(),
  expires_at timestamptz not null
);
create index first_administrator_links_expires_at on first_administrator_links (expires_at);
