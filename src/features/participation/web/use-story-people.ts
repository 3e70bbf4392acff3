import { useQuery } from '@tanstack/react-query';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { participationApi } from '../contract.ts';

const PAGE = 50;

/** The first 50 writers of a story, in the order of joining. */
export function useParticipants(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'participants'],
    queryFn: () => call(participationApi.participants, { storyId, limit: PAGE }),
    staleTime: 0,
  });
}

/** The first 50 pending invitations and applications, newest first. For the story’s creator. */
export function useRequests(storyId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...storyKey(storyId), 'requests'],
    queryFn: () => call(participationApi.requests, { storyId, limit: PAGE }),
    staleTime: 0,
  });
}

/** How many applications wait for the creator’s answer. Kept up to date by the messages about them. */
export function useApplicationCount(storyId: string, isCreator: boolean): number {
  const { data, refetch } = useRequests(storyId, isCreator);
  useOnMessage(refetch, isCreator);
  return data?.items.filter(({ kind }) => kind === 'application').length ?? 0;
}
