-- The languages that a member reads, the most wanted first. Null: the language of the page.
alter table accounts add column languages_read text[]
  check (cardinality(languages_read) between 1 and 8
    and languages_read <@ array['en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es']);

-- Stories that can be read in a language: written in it, or with translated chapters.
create index stories_language on stories (language, continued_at desc, id desc) where is_listed;
create index translations_language on translations (language, approved_at desc, id desc)
  where status = 'approved' and kind = 'chapter';
