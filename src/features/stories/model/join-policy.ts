import type { WritingMode } from './writing-mode.ts';

/** How others join a story (product §5): right away, when the creator accepts them, or only when invited. */
export const JOIN_POLICIES = ['open', 'applications', 'invite_only'] as const;
export type JoinPolicy = (typeof JOIN_POLICIES)[number];

/** The join policy of a new story in each mode. */
export const DEFAULT_JOIN_POLICY: Record<WritingMode, JoinPolicy> = {
  relay: 'applications',
  competition: 'open',
  branch: 'open',
  solo: 'invite_only',
};

/**
 * Bounds for the number of writers, including the creator. Null if there is no limit, or if only the creator can write.
 */
export const PARTICIPANT_BOUNDS: Record<WritingMode, { min: number; max: number; default: number } | null> = {
  relay: { min: 2, max: 20, default: 6 },
  competition: { min: 2, max: 50, default: 50 },
  branch: null,
  solo: null,
};

/** Lengths of a turn in a relay, in days. */
export const TURN_DAYS = [1, 2, 3, 7, 14] as const;
export type TurnDays = (typeof TURN_DAYS)[number];
export const DEFAULT_TURN_DAYS: TurnDays = 7;
