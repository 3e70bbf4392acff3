-- Deleting a row asks every table that points at it; one without an index for that is read whole, which at a million
-- chapters takes minutes.
-- These hold their chapter's story beside the chapter: the chapter's own key keeps them true, and they go with it.
alter table chapter_texts drop constraint chapter_texts_story_id_fkey;
alter table reading_places drop constraint reading_places_story_id_fkey;
alter table read_chapters drop constraint read_chapters_story_id_fkey;
create index reading_places_chapter on reading_places (chapter_id);
create index read_chapters_chapter on read_chapters (chapter_id);
create index reviews_story on reviews (story_id);
