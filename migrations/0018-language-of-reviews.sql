alter table reviews add constraint reviews_language_check
  check (language in ('en', 'zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es'));
