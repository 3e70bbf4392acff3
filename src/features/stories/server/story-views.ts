import { sql } from 'kysely';
import { userTag } from '#features/accounts/server/index.ts';
import { getReviewState } from '#features/moderation/server/index.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { imageUrl } from '#platform/images/images.repo.ts';
import type { OwnStory, StoryCard, StoryDraft, StoryView } from '../contract.ts';
import { modesThat } from '../model/mode-model.ts';
import { viewSettings } from '../model/setting-views.ts';
import { nameCategories } from './categories.service.ts';
import type { StoryRecord } from './stories.repo.ts';
import { shownFields } from './story-columns.ts';
import { socialImageKey } from './story-cover.ts';
import type { PublicStory } from './story-summary.ts';
import { storyTag } from './story-tags.ts';

export async function toStoryDraft(ctx: Ctx, story: StoryRecord): Promise<StoryDraft> {
  const { draft, facts } = story;
  const review = await getReviewState(ctx, 'story', story.id);
  return {
    id: story.id,
    creatorId: facts.creatorId,
    mode: story.mode,
    status: facts.status,
    editStatus: facts.editStatus,
    coverUrl: imageUrl(draft.cover_key),
    coverUploaded: draft.cover_uploaded,
    ...shownFields(ctx.storyFields, story.row, draft),
    ...viewSettings(ctx.modeModels, story),
    version: draft.version,
    savedAt: draft.saved_at.toISOString(),
    review: review && { ...review, submittedAt: review.submittedAt.toISOString() },
  };
}

/** Returns the view of a story page, and tags the response with the creator. */
export async function toStoryView(ctx: Ctx, story: PublicStory): Promise<StoryView> {
  const { published, creator } = story;
  cacheTag(ctx, userTag(creator.id));
  return {
    id: story.id,
    mode: story.mode,
    status: 'published',
    categoryNames: await nameCategories(ctx, published.categories),
    coverUrl: imageUrl(published.coverKey),
    socialImageUrl: imageUrl(socialImageKey(published.coverKey)),
    creator: { id: creator.id, username: creator.username, slug: creator.slug, avatar: imageUrl(creator.avatarKey) },
    chapterCount: story.chapterCount,
    unitCount: story.unitCount,
    ...shownFields(ctx.storyFields, story.row, story.row),
    ...viewSettings(ctx.modeModels, story),
    participantCount: story.participantCount,
    publishedAt: published.publishedAt.toISOString(),
    continuedAt: published.continuedAt?.toISOString() ?? null,
  };
}

/** Selects public, listed stories with what a card shows. Callers add conditions and `order by`. */
export function selectCards({ db, modeModels }: Pick<Ctx, 'db' | 'modeModels'>) {
  const trees = modesThat(modeModels, ({ shape }) => shape === 'tree').map((mode) => sql.lit(mode));
  return db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('chapters as c')
          .innerJoin('accounts as la', 'la.id', 'c.author_id')
          // Linear stories: the last chapter. Trees: the newest chapter at any depth. Every readable chapter has a
          // number, but the condition is needed for the planner to use the index, which excludes the many competition
          // entries without one.
          .where(
            'c.id',
            '=',
            sql<string>`case when s.mode in (${sql.join(trees)})
              then (select t.id from chapters t where t.story_id = s.id and t.is_readable and t.number is not null
                order by t.published_at desc, t.id desc limit 1)
              else (select l.id from chapters l where l.story_id = s.id and l.is_readable and l.number is not null
                order by l.number desc limit 1) end`,
          )
          .select(['c.id as latest_id', 'c.number as latest_number', 'c.title as latest_title'])
          .select(['la.id as latest_author_id', 'la.username as latest_author', 'la.slug as latest_slug'])
          // Keeps the planner from joining every chapter before the list is limited.
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .where((eb) => eb.ref('s.is_listed'))
    .select(['s.id', 's.title', 's.description', 's.mode', 's.progress', 's.language', 's.categories', 's.cover_key'])
    .select(['s.listed_at', 's.continued_at', 'a.id as creator_id', 'a.username', 'a.slug', 'st.chapters'])
    .select(['latest_id', 'latest_number', 'latest_title', 'latest_author_id', 'latest_author', 'latest_slug']);
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>['executeTakeFirstOrThrow']>>;

/** Returns a card, and tags the response with its story and authors. */
export function toStoryCard(ctx: Pick<Ctx, 'cachePolicy'>, row: CardRow): StoryCard {
  cacheTag(ctx, storyTag(row.id), userTag(row.creator_id));
  const { latest_id, latest_number, latest_title, latest_author, latest_slug } = row;
  if (row.latest_author_id) cacheTag(ctx, userTag(row.latest_author_id));
  const language = row.language!;
  return {
    id: row.id,
    title: row.title ?? '',
    description: row.description ?? '',
    titleLanguage: language,
    mode: row.mode,
    progress: row.progress,
    language,
    categories: row.categories ?? [],
    coverUrl: imageUrl(row.cover_key ?? ''),
    creator: { id: row.creator_id, username: row.username, slug: row.slug },
    chapterCount: row.chapters,
    listedAt: row.listed_at!.toISOString(),
    continuedAt: (row.continued_at ?? row.listed_at!).toISOString(),
    latest:
      latest_id && latest_number && latest_title && latest_author && latest_slug
        ? {
            id: latest_id,
            number: latest_number,
            title: latest_title,
            titleLanguage: language,
            author: { username: latest_author, slug: latest_slug },
          }
        : null,
  };
}

export function selectOwn(db: Db, creatorId: string) {
  return db
    .selectFrom('stories as s')
    .innerJoin('story_drafts as d', 'd.story_id', 's.id')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('reviews as r')
          .whereRef('r.subject_id', '=', 's.id')
          .where('r.subject_kind', '=', 'story')
          .orderBy('r.id', 'desc')
          .limit(1)
          .select(['r.state as review_state', 'r.submitted_at', 'r.reason'])
          .as('review'),
      (join) => join.onTrue(),
    )
    .where('s.creator_id', '=', creatorId)
    .where('s.deleted_at', 'is', null)
    .select([
      's.id',
      's.mode',
      's.status',
      's.edit_status',
      's.progress',
      'd.title',
      'd.language',
      'd.cover_key',
      'd.saved_at',
    ])
    .select(['st.chapters', 'review_state', 'submitted_at', 'reason'])
    .select(sql<string>`s.id::text`.as('cursor'));
}

export function toOwnStory(
  row: Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>,
): OwnStory {
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    status: row.status,
    editStatus: row.edit_status,
    progress: row.progress,
    language: row.language,
    coverUrl: imageUrl(row.cover_key),
    chapterCount: row.chapters,
    savedAt: row.saved_at.toISOString(),
    review: row.review_state
      ? {
          state: row.review_state,
          submittedAt: row.submitted_at!.toISOString(),
          reason: row.reason,
        }
      : null,
  };
}
