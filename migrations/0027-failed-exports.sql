-- Exports that were given up, so that their members are notified once.
alter table exports add column failed_at timestamptz;

-- Profile URLs can have several hyphens in a row.
alter table accounts
  drop constraint accounts_slug_check,
  add constraint accounts_slug_check check ((slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and char_length(slug) between 3 and 40) or slug = '~' || id);
