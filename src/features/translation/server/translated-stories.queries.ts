import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#core/languages.ts';

/** Only this many of the newest translations are read. Bounds the cost for languages with many translations. */
const LOOKED_AT = 1000;

/** Returns a query of the stories whose first chapter can be read in a translation into this language. */
export function translatedInto(language: Language): RawBuilder<unknown> {
  return sql`select t.story_id as id
    from (select story_id, chapter_id from translations
      where language = ${language} and status = 'approved' and kind = 'chapter'
      order by approved_at desc, id desc limit ${sql.lit(LOOKED_AT)}) t
    join chapters c on c.id = t.chapter_id where c.number = 1 and c.is_readable`;
}
