import { type Expression, type RawBuilder, sql } from 'kysely';
import { plainText } from '#features/chapters/model/document.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';
import type { FoundStory } from '../contract.ts';
import { isByAuthors, type Named, termsInNoName } from '../model/authors.ts';
import { type ExcerptPiece, excerptOf, markedLine, markedName } from '../model/excerpt.ts';
import type { Term } from '../model/search-query.ts';

/** A row of the search results: a story of a page with its best match. */
export interface HitRow {
  id: string;
  /** How good the best match is. */
  fit: number;
  /** The sort key. */
  key: string;
  /** Null if only the author’s name matches, or if the text is no longer public. */
  place: HitLocation | null;
  /** What a match by author is checked against. Null for other matches. */
  by: AuthorMatch | null;
}

/** The authors of a story whose names have terms of the query, and the titles of the story in all languages. */
interface AuthorMatch {
  authors: (Named & { slug: string })[];
  titles: string[];
}

export interface HitLocation {
  /** 0 for the story’s own texts. */
  chapter_id: string;
  /** 0 for the original. */
  translation_id: string;
  language: Row<'search_texts'>['language'];
  in_title: boolean;
  number: number | null;
  /** Number of chapters of the story with a match. */
  chapters: number;
  title: string;
  summary: string;
  document: Row<'chapter_texts' | 'translation_texts'>['document'] | null;
}

/** The kinds of matches, best first. All results of one kind come before those of the next. */
export const FIT = {
  wholeTitle: 6,
  title: 5,
  author: 4,
  description: 3,
  chapterTitle: 2,
  text: 1,
  compound: 0,
} as const;

/**
 * Returns the given page of these matches, with the best match of each story: its own title before its description
 * before chapters, the reader’s language before the original before others. Checks the texts themselves for whether
 * they are public, because the index may be outdated. A single statement, because the index query is the slow part.
 */
export async function readPage(
  ctx: Ctx,
  asked: {
    hits: RawBuilder<unknown>;
    page: Expression<unknown>;
    authorIds: readonly string[];
    languages: readonly string[];
  },
): Promise<HitRow[]> {
  const { hits, page, authorIds, languages } = asked;
  const { rows } = await sql<HitRow>`
    with hits as materialized (${hits}),
    page as materialized (${page}),
    matched as materialized (
      select h.*, h.fit in (${sql.lit(FIT.wholeTitle)}, ${sql.lit(FIT.title)}, ${sql.lit(FIT.chapterTitle)}) as in_title, c.number
      from page p
      join hits h on h.story_id = p.id and h.fit <> ${sql.lit(FIT.author)}
      left join chapters c on c.id = h.chapter_id
      left join translations t on t.id = h.translation_id
      where (h.chapter_id = 0 or c.is_readable)
        and (h.translation_id = 0 or t.status = 'approved')),
    best as (
      select distinct on (story_id) * from matched
      order by story_id, fit = ${sql.lit(FIT.compound)}, chapter_id <> 0, in_title desc, language <> all(${languages}::text[]), translation_id <> 0, number, translation_id)
    select p.id, p.fit, p.key, case when b.story_id is not null then jsonb_build_object(
      'chapter_id', b.chapter_id::text, 'translation_id', b.translation_id::text, 'language', b.language, 'in_title', b.in_title,
      'number', b.number,
      'chapters', (select count(distinct m.chapter_id) from matched m where m.story_id = b.story_id and m.chapter_id <> 0),
      'title', coalesce(t.title, c.title, s.title),
      'summary', case when b.translation_id <> 0 then t.summary when b.chapter_id <> 0 then c.summary else s.description end,
      'document', case when b.translation_id <> 0 then tx.document else cx.document end) end as place,
      case when p.fit = ${sql.lit(FIT.author)} then jsonb_build_object(
        'authors', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id::text, 'username', a.username, 'slug', a.slug)
            order by a.id <> o.creator_id, a.id), '[]')
          from accounts a where a.id = any(${authorIds}::bigint[]) and a.status = 'active' and (a.id = o.creator_id or exists (
            select from chapters w where w.author_id = a.id and w.story_id = p.id and w.is_readable and w.number is not null))),
        'titles', array(select o.title union all select t.title from translations t
          where t.story_id = p.id and t.chapter_id is null and t.status = 'approved')) end as by
    from page p
    join stories o on o.id = p.id
    left join best b on b.story_id = p.id
    left join stories s on s.id = b.story_id
    left join chapters c on c.id = b.chapter_id
    left join chapter_texts cx on cx.chapter_id = b.chapter_id
    left join translations t on t.id = b.translation_id
    left join translation_texts tx on tx.translation_id = b.translation_id
    order by p.at`.execute(ctx.db);
  return rows;
}

