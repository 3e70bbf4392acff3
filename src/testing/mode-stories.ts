import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import type { Member } from './members.ts';
import type { TestApp } from './test-app.ts';

/** A published story. */
export interface ModeStory {
  readonly storyId: string;
  /** A chapter in the middle of the story. */
  readonly chapterId: string;
  readonly creator: Member;
  /** A member who takes part. In modes with one writer, a stranger. */
  readonly participant: Member;
}

/** What a call adds to its input. */
type More<Key extends string> = (story: ModeStory) => { readonly [K in Key]?: string };

/**
 * A writing mode, for tests that try all modes. Each mode exports its own as `modeStory` in `testing/mode-story.ts`.
 */
export interface ModeStoryBuilder {
  readonly mode: WritingMode;
  /** Builds a story in a state that costs a lot to read. Members in `present` keep their sessions if it moves the clock. */
  readonly build: (app: TestApp, present: readonly [stranger: Member, ...others: Member[]]) => Promise<ModeStory>;
  /** Maximum number of database statements for the page of a chapter. */
  readonly chapterStatements: number;
  /** How its creator adds a chapter. Null if chapters aren’t written and submitted on their own. */
  readonly chapter: {
    readonly create?: More<'parentChapterId' | 'choice'>;
    readonly submit?: More<'nextAuthorId'>;
  } | null;
}

/** All modes, by name. */
export const MODE_STORIES: ReadonlyMap<WritingMode, ModeStoryBuilder> = new Map(
  Object.values(
    import.meta.glob<ModeStoryBuilder>('/src/features/*/testing/mode-story.ts', { eager: true, import: 'modeStory' }),
  ).map((builder) => [builder.mode, builder]),
);

/** Returns the ids of the public chapters of a story, the oldest first. */
export async function publicChapters({ database }: TestApp, storyId: string): Promise<string[]> {
  const rows = await database.db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
