import { sql } from 'kysely';
import { to } from '#core/pages.ts';
import { contestApi } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from './english-stories.ts';
import type { Person } from './people.ts';
import type { SiteAddress } from './site-deps.ts';
import { siteDeps } from './site-deps.ts';

export interface MadeRound {
  readonly storyId: string;
  readonly roundId: string;
  /** Path of the entry editor. */
  readonly editorPath: string;
}

/** Creates a competition with these writers, and a round that is open for entries. */
export async function openRound(
  site: SiteAddress,
  creator: Person,
  name: string,
  others: readonly Person[],
): Promise<MadeRound> {
  const api = createDemoApi(site.url);
  const { id: storyId } = await publishedStory(site, creator, name, 1, 330, 'competition');
  await api.call(storyApi.update, { storyId, minParticipants: 2 }, creator.accessToken);
  for (const member of others) await api.call(participationApi.apply, { storyId }, member.accessToken);
  const { id: roundId } = await api.call(contestApi.createRound, { storyId, start: 'now' }, creator.accessToken);
  return { storyId, roundId, editorPath: to.editSubmission({ storyId, roundId }) };
}

/** Ends the time for entries, as if the days had passed. */
export async function endWriting(site: SiteAddress, roundId: string): Promise<void> {
  const { database } = await siteDeps(site);
  await sql`update rounds set writing_ends_at = db_clock() where id = ${roundId}`.execute(database.db);
}
