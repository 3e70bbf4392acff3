-- The language that a submitted translation seems to be in, if that isn't its own (ISO 639-1, or `other`). Shown to its
-- reviewer and its translator.
alter table translations add column seems_in text check (seems_in ~ '^[a-z]{2,5}$');
