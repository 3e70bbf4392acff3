import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { refresh } from '#web/navigation/refresh.ts';

/** Refreshes the page of a round when its status changes. Only for members, whose pages receive live events. */
export function LiveRound({ storyId }: { storyId: string }) {
  useLiveTopic(`story:${storyId}`, refresh);
  return null;
}
