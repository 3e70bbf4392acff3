import { useQuery } from '@tanstack/react-query';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { participationApi } from '../contract.ts';

const PAGE = 50;

/** Who writes in a story, in the order of joining: the first 50. */
export function useParticipants(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'participants'],
    queryFn: () => call(participationApi.participants, { storyId, limit: PAGE }),
    staleTime: 0,
  });
}

/** Invitations and applications that wait, newest first: the first 50. For the story's creator. */
export function useRequests(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'requests'],
    queryFn: () => call(participationApi.requests, { storyId, limit: PAGE }),
    staleTime: 0,
  });
}