function hasHit(pieces: readonly ExcerptPiece[]): boolean {
  return pieces.some(({ isHit }) => isHit);
}

/**
 * The excerpt of a chapter: its text if it has a match, else its summary if that has one, else the start of the text.
 */
function chapterExcerpt({ document, summary, language }: HitLocation, terms: readonly Term[]): ExcerptPiece[] {
  const sought = { terms, language };
  const text = document ? plainText(document) : summary;
  const excerpt = excerptOf(text, sought);
  const told = hasHit(excerpt) ? excerpt : markedLine(summary, sought);
  return hasHit(told) ? told : excerpt;
}

type Hit = NonNullable<FoundStory['hit']>;

/** The author who isn’t the creator, if the creator’s name doesn’t match. */
function coAuthorOf({ by }: HitRow, card: StoryCard, terms: readonly Term[]): Hit['author'] {
  const [first] = by?.authors ?? [];
  return first && first.id !== card.creator.id
    ? { slug: first.slug, namePieces: markedName(first.username, terms) }
    : null;
}

function hitOf(card: StoryCard, found: HitRow, terms: readonly Term[]): Hit {
  const own = { isTranslation: false, chapter: null, more: 0, author: coAuthorOf(found, card, terms) };
  const row = found.place;
  if (!row) {
    const language = card.titleLanguage;
    // Terms that are in a name are only marked there.
    const others = termsInNoName(terms, found.by?.authors ?? []);
    return { ...own, place: 'author', language, excerpt: markedLine(card.description, { terms: others, language }) };
  }
  const { language, chapters } = row;
  const isTranslation = row.translation_id !== '0';
  if (row.chapter_id !== '0') {
    const chapter = { id: row.chapter_id, number: row.number!, title: row.title };
    return {
      ...{ ...own, place: 'chapter', language, isTranslation, chapter, more: chapters - 1 },
      excerpt: chapterExcerpt(row, terms),
    };
  }
  // If the card is in another language than the match, the excerpt is the matching title.
  const isShown = language === card.titleLanguage;
  const place = row.in_title ? 'title' : 'description';
  const text = row.in_title && !isShown ? row.title : row.summary;
  return { ...own, place, language, isTranslation, excerpt: markedLine(text, { terms, language }) };
}

export interface FoundCard {
  readonly card: StoryCard;
  readonly row: HitRow;
}

/**
 * The index knows runs of characters by their pieces, and of a phrase only the stems. What isn’t in the text as it was
 * typed can’t be marked.
 */
function mustBeMarked(terms: readonly Term[]): boolean {
  return terms.some(({ kind, phrase }) => kind !== 'word' || phrase !== null);
}

/** Whether the match is still public, and really in the text. */
function isTrue({ fit, by, place }: HitRow, hit: Hit, terms: readonly Term[]): boolean {
  // The names of authors are read with the page, whatever the index contains.
  if (fit === FIT.author && isByAuthors(terms, by!.authors, by!.titles)) return true;
  if (place === null) return false;
  return place.in_title || hasHit(hit.excerpt) || !mustBeMarked(terms);
}

/**
 * Returns the cards with marked matches and excerpts. Leaves out stories whose matches are no longer public, which the
 * index reflects a moment later. Excerpts are created only for what is shown.
 */
export function showHits(cards: readonly FoundCard[], terms: readonly Term[], near: FoundStory['near']): FoundStory[] {
  return cards.flatMap(({ card, row }) => {
    const hit = hitOf(card, row, terms);
    if (near === null ? !isTrue(row, hit, terms) : row.place === null) return [];
    return {
      ...card,
      hit,
      titlePieces: markedLine(card.title, { terms, language: card.titleLanguage }),
      creatorPieces: markedName(card.creator.username, terms),
      near,
    };
  });
}
