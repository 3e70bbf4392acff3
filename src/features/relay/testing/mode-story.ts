import { sql } from 'kysely';
import { type ModeStoryBuilder, publicChapters } from '#testing/mode-stories.ts';
import { buildRelay } from '#testing/together.ts';

export const modeStory: ModeStoryBuilder = {
  mode: 'relay',
  /** One member waits for a turn and another is skipped. */
  async build(app) {
    const { storyId, creator, others } = await buildRelay(app, 3);
    await sql`insert into relay_queue (story_id, account_id, waiting_since, misses, skipped_at)
      values (${storyId}, ${others[2]!.id}, db_clock(), 2, db_clock())
      on conflict (story_id, account_id) do update set skipped_at = db_clock()`.execute(app.database.db);
    const [chapterId] = await publicChapters(app, storyId);
    return { storyId, chapterId: chapterId!, creator, participant: others[0]! };
  },
  chapterStatements: 3,
  chapter: { submit: ({ participant }) => ({ nextAuthorId: participant.id }) },
};
