import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { storyApi } from '../contract.ts';

/**
 * Query key prefix of everything that a member sees of a story for themself. All of it is refetched after an action.
 */
export const storyKey = (storyId: string) => ['story', storyId] as const;

/** The member’s relation to a story, and what they can do with it. Needs a `QueryProvider` and a logged-in member. */
export function useStoryViewer(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'viewer'],
    queryFn: () => call(storyApi.viewerState, { storyId }),
  });
}
