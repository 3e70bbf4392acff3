import { messageApi } from '#features/messages/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { buildMember, buildPublishedStory, type Member } from './factories.ts';
import { newSession } from './members.ts';
import type { TestApp } from './test-app.ts';

/** Returns the newest message of a type in a member’s inbox. */
export async function newestMessage(app: TestApp, member: Member, type: 'story_invite' | 'story_apply') {
  const { items } = await app.call(messageApi.list, { type }, member);
  if (!items[0]) throw new Error(`${member.username} has no message of type ${type}`);
  return items[0];
}

/** Invites a member to a story and accepts the invitation. */
export async function letIn(app: TestApp, creator: Member, storyId: string, member: Member): Promise<void> {
  await app.call(participationApi.invite, { storyId, userId: member.id }, creator);
  const { id: messageId } = await newestMessage(app, member, 'story_invite');
  await app.call(messageApi.handleInvite, { messageId, accept: true }, member);
}

export interface Relay {
  storyId: string;
  creator: Member;
  /** In the order in which they joined, which is also that of the queue. */
  others: Member[];
}

/**
 * Builds a published relay whose creator has written chapter 1 and has the turn, with `others` writers in the queue.
 */
export async function buildRelay(app: TestApp, others: number, creator?: Member): Promise<Relay> {
  const begun = creator ?? (await buildMember(app));
  const { story } = await buildPublishedStory(app, begun, { mode: 'relay' });
  const joined: Member[] = [];
  for (let i = 0; i < others; i += 1) {
    const member = await buildMember(app);
    await letIn(app, begun, story.id, member);
    joined.push(member);
  }
  return { storyId: story.id, creator: begun, others: joined };
}

/**
 * Advances the clock of code and database, and opens new sessions for these members, because theirs may have expired.
 */
export async function letPass(app: TestApp, milliseconds: number, members: Member[]): Promise<void> {
  await app.clock.advance(milliseconds);
  for (const member of members) Object.assign(member, await newSession(app.deps, member));
}
