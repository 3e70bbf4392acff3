import type { Page } from '#core/endpoint.ts';
import type { PageContext } from '#web/page/context.ts';
import { loadOnce } from '#web/page/load.ts';
import { type Participant, participationApi } from '../contract.ts';

const PER_PAGE = 50;

/** Loads the first writers of a story for its page. */
export const loadParticipants = (page: PageContext, storyId: string): Promise<Page<Participant>> =>
  loadOnce(page, participationApi.participants, { storyId, limit: PER_PAGE });

/** Loads the numbers of the writers by their ids, which set the colors of the chapters. */
export async function loadParticipantNumbers(page: PageContext, storyId: string): Promise<ReadonlyMap<string, number>> {
  const { items } = await loadParticipants(page, storyId);
  return new Map(items.map(({ id, number }) => [id, number]));
}
