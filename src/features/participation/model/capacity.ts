import type { JoinPolicy } from '#features/stories/model/join-policy.ts';
import type { Progress } from '#features/stories/model/story-status.ts';

interface JoinableStory {
  joinPolicy: JoinPolicy;
  participantLimit: number | null;
  participantCount: number;
  progress: Progress;
}

/** Whether a story has its maximum number of writers. */
export function isFull({
  participantLimit,
  participantCount,
}: Pick<JoinableStory, 'participantLimit' | 'participantCount'>): boolean {
  return participantLimit !== null && participantCount >= participantLimit;
}

/**
 * Returns how many more members can join or apply: `Infinity` if there is no limit, 0 if the story is invite-only or
 * has ended. The same for everyone; whether a certain member may join is decided by the policy.
 */
export function openSpots({ joinPolicy, participantLimit, participantCount, progress }: JoinableStory): number {
  if (joinPolicy === 'invite_only' || progress === 'ended') return 0;
  return participantLimit === null ? Number.POSITIVE_INFINITY : Math.max(0, participantLimit - participantCount);
}
