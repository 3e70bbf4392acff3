import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Row } from '#platform/db/rows.ts';
import { BACKWARD_MARK, COMPOUND_MIN, LANGUAGE_MARK } from '../model/search-words.ts';

/** A story or a chapter whose texts are indexed together. */
export interface Unit {
  story_id: string;
  /** 0 for the story's own texts. */
  chapter_id: string;
}

const idsOf = (units: readonly Unit[]): [stories: string[], chapters: string[]] => [
  units.map(({ story_id }) => story_id),
  units.map(({ chapter_id }) => chapter_id),
];

/** Takes up to `limit` changed units out of the queue. Skips those that another process takes. */
export async function takePending(db: Db, limit: number): Promise<Unit[]> {
  const { rows } = await sql<Unit>`delete from search_pending
    where id in (select id from search_pending order by id limit ${limit} for update skip locked)
    returning story_id, chapter_id`.execute(db);
  return rows;
}

/** Deletes units from the index. */
export async function deleteTexts(db: Db, units: readonly Unit[]): Promise<void> {
  const [stories, chapters] = idsOf(units);
  await sql`delete from search_texts x using unnest(${stories}::bigint[], ${chapters}::bigint[]) as u (story_id, chapter_id)
    where x.story_id = u.story_id and x.chapter_id = u.chapter_id`.execute(db);
}

export interface PublicText extends Unit {
  /** 0 for the original. */
  translation_id: string;
  language: Row<'translations'>['language'];
  title: string;
  summary: string;
  /** Null for a story. */
  document: Row<'chapter_texts'>['document'] | null;
  /** Of a story: the ids of its creator, and of the authors of its readable chapters. Entries of a round have no number yet. */
  authors: string[];
}

/**
 * Returns the public texts of these units, in every language. A banned story stays in the index, because the ban may be
 * lifted; search leaves it out. Translations into the story’s current own language don’t count.
 */
export async function publicTexts(db: Db, units: readonly Unit[]): Promise<PublicText[]> {
  const [stories, chapters] = idsOf(units);
  const { rows } = await sql<PublicText>`
    with units as (select distinct * from unnest(${stories}::bigint[], ${chapters}::bigint[]) as u (story_id, chapter_id))
    select u.story_id, u.chapter_id, v.*, case when u.chapter_id <> 0 then '{}' else array(
      select s.creator_id::text union
      select c.author_id::text from chapters c where c.story_id = u.story_id and c.is_readable and c.number is not null) end as authors
    from units u
    join stories s on s.id = u.story_id and s.status in ('published', 'banned') and s.deleted_at is null
    cross join lateral (
      select 0::bigint as translation_id, s.language, s.title, s.description as summary, null::jsonb as document where u.chapter_id = 0
      union all
      select 0, s.language, c.title, c.summary, x.document from chapters c join chapter_texts x on x.chapter_id = c.id
        where u.chapter_id <> 0 and c.id = u.chapter_id and c.is_readable
      union all
      select t.id, t.language, t.title, t.summary, x.document from translations t
        left join translation_texts x on x.translation_id = t.id
        left join chapters c on c.id = t.chapter_id
        where t.story_id = u.story_id and coalesce(t.chapter_id, 0) = u.chapter_id and t.status = 'approved'
          and t.language <> s.language and (t.chapter_id is null or c.is_readable)
    ) v`.execute(db);
  return rows;
}

/** A text as the index stores it: words to be stemmed by `dictionary`, and lexemes that are stored as they are. */
export interface IndexRow extends Unit {
  translation_id: string;
  language: PublicText['language'];
  title_key: string;
  dictionary: string;
  words: string[];
  /** The positions of each word, as `tsvector` reads them. */
  places: string[];
  kept: string;
}

const placeOf = ({ story_id, chapter_id, translation_id }: IndexRow) => `${story_id} ${chapter_id} ${translation_id}`;

/** Adds texts to the index, and words to those that search suggests as spellings. */
export async function saveTexts(db: Db, rows: readonly IndexRow[], words: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  // Texts and words are sorted, so that two processes can’t deadlock.
  const texts = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  await sql`insert into search_texts (story_id, chapter_id, translation_id, language, title_key, tokens)
    select r.story_id, r.chapter_id, r.translation_id, r.language, r.title_key, concat_ws(' ', r.kept, (
      select string_agg(concat_ws(' ',
        '''' || r.language || ${LANGUAGE_MARK}::text || stem || ''':' || places,
        case when r.language = 'de' and char_length(stem) >= ${COMPOUND_MIN}
          then '''' || r.language || ${BACKWARD_MARK}::text || reverse(stem) || '''' end), ' ')
      from unnest(r.words, r.places) w (word, places), unnest(ts_lexize(r.dictionary::regdictionary, word)) stem))::tsvector
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as r (story_id bigint, chapter_id bigint, translation_id bigint,
      language text, title_key text, dictionary text, words text[], places text[], kept text)
    on conflict (story_id, chapter_id, translation_id) do update
      set language = excluded.language, title_key = excluded.title_key, tokens = excluded.tokens`.execute(db);
  const sorted = [...new Set(words)].sort();
  await sql`insert into search_words select unnest(${sorted}::text[]) on conflict do nothing`.execute(db);
}
