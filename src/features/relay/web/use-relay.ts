import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE } from '#core/time.ts';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { relayApi } from '../contract.ts';

/** Live events report changes of the turn. This is for pages without them. */
const FALLBACK = 5 * MINUTE;

/** What the reader may do about the turn. Needs a `QueryProvider` and a member. */
export function useRelayViewer(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'relay', 'viewer'],
    queryFn: () => call(relayApi.viewerState, { storyId }),
    refetchInterval: FALLBACK,
  });
}

/** The current turn and the queue. */
export function useRelayTurn(storyId: string) {
  return useQuery({
    queryKey: [...storyKey(storyId), 'relay', 'turn'],
    queryFn: () => call(relayApi.turn, { storyId }),
    refetchInterval: FALLBACK,
  });
}

/** Refetches the turn when it changes, in rooms. On the page of a story, the whole page does (`story-actions.tsx`). */
export function useLiveTurn(storyId: string): void {
  const client = useQueryClient();
  useLiveTopic(`story:${storyId}`, () => client.invalidateQueries({ queryKey: storyKey(storyId) }));
}
