import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { LANGUAGES } from '#core/languages.ts';
import { after, MINUTE } from '#core/time.ts';
import { profileTag, requireShownMember } from '#features/accounts/server/index.ts';
import type { StoryCard } from '#features/stories/contract.ts';
import { COUNTED_MAX } from '#features/stories/model/member-work.ts';
import { listStoriesByUser, selectCards, storyTag, toStoryCard } from '#features/stories/server/index.ts';
import { cardsInLanguage, reviewedByRecord } from '#features/translation/server/index.ts';
import { cacheTag, cacheUntil } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import type { Row } from '#platform/db/rows.ts';
import type { UserTranslation, UserWork } from '../contract.ts';
import type { UserPart } from '../model/profile-lists.ts';

interface PageInput {
  userId: string;
  cursor?: string | undefined;
  limit: number;
}

/** Tags the response with this member’s public work. Throws user_not_found, also for suspended members. */
async function showsWorkOf(ctx: Ctx, userId: string): Promise<void> {
  cacheTag(ctx, profileTag(userId));
  await requireShownMember(ctx, userId);
}

/** Stories of others with published chapters by this member, and when the last of these was published. */
const writtenIn = (userId: string) => sql<{ story_id: string; at: Date }>`(
  select c.story_id, max(c.published_at) as at from chapters c join stories s on s.id = c.story_id
  where c.author_id = ${userId} and c.is_readable
    and s.creator_id <> ${userId} and s.is_listed
  group by c.story_id)`;

/** Returns what a member writes and reviews, and in which languages. */
export async function getUserWork(ctx: Ctx, { userId }: { userId: string }): Promise<UserWork> {
  await showsWorkOf(ctx, userId);
  // The response doesn’t carry a cache tag for each story it counts, so it expires after a minute.
  cacheUntil(ctx, after(ctx.clock.now(), MINUTE));
  const begun = sql`from stories s where s.creator_id = ${userId} and s.is_listed`;
  const { rows } = await sql<{
    begun: number;
    written: number;
    languages: NonNullable<Row<'stories'>['language']>[];
  }>`select
    (select count(*)::int from (select ${begun} limit ${COUNTED_MAX}) found) as begun,
    (select count(*)::int from (select from ${writtenIn(userId)} w limit ${COUNTED_MAX}) found) as written,
    array(select s.language::text ${begun}
      union select s.language::text from ${writtenIn(userId)} w join stories s on s.id = w.story_id) as languages`.execute(
    ctx.db,
  );
  const { begun: count, written, languages } = rows[0]!;
  return {
    writesIn: LANGUAGES.filter((language) => languages.includes(language)),
    reviews: await reviewedByRecord(ctx.db, userId),
    begun: count,
    writtenIn: written,
  };
}

/**
 * Lists stories that a member created, or those of others that they have written in, with titles in the caller’s
 * language.
 */
export async function listUserStories(ctx: Ctx, input: PageInput & { part: UserPart }): Promise<Page<StoryCard>> {
  await showsWorkOf(ctx, input.userId);
  const page = await (input.part === 'begun' ? listStoriesByUser(ctx, input) : listWrittenIn(ctx, input));
  const inLanguage = await cardsInLanguage(ctx, page.items, ctx.language);
  return { ...page, items: page.items.map(inLanguage) };
}

async function listWrittenIn(ctx: Ctx, { userId, cursor, limit }: PageInput): Promise<Page<StoryCard>> {
  let query = selectCards(ctx)
    .innerJoin(writtenIn(userId).as('w'), 'w.story_id', 's.id')
    .select(sql<string>`w.at::text`.as('key'));
  const from = pairCursor(cursor);
  if (from) query = query.where(sql<boolean>`(w.at, s.id) < (${from.value}::timestamptz, ${from.id}::bigint)`);
  const rows = await query
    .orderBy('w.at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
  return keysetPageOf(
    rows,
    limit,
    (row) => toStoryCard(ctx, row),
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.id),
  );
}

interface TranslationRow {
  story_id: string;
  language: Row<'translations'>['language'];
  place: string;
  title: string;
  translated: string | null;
  original: NonNullable<Row<'stories'>['language']>;
  mode: Row<'stories'>['mode'];
  username: string;
  slug: string;
  done: number;
  chapters: number;
  at: Date;
  key: string;
}

/** Lists a member’s published translations by story and language, last approved first. */
export async function listUserTranslations(ctx: Ctx, input: PageInput): Promise<Page<UserTranslation>> {
  const { userId, limit } = input;
  await showsWorkOf(ctx, userId);
  const from = pairCursor(input.cursor);
  const further = from
    ? sql`having (max(t.approved_at), max(t.id)) < (${from.value}::timestamptz, ${from.id}::bigint)`
    : sql``;
  const { rows } = await sql<TranslationRow>`
    select t.story_id, t.language, max(t.id) as place, s.title, own.title as translated, s.language as original, s.mode,
      a.username, a.slug, count(t.chapter_id)::int as done, st.chapters, max(t.approved_at) as at,
      max(t.approved_at)::text as key
    from translations t
      join stories s on s.id = t.story_id
      join story_stats st on st.story_id = s.id
      join accounts a on a.id = s.creator_id
      left join chapters c on c.id = t.chapter_id
      left join translations own on own.story_id = t.story_id and own.chapter_id is null and own.language = t.language
        and own.status = 'approved'
    where t.translator_id = ${userId} and t.status = 'approved'
      and s.is_listed
      and (t.chapter_id is null or c.is_readable)
    group by t.story_id, t.language, own.id, s.id, st.story_id, a.id
    ${further}
    order by max(t.approved_at) desc, max(t.id) desc limit ${limit + 1}`.execute(ctx.db);
  return keysetPageOf(
    rows,
    limit,
    (row) => {
      cacheTag(ctx, storyTag(row.story_id));
      return {
        storyId: row.story_id,
        title: row.translated ?? row.title,
        titleLanguage: row.translated === null ? row.original : row.language,
        originalTitle: row.title,
        original: row.original,
        language: row.language,
        mode: row.mode,
        creator: { username: row.username, slug: row.slug },
        done: row.done,
        chapterCount: row.chapters,
        at: row.at.toISOString(),
      };
    },
    (row) => makePairCursor(row.key.replace(' ', 'T'), row.place),
  );
}
