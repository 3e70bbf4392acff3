import { sql } from 'kysely';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { publishChapter } from '#testing/publish.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from './english-stories.ts';
import type { Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps, untilNotified } from './site-deps.ts';
import { freshProse } from './stories.ts';

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
