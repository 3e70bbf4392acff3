import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { storyApi } from '../contract.ts';

/** Whatever a member sees of a story for themself lies under this key; all of it is asked for anew after an act. */
export const storyKey = (storyId: string) => ['story', storyId] as const;

/** Where the reader stands with a story, and what they may do. Needs a `QueryProvider` around it, and a member. */
export function useStoryViewer(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'viewer'],
    queryFn: () => call(storyApi.viewerState, { storyId }),
  });
}
