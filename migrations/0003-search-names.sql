-- Search looks for a word in titles and in names; names had no index for that, and one part without an index makes
-- the whole search read everything.
create index accounts_username on accounts using gin (username gin_trgm_ops);
