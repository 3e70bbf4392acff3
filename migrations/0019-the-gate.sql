-- What readers may see stands in these columns alone: queries, indexes, the sitemap and search ask them and no status.

alter table stories
  -- Everybody may read it.
  add column is_public boolean not null generated always as (status = 'published' and deleted_at is null) stored,
  -- It is public and has a chapter, so home, search and the sitemap name it.
  add column is_listed boolean not null
    generated always as (status = 'published' and deleted_at is null and listed_at is not null) stored;

-- These hold for the chapter by itself; its story must be public as well.
alter table chapters
  -- Readers know that it is there. A hidden chapter keeps its place.
  add column is_public boolean not null
    generated always as (status in ('approved', 'hidden') and deleted_at is null) stored,
  -- Its text can be read.
  add column is_readable boolean not null generated always as (status = 'approved' and deleted_at is null) stored;

drop index stories_newest, stories_continued, stories_title, stories_joinable, stories_joinable_language;
create index stories_newest on stories (listed_at desc, id desc) where is_listed;
create index stories_continued on stories (continued_at desc, id desc) where is_listed;
create index stories_title on stories using gin (title gin_trgm_ops) where is_listed;
create index stories_joinable on stories (continued_at desc, id desc)
  where is_listed and progress = 'ongoing' and joining <> 'invite_only';
create index stories_joinable_language on stories (language, continued_at desc, id desc)
  where is_listed and progress = 'ongoing' and joining <> 'invite_only';

-- The planner does not know that what is public is not deleted, so the indexes that both kinds of queries use hold the few
-- deleted rows too.
drop index stories_creator, stories_creator_deleted;
create index stories_creator on stories (creator_id, id desc);
drop index chapters_author, chapters_author_deleted, chapters_story;
create index chapters_author on chapters (author_id, story_id);
create index chapters_story on chapters (story_id, number);

create or replace function search_story_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into search_pending (story_id, chapter_id) values (old.id, 0);
    return null;
  end if;
  insert into search_pending (story_id, chapter_id) values (new.id, 0);
  -- Words are cut by the rules of the language.
  if tg_op = 'UPDATE' and old.language is distinct from new.language then
    insert into search_pending (story_id, chapter_id) select new.id, id from chapters where story_id = new.id and is_readable;
  end if;
  return null;
end $$;
drop trigger stories_come_searched on stories;
create trigger stories_come_searched after insert on stories for each row
  when (new.is_public) execute function search_story_changed();
drop trigger chapters_searched on chapters;
create trigger chapters_searched after update on chapters for each row
  when ((old.is_readable or new.is_readable)
    and (old.is_readable, old.title, old.summary) is distinct from (new.is_readable, new.title, new.summary))
  execute function search_text_changed();
drop trigger chapters_no_longer_searched on chapters;
create trigger chapters_no_longer_searched after delete on chapters for each row
  when (old.is_readable) execute function search_text_changed();
create or replace function search_everything() returns void language sql as $$
  insert into search_pending (story_id, chapter_id) select id, 0 from stories where is_public;
  insert into search_pending (story_id, chapter_id) select story_id, id from chapters where is_readable order by id;
$$;
