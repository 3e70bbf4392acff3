import type { InputOf } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { branchApi } from '#features/branch/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { DemoApi } from './api.ts';
import type { createFiller, DemoChapter, StoryFacts } from './fill.ts';

/** Stories by several authors, who are given by their usernames. */
export interface SharedStory extends StoryFacts {
  creator: string;
}

export interface BranchStory extends SharedStory {
  /** Parents come before their successors. `after` is the key of the parent. */
  chapters: (DemoChapter & { key: string; author: string; after?: string; choice?: string })[];
  /** A reservation: a member is writing after this chapter. */
  spot?: { after: string; by: string };
}

export interface RelayStory extends SharedStory {
  turnDays: InputOf<typeof storyApi.update>['turnDays'] & number;
  participantLimit: number;
  /** Members who joined, in this order. */
  joined: string[];
  chapters: (DemoChapter & { author: string })[];
  /** The member who has the turn after the last chapter. */
  next: string;
  invitation: { to: string; note: string };
  application: { by: string; note: string };
}

export interface Written {
  storyId: string;
  title: string;
  isNew: boolean;
}

/** Lets members write together through the public API. `tokens` are by username. */
export function createCompany(
  api: DemoApi,
  filler: ReturnType<typeof createFiller>,
  tokens: ReadonlyMap<string, string>,
) {
  function tokenOf(username: string): string {
    const token = tokens.get(username);
    if (token === undefined) throw new Error(`${username} is not a member of the demo`);
    return token;
  }
  const idOf = async (username: string) => (await api.call(accountApi.info, {}, tokenOf(username))).id;

  /** Creates the story with its first chapter, unless it exists already. */
  async function begun(wanted: SharedStory, first: DemoChapter | undefined, rules: Parameters<typeof filler.begin>[3]) {
    const token = tokenOf(wanted.creator);
    const there = await filler.known(token, wanted.title);
    if (there !== null) return { storyId: there, title: wanted.title, isNew: false, chapterId: '' };
    if (!first) throw new Error(`${wanted.title} has no chapter`);
    const { title, summary, content } = first;
    const started = await filler.begin(token, wanted, { title, summary, content }, rules);
    return { ...started, title: wanted.title, isNew: true };
  }

  /** Creates a branch that everyone can join. Each author reserves the continuation of a chapter and writes there. */
  async function branch(wanted: BranchStory): Promise<Written> {
    const [first, ...rest] = wanted.chapters;
    const { chapterId, ...written } = await begun({ ...wanted, mode: 'branch' }, first, { joinPolicy: 'open' });
    if (!written.isNew || !first) return written;
    const ids = new Map([[first.key, chapterId]]);
    const idAt = (key: string | undefined) => {
      const id = ids.get(key ?? '');
      if (id === undefined) throw new Error(`${wanted.title} has no chapter ${key}`);
      return id;
    };
    for (const { key, author, after, ...chapter } of rest) {
      const parentChapterId = idAt(after);
      await api.call(branchApi.reserve, { chapterId: parentChapterId }, tokenOf(author));
      ids.set(key, await filler.chapter(tokenOf(author), { storyId: written.storyId, parentChapterId, ...chapter }));
    }
    const { spot } = wanted;
    if (spot) await api.call(branchApi.reserve, { chapterId: idAt(spot.after) }, tokenOf(spot.by));
    return written;
  }

  /** Creates a relay with an invitation and an application. The turn passes from writer to writer. */
  async function relay(wanted: RelayStory): Promise<Written> {
    const { turnDays, participantLimit, invitation, application } = wanted;
    const creator = tokenOf(wanted.creator);
    const [first, ...rest] = wanted.chapters;
    const rules = { turnDays, participantLimit, joinPolicy: 'open' as const };
    const { chapterId: _, ...written } = await begun({ ...wanted, mode: 'relay' }, first, rules);
    if (!written.isNew) return written;
    const { storyId } = written;
    for (const name of wanted.joined) await api.call(participationApi.apply, { storyId }, tokenOf(name));
    for (const [i, { author, ...chapter }] of rest.entries()) {
      const { current } = await api.call(relayApi.turn, { storyId });
      if (current?.user.username !== author)
        await api.call(relayApi.reassign, { storyId, userId: await idOf(author) }, creator);
      const nextAuthorId = await idOf(rest[i + 1]?.author ?? wanted.next);
      await filler.chapter(tokenOf(author), { storyId, ...chapter }, { nextAuthorId });
    }
    await api.call(storyApi.update, { storyId, joinPolicy: 'applications' }, creator);
    const userId = await idOf(invitation.to);
    await api.call(participationApi.invite, { storyId, userId, note: invitation.note }, creator);
    await api.call(participationApi.apply, { storyId, note: application.note }, tokenOf(application.by));
    return written;
  }

  return { tokenOf, begun, branch, relay };
}
