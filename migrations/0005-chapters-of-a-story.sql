-- Chapters are looked for by their story also where they have no place yet, and among many stories' that was a walk through
-- the whole index of their authors.
create index chapters_story on chapters (story_id, author_id) where deleted_at is null;
