import { sql } from 'kysely';
import type { Page } from '#core/endpoint.ts';
import { after } from '#core/time.ts';
import { readersInMonth } from '#features/reader/server/index.ts';
import { INTERACTIONS } from '#features/stories/model/member-work.ts';
import { DELETED_KEPT } from '#features/stories/model/story-limits.ts';
import { listOwnStories } from '#features/stories/server/index.ts';
import { findTitles } from '#features/translation/server/index.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { keysetPageOf, makePairCursor, pairCursor } from '#platform/db/keyset.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { CreatedStory, DeletedStory, Interaction, JoinedStory } from '../contract.ts';
import { interactionsOf } from './interactions.ts';
import { findCompany } from './story-activity.queries.ts';

interface PageInput {
  cursor?: string | undefined;
  limit: number;
}

/** Lists the stories that the caller created, newest first, each with what to do next and its readers. */
export async function listCreated(ctx: Ctx, input: PageInput): Promise<Page<CreatedStory>> {
  const { items, next } = await listOwnStories(ctx, input);
  const ids = items.map(({ id }) => id);
  const company = await findCompany(ctx, memberOf(ctx).id, ids);
  const readers = await readersInMonth(ctx, ids);
  const toCreated = (story: (typeof items)[number]): CreatedStory => ({
    ...story,
    ...company.get(story.id)!,
    readersInMonth: readers.get(story.id) ?? 0,
  });
  return { items: items.map(toCreated), next };
}

/** Lists the caller’s deleted stories that can be restored, last deleted first. */
export async function listDeleted(ctx: Ctx, input: PageInput): Promise<Page<DeletedStory>> {
  let query = ctx.db
    .selectFrom('stories as s')
    .innerJoin('story_drafts as d', 'd.story_id', 's.id')
    .where('s.creator_id', '=', memberOf(ctx).id)
    .where('s.deleted_at', '>', sql<Date>`db_clock() - make_interval(secs => ${DELETED_KEPT / 1000})`)
    .select(['s.id', 'd.title', 'd.language', 's.deleted_at', sql<string>`s.deleted_at::text`.as('key')]);
  const from = pairCursor(input.cursor);
  if (from) query = query.where(sql<boolean>`(s.deleted_at, s.id) < (${from.value}::timestamptz, ${from.id}::bigint)`);
  const rows = await query
    .orderBy('s.deleted_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  const toDeleted = ({ id, title, language, deleted_at }: (typeof rows)[number]): DeletedStory => ({
    id,
    title: title ?? '',
    language,
    until: after(deleted_at!, DELETED_KEPT).toISOString(),
  });
  return keysetPageOf(rows, input.limit, toDeleted, cursorOf);
}

/** Selects public stories of others. Callers add when the member interacted with them. */
function selectListed(ctx: Ctx) {
  return ctx.db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .where((eb) => eb.ref('s.is_public'))
    .where('s.creator_id', '<>', memberOf(ctx).id)
    .select(['s.id', 's.title', 's.language', 's.mode', 's.progress', 's.cover_key', 'st.chapters'])
    .select(['a.username', 'a.slug']);
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>;

/** Returns the stories by id as lists show them, with titles in the caller’s language. */
async function toListed(ctx: Ctx, rows: readonly ListedRow[]) {
  const texts = rows.map((row) => ({ storyId: row.id, chapterId: null, original: row.language! }));
  const titleOf = await findTitles(ctx, texts, ctx.language);
  return new Map(
    rows.map((row, i) => {
      const translated = titleOf(texts[i]!);
      return [
        row.id,
        {
          id: row.id,
          title: translated?.title ?? row.title ?? '',
          titleLanguage: translated?.language ?? row.language!,
          mode: row.mode,
          progress: row.progress,
          coverUrl: imageUrl(row.cover_key ?? ''),
          creator: { username: row.username, slug: row.slug },
          chapterCount: row.chapters,
        },
      ];
    }),
  );
}

const cursorOf = (row: { key: string; id: string }) => makePairCursor(row.key.replace(' ', 'T'), row.id);

/** Lists stories of others that the caller writes in, last joined first. */
export async function listJoined(ctx: Ctx, input: PageInput): Promise<Page<JoinedStory>> {
  const { id } = memberOf(ctx);
  let query = selectListed(ctx)
    .innerJoin('participants as p', 'p.story_id', 's.id')
    .where('p.account_id', '=', id)
    .where('p.left_at', 'is', null)
    .select(['p.joined_at', sql<string>`p.joined_at::text`.as('key')]);
  const from = pairCursor(input.cursor);
  if (from) query = query.where(sql<boolean>`(p.joined_at, s.id) < (${from.value}::timestamptz, ${from.id}::bigint)`);
  const rows = await query
    .orderBy('p.joined_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  const page = keysetPageOf(rows, input.limit, (row) => row, cursorOf);
  const listed = await toListed(ctx, page.items);
  const company = await findCompany(
    ctx,
    id,
    page.items.map((row) => row.id),
  );
  return {
    items: page.items.map((row) => ({
      ...listed.get(row.id)!,
      ...company.get(row.id)!,
      joinedAt: row.joined_at.toISOString(),
    })),
    next: page.next,
  };
}

/** Lists stories of others that the caller interacted with, and how, newest first. */
export async function listInteractions(ctx: Ctx, input: PageInput): Promise<Page<Interaction>> {
  let query = selectListed(ctx)
    .innerJoin(interactionsOf(ctx, memberOf(ctx).id).as('i'), 'i.story_id', 's.id')
    .select(['i.kinds', 'i.at', sql<string>`i.at::text`.as('key')]);
  const from = pairCursor(input.cursor);
  if (from) query = query.where(sql<boolean>`(i.at, s.id) < (${from.value}::timestamptz, ${from.id}::bigint)`);
  const rows = await query
    .orderBy('i.at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(input.limit + 1)
    .execute();
  const page = keysetPageOf(rows, input.limit, (row) => row, cursorOf);
  const listed = await toListed(ctx, page.items);
  return {
    items: page.items.map((row) => ({
      ...listed.get(row.id)!,
      kinds: INTERACTIONS.filter((kind) => row.kinds.includes(kind)),
      at: row.at.toISOString(),
    })),
    next: page.next,
  };
}
