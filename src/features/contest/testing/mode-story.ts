import { startRound } from '#testing/competitions.ts';
import { buildContest, PHASE, pass, vote } from '#testing/contests.ts';
import { type ModeStoryBuilder, publicChapters } from '#testing/mode-stories.ts';

export const modeStory: ModeStoryBuilder = {
  mode: 'competition',
  /** One round is completed and another one is running. */
  async build(app, present) {
    const contest = await buildContest(app);
    const [first, , last] = contest.entries;
    await vote(app, contest, contest.others[0]!, last!.id);
    await vote(app, contest, contest.others[1]!, last!.id);
    await vote(app, contest, contest.others[2]!, first!.id);
    await pass(app, contest, PHASE, [...present]);
    await startRound(app, contest);
    const { storyId, creator, others } = contest;
    const [chapterId] = await publicChapters(app, storyId);
    return { storyId, chapterId: chapterId!, creator, participant: others[0]! };
  },
  chapterStatements: 5,
  chapter: null,
};
