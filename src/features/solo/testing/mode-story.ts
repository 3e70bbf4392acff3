import { buildMember, buildPublishedChapter, buildPublishedStory } from '#testing/factories.ts';
import type { ModeStoryBuilder } from '#testing/mode-stories.ts';

export const modeStory: ModeStoryBuilder = {
  mode: 'solo',
  async build(app, [participant]) {
    const creator = await buildMember(app);
    const { story } = await buildPublishedStory(app, creator);
    const { id: chapterId } = await buildPublishedChapter(app, creator, story.id);
    await buildPublishedChapter(app, creator, story.id);
    return { storyId: story.id, chapterId, creator, participant };
  },
  chapterStatements: 3,
  chapter: {},
};
