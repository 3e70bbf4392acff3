import { expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { buildMember, buildPublishedStory } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp();

it('leads from sign-up to a published story that a visitor reads', async () => {
  const member = await buildMember(app);
  const { story, chapterId } = await buildPublishedStory(app, member);
  expect(story).toMatchObject({ title: 'Salt and Lemons', status: 'published', chapterCount: 1 });
  const chapter = await app.call(chapterApi.detail, { chapterId });
  expect(chapter).toMatchObject({ number: 1, title: 'The left boot', story: { id: story.id } });
  expect(chapter.text).toMatch(/^The \w+/);
});
