import { buildChapterDraft, buildPublishedStory, doubtfulProse } from '#testing/factories.ts';
import type { Member } from '#testing/members.ts';
import type { TestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';

let seed = 5000;

/** A second chapter of a published story that is in moderator review. */
export async function buildChapterInReview(
  app: TestApp,
  author: Member,
): Promise<{ storyId: string; chapterId: string }> {
  const storyId = (await buildPublishedStory(app, author)).story.id;
  seed += 1;
  const { id: chapterId } = await buildChapterDraft(app, author, storyId, { content: doubtfulProse(150, seed) });
  await app.call(chapterApi.submit, { chapterId }, author);
  await app.work();
  return { storyId, chapterId };
}
