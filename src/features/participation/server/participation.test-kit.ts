import { afterEach, beforeAll } from 'vitest';
import { restrictAccount } from '#features/accounts/server/index.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { tick } from '#server/regular.job.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { participationApi } from '../contract.ts';

/** A site with three members, and what they do to write together. Checks all invariants after each test. */
export function setUpParticipation() {
  const app = setUpTestApp();
  /** Set before the tests. */
  const [creator, member, other] = [{} as Member, {} as Member, {} as Member];
  beforeAll(async () => {
    app.app.cache.setListening(false);
    Object.assign(creator, await buildMember(app, { username: 'Mara_Ilic' }));
    Object.assign(member, await buildMember(app, { username: 'amelie_r' }));
    Object.assign(other, await buildMember(app, { username: '민준' }));
  });
  afterEach(() => expectInvariants(app));

  const send = (call: keyof typeof participationApi, input: Record<string, unknown>, who?: Member) =>
    app.send(participationApi[call], input, who);
  const inboxOf = async (who: Member) => (await app.call(messageApi.list, {}, who)).items;
  return {
    app,
    creator,
    member,
    other,
    send,
    /** Returns the id of a new story. */
    publish: async (mode: 'relay' | 'branch' | 'solo' = 'relay', by = creator) =>
      (await buildPublishedStory(app, by, { mode })).story.id,
    invite: (storyId: string, who = member, by = creator) => send('invite', { storyId, userId: who.id }, by),
    apply: (storyId: string, who = member, note?: string) => send('apply', { storyId, ...(note ? { note } : {}) }, who),
    answer: (call: 'handleInvite' | 'handleApplication', messageId: string, accept: boolean, who: Member) =>
      app.send(messageApi[call], { messageId, accept }, who),
    /** Returns the ids of the writers of a story. */
    people: async (storyId: string) =>
      (await app.call(participationApi.participants, { storyId })).items.map(({ id }) => id),
    /** Returns a member’s relation to a story, and what they can do. */
    standing: async (storyId: string, who: Member) => {
      const { membership, can } = await app.call(storyApi.viewerState, { storyId }, who);
      return { ...membership, ...can };
    },
    /** Returns the newest message of a member. */
    newest: async (who: Member) => (await inboxOf(who))[0],
    /** Returns the texts of a member’s messages about a story. */
    inbox: async (who: Member, storyId: string) =>
      (await inboxOf(who)).filter(({ data }) => data.storyId === storyId).map(({ content }) => content),
    /** Returns the pending requests of a story. */
    waiting: async (storyId: string) => (await app.call(participationApi.requests, { storyId }, creator)).items,
    ban: (who: Member) =>
      restrictAccount(createCtx(app.deps, { language: 'en' }), who.id, { action: 'ban', reason: 'A reason.' }),
    runTick: async () => {
      await enqueue(app.deps, tick, {});
      await app.work();
    },
  };
}
