import { useQuery } from '@tanstack/react-query';
import { MINUTE } from '#core/time.ts';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { relayApi } from '../contract.ts';

/** What the reader may do about the turn. Needs a `QueryProvider` and a member. */
export function useRelayViewer(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'relay', 'viewer'],
    queryFn: () => call(relayApi.viewerState, { storyId }),
    refetchInterval: MINUTE,
  });
}

/** The current turn and the queue. */
export function useRelayTurn(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'relay', 'turn'],
    queryFn: () => call(relayApi.turn, { storyId }),
    refetchInterval: MINUTE,
  });
}
