-- Exports that were given up, so that their members are notified once.
alter table exports add column failed_at timestamptz;
