import { AppError } from '#core/errors.ts';
import type { Language } from '#core/languages.ts';
import { cacheTag } from '#platform/cache/tag-cache.ts';
import type { Ctx } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Row } from '#platform/db/rows.ts';
import { COLUMNS } from '#platform/db/schema.ts';
import { readOnce } from '#platform/memo.ts';
import type { StoredSettings } from '../model/mode-settings.ts';
import { isPublicStory, type StoryFacts } from '../model/story-policy.ts';
import type { WritingMode } from '../model/writing-mode.ts';
import { RULE_COLUMNS, type Rules, readRules } from './story-columns.ts';
import { storyTag } from './story-tags.ts';

/** The facts that decisions about a story depend on. */
export interface StoryState extends Rules {
  id: string;
  mode: WritingMode;
  facts: StoryFacts;
  /** The settings of its mode. Read them with `settingOf`. */
  modeSettings: StoredSettings;
  listed: boolean;
}

/** A story with its published title and language. */
export interface NamedStory extends StoryState {
  published: { title: string; language: Language };
}

/** The published texts and dates. */
interface PublishedTexts {
  title: string;
  description: string;
  language: Language;
  categories: string[];
  coverKey: string;
  publishedAt: Date;
  continuedAt: Date | null;
}

/** A story for reading, from one row. It never contains the private draft; the story editor uses `findStory`. */
export interface StorySummary extends StoryState {
  /** Null until the story is published for the first time. */
  published: PublishedTexts | null;
  creator: { id: string; username: string; slug: string; avatarKey: string | null };
  chapterCount: number;
  unitCount: number;
  participantCount: number;
  /** The published values, and the rules of later features. */
  row: Row<'stories'>;
}

/** The summary of a public story. */
export type PublicStory = StorySummary & { published: PublishedTexts };

/** The columns of a story (`s`) from which `toStoryState` makes its state. */
export const STATE_COLUMNS = [...RULE_COLUMNS, 's.mode', 's.mode_settings', 's.listed_at'] as const;

type ColumnOf<Path> = Path extends `s.${infer Column extends keyof Row<'stories'>}` ? Column : never;

export function toStoryState(
  id: string,
  facts: StoryFacts,
  row: Pick<Row<'stories'>, ColumnOf<(typeof STATE_COLUMNS)[number]>>,
): StoryState {
  return {
    ...readRules(row),
    id,
    mode: row.mode,
    facts,
    modeSettings: row.mode_settings,
    listed: row.listed_at !== null,
  };
}

async function loadSummary(db: Db, storyId: string): Promise<StorySummary | null> {
  const row = await db
    .selectFrom('stories as s')
    .innerJoin('accounts as a', 'a.id', 's.creator_id')
    .innerJoin('story_stats as st', 'st.story_id', 's.id')
    .where('s.id', '=', storyId)
    .select(COLUMNS.stories.map((column) => `s.${column}` as const))
    .select(['st.chapters', 'st.units', 'st.participants', 'a.username', 'a.slug', 'a.avatar_key'])
    .$call(prepared)
    .executeTakeFirst();
  if (!row) return null;
  const { title, description, language, cover_key: coverKey, published_at: publishedAt } = row;
  const wasPublished =
    title !== null && description !== null && language !== null && coverKey !== null && publishedAt !== null;
  return {
    ...toStoryState(row.id, toStoryFacts(row), row),
    row,
    published: wasPublished
      ? {
          title,
          description,
          language,
          categories: row.categories ?? [],
          coverKey,
          publishedAt,
          continuedAt: row.continued_at,
        }
      : null,
    creator: { id: row.creator_id, username: row.username, slug: row.slug, avatarKey: row.avatar_key },
    chapterCount: row.chapters,
    unitCount: Number(row.units),
    participantCount: row.participants,
  };
}

export function toStoryFacts(
  row: Pick<Row<'stories'>, 'creator_id' | 'status' | 'edit_status' | 'deleted_at'>,
): StoryFacts {
  return {
    creatorId: row.creator_id,
    status: row.status,
    editStatus: row.edit_status,
    deleted: row.deleted_at !== null,
  };
}

/** Returns the story, or null. All calls within a request or page share one result. */
export const findSummary = readOnce(({ db }: Pick<Ctx, 'db' | 'memo'>, storyId: string) => loadSummary(db, storyId));

/** Returns a published story and tags the response with it. Throws story_not_found for any other story. */
export async function publicStory(
  ctx: Pick<Ctx, 'db' | 'memo' | 'cachePolicy'>,
  storyId: string,
): Promise<PublicStory> {
  // Tag before the lookup, so that a cached not-found response is invalidated when the story is published.
  cacheTag(ctx, storyTag(storyId));
  const story = await findSummary(ctx, storyId);
  if (!story?.published || !isPublicStory(story.facts)) throw new AppError('story_not_found');
  return { ...story, published: story.published };
}
