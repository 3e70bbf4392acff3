import { useQuery } from '@tanstack/react-query';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { contestApi } from '../contract.ts';

export interface RoundRef {
  id: string;
  storyId: string;
}

export const roundKey = ({ id, storyId }: RoundRef) => [...storyKey(storyId), 'round', id, 'viewer'] as const;

/** The reader’s state in a round. Needs a `QueryProvider` and a member. */
export function useRoundViewer(round: RoundRef) {
  return useQuery({
    queryKey: roundKey(round),
    queryFn: () => call(contestApi.viewerState, { roundId: round.id }),
  });
}
