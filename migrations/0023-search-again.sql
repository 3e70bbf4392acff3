-- Search finds authors by names without accents, and stories by everyone who wrote a published chapter. The index gets
-- three characters in a row and the positions of words, so everything is indexed again.

-- Step: names as search compares them
-- Does the same as `fold` in `src/core/fold.ts`, for names in lower case (`accounts.username_key`).
create function fold_name(name text) returns text language sql immutable parallel safe strict as $$
  select translate(
    normalize(replace(replace(replace(replace(translate(
      regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
      'øłđıð', 'oldid'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFC),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ')
$$;
-- The parts of a folded name between underscores, and the name without underscores.
create function name_parts(folded text) returns tsvector language sql immutable parallel safe strict as $$
  select array_to_tsvector(array_remove(string_to_array(folded, '_') || replace(folded, '_', ''), ''))
$$;
create index accounts_name_parts on accounts using gin (name_parts(fold_name(username_key)));
create index accounts_folded_name on accounts using gin (fold_name(username_key) gin_trgm_ops);
drop index accounts_username;
-- Active members with a part of their name that begins so, or with a name like the pattern, by the indexes alone.
create function accounts_named(parts tsquery, pattern text, most integer)
returns table (id bigint, username text)
language sql stable rows 10 set enable_seqscan = off set enable_indexscan = off as $$
  select a.id, a.username from accounts a
  where (name_parts(fold_name(a.username_key)) @@ parts or fold_name(a.username_key) like pattern) and a.status = 'active'
  limit most
$$;

-- Step: what changes the index of a story
-- A story is found by its authors, so its own row changes with the first and the last readable chapter of one.
create or replace function search_text_changed() returns trigger language plpgsql as $$
declare
  chapter chapters;
begin
  if tg_table_name = 'chapters' then
    chapter := case tg_op when 'DELETE' then old else new end;
    insert into search_pending (story_id, chapter_id) values (chapter.story_id, chapter.id);
    if tg_op = 'DELETE' or old.is_readable <> new.is_readable then
      insert into search_pending (story_id, chapter_id)
        select id, 0 from stories where id = chapter.story_id and creator_id <> chapter.author_id;
    end if;
  elsif tg_op = 'DELETE' then
    insert into search_pending (story_id, chapter_id) values (old.story_id, coalesce(old.chapter_id, 0));
  else
    insert into search_pending (story_id, chapter_id) values (new.story_id, coalesce(new.chapter_id, 0));
  end if;
  return null;
end $$;
drop trigger stories_searched on stories;
create trigger stories_searched after update on stories for each row
  when ((old.status, old.title, old.description, old.language, old.deleted_at, old.creator_id)
    is distinct from (new.status, new.title, new.description, new.language, new.deleted_at, new.creator_id))
  execute function search_story_changed();

-- Chapters with a phrase. The index doesn't know the order of words, so at most `tried` chapters with all of them are
-- compared.
create function search_chapters_with_phrase(asked tsquery, phrase tsquery, tried integer)
returns table (story_id bigint, chapter_id bigint, translation_id bigint, language text)
language sql stable rows 100 set enable_seqscan = off set enable_indexscan = off as $$
  select c.story_id, c.chapter_id, c.translation_id, c.language from (
    select * from search_texts x where x.chapter_id <> 0 and x.tokens @@ asked limit tried) c
  where c.tokens @@ phrase
$$;

-- Step: everything that is published is indexed again
select search_everything();
