-- Search in everything that is published: titles, descriptions and chapters, in each language that they can be read in.

-- One row for each published text: a story's title and description, or a chapter, as written or as translated. It is made
-- from the texts by a job and may be late, so whoever searches asks the texts themselves whether they are public. Without
-- foreign keys: they would make whoever publishes wait for the job, and the triggers below hear of what is deleted.
create table search_texts (
  story_id bigint not null,
  -- 0 for the story itself.
  chapter_id bigint not null,
  -- 0 for the original.
  translation_id bigint not null,
  language text not null check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es')),
  -- The words of the title, as search compares them.
  title_key text not null,
  -- Words and pairs of characters; those of the title a second time, marked as such.
  tokens tsvector not null,
  primary key (story_id, chapter_id, translation_id)
);
create index search_texts_stories on search_texts using gin (tokens) where chapter_id = 0;
create index search_texts_chapters on search_texts using gin (tokens) with (gin_pending_list_limit = 1024) where chapter_id <> 0;

-- Rows that have the words, by the index alone: read one by one instead, as the planner would where many have them, each
-- list of words has to be unpacked.
create function search_stories_with(asked tsquery, most integer)
returns table (story_id bigint, translation_id bigint, language text, title_key text)
language sql stable rows 100 set enable_seqscan = off set enable_indexscan = off as $$
  select x.story_id, x.translation_id, x.language, x.title_key from search_texts x where x.chapter_id = 0 and x.tokens @@ asked limit most
$$;
create function search_chapters_with(asked tsquery, most integer)
returns table (story_id bigint, chapter_id bigint, translation_id bigint, language text)
language sql stable rows 1000 set enable_seqscan = off set enable_indexscan = off as $$
  select x.story_id, x.chapter_id, x.translation_id, x.language from search_texts x where x.chapter_id <> 0 and x.tokens @@ asked limit most
$$;

-- Every word that some published text had, for what was mistyped. Which text it was is not kept, and a word is offered only
-- where a search for it finds something.
create table search_words (word text primary key check (char_length(word) between 3 and 40));

-- What has to be read anew: a story's own texts (chapter 0), or a chapter with its translations. Written by triggers, so that
-- no way to change a text can forget it; the same text may stand here twice.
create table search_pending (
  id bigint generated always as identity primary key,
  story_id bigint not null,
  chapter_id bigint not null
);

-- One job for each transaction that changes something. Before the queue is there, the tick finds what waits.
create function ask_for_search_index() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('search.asked', true), '') = '' and to_regproc('graphile_worker.add_job') is not null then
    perform set_config('search.asked', 'yes', true);
    perform graphile_worker.add_job('search.index', '{}'::json, queue_name => 'search.index', max_attempts => 10, priority => 10);
  end if;
  return null;
end $$;
create trigger search_pending_asks after insert on search_pending for each statement execute function ask_for_search_index();

create function search_story_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into search_pending (story_id, chapter_id) values (old.id, 0);
    return null;
  end if;
  insert into search_pending (story_id, chapter_id) values (new.id, 0);
  -- Words are cut by the rules of the language.
  if tg_op = 'UPDATE' and old.language is distinct from new.language then
    insert into search_pending (story_id, chapter_id)
      select new.id, id from chapters where story_id = new.id and status = 'approved' and deleted_at is null;
  end if;
  return null;
end $$;
create trigger stories_searched after update on stories for each row
  when ((old.status, old.title, old.description, old.language, old.deleted_at)
    is distinct from (new.status, new.title, new.description, new.language, new.deleted_at))
  execute function search_story_changed();
create trigger stories_no_longer_searched after delete on stories for each row execute function search_story_changed();

-- Of chapters, of their texts, and of translations, which may belong to a story itself.
create function search_text_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'chapters' then
    insert into search_pending (story_id, chapter_id)
      values (case tg_op when 'DELETE' then old.story_id else new.story_id end, case tg_op when 'DELETE' then old.id else new.id end);
  elsif tg_op = 'DELETE' then
    insert into search_pending (story_id, chapter_id) values (old.story_id, coalesce(old.chapter_id, 0));
  else
    insert into search_pending (story_id, chapter_id) values (new.story_id, coalesce(new.chapter_id, 0));
  end if;
  return null;
end $$;
create trigger chapters_searched after update on chapters for each row
  when ((old.status = 'approved' or new.status = 'approved') and (old.status, old.title, old.summary, old.deleted_at)
    is distinct from (new.status, new.title, new.summary, new.deleted_at))
  execute function search_text_changed();
create trigger chapters_no_longer_searched after delete on chapters for each row
  when (old.status = 'approved') execute function search_text_changed();
create trigger chapter_texts_searched after insert or update on chapter_texts for each row
  execute function search_text_changed();
create trigger translations_searched after update on translations for each row
  when ((old.status = 'approved' or new.status = 'approved') and (old.status, old.title, old.summary)
    is distinct from (new.status, new.title, new.summary))
  execute function search_text_changed();
create trigger translations_no_longer_searched after delete on translations for each row
  when (old.status = 'approved') execute function search_text_changed();

-- Texts that come into the database approved, as tests and demos write them.
create trigger stories_come_searched after insert on stories for each row
  when (new.status = 'published') execute function search_story_changed();
create trigger translations_come_searched after insert on translations for each row
  when (new.status = 'approved') execute function search_text_changed();

-- Everything that is published: now, and after a backup was put back.
create function search_everything() returns void language sql as $$
  insert into search_pending (story_id, chapter_id) select id, 0 from stories where status = 'published' and deleted_at is null;
  insert into search_pending (story_id, chapter_id)
    select c.story_id, c.id from chapters c where c.status = 'approved' and c.deleted_at is null order by c.id;
$$;
select search_everything();
