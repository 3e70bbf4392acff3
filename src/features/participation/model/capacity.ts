import type { JoinPolicy } from '#features/stories/model/join-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';

interface JoinableStory {
  joining: JoinPolicy;
  participantLimit: number | null;
  participantCount: number;
  progress: Progress;
}

/**
 * How many more may come in by themselves, by joining or asking: a number, `Infinity` where there is no limit, 0 where
 * only the creator asks people in or the story has ended. The same for everyone; whether one of them may is another
 * question.
 */
export function openSpots({ joining, participantLimit, participantCount, progress }: JoinableStory): number {
  if (joining === 'invite_only' || progress === 'ended') return 0;
  return participantLimit === null ? Number.POSITIVE_INFINITY : Math.max(0, participantLimit - participantCount);
}
