import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { contestApi } from '#features/contest/contract.ts';
import type { RoundStatus } from '#features/contest/model/round-status.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { HOME_TAG, storyTag } from '#features/stories/server/index.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { publishEntry } from '#testing/publish.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { type MadeStory, publishedStory } from './english-stories.ts';
import type { Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps, untilNotified } from './site-deps.ts';
import { freshProse } from './stories.ts';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/**
 * Creates a competition that anyone can join, with its first chapter, and a round that is open for entries. The creator
 * and these authors are its writers.
 */
export async function writingRound(
  site: SiteAddress,
  name: string,
  creator: Person,
  ...authors: Person[]
): Promise<{ story: MadeStory; roundId: string }> {
  const api = createDemoApi(site.url);
  const story = await publishedStory(site, creator, name, 1, 330, 'competition');
  const storyId = story.id;
  await api.call(storyApi.update, { storyId, joinPolicy: 'open', minParticipants: 2 }, creator.accessToken);
  for (const author of authors) await api.call(participationApi.apply, { storyId }, author.accessToken);
  const { id: roundId } = await api.call(contestApi.createRound, { storyId, start: 'now' }, creator.accessToken);
  return { story, roundId };
}

/** Submits an entry and approves it. */
export async function enter(site: SiteAddress, roundId: string, author: Person, title: string): Promise<Entry> {
  const api = createDemoApi(site.url);
  const text = freshProse(330);
  const input = { roundId, title, summary: 'A ferry leaves late.', content: text };
  const { id: submissionId } = await api.call(contestApi.createSubmission, input, author.accessToken);
  await publishEntry((await siteDeps(site)).deps, author, submissionId);
  await untilNotified(site);
  return { id: submissionId, title, text };
}

/** Ends the current phase of the round in two seconds, as if the days before had passed. Waits until it has ended. */
export async function endPhase(site: SiteAddress, roundId: string, then: RoundStatus): Promise<void> {
  const { database } = await siteDeps(site);
  const { rows } = await sql<{ story_id: string }>`update rounds set
    writing_ends_at = case status when 'writing' then db_clock() + interval '2 seconds' else writing_ends_at end,
    voting_ends_at = case status when 'voting' then db_clock() + interval '2 seconds' else voting_ends_at end
    where id = ${roundId} returning story_id`.execute(database.db);
  // Cached pages would be kept until the end time that they were rendered with.
  await invalidateCacheTags(database, storyTag(rows[0]!.story_id), HOME_TAG);
  await untilNotified(site);
  await expect(async () => {
    const { status } = await createDemoApi(site.url).call(contestApi.round, { roundId });
    expect(status).toBe(then);
  }).toPass();
}

/** Votes as a member who has read every entry. */
export async function vote(site: SiteAddress, roundId: string, voter: Person, submissionId: string): Promise<void> {
  const api = createDemoApi(site.url);
  const { ballot } = await api.call(contestApi.viewerState, { roundId }, voter.accessToken);
  await api.call(contestApi.markOpened, { roundId, submissionIds: ballot.map(({ id }) => id) }, voter.accessToken);
  await api.call(contestApi.castVote, { roundId, submissionId }, voter.accessToken);
}
