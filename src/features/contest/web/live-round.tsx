import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { refresh } from '#web/navigation/refresh.ts';

/** Refreshes the page of a round when it moves on, or is canceled. For members, whose pages receive live events. */
export function LiveRound({ storyId }: { storyId: string }) {
  useLiveTopic(`story:${storyId}`, refresh);
  return null;
}
