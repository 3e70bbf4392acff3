-- The hourly sweep asks for each image whether anything shows it.
create index accounts_avatar on accounts (avatar_key) where avatar_key is not null;
create index stories_cover on stories (cover_key) where cover_key is not null;
create index story_drafts_cover on story_drafts (cover_key);
