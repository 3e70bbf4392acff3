import { expect } from '@playwright/test';
import { chapterApi } from '#features/chapters/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { publishChapter, publishStory } from '#testing/publish.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import type { Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps, untilNotified } from './site-deps.ts';
import { freshProse } from './stories.ts';

let seed = Number(process.env.TEST_WORKER_INDEX ?? 0) * 1000;

export interface MadeChapter {
  readonly id: string;
  readonly title: string;
  /** Its paragraphs. */
  readonly text: readonly string[];
}

export interface MadeStory {
  readonly id: string;
  readonly title: string;
  readonly chapters: readonly MadeChapter[];
}

/** Adds a chapter as a draft. Its text is unique, so that the automatic check finds no copy. */
export async function draftChapter(
  site: SiteAddress,
  author: Person,
  storyId: string,
  words = 130,
): Promise<MadeChapter> {
  seed += 1;
  const content = freshProse(words);
  const title = `The ${['left', 'right', 'spare', 'last'][seed % 4]} boot, part ${seed}`;
  const input = { storyId, title, summary: 'A ferry leaves late.', content };
  const { id } = await createDemoApi(site.url).call(chapterApi.create, input, author.accessToken);
  return { id, title, text: content.split('\n\n') };
}

/** Creates a story in English as a draft, with one chapter. Its title is unique. */
export async function draftStory(
  site: SiteAddress,
  author: Person,
  name: string,
  words?: number,
  mode: WritingMode = 'solo',
): Promise<MadeStory> {
  seed += 1;
  const title = `${name} ${seed}`;
  const { id } = await createDemoApi(site.url).call(
    storyApi.create,
    {
      title,
      description: 'A captain, a girl and a cage without a bird.',
      mode,
      categories: ['adventure'],
      language: 'en',
    },
    author.accessToken,
  );
  return { id, title, chapters: [await draftChapter(site, author, id, words)] };
}

/** Publishes a story with this many chapters of this many words. */
export async function publishedStory(
  site: SiteAddress,
  author: Person,
  name: string,
  chapterCount = 1,
  words?: number,
  mode?: WritingMode,
): Promise<MadeStory> {
  const { deps } = await siteDeps(site);
  const story = await draftStory(site, author, name, words, mode);
  const chapters = [...story.chapters];
  await publishStory(deps, author, story.id);
  while (chapters.length < chapterCount) {
    const chapter = await draftChapter(site, author, story.id, words);
    await publishChapter(deps, author, chapter.id);
    chapters.push(chapter);
  }
  await untilNotified(site);
  return { ...story, chapters };
}

/** Publishes another chapter of a story. In a relay, `nextAuthorId` has the turn then. */
export async function addChapter(
  site: SiteAddress,
  author: Person,
  storyId: string,
  { words, ...options }: { words?: number; nextAuthorId?: string } = {},
): Promise<MadeChapter> {
  const chapter = await draftChapter(site, author, storyId, words);
  await publishChapter((await siteDeps(site)).deps, author, chapter.id, options);
  await untilNotified(site);
  return chapter;
}

/** Waits until search finds a story. The index is updated shortly after publication. */
export async function untilFound(site: SiteAddress, { id, title }: Pick<MadeStory, 'id' | 'title'>): Promise<void> {
  const api = createDemoApi(site.url);
  await expect(async () => {
    const { items } = await api.call(discoveryApi.search, { q: title });
    expect(items.map((item) => item.id)).toContain(id);
  }).toPass();
}
