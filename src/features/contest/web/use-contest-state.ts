import { useQuery } from '@tanstack/react-query';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { contestApi } from '../contract.ts';

/** What the reader may do about the rounds of a story. Needs a `QueryProvider` and a member. */
export function useContestState(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'contest'],
    queryFn: () => call(contestApi.contestState, { storyId }),
  });
}
