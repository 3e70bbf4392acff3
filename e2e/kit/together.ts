import { sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { publishChapter, publishStory } from '#testing/publish.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from './english-stories.ts';
import type { Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps, untilNotified } from './site-deps.ts';
import { freshProse } from './stories.ts';
import { storyIn } from './texts.ts';

/** Invites a member and accepts the invitation. */
export async function letIn(site: SiteAddress, creator: Person, storyId: string, member: Person): Promise<void> {
  const api = createDemoApi(site.url);
  await api.call(participationApi.invite, { storyId, userId: member.id }, creator.accessToken);
  const { items } = await api.call(messageApi.list, { tab: 'pending' }, member.accessToken);
  await api.call(messageApi.handleInvite, { messageId: items[0]!.id, accept: true }, member.accessToken);
  await api.call(messageApi.markAllRead, {}, member.accessToken);
}

/** Ends the current turn in two seconds, as if the days before had passed. */
export async function endTurnSoon(site: SiteAddress, storyId: string): Promise<void> {
  const { database } = await siteDeps(site);
  await sql`update relay_turns set deadline = db_clock() + interval '2 seconds' where story_id = ${storyId} and phase = 'writing'`.execute(
    database.db,
  );
}

/** Publishes a continuation of a chapter. Returns its id. */
export async function publishedWay(
  site: SiteAddress,
  author: Person,
  way: { storyId: string; parentChapterId: string; choice: string; title: string },
): Promise<string> {
  const api = createDemoApi(site.url);
  const told = { summary: 'It gets wet.', content: freshProse(130) };
  const { id } = await api.call(chapterApi.create, { ...way, ...told }, author.accessToken);
  await publishChapter((await siteDeps(site)).deps, author, id);
  await untilNotified(site);
  return id;
}

/** Creates a published branch with one chapter and one continuation. */
export async function branchingStory(
  site: SiteAddress,
  author: Person,
  name: string,
): Promise<{ storyId: string; chapterId: string; wayId: string }> {
  const { id: storyId, chapters } = await publishedStory(site, author, name, 1, 130, 'branch');
  const chapterId = chapters[0]!.id;
  const way = { storyId, parentChapterId: chapterId, choice: 'Follow the heron', title: 'The marsh' };
  return { storyId, chapterId, wayId: await publishedWay(site, author, way) };
}

/** Publishes a branch with the second chapter of a story of the demo library. Anyone can write in it. Returns its id. */
export async function openBranch(site: SiteAddress, author: Person, language: Language, nth: number): Promise<string> {
  const api = createDemoApi(site.url);
  const { title, description, categories, chapters } = storyIn(language, nth);
  const facts = { title: `${title} (2)`, description, categories, language, mode: 'branch' as const };
  const { id: storyId } = await api.call(storyApi.create, facts, author.accessToken);
  await api.call(chapterApi.create, { storyId, ...chapters[1]! }, author.accessToken);
  await publishStory((await siteDeps(site)).deps, author, storyId);
  await api.call(storyApi.update, { storyId, joinPolicy: 'open' }, author.accessToken);
  await untilNotified(site);
  return storyId;
}
