import { expect } from '@playwright/test';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { prose } from '#testing/factories.ts';
import { otherWords } from '#testing/other-words.ts';
import { publishChapter, publishStory } from '#testing/publish.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import type { DemoStory } from '../../scripts/demo/fill.ts';
import { newMember, type Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps, untilNotified } from './site-deps.ts';

export type StoryText = Pick<DemoStory, 'language' | 'title' | 'description' | 'categories' | 'chapters'>;

export interface MadeStory {
  readonly storyId: string;
  readonly chapterIds: string[];
}

let count = 0;

/** Texts that are longer contain most of the words that `prose` has, and so much of what shorter ones say. */
const LONG = 400;

/**
 * Returns text of about this many words that is like no text of another test, because the automatic check looks for copies.
 * Long texts are made of words that short ones don’t have, and only read.
 */
export function freshProse(words: number): string {
  count += 1;
  const text = prose(words, Number(process.env.TEST_WORKER_INDEX ?? 0) * 1000 + count);
  return words > LONG ? text.split('\n\n').map(otherWords).join('\n\n') : text;
}

/** Returns a story in English that passes the automatic check. */
export function freshStory(title: string, chapters = 1): StoryText {
  return {
    language: 'en',
    title,
    description: 'A captain, a girl and a cage without a bird.',
    categories: ['adventure'],
    chapters: Array.from({ length: chapters }, (_, i) => ({
      title: `Knot ${i + 1} of ${title}`,
      summary: 'A ferry leaves late.',
      content: freshProse(130),
    })),
  };
}

/** Returns the access token of a moderator. */
export async function moderatorToken(site: SiteAddress): Promise<string> {
  return (await newMember(site, 'moderator', 'en', 'moderator')).accessToken;
}

/** Waits until a submission is in the moderation queue, and approves it, or rejects it if there is a reason. */
export async function decide(site: SiteAddress, subjectId: string, reason?: string): Promise<void> {
  const api = createDemoApi(site.url);
  const token = await moderatorToken(site);
  let reviewId = '';
  await expect(async () => {
    const { items } = await api.call(moderationApi.queue, { limit: 50 }, token);
    reviewId = items.find((entry) => entry.subjectId === subjectId)?.id ?? '';
    expect(reviewId).not.toBe('');
  }).toPass();
  const { version } = await api.call(moderationApi.review, { reviewId }, token);
  if (reason === undefined) await api.call(moderationApi.approve, { reviewId, version }, token);
  else await api.call(moderationApi.reject, { reviewId, version, reason }, token);
}

/** Creates a story with its first chapter as drafts, through the API. */
export async function draftStory(site: SiteAddress, author: Person, story: StoryText): Promise<MadeStory> {
  const api = createDemoApi(site.url);
  const { language, title, description, categories, chapters } = story;
  const { id: storyId } = await api.call(
    storyApi.create,
    { title, description, categories, language, mode: 'solo' },
    author.accessToken,
  );
  const chapterIds: string[] = [];
  for (const chapter of chapters.slice(0, 1))
    chapterIds.push((await api.call(chapterApi.create, { storyId, ...chapter }, author.accessToken)).id);
  return { storyId, chapterIds };
}

/** Publishes a story with all of its chapters. */
export async function publishedStory(site: SiteAddress, author: Person, story: StoryText): Promise<MadeStory> {
  const api = createDemoApi(site.url);
  const token = author.accessToken;
  const { storyId, chapterIds } = await draftStory(site, author, story);
  const { deps } = await siteDeps(site);
  await publishStory(deps, author, storyId);
  for (const chapter of story.chapters.slice(1)) {
    const { id: chapterId } = await api.call(chapterApi.create, { storyId, ...chapter }, token);
    await publishChapter(deps, author, chapterId);
    chapterIds.push(chapterId);
  }
  await untilNotified(site);
  return { storyId, chapterIds };
}
