/** Tabs of the own profile (spec §2). */
export const PROFILE_TABS = ['created', 'joined', 'interactions', 'reviewing'] as const;
export type ProfileTab = (typeof PROFILE_TABS)[number];

/** What a member can do with somebody else's story without writing in it. */
export const INTERACTIONS = ['vote', 'translation', 'application', 'reading'] as const;
export type InteractionKind = (typeof INTERACTIONS)[number];

/** Reading counts as an interaction for so long. */
export const READING_DAYS = 90;

/** Counts are taken so far; more is as good as many. */
export const COUNTED_MAX = 100;

/** The one thing to do next in a story that one writes in, what presses most first. */
export const NEXT_KINDS = ['turn', 'draft', 'entry', 'vote', 'applications', 'branch'] as const;

/** What waits for review. */
export const WAITING_KINDS = ['story', 'chapter', 'submission', 'translation'] as const;

/** Lists of a public profile. */
export const USER_PARTS = ['begun', 'written'] as const;
export type UserPart = (typeof USER_PARTS)[number];

/** Where a member stands with a story that they could be asked into. */
export const INVITE_STATES = ['free', 'in', 'invited', 'full'] as const;

/** A name that was given at sign-up and never chosen. */
export function isGivenName(username: string): boolean {
  return /^writer_[a-z0-9]{6}$/.test(username);
}
